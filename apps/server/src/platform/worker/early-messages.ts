import type { Worker as Thread } from "node:worker_threads"

/**
 * Keeps the messages of a new thread until the next listener comes, and emits them to it. The fiber that starts a thread and
 * then listens to it may yield in between: without its first message, that it is ready, the jobs of a thread wait for ever.
 */
export const keepEarlyMessages = (thread: Thread): void => {
  const early: Array<unknown> = []
  const keep = (message: unknown) => void early.push(message)
  const give = (event: string | symbol): void => {
    if (event !== "message") return
    thread.off("newListener", give)
    // Another listener is registered behind this event. Until then `keep` must stay: without any listener, Node stops
    // receiving.
    process.nextTick(() => {
      thread.off("message", keep)
      for (const message of early) thread.emit("message", message)
    })
  }
  thread.on("message", keep)
  thread.on("newListener", give)
}
