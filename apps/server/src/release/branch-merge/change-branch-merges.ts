import type { BranchMergePreviewBody, ResolveAllConflictsBody, ResolveChangeBody } from "@dragoman/api"
import { validateMergePreview, validateResolution, validateSide } from "@dragoman/domain/branch"
import { BranchMergeRepository, BranchRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { changeBranches, requireBranches } from "../../project/branch/branch-feature.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getChange, getMerge, getOpenMerge } from "./branch-merge-queries.ts"
import { type ComparedKey, compareBranches, keyPairOf, placeOf, targetOf } from "./compare-branches.ts"

type MergeAccess = ProjectAccess<"project.edit">

/** Compares a branch with its origin, and stores the comparison. Source: docs/branches.md#merging. */
export const createBranchMerge = Effect.fn("createBranchMerge")(function* (
  access: MergeAccess,
  body: BranchMergePreviewBody
) {
  yield* requireBranches(access)
  const sourceId = yield* orFail(validateMergePreview(body))
  const { source, target, comparison } = yield* compare(access, sourceId)
  const { sourceRevisionId, targetRevisionId, changes } = comparison
  return yield* changeBranches(
    access,
    Effect.fnUntraced(function* () {
      const repository = yield* BranchMergeRepository
      // A branch that was deleted meanwhile has no comparisons.
      yield* findReadyBranch(access, sourceId)
      const mergeId = yield* repository.insert({
        projectId: access.projectId,
        sourceBranchId: source.id,
        targetBranchId: target.id,
        sourceRevisionId,
        targetRevisionId,
        authorId: access.caller.userId,
        createdAt: yield* Clock.currentTimeMillis
      })
      yield* repository.setChanges(mergeId, changes.map(unresolved))
      return yield* getMerge(access, mergeId)
    })
  )
})

/** Compares the branches of a merge again. Resolutions of conflicts with the same keys are kept. */
export const refreshBranchMerge = Effect.fn("refreshBranchMerge")(function* (access: MergeAccess, mergeId: number) {
  yield* requireBranches(access)
  const { sourceBranchId } = yield* getOpenMerge(access, mergeId)
  const { comparison } = yield* compare(access, sourceBranchId)
  const { changes, ...revisions } = comparison
  return yield* changeOpenMerge(
    access,
    mergeId,
    Effect.gen(function* () {
      const repository = yield* BranchMergeRepository
      const before = yield* repository.listAllChanges(mergeId)
      const resolutions = new Map(
        before.flatMap((change) =>
          change.type === "CONFLICT" ? [[keyPairOf(change), change.resolution] as const] : []
        )
      )
      yield* repository.update({ id: mergeId, ...revisions })
      yield* repository.setChanges(
        mergeId,
        changes.map((change) => ({
          ...unresolved(change),
          resolution: change.type === "CONFLICT" ? (resolutions.get(keyPairOf(change)) ?? null) : null
        }))
      )
      return yield* getMerge(access, mergeId)
    })
  )
})

/** Chooses the side of one change. */
export const resolveChange = Effect.fn("resolveChange")(function* (
  access: MergeAccess,
  mergeId: number,
  body: ResolveChangeBody
) {
  const { changeId, side } = yield* orFail(validateResolution(body))
  yield* changeOpenMerge(
    access,
    mergeId,
    Effect.gen(function* () {
      yield* getChange(mergeId, changeId)
      yield* BranchMergeRepository.use((repository) => repository.resolve(mergeId, changeId, side))
    })
  )
})

/** Chooses the side of all conflicts. */
export const resolveAllConflicts = Effect.fn("resolveAllConflicts")(function* (
  access: MergeAccess,
  mergeId: number,
  body: ResolveAllConflictsBody
) {
  const side = yield* orFail(validateSide(body))
  yield* changeOpenMerge(
    access,
    mergeId,
    BranchMergeRepository.use((repository) => repository.resolveConflicts(mergeId, side))
  )
})

/** Deletes a comparison, or the record of a merge. */
export const deleteBranchMerge = Effect.fn("deleteBranchMerge")(function* (access: MergeAccess, mergeId: number) {
  yield* changeBranches(
    access,
    Effect.fnUntraced(function* () {
      yield* getMerge(access, mergeId)
      yield* BranchMergeRepository.use((repository) => repository.remove(mergeId))
    })
  )
})

const changeOpenMerge = <A, E, R>(access: MergeAccess, mergeId: number, change: Effect.Effect<A, E, R>) =>
  changeBranches(access, () => Effect.andThen(getOpenMerge(access, mergeId), change))

/** Compares without the lock of the project; the comparison knows the revisions that it began with. */
const compare = Effect.fnUntraced(function* (access: MergeAccess, sourceId: number) {
  const { source, branches } = yield* findReadyBranch(access, sourceId)
  const target = yield* targetOf(source, branches)
  return { source, target, comparison: yield* compareBranches(source, placeOf(access.projectId, target)) }
})

const findReadyBranch = Effect.fnUntraced(function* ({ projectId }: MergeAccess, id: number) {
  const branches = yield* BranchRepository.use((repository) => repository.listOfProject(projectId))
  const source = branches.find((branch) => branch.id === id && branch.state === "READY")
  return source === undefined ? yield* failWith("branch_not_found") : { source, branches }
})

const unresolved = ({ type, sourceKeyId, targetKeyId, versions }: ComparedKey) => ({
  type,
  sourceKeyId,
  targetKeyId,
  versions,
  resolution: null
})
