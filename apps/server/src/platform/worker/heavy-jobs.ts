import { totalmem } from "node:os"
import { constrainedMemory, memoryUsage } from "node:process"
import { Context, Effect, type Scope, Semaphore } from "effect"

const megabyte = 1024 * 1024

/** Memory of the server without heavy jobs, and of one job beside it; measured in tooling/bench/notes. */
const quietBytes = 256 * megabyte
const jobBytes = 256 * megabyte

/** Share of `jobBytes` for the heap; a thread needs 30 to 40 MB beside it. */
const turnHeapMegabytesMax = 224

/** Computes how many heavy jobs fit into `memoryBytes` at once: at least one. */
export const heavyJobsIn = (memoryBytes: number): number =>
  Math.max(1, Math.floor((memoryBytes - quietBytes) / jobBytes))

/** Runs a job when it is its turn. Waiting for it can be interrupted. */
type TakeTurn = <A, E, R>(job: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

interface HeavyWorker {
  running: number
  readonly endIdleThreads: Effect.Effect<void>
}

/**
 * Queues jobs that may take hundreds of megabytes. Where memory is short when one begins, the idle threads of other
 * workers end first and release theirs. ADR 29.
 */
export class HeavyJobs {
  readonly #memoryBytes: number
  readonly #turns: Semaphore.Semaphore
  readonly #workers = new Set<HeavyWorker>()

  /** Makes the queue. `memoryBytes`: memory for the whole process. */
  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes
    this.#turns = Semaphore.makeUnsafe(heavyJobsIn(memoryBytes))
  }

  /** Registers a worker until its scope closes. `endIdleThreads` runs only while no job of it does. */
  join(endIdleThreads: Effect.Effect<void>): Effect.Effect<TakeTurn, never, Scope.Scope> {
    const worker: HeavyWorker = { running: 0, endIdleThreads }
    const endIdle = Effect.suspend(() => {
      if (memoryUsage.rss() + jobBytes <= this.#memoryBytes) return Effect.void
      const idle = [...this.#workers].filter((other) => other !== worker && other.running === 0)
      return Effect.forEach(idle, (other) => other.endIdleThreads, { discard: true })
    })
    const takeTurn: TakeTurn = (job) =>
      this.#turns.withPermit(
        Effect.acquireUseRelease(
          Effect.sync(() => worker.running++),
          () => Effect.andThen(endIdle, job),
          () => Effect.sync(() => worker.running--)
        )
      )
    return Effect.as(
      Effect.acquireRelease(
        Effect.sync(() => this.#workers.add(worker)),
        () => Effect.sync(() => this.#workers.delete(worker))
      ),
      takeTurn
    )
  }
}

/** Number of kinds: large imports, exports, images, pieces of batch jobs. */
const kindsOfHeavyJobs = 4

/** Decides by the memory that the container or the machine has. null: enough for all kinds at once. */
export const CurrentHeavyJobs = Context.Reference<HeavyJobs | null>(
  "@dragoman/server/platform/worker/CurrentHeavyJobs",
  {
    defaultValue: () => {
      const memoryBytes = Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
      return heavyJobsIn(memoryBytes) < kindsOfHeavyJobs ? new HeavyJobs(memoryBytes) : null
    }
  }
)

/**
 * Decides the heap of a heavy thread that no setting bounds, in megabytes; `usual`: where memory is enough. Where jobs
 * take turns, one that needs more than its turn fails with a message, before the kernel kills the server.
 */
export const heavyHeapMegabytes = (usual: number): Effect.Effect<number> =>
  Effect.map(CurrentHeavyJobs, (heavyJobs) => (heavyJobs === null ? usual : Math.min(usual, turnHeapMegabytesMax)))
