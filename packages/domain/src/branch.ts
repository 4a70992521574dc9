export {
  type Branch,
  type BranchState,
  branchStates,
  checkBranchWrites,
  chooseBranch,
  validateBranchName
} from "./branch/branch.ts"
