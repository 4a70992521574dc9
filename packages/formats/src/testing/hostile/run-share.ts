import { Worker } from "node:worker_threads"
import type { HostileComplaint, HostileFigures, HostileShare } from "./try-share.ts"

/** How a share is tried. */
export interface ShareOptions {
  /** Started with a `HostileShare`. */
  readonly worker: URL
  /** Processor time of the whole process without a finished file. */
  readonly silentMillisMax: number
  readonly complain: (complaint: HostileComplaint) => void
}

/** One thread until its share is done; a file that ends or hangs it is a complaint, and the next thread goes on behind it. */
export const runShare = async (
  { start, end, step }: Omit<HostileShare, "progress">,
  options: ShareOptions
): Promise<ReadonlyArray<HostileFigures>> => {
  const figures: Array<HostileFigures> = []
  let next = start
  while (next < end) {
    const stopped = await runThread({ start: next, end, step, progress: new SharedArrayBuffer(8) }, options, figures)
    if (stopped === null) break
    options.complain({ seed: stopped.seed, path: "", complaint: stopped.reason })
    next = stopped.seed + step
  }
  return figures
}

/** The heap of one thread; more than small files ever need. */
const threadHeapMegabytes = 256
const pollMillis = 100

/** Other programs do not count. */
const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const runThread = (
  share: HostileShare,
  { worker: entry, silentMillisMax, complain }: ShareOptions,
  figures: Array<HostileFigures>
) =>
  new Promise<{ readonly seed: number; readonly reason: string } | null>((resolve) => {
    const cells = new Int32Array(share.progress)
    const worker = new Worker(entry, {
      workerData: share,
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytes }
    })
    let last = { done: -1, at: cpuMillis() }
    const watch = setInterval(() => {
      const done = Atomics.load(cells, 1)
      if (done !== last.done) last = { done, at: cpuMillis() }
      if (cpuMillis() - last.at > silentMillisMax) stop("hangs")
    }, pollMillis)
    const stop = (reason: string | null) => {
      clearInterval(watch)
      const seed = Atomics.load(cells, 0)
      void worker.terminate()
      resolve(reason === null ? null : { seed, reason })
    }
    worker.on("message", (message: { readonly figures?: HostileFigures; readonly complaint?: HostileComplaint }) => {
      if (message.complaint !== undefined) complain(message.complaint)
      if (message.figures === undefined) return
      figures.push(message.figures)
      stop(null)
    })
    worker.on("error", (error: Error) => stop(`ends the thread: ${error.message}`))
  })
