import { existsSync } from "node:fs"
import { join } from "node:path"
import { getAsset, isSea } from "node:sea"
import { type ResourceLimits, Worker as Thread, type WorkerOptions as ThreadOptions } from "node:worker_threads"
import type { ThreadHeap } from "@dragoman/monitoring"
import { startCounted } from "@dragoman/monitoring/thread-counters"
import { DatabaseUnavailable, isDatabaseBusy, outageOf } from "@dragoman/store"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Cause, Clock, Context, Data, Effect, identity, Layer, Pool, Scope } from "effect"
import { type Rpc, RpcClient, RpcClientError, type RpcGroup } from "effect/rpc"
import { Worker } from "effect/workers"
import { keepEarlyMessages } from "./early-messages.ts"
import { CurrentHeavyJobs } from "./heavy-jobs.ts"
import { figuresOfJobs, measureJob, type WorkerName } from "./job-metrics.ts"

/** Time after which a thread without jobs ends, and releases its memory. */
const idleTime = "30 seconds"

/** The job or its thread failed. The log says why. */
export class WorkerFailed {
  readonly _tag = "WorkerFailed"
}

/** A defect: the job was ended, and its transaction rolled back, because the server stops. */
export class ServerStopping extends Data.TaggedError("ServerStopping")<object> {}

/** The end of all jobs in the threads of one server that stops. */
export class JobDeadline {
  readonly #endings = new Set<() => void>()
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** Registers a function that ends running jobs; returns a function that removes it. */
  onEnd(end: () => void): () => void {
    this.#endings.add(end)
    return () => void this.#endings.delete(end)
  }

  /** Ends running jobs; later ones fail. */
  endJobs(): void {
    this.#isOver = true
    for (const end of this.#endings) end()
  }
}

/** By default nothing ends the jobs of a server. */
export const CurrentJobDeadline = Context.Reference<JobDeadline>(
  "@dragoman/server/platform/worker/CurrentJobDeadline",
  { defaultValue: () => new JobDeadline() }
)

/** The folder with the bundled entries of the threads. Where it has none, threads run from sources. */
export const CurrentThreadFolder = Context.Reference<string>("@dragoman/server/platform/worker/CurrentThreadFolder", {
  defaultValue: () => import.meta.dirname
})

/** Turns errors of a worker into defects, for jobs whose thread must not fail. */
export const orDieOfWorker = <A, E, R>(effect: Effect.Effect<A, E | WorkerFailed, R>): Effect.Effect<A, E, R> =>
  Effect.catch(effect, (error) => (error instanceof WorkerFailed ? Effect.die(error) : Effect.fail(error)))

/** Size of the young generation of a thread's heap: V8 would let it grow to 96 MB. ADR 29. */
const youngMegabytesMax = 6

export type JobClient<Jobs extends Rpc.Any> = RpcClient.RpcClient<Jobs, RpcClientError.RpcClientError>

export interface WorkerOptions<Jobs extends Rpc.Any> {
  readonly name: WorkerName
  /** Data of the thread, which reads it with `readWorkerData`. */
  readonly workerData: unknown
  readonly resourceLimits?: ResourceLimits
  readonly threadsMax?: number
  /** Number of jobs that run at once in one thread. */
  readonly jobsPerThread?: number
  /** Time limit of a job; a longer one ends the thread. */
  readonly jobMillisMax?: number
  /** Whether its jobs may take hundreds of megabytes: they take turns in a process with little memory. */
  readonly isHeavy?: boolean
  /** Whether interrupting a job interrupts it in the thread. Otherwise its caller waits for the end of the job. */
  readonly isInterruptible?: boolean
  /** Whether closing the scope waits for running jobs. Otherwise it ends the threads. */
  readonly finishesJobs?: boolean
  /** An effect that runs beside the jobs, as long as the thread lives. */
  readonly beside?: (client: JobClient<Jobs>) => Effect.Effect<void, RpcClientError.RpcClientError>
}

/**
 * Runs jobs in threads: started on demand, ended when idle or when the scope closes. A thread that crashes fails its
 * jobs, and the next job gets a new thread. ADR 25.
 */
export const makeWorker = Effect.fnUntraced(
  function* <Jobs extends Rpc.Any>(jobs: RpcGroup.RpcGroup<Jobs>, options: WorkerOptions<Jobs>) {
    interface Item {
      readonly client: JobClient<Jobs>
      readonly end: () => void
      readonly isStartFailed: () => boolean
    }
    const { name, workerData, jobsPerThread = 1, jobMillisMax } = options
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytesMax, ...options.resourceLimits }
    const context = yield* Effect.context<never>()
    const platform = yield* Layer.build(NodeWorker.layerPlatform)
    const folder = yield* CurrentThreadFolder
    const alive = new Set<Thread>()
    const figures = figuresOfJobs(name)
    const items = new Set<Item>()
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer((exit) => inRealTime(Scope.close(scope, exit)))
    // Interruptible jobs do not delay a stop.
    const deadline = options.isInterruptible ? new JobDeadline() : yield* CurrentJobDeadline
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        deadline.onEnd(() => {
          for (const thread of alive) void thread.terminate()
        })
      ),
      (takeBack) => Effect.sync(takeBack)
    )

    const start = Effect.gen(function* () {
      const [thread, endCounting] = startCounted(() => startThread(folder, name, { workerData, resourceLimits }))
      alive.add(thread)
      figures.threads++
      figures.starts++
      heaps.set(thread, { thread: name, usedBytes: 0, sizeBytes: 0 })
      // The first message of a thread says that it is ready; an error before it that it could not start.
      let isStarted = false
      let isStartFailed = false
      thread.once("message", () => {
        isStarted = true
      })
      keepEarlyMessages(thread)
      const forget = Effect.suspend(() => Pool.invalidate(pool, item))
      // These listeners come before those of Effect: a retried job gets another thread.
      thread.once("error", (error) => {
        // A first job that needs too much memory ends the thread before its message is read.
        figures.crashes++
        isStartFailed = !isStarted && !isOutOfMemory(error)
        Effect.runForkWith(context)(Effect.andThen(forget, Effect.logError(`${name} failed`, error)))
      })
      thread.once("exit", () => {
        alive.delete(thread)
        heaps.delete(thread)
        endCounting()
        figures.threads--
        Effect.runForkWith(context)(forget)
      })
      const protocol = yield* RpcClient.makeProtocolWorker({ size: 1, concurrency: jobsPerThread + 1 }).pipe(
        Effect.provide(platform),
        Effect.provideService(Worker.Spawner, () => thread),
        Effect.orDie
      )
      const client: JobClient<Jobs> = yield* RpcClient.make(jobs, { disableTracing: true }).pipe(
        Effect.provideService(RpcClient.Protocol, protocol)
      )
      if (options.beside !== undefined) yield* Effect.forkScoped(Effect.ignore(options.beside(client)))
      const item: Item = { client, end: () => void thread.terminate(), isStartFailed: () => isStartFailed }
      items.add(item)
      thread.once("exit", () => items.delete(item))
      return item
    })

    const pool: Pool.Pool<Item> = yield* Pool.makeWithTTL({
      acquire: start,
      min: 0,
      max: options.threadsMax ?? 1,
      concurrency: jobsPerThread,
      timeToLive: idleTime
    }).pipe(Scope.provide(scope))
    const heavyJobs = options.isHeavy ? yield* CurrentHeavyJobs : null
    const endIdleThreads = Effect.suspend(() =>
      Effect.forEach([...items], (item) => Pool.invalidate(pool, item), { discard: true })
    )
    const takeTurn = heavyJobs === null ? identity : yield* heavyJobs.join(endIdleThreads)
    if (!options.finishesJobs) {
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => Promise.all([...alive].map((thread) => thread.terminate())))
      )
    }

    const runJob = <A, E>(job: Effect.Effect<A, E>, end: () => void): Effect.Effect<A, E> => {
      if (jobMillisMax === undefined) return job
      const limit = setTimeout(end, jobMillisMax).unref()
      return Effect.ensuring(
        job,
        Effect.sync(() => clearTimeout(limit))
      )
    }

    /** Runs one job when a thread is free. A database that is busy or unavailable stays a defect, because the caller may retry. */
    const run = <A, E>(
      use: (client: JobClient<Jobs>) => Effect.Effect<A, E | RpcClientError.RpcClientError>
    ): Effect.Effect<A, Exclude<E, RpcClientError.RpcClientError> | WorkerFailed> =>
      measureJob(name, (begins) =>
        Pool.use(pool, ({ client, end, isStartFailed }) => {
          begins()
          const job = Effect.suspend(() =>
            deadline.isOver ? Effect.die(new ServerStopping()) : runJob(use(client), end)
          ).pipe(
            // The job did not cause it: no file could be opened, for example.
            Effect.catchIf(
              (error) => isRpcClientError(error) && isStartFailed() && !deadline.isOver,
              (error) => Effect.die(new DatabaseUnavailable({ outage: "overloaded", cause: error }))
            )
          )
          return options.isInterruptible ? job : Effect.uninterruptible(job)
        }).pipe(
          takeTurn,
          Effect.catchIf(isRpcClientError, () =>
            deadline.isOver ? Effect.die(new ServerStopping()) : Effect.fail(new WorkerFailed())
          ),
          Effect.catchCause((cause) =>
            Cause.hasDies(cause) && !deadline.isOver && !isDatabaseBusy(cause) && outageOf(cause) === null
              ? Effect.andThen(Effect.logError(`A job of ${name} failed`, cause), Effect.fail(new WorkerFailed()))
              : Effect.failCause(cause)
          )
        )
      )
    return { run }
  },
  (making) => inRealTime(making)
)

/** Threads run in real time, also in tests with a test clock. */
const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const isRpcClientError = (error: unknown): error is RpcClientError.RpcClientError =>
  error instanceof RpcClientError.RpcClientError

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"

/** Latest heaps of all threads of this process: 0 bytes before the first response. */
const heaps = new Map<Thread, ThreadHeap>()

/** Timeout of a response: a thread inside a long statement does not respond, and its latest heap counts. */
const heapTimeout = "100 millis"

/** Time in which a new thread loads its modules. */
const firstHeapTimeout = "1 second"

const readHeap = ([thread, { sizeBytes: lastBytes }]: readonly [Thread, ThreadHeap]) =>
  Effect.tryPromise(() => thread.getHeapStatistics()).pipe(
    Effect.timeout(lastBytes === 0 ? firstHeapTimeout : heapTimeout),
    Effect.tap(({ used_heap_size: usedBytes, total_heap_size: sizeBytes }) =>
      Effect.sync(() => {
        const known = heaps.get(thread)
        if (known !== undefined) heaps.set(thread, { ...known, usedBytes, sizeBytes })
      })
    ),
    // The thread may end meanwhile.
    Effect.ignore
  )

/**
 * Returns the heaps of the threads that run in this process, without the main thread and those that have not responded
 * yet.
 */
export const threadHeaps: Effect.Effect<ReadonlyArray<ThreadHeap>> = inRealTime(
  Effect.suspend(() => Effect.forEach([...heaps], readHeap, { concurrency: "unbounded", discard: true })).pipe(
    Effect.map(() => [...heaps.values()].filter(({ sizeBytes }) => sizeBytes > 0))
  )
)

/**
 * Starts a thread from sources, from beside the bundle, or out of the single executable. Threads open their own
 * database connection, with `nativeBinding()`. Their entries have no `await` at top level: the executable keeps them as
 * CommonJS.
 */
const startThread = (folder: string, name: WorkerName, options: Omit<ThreadOptions, "eval">): Thread => {
  if (isSea()) return new Thread(getAsset(`${name}.cjs`, "utf8"), { ...options, eval: true })
  const bundled = join(folder, `${name}.js`)
  if (existsSync(bundled)) return new Thread(bundled, options)
  return new Thread(join(import.meta.dirname, "..", "..", "composition", `${name}.ts`), options)
}
