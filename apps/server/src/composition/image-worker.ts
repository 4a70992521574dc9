import { readFileSync } from "node:fs"
import { workerData } from "node:worker_threads"
import { Effect, Layer, ManagedRuntime } from "effect"
import { encodeImage, refuseByHeader } from "../content/image/encode-image.ts"
import type { ImageJob, ImageResult, ImageWorkerData } from "../content/image/image-job.ts"
import { type Codec, loadCodec } from "../content/image/load-codec.ts"
import { answerJobs } from "../platform/worker/answer-jobs.ts"

// Images as a thread of the server: nothing that they do to the codec reaches anybody else.
const { codecFile } = workerData as ImageWorkerData

let loaded: Promise<Codec> | undefined
let isFresh = true

const run = async ({ path, limits }: ImageJob): Promise<ImageResult> => {
  const refused = refuseByHeader(readFileSync(path))
  if (refused !== null) return refused
  loaded ??= loadCodec(codecFile)
  const result = encodeImage(await loaded, path, limits)
  // Images before it left the memory of the codec in pieces: what a fresh one says of an image is final.
  if (result.kind !== "encoded" && !isFresh) return process.exit(1)
  isFresh = false
  return result
}

// What is left of a codec that broke cannot be trusted. Ends this thread only, and with it the job.
const runOrEnd = (job: ImageJob): Promise<ImageResult> => run(job).catch(() => process.exit(1))

answerJobs(ManagedRuntime.make(Layer.empty), (job) => Effect.promise(() => runOrEnd(job as ImageJob)))
