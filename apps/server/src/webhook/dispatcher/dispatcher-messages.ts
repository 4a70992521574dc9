import type { MeasuredAttempt } from "@dragoman/delivery"

/**
 * Messages to the dispatcher's thread. `start` follows the thread's `ready`, before which it touches nothing. `wake`:
 * deliveries were committed. `stop`: finish the attempts in progress, then end.
 */
export type DispatcherMessage = "start" | "wake" | "stop"

/** Messages of the thread: it listens, or it has made these attempts. */
export type DispatcherReport = "ready" | { readonly attempts: ReadonlyArray<MeasuredAttempt> }
