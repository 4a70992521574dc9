/** Exit codes of the process. */
export const exitCode = {
  success: 0,
  /** The command failed; the reason is on standard error. */
  failure: 1,
  /** Code for wrong flags, variables or names of commands. */
  usage: 2
} as const
