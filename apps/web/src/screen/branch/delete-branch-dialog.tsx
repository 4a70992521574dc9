import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { BranchModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { projectStatsQuery } from "../../feature/project/project-queries.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"

interface DeleteBranchDialogProps {
  readonly projectId: number
  readonly branch: BranchModel
  readonly branches: ReadonlyArray<BranchModel>
  readonly onDeleted: () => Promise<void>
  readonly onClose: () => void
}

/** Says what goes with a branch, and which others keep it from being deleted. */
export const DeleteBranchDialog = ({ projectId, branch, branches, onDeleted, onClose }: DeleteBranchDialogProps) => {
  const t = useText()
  const stats = useQuery({ ...projectStatsQuery(projectId, branch.name), staleTime: 0 })
  const children = branches.filter(({ originBranchName }) => originBranchName === branch.name)
  const names = new Intl.ListFormat(t.language).format(children.map(({ name }) => name))
  return (
    <ConfirmDialog
      title={t("branch.delete-of", { branch: branch.name })}
      action={t("branch.delete")}
      obstacle={children.length === 0 ? null : t("branch.delete-children", { branches: names })}
      onConfirm={async () => {
        await call("branch", "delete", { params: { projectId, branchId: branch.id } })
        await onDeleted()
      }}
      onClose={onClose}
    >
      {children.length > 0 ? (
        <p>{t("branch.delete-children", { branches: names })}</p>
      ) : (
        <QueryState query={stats} skeleton="60px">
          {({ keyCount }) => <p>{t("branch.delete-hint", { count: keyCount })}</p>}
        </QueryState>
      )}
    </ConfirmDialog>
  )
}
