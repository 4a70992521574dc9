import type { CreateBranchBody } from "@dragoman/api"
import { checkFreeName, validateNewBranch } from "@dragoman/domain/branch"
import { BranchRepository, Database } from "@dragoman/store"
import { Effect } from "effect"
import { lockContentProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireBranches } from "./branch-feature.ts"
import { readBranch } from "./branch-queries.ts"
import { beginBranch, copyBranch } from "./copy-branch.ts"

/** Creates a branch with copies of the keys of another one; returns when it can be used. Source: docs/branches.md#creating. */
export const createBranch = Effect.fn("createBranch")(function* (
  access: ProjectAccess<"project.edit">,
  body: CreateBranchBody
) {
  const { name, originBranchId } = yield* orFail(validateNewBranch(body))
  yield* requireBranches(access)
  const database = yield* Database
  const branchId = yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(access.projectId)
      const branches = yield* BranchRepository.use((repository) => repository.listOfProject(access.projectId))
      const origin = branches.find(({ id, state }) => id === originBranchId && state === "READY")
      if (origin === undefined) return yield* failWith("origin_branch_not_found")
      yield* failIf(checkFreeName(branches, name, null))
      const authorId = access.caller.userId
      return yield* beginBranch(access, { name, originBranchId: origin.isDefault ? null : origin.id, authorId })
    })
  )
  yield* copyBranch(access, branchId)
  return yield* readBranch(access.projectId, name)
})
