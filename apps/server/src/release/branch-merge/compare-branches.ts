import { compareKey, type MatchedKey, type MergeChangeType, matchKeys } from "@dragoman/domain/branch"
import { BranchCompareRepository, type BranchRow, type ContentPlace } from "@dragoman/store"
import { Effect } from "effect"
import { failWithStatus } from "../../platform/fail.ts"

/** A key that a merge changes. */
export interface ComparedKey extends MatchedKey {
  readonly type: MergeChangeType
}

/** Compares a branch with the one that it was made from. */
export const compareBranches = Effect.fn("compareBranches")(function* (
  source: Pick<BranchRow, "id" | "baseRevisionId">,
  target: ContentPlace
) {
  const repository = yield* BranchCompareRepository
  const { projectId } = target
  const { id: branchId, baseRevisionId } = source
  // Revisions come first: a change during the comparison makes it outdated.
  const sourceRevisionId = yield* repository.findNewestRevision({ projectId, branchId })
  const targetRevisionId = yield* repository.findNewestRevision(target)
  const touched = yield* repository.listTouched({ projectId, branchId, baseRevisionId })
  const targets = yield* repository.listTargets(target, branchId, touched)
  const changes = matchKeys(touched, targets).flatMap((key): ReadonlyArray<ComparedKey> => {
    const type = compareKey(key.versions)?.type
    return type === undefined ? [] : [{ ...key, type }]
  })
  return { sourceRevisionId, targetRevisionId, changes }
})

/** The key of a change on both branches; null: it is not there. */
export type KeyPair = Pick<ComparedKey, "sourceKeyId" | "targetKeyId">

/** Identifies a change in comparisons of the same branches by the keys of both. */
export const keyPairOf = ({ sourceKeyId, targetKeyId }: KeyPair): string => `${sourceKeyId} ${targetKeyId}`

/** Finds the branch that a branch is merged into. */
export const targetOf = Effect.fnUntraced(function* (source: BranchRow, branches: ReadonlyArray<BranchRow>) {
  const target = source.isDefault
    ? undefined
    : branches.find(({ id, isDefault }) => (source.originBranchId === null ? isDefault : id === source.originBranchId))
  return target ?? (yield* failWithStatus(400, "origin_branch_not_found"))
})

/** Returns the place of the keys of a branch. */
export const placeOf = (projectId: number, { id, isDefault }: Pick<BranchRow, "id" | "isDefault">): ContentPlace => ({
  projectId,
  branchId: isDefault ? null : id
})
