import type { ListQuery } from "@dragoman/domain/page"
import { BranchRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireBranches } from "./branch-feature.ts"

/** Reads a page of the branches of the project, also of those that are being created. */
export const listBranches = Effect.fn("listBranches")(function* (
  access: ProjectAccess,
  query: ListQuery<"branches"> & { readonly search?: string | undefined }
) {
  yield* requireBranches(access)
  const repository = yield* BranchRepository
  const { projectId } = access
  return yield* paged("branches", query, (slice) =>
    repository.list({ projectId, search: query.search ?? "", ...slice })
  )
})

/** Finds a branch by its name, also one that is being created; an absent or blank name means the default branch. */
export const findBranch = Effect.fn("findBranch")(function* (access: ProjectAccess, name: string | undefined) {
  yield* requireBranches(access)
  return yield* readBranch(access.projectId, (name ?? "").trim() === "" ? null : (name ?? null))
})

/** Reads a branch as lists show it. `name` null: the default branch. */
export const readBranch = Effect.fn("readBranch")(function* (projectId: number, name: string | null) {
  const found = yield* BranchRepository.use((branches) => branches.findListed(projectId, name))
  return Option.isSome(found) ? found.value : yield* failWith("branch_not_found")
})
