/** Exit codes of the process. */
export const exitCode = {
  success: 0,
  /** The command failed; the reason is on standard error. */
  failure: 1,
  /** Flags, variables or the name of the command are wrong. */
  usage: 2
} as const
