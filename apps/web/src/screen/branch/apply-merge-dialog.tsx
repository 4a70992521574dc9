import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { BranchMergeModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { mergeQuery } from "./merge-queries.ts"

interface ApplyMergeDialogProps {
  readonly projectId: number
  readonly merge: BranchMergeModel
  readonly onClose: () => void
}

/** Merges, and deletes the branch afterwards unless the box is not ticked. */
export const ApplyMergeDialog = ({ projectId, merge, onClose }: ApplyMergeDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const shown = useBranch()
  const [deleteBranch, setDeleteBranch] = useState(true)
  const { id: mergeId, sourceBranchName: source, targetBranchName: target } = merge
  const apply = async () => {
    try {
      await call("branchMerge", "apply", { params: { projectId, mergeId }, payload: { deleteBranch } })
    } catch (error) {
      // It may be outdated now, which the screen then says.
      await client.invalidateQueries({ queryKey: mergeQuery(projectId, mergeId).queryKey })
      throw error
    }
    const branch = deleteBranch ? "merge.done-deleted" : "merge.done-kept"
    showToast({ kind: "done", text: `${t("merge.done", { branch: target })}. ${t(branch, { branch: source })}` })
    if (deleteBranch && shown === source) {
      await navigate({ to: ".", search: (before) => ({ ...before, branch: undefined }), replace: true })
    }
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  }
  return (
    <ConfirmDialog
      title={t("merge.title", { source, target })}
      action={t("merge.apply")}
      kind="primary"
      onConfirm={apply}
      onClose={onClose}
    >
      <p>{t("merge.apply-hint", { branch: target })}</p>
      <Checkbox isSelected={deleteBranch} onChange={setDeleteBranch}>
        <span>{t("merge.delete-branch", { branch: source })}</span>
      </Checkbox>
      <p>{t("merge.delete-branch-hint")}</p>
    </ConfirmDialog>
  )
}
