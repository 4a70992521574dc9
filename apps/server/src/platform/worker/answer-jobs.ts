import { parentPort } from "node:worker_threads"
import { isDatabaseBusy } from "@dragoman/store"
import { Cause, Effect, Exit, type ManagedRuntime } from "effect"
import type { WorkerAnswer, WorkerJob } from "./worker-thread.ts"

/**
 * The other end of `makeWorkerThread`, to be called once by the entry of a thread: answers one job after the other. Bytes
 * and numbers in typed arrays go over without being copied.
 */
export const answerJobs = <R, E>(
  runtime: ManagedRuntime.ManagedRuntime<R, E>,
  run: (job: unknown) => Effect.Effect<unknown, never, R>
): void => {
  const answer = async ({ id, job }: Exclude<WorkerJob, "stop">): Promise<void> => {
    const exit = await runtime.runPromiseExit(Effect.suspend(() => run(job)))
    const message: WorkerAnswer = Exit.isSuccess(exit)
      ? { id, kind: "done", result: exit.value }
      : { id, kind: "failed", message: Cause.pretty(exit.cause), isDatabaseBusy: isDatabaseBusy(exit.cause) }
    parentPort?.postMessage(message, buffersIn(message))
  }
  let last = Promise.resolve()
  parentPort?.on("message", (message: WorkerJob) => {
    last =
      message === "stop"
        ? last.then(() => runtime.dispose()).then(() => parentPort?.close())
        : last.then(() => answer(message))
  })
}

/** Of a whole result; one that shares its memory with others is copied. */
const buffersIn = (message: WorkerAnswer): Array<ArrayBuffer> => {
  if (message.kind !== "done" || !ArrayBuffer.isView(message.result)) return []
  const { buffer, byteLength } = message.result
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
