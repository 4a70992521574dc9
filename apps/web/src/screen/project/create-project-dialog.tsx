import { useNavigate } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { CreateProjectForm } from "./create-project-form.tsx"

interface CreateProjectDialogProps {
  /** The organization that is chosen first; absent: the first one that I own. */
  readonly organizationId?: number
  readonly onClose: () => void
}

/** Name, organization, base language and the others; afterwards the empty list of the new project. */
export const CreateProjectDialog = ({ organizationId, onClose }: CreateProjectDialogProps) => {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Dialog title={t("projects.create")} isOpen onClose={onClose}>
      <CreateProjectForm
        {...(organizationId === undefined ? {} : { organizationId })}
        initial={{ name: "", baseTag: "en", tags: [] }}
        onCreated={async (projectId) => {
          onClose()
          await navigate({ to: "/projects/$projectId/translations", params: { projectId } })
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
