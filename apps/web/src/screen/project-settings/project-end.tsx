import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { ConfirmedAction } from "../../widget/form/confirmed-action.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Section } from "../../widget/ui/section.tsx"

const TransferDialog = lazyDialog(() => import("./transfer-dialog.tsx"), "TransferDialog")

interface ProjectEndProps {
  readonly project: ProjectModel
  /** Why the project cannot be deleted; null: it can. */
  readonly needsEdit: string | null
  /** Why it cannot be transferred; null: it can. */
  readonly needsAdmin: string | null
}

/** The ways out of a project: another organization for it, leaving it, deleting it. */
export const ProjectEnd = ({ project, needsEdit, needsAdmin }: ProjectEndProps) => {
  const t = useText()
  const navigate = useNavigate()
  const [isTransferring, setTransferring] = useState(false)
  const { id, name, organizationOwner } = project
  /** The project cannot be read any more, so its screens go first. */
  const goAway = async (text: string) => {
    await navigate({ to: "/" })
    queryClient.removeQueries({ queryKey: ["project", id] })
    await queryClient.invalidateQueries({ queryKey: ["projects"] })
    showToast({ kind: "done", text })
  }
  return (
    <>
      <Section
        title={t("settings.transfer")}
        hint={t("settings.transfer-hint", { organization: organizationOwner?.name ?? "" })}
      >
        <Button disabledReason={needsAdmin} onPress={() => setTransferring(true)}>
          {t("settings.transfer")}
        </Button>
      </Section>
      <ConfirmedAction
        title={t("settings.leave")}
        hint={t("settings.leave-hint")}
        question={t("settings.leave-of", { name })}
        disabledReason={leaveObstacle(project, t)}
        onConfirm={async () => {
          await call("project", "leave", { params: { projectId: id } })
          await goAway(t("settings.left", { name }))
        }}
      />
      <ConfirmedAction
        title={t("settings.delete")}
        hint={t("settings.delete-hint")}
        question={t("settings.delete-of", { name })}
        typed={name}
        isDangerous
        disabledReason={needsEdit}
        onConfirm={async () => {
          await call("project", "delete", { params: { projectId: id } })
          await goAway(t("settings.deleted", { name }))
        }}
      />
      {isTransferring && <TransferDialog project={project} onClose={() => setTransferring(false)} />}
    </>
  )
}

/** Why I cannot leave; null: I can. As `checkLeaveProject` of the domain. */
const leaveObstacle = ({ organizationRole, directPermission }: ProjectModel, t: Text): string | null => {
  if (organizationRole !== null) return t("settings.leave-organization")
  return directPermission === null ? t("settings.leave-nothing") : null
}
