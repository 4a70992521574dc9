import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { projectQuery } from "../project/project-queries.ts"
import type { RevertTarget } from "./revert-target.ts"

const UndoDialog = lazyDialog(() => import("./undo-dialog.tsx"), "UndoDialog")

interface UndoButtonProps {
  readonly projectId: number
  readonly target: RevertTarget
  readonly label: string
}

/** Scopes of which one is enough to undo something. */
const writingScopes = ["translations.edit", "translations.state-edit", "keys.edit", "keys.create", "keys.delete"]

/** Opens the preview of a revert; not there for people who may write nothing. */
export const UndoButton = ({ projectId, target, label }: UndoButtonProps) => {
  const { data: project } = useQuery(projectQuery(projectId))
  const [isOpen, setOpen] = useState(false)
  const mayWrite = project?.computedPermission.scopes.some((scope) => writingScopes.includes(scope)) ?? false
  if (!mayWrite) return null
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <UndoDialog projectId={projectId} target={target} onClose={() => setOpen(false)} />}
    </>
  )
}
