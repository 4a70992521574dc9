import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { GitMerge, MoreHorizontal, Pencil, ShieldCheck, ShieldOff, Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { BranchModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { branchesKey } from "../../feature/branch/branch-queries.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"

const RenameBranchDialog = lazyDialog(() => import("./rename-branch-dialog.tsx"), "RenameBranchDialog")
const DeleteBranchDialog = lazyDialog(() => import("./delete-branch-dialog.tsx"), "DeleteBranchDialog")

interface BranchActionsProps {
  readonly project: ProjectModel
  readonly branch: BranchModel
  readonly branches: ReadonlyArray<BranchModel>
}

/** Actions on one branch, for members who may edit the project. */
export const BranchActions = ({ project, branch, branches }: BranchActionsProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const write = useWrite()
  const shown = useBranch()
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null)
  const projectId = project.id
  const { id, name, isDefault, isProtected } = branch
  if (branch.state === "CREATING") return null
  const readAgain = () => client.invalidateQueries({ queryKey: branchesKey(projectId) })
  /** The address follows the branch that it names. */
  const follow = async (branchNow: string | undefined) => {
    if (shown === name)
      await navigate({ to: ".", search: (before) => ({ ...before, branch: branchNow }), replace: true })
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  }
  const merge = async () => {
    try {
      const merge = await call("branchMerge", "create", { params: { projectId }, payload: { sourceBranchId: id } })
      await readAgain()
      await navigate({
        to: "/projects/$projectId/branches/merge/$mergeId",
        params: { projectId, mergeId: merge.id }
      })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const protect = () =>
    write(
      async () => {
        const params = { projectId, branchId: id }
        await call("branch", "protect", { params, payload: { isProtected: !isProtected } })
        await readAgain()
      },
      t(isProtected ? "branch.unprotect-done" : "branch.protect-done", { branch: name })
    )
  return (
    <>
      <Menu
        aria-label={t("branch.actions-of", { branch: name })}
        trigger={<IconButton label={t("branch.actions-of", { branch: name })} icon={<MoreHorizontal aria-hidden />} />}
      >
        {!isDefault && (
          <MenuItem icon={<GitMerge aria-hidden />} onAction={() => void merge()}>
            {t("branch.merge")}
          </MenuItem>
        )}
        <MenuItem icon={<Pencil aria-hidden />} onAction={() => setDialog("rename")}>
          {t("branch.rename")}
        </MenuItem>
        <MenuItem
          icon={isProtected ? <ShieldOff aria-hidden /> : <ShieldCheck aria-hidden />}
          onAction={() => void protect()}
        >
          {t(isProtected ? "branch.unprotect" : "branch.protect")}
        </MenuItem>
        {!isDefault && (
          <MenuItem icon={<Trash2 aria-hidden />} onAction={() => setDialog("delete")}>
            {t("branch.delete")}
          </MenuItem>
        )}
      </Menu>
      {dialog === "rename" && (
        <RenameBranchDialog
          projectId={projectId}
          branch={branch}
          onRenamed={(renamed) => follow(renamed)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "delete" && (
        <DeleteBranchDialog
          projectId={projectId}
          branch={branch}
          branches={branches}
          onDeleted={async () => {
            showToast({ kind: "done", text: t("branch.deleted", { branch: name }) })
            await follow(undefined)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
