import { readlinkSync } from "node:fs"
import { getPriority, setPriority } from "node:os"
import { basename } from "node:path"

/** Niceness with about a tenth of the share of a thread that serves requests, where both want the same processor. */
const niceness = 10

/**
 * Makes the scheduler prefer other threads to the calling one: the main thread, which serves requests, gets a processor
 * at once. Only Linux has a niceness of a thread (setpriority(2)); elsewhere this does nothing. ADR 69.
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
