import { workerData } from "node:worker_threads"
import { type Effect, Layer, ManagedRuntime } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { ReadingJob, ReadingWorkerData } from "../platform/reading/reading-thread.ts"
import { answerJobs } from "../platform/worker/answer-jobs.ts"
import { readingJobs } from "./reading-jobs.ts"
import { layerReadingServices, type ReadingServices } from "./reading-services.ts"

// Readings of whole projects as a thread of the server, on a database connection of its own.
const { database } = workerData as ReadingWorkerData

answerJobs(ManagedRuntime.make(layerReadingServices.pipe(Layer.provideMerge(layerEngineOf(database)))), (message) => {
  const { kind, input } = message as ReadingJob
  // The sender checked that the input belongs to the kind.
  const run = readingJobs[kind] as (input: unknown) => Effect.Effect<unknown, never, ReadingServices>
  return run(input)
})
