export {
  type Branch,
  type BranchState,
  branchStates,
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
  type TextVersion
} from "./branch/key-version.ts"
