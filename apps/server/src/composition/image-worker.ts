import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { RpcServer } from "effect/rpc"
import {
  type Codec,
  encodeImage,
  type ImageJob,
  type ImageResult,
  ImageWorkerData,
  loadCodec,
  rejectByHeader
} from "../content/image/encode-image.ts"
import { type FrameJob, frameImage } from "../content/image/frame-image.ts"
import { ImageJobs } from "../content/image/image-jobs.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"

// Converts images as a thread of the server: damage that an image does to the codec stays in this thread.
const { codecFile } = readWorkerData(ImageWorkerData)

let loaded: Promise<Codec> | undefined
let isFresh = true

const run = async ({ path, limits }: ImageJob): Promise<ImageResult> => {
  const rejected = rejectByHeader(readFileSync(path))
  if (rejected !== null) return rejected
  loaded ??= loadCodec(codecFile)
  const result = encodeImage(await loaded, path, limits)
  // Earlier images may have fragmented the memory of the codec: only the result of a fresh codec is final.
  if (result.kind !== "encoded" && !isFresh) return process.exit(1)
  isFresh = false
  return result
}

const mark = async (job: FrameJob) => {
  loaded ??= loadCodec(codecFile)
  return frameImage(await loaded, job)
}

// A codec that failed cannot be used again. Ends this thread only, and with it the job.
const runOrEnd = <Result>(result: Promise<Result>): Promise<Result> => result.catch(() => process.exit(1))

yieldToRequests()
runWorker(
  RpcServer.layer(ImageJobs, jobServerOptions).pipe(
    Layer.provide(
      ImageJobs.toLayer({
        encode: (job) => Effect.promise(() => runOrEnd(run(job))),
        frame: (job) => Effect.promise(() => runOrEnd(mark(job)))
      })
    )
  )
)
