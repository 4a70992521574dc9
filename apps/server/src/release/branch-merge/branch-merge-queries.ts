import type { MergeChangeType } from "@dragoman/domain/branch"
import type { ListQuery } from "@dragoman/domain/page"
import { BranchMergeRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import { requireBranches } from "../../project/branch/branch-feature.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { showChanges } from "./branch-merge-shapes.ts"

type MergeAccess = ProjectAccess<"project.edit">

/** Reads a page of comparisons and merges. */
export const listBranchMerges = Effect.fn("listBranchMerges")(function* (
  access: MergeAccess,
  query: ListQuery<"branchMerges">
) {
  yield* requireBranches(access)
  const repository = yield* BranchMergeRepository
  return yield* paged("branchMerges", query, (slice) => repository.list(access.projectId, slice))
})

/** Finds a comparison or a merge. */
export const findBranchMerge = Effect.fn("findBranchMerge")(function* (access: MergeAccess, mergeId: number) {
  yield* requireBranches(access)
  return yield* getMerge(access, mergeId)
})

/** Reads a page of the changes of a merge. */
export const listMergeChanges = Effect.fn("listMergeChanges")(function* (
  access: MergeAccess,
  mergeId: number,
  type: MergeChangeType | undefined,
  query: ListQuery<"branchMergeChanges">
) {
  yield* requireBranches(access)
  const repository = yield* BranchMergeRepository
  yield* getOpenMerge(access, mergeId)
  const { rows, page } = yield* paged("branchMergeChanges", query, (slice) =>
    repository.listChanges({ mergeId, type: type ?? null, ...slice })
  )
  return { changes: yield* showChanges(access, rows), page }
})

/** Finds one change of a merge. */
export const findMergeChange = Effect.fn("findMergeChange")(function* (
  access: MergeAccess,
  mergeId: number,
  changeId: number
) {
  yield* requireBranches(access)
  yield* getOpenMerge(access, mergeId)
  const change = yield* getChange(mergeId, changeId)
  const [shown] = yield* showChanges(access, [change])
  return shown ?? (yield* failWith("branch_merge_change_not_found"))
})

/** Fails with `branch_merge_not_found`. */
export const getMerge = Effect.fnUntraced(function* ({ projectId }: MergeAccess, mergeId: number) {
  const found = yield* BranchMergeRepository.use((repository) => repository.find(projectId, mergeId))
  return Option.isSome(found) ? found.value : yield* failWith("branch_merge_not_found")
})

/** Fails with `branch_merge_not_found`, also for merges that were applied. */
export const getOpenMerge = Effect.fnUntraced(function* (access: MergeAccess, mergeId: number) {
  const merge = yield* getMerge(access, mergeId)
  return merge.mergedAt === null ? merge : yield* failWith("branch_merge_not_found")
})

/** Fails with `branch_merge_change_not_found`. */
export const getChange = Effect.fnUntraced(function* (mergeId: number, changeId: number) {
  const found = yield* BranchMergeRepository.use((repository) => repository.findChange(mergeId, changeId))
  return Option.isSome(found) ? found.value : yield* failWith("branch_merge_change_not_found")
})
