/** What the process answers with. */
export const exitCode = {
  success: 0,
  /** The command could not be done; the reason is on standard error. */
  failure: 1,
  /** Flags, variables or the name of the command are wrong. */
  usage: 2
} as const
