import type { ResourceLimits, Worker } from "node:worker_threads"
import { Deferred, Effect } from "effect"
import { startWorker } from "./start-worker.ts"
import type { WorkerName } from "./worker-name.ts"

/** A thread that has nothing to do ends, and gives its memory back. */
const idleMillis = 30_000

/** Why the thread gave no answer: the job broke, or the thread died of it. */
export class WorkerThreadFailed {
  readonly _tag = "WorkerThreadFailed"
  /** Another transaction kept a lock for too long: the same job may succeed later. */
  readonly isDatabaseBusy: boolean
  constructor(isDatabaseBusy = false) {
    this.isDatabaseBusy = isDatabaseBusy
  }
}

/** What goes to a thread that `answerJobs` listens in; `stop` ends it. */
export type WorkerJob = { readonly id: number; readonly job: unknown } | "stop"

export type WorkerAnswer =
  | { readonly id: number; readonly kind: "done"; readonly result: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly message: string; readonly isDatabaseBusy: boolean }

export interface WorkerThread {
  /**
   * Jobs and results are plain data. The thread finishes a job whose caller has gone away; so one job after the other:
   * whoever runs several at once makes them wait for each other.
   */
  readonly run: (job: unknown) => Effect.Effect<unknown, WorkerThreadFailed>
}

/** A thread that takes jobs: started with the first one, ended when it is idle or the scope closes. */
export const makeWorkerThread = Effect.fn("makeWorkerThread")(function* (options: {
  readonly name: WorkerName
  readonly workerData: unknown
  readonly resourceLimits: ResourceLimits
  /** A job that takes longer ends the thread. */
  readonly jobMillisMax?: number
}) {
  const context = yield* Effect.context<never>()
  const waiting = new Map<number, Deferred.Deferred<WorkerAnswer, WorkerThreadFailed>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastJobId = 0

  const send = (to: Worker, message: WorkerJob) => to.postMessage(message)

  const start = (): Worker => {
    const { name, workerData, resourceLimits } = options
    const started = startWorker(name, { workerData, resourceLimits })
    started.on("message", (answer: WorkerAnswer) => {
      const deferred = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (deferred !== undefined) Deferred.doneUnsafe(deferred, Effect.succeed(answer))
    })
    started.once("error", (error) => {
      Effect.runForkWith(context)(Effect.logError(`${name} failed`, error))
    })
    started.once("exit", () => {
      if (worker !== started) return
      worker = undefined
      const lost = [...waiting.values()]
      // Before they are told: whoever tries again at once waits for another thread.
      waiting.clear()
      for (const deferred of lost) Deferred.doneUnsafe(deferred, Effect.fail(new WorkerThreadFailed()))
    })
    return started
  }
  const stopWhenIdle = () => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (worker !== undefined && waiting.size === 0) {
        send(worker, "stop")
        worker = undefined
      }
    }, idleMillis).unref()
  }

  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      clearTimeout(idle)
      await worker?.terminate()
    })
  )
  const run: WorkerThread["run"] = Effect.fnUntraced(
    function* (job: unknown) {
      clearTimeout(idle)
      const deferred = yield* Deferred.make<WorkerAnswer, WorkerThreadFailed>()
      const id = ++lastJobId
      waiting.set(id, deferred)
      worker ??= start()
      const thread = worker
      send(thread, { id, job })
      const limit =
        options.jobMillisMax === undefined
          ? undefined
          : setTimeout(() => void thread.terminate(), options.jobMillisMax).unref()
      const answer = yield* Effect.ensuring(
        Deferred.await(deferred),
        Effect.sync(() => clearTimeout(limit))
      )
      if (answer.kind === "done") return answer.result
      if (!answer.isDatabaseBusy) yield* Effect.logError(`a job of ${options.name} failed`, answer.message)
      return yield* Effect.fail(new WorkerThreadFailed(answer.isDatabaseBusy))
    },
    Effect.ensuring(Effect.sync(stopWhenIdle))
  )
  return { run } satisfies WorkerThread
})
