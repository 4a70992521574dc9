import type { BranchProtectionBody, RenameBranchBody } from "@dragoman/api"
import type { ActivityType, EntityChange } from "@dragoman/domain/activity"
import { checkBranchDeletion, checkFreeName, validateBranchName } from "@dragoman/domain/branch"
import { BranchRepository, type BranchRow } from "@dragoman/store"
import { Effect } from "effect"
import type { Record } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { changeBranches } from "./branch-feature.ts"
import { readBranch } from "./branch-queries.ts"
import { eraseBranch } from "./copy-branch.ts"

/** Renames a branch, also the default one. */
export const renameBranch = Effect.fn("renameBranch")(function* (
  access: ProjectAccess<"project.edit">,
  branchId: number,
  body: RenameBranchBody
) {
  const name = yield* orFail(validateBranchName(body))
  return yield* updateBranch(access, branchId, "BRANCH_RENAME", { name })
})

/** Protects a branch, or ends its protection. Source: docs/branches.md#protection. */
export const protectBranch = Effect.fn("protectBranch")(
  (access: ProjectAccess<"project.edit">, branchId: number, { isProtected }: BranchProtectionBody) =>
    updateBranch(access, branchId, "BRANCH_PROTECTION_CHANGE", { isProtected: isProtected ?? false })
)

const updateBranch = (
  access: ProjectAccess<"project.edit">,
  branchId: number,
  type: ActivityType,
  changed: Partial<Pick<BranchRow, "name" | "isProtected">>
) =>
  changeBranches(
    access,
    Effect.fnUntraced(function* (_, record) {
      const repository = yield* BranchRepository
      const branches = yield* repository.listOfProject(access.projectId)
      const before = yield* requireBranch(branches, branchId)
      const after = { ...before, ...changed }
      yield* failIf(checkFreeName(branches, after.name, branchId))
      yield* repository.update(after)
      yield* record(type, [branchEntity(before, after)])
      return yield* readBranch(access.projectId, after.name)
    })
  )

/** Hides a branch at once, so that its name is free. Source: docs/branches.md#deleting. */
export const deleteBranch = Effect.fn("deleteBranch")(function* (
  access: ProjectAccess<"project.edit">,
  branchId: number
) {
  yield* changeBranches(
    access,
    Effect.fnUntraced(function* (_, record) {
      const repository = yield* BranchRepository
      const branches = yield* repository.listOfProject(access.projectId)
      const branch = yield* requireBranch(branches, branchId)
      yield* failIf(checkBranchDeletion(branch, branches))
      yield* removeBranch(branch, record)
    })
  )
})

/** Hides a branch that may be deleted, in the transaction of the operation. */
export const removeBranch = Effect.fnUntraced(function* (branch: BranchRow, record: Record) {
  yield* eraseBranch(branch.id)
  yield* record("BRANCH_DELETE", [branchEntity(branch, null)])
})

const requireBranch = (branches: ReadonlyArray<BranchRow>, branchId: number) => {
  const branch = branches.find(({ id }) => id === branchId)
  return branch === undefined ? failWith("branch_not_found") : Effect.succeed(branch)
}

const branchEntity = (before: BranchRow, after: BranchRow | null): EntityChange => ({
  entityClass: "Branch",
  entityId: before.id,
  before: toLogged(before),
  after: after && toLogged(after)
})

const toLogged = ({ name, isProtected }: BranchRow) => ({ name, isProtected })
