import { isOnReplica } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { readingConnections } from "../database/database-connections.ts"
import { Settings } from "../settings/settings.ts"
import { makeWorker } from "../worker/worker.ts"
import { DatabaseWorkerData } from "../worker/worker-messages.ts"
import { type Reading, ReadingJobs } from "./reading.ts"

/** Number of threads: one long reading does not block the others. */
const threadsMax = 2

/** Heap of one thread: the texts of 100,000 keys in one language take some 100 MB. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

/** Readings of no more texts than this take a few milliseconds at most: no thread is started for them. */
export const TextsReadAtOnceMax = Context.Reference("@dragoman/server/platform/reading/TextsReadAtOnceMax", {
  defaultValue: () => 2_000
})

/** Runs long readings without blocking other requests. */
export class ReadingThread extends Context.Service<
  ReadingThread,
  {
    /** Runs a reading. `texts`: an estimate of how many it reads and writes. A thread that dies is a defect. */
    readonly read: <Input, Result, R>(
      reading: Reading<Input, Result, R>,
      input: Input,
      texts: number
    ) => Effect.Effect<Result, never, R>
  }
>()("@dragoman/server/platform/reading/ReadingThread") {
  static readonly layer = Layer.effect(
    ReadingThread,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { workerMegabytesMax } = settings
      const textsReadAtOnceMax = yield* TextsReadAtOnceMax
      const worker = yield* makeWorker(ReadingJobs, {
        name: "reading-worker",
        workerData: DatabaseWorkerData.make({ database: readingConnections(settings) }),
        resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax },
        threadsMax
      })
      return ReadingThread.of({
        read: Effect.fnUntraced(function* (reading, input, texts) {
          if (texts <= textsReadAtOnceMax) return yield* reading.run(input)
          const job = {
            name: reading.name,
            input: yield* reading.encodeInput(input),
            isOnReplica: yield* isOnReplica
          }
          const { value } = yield* Effect.orDie(worker.run(({ read }) => read(job)))
          return yield* reading.decodeResult(value)
        })
      })
    })
  )
}
