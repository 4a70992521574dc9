import { Context, Effect, Layer, Semaphore } from "effect"
import { type ReadingJobs, type ReadingKind, readingJobs } from "../../composition/reading-jobs.ts"
import { layerReadingServices, type ReadingServices } from "../../composition/reading-services.ts"
import { Settings, type SettingValues } from "../settings/settings.ts"
import { makeWorkerThread, type WorkerThread } from "../worker/worker-thread.ts"

/** So that one long reading does not block the others. */
const threadsMax = 2

/** Heap of one thread: the texts of 100,000 keys in one language take some 100 MB. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

/** Readings of no more texts than this take a few milliseconds at most: no thread is started for them. */
export const TextsReadAtOnceMax = Context.Reference("@dragoman/server/platform/reading/TextsReadAtOnceMax", {
  defaultValue: () => 2_000
})

/** What a reading thread needs to know; plain data, it crosses a thread. */
export interface ReadingWorkerData {
  readonly database: SettingValues["database"]
}

export interface ReadingJob {
  readonly kind: ReadingKind
  readonly input: unknown
}

/** Reads what may be long without holding up anybody else. */
export class ReadingThread extends Context.Service<
  ReadingThread,
  {
    /** `texts`: how many are read and written, about. A thread that dies is a defect. */
    readonly read: <Kind extends ReadingKind>(
      kind: Kind,
      input: Parameters<ReadingJobs[Kind]>[0],
      texts: number
    ) => Effect.Effect<Effect.Success<ReturnType<ReadingJobs[Kind]>>>
  }
>()("@dragoman/server/platform/reading/ReadingThread") {
  static readonly layer = Layer.effect(
    ReadingThread,
    Effect.gen(function* () {
      const { database } = yield* Settings
      const textsReadAtOnceMax = yield* TextsReadAtOnceMax
      const services = yield* Effect.context<ReadingServices>()
      const workerData: ReadingWorkerData = { database }
      const makeThread = makeWorkerThread({
        name: "reading-worker",
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
      })
      // The last one that became free is taken first: the others may end.
      const free: Array<WorkerThread> = yield* Effect.replicateEffect(makeThread, threadsMax)
      const turn = yield* Semaphore.make(threadsMax)
      const takeThread = Effect.sync(() => free.pop() as WorkerThread)
      const inThread = (job: ReadingJob) =>
        turn.withPermit(
          // A client that goes away does not interrupt the thread: it is free when it has answered.
          Effect.uninterruptible(
            Effect.acquireUseRelease(
              takeThread,
              (thread) => Effect.orDie(thread.run(job)),
              (thread) => Effect.sync(() => void free.push(thread))
            )
          )
        )
      return ReadingThread.of({
        read: (kind, input, texts) => {
          const run = readingJobs[kind] as (input: unknown) => Effect.Effect<unknown, never, ReadingServices>
          const result =
            texts <= textsReadAtOnceMax ? Effect.provideContext(run(input), services) : inThread({ kind, input })
          return result as never
        }
      })
    })
  ).pipe(Layer.provide(layerReadingServices))
}
