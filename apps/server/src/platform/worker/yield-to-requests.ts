import { readlinkSync } from "node:fs"
import { getPriority, setPriority } from "node:os"
import { basename } from "node:path"

/** About a tenth of the share of a thread that serves requests, where both want the same processor. */
const niceness = 10

/**
 * From now on the scheduler prefers other threads to the one that calls this: the main thread, which serves requests, gets a
 * processor at once. Linux alone has a niceness of a thread (setpriority(2)); elsewhere this does nothing. ADR 69.
 */
export const yieldToRequests = (): void => {
  if (process.platform !== "linux") return
  try {
    // "<process>/task/<thread>"
    const thread = Number(basename(readlinkSync("/proc/thread-self")))
    setPriority(thread, Math.max(getPriority(thread), niceness))
  } catch {
    // Without /proc, or where a sandbox refuses the call, the thread stays as it is.
  }
}
