export {
  baseOfErasedKey,
  baseOfKey,
  type KeyAtRevision,
  type KeyModification,
  keyIdsOf,
  type SharedParts
} from "./branch/base-of-key.ts"
export {
  type Branch,
  type BranchState,
  branchStates,
  changesProtectedBranches,
  checkBranchDeletion,
  checkBranchWrites,
  checkFreeName,
  chooseBranch,
  validateBranchName,
  validateNewBranch
} from "./branch/branch.ts"
export {
  type KeyVersion,
  type KeyVersions,
  type MergeChangeType,
  type MergeSide,
  mergeChangeTypes,
  mergeSides,
  noText,
  type TextVersion
} from "./branch/key-version.ts"
export {
  type KeyName,
  type MatchedKey,
  matchKeys,
  namesToMatch,
  type TargetKey,
  type TouchedKey
} from "./branch/match-keys.ts"
export { validateMergePreview, validateResolution, validateSide } from "./branch/merge-bodies.ts"
export {
  type ConflictingField,
  changedTranslations,
  compareKey,
  effectiveResolution,
  isSameKey,
  type KeyComparison,
  mergeKey
} from "./branch/merge-branches.ts"
export { type MergeableTranslation, mergeTranslation } from "./branch/merged-translation.ts"
