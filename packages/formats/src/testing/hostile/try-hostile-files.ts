import { execFile } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { makeLargeHostileFile } from "./hostile-file.ts"
import { type HostileComplaint, type HostileFigures, type HostileShare, hangMillis } from "./hostile-files-worker.ts"
import type { HostileMeasure } from "./measure-hostile-file.ts"

/**
 * Tries random and mutated files over all readers, with lint and the writers for a share of them, and then larger ones in
 * processes of their own, whose memory is measured. The same seed gives the same files: `--seed=N --files=1 --large=0` repeats one.
 */

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    large: { type: "string", default: "300" },
    "large-bytes": { type: "string", default: "2000000" }
  }
})
const files = Number(values.files)
const firstSeed = Number(values.seed)
const largeFiles = Number(values.large)
const largeBytes = Number(values["large-bytes"])

/** Of one thread; more than small files ever need. */
const threadHeapMegabytes = 256
/** Time of processors without a finished file: far above what one may take, because all threads are counted together. */
const silentMillisMax = 30 * hangMillis
const lookMillis = 100
/** Of the whole process: other programs do not count. */
const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const print = (line: string) => process.stdout.write(`${line}\n`)

const complaints: Array<HostileComplaint> = []
const complain = (complaint: HostileComplaint) => {
  complaints.push(complaint)
  print(`seed ${complaint.seed}, ${complaint.path}: ${complaint.complaint}`)
}

/** One thread until its share is done; a file that ends or hangs it is a complaint, and the next thread goes on behind it. */
const runShare = async (start: number, end: number, step: number): Promise<ReadonlyArray<HostileFigures>> => {
  const figures: Array<HostileFigures> = []
  let next = start
  while (next < end) {
    const stopped = await runThread({ start: next, end, step, progress: new SharedArrayBuffer(8) }, figures)
    if (stopped === null) break
    complain({ seed: stopped.seed, path: "", complaint: stopped.reason })
    next = stopped.seed + step
  }
  return figures
}

const runThread = (share: HostileShare, figures: Array<HostileFigures>) =>
  new Promise<{ readonly seed: number; readonly reason: string } | null>((resolve) => {
    const cells = new Int32Array(share.progress)
    const worker = new Worker(new URL("hostile-files-worker.ts", import.meta.url), {
      workerData: share,
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytes }
    })
    let last = { done: -1, at: cpuMillis() }
    const watch = setInterval(() => {
      const done = Atomics.load(cells, 1)
      if (done !== last.done) last = { done, at: cpuMillis() }
      if (cpuMillis() - last.at > silentMillisMax) stop("hangs")
    }, lookMillis)
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

const fixedBytes = 50_000_000
const timesOfFile = 10
/** Of the limit, for what is no heap: garbage that is still young, the parser's code. */
const outsideOfHeapBytes = 20_000_000

/** Reads one large file with as much heap as it may have. */
const measureLarge = async (seed: number): Promise<void> => {
  const { path, bytes } = makeLargeHostileFile(seed, largeBytes)
  const limit = bytes.length * timesOfFile + fixedBytes
  const heapMegabytes = Math.floor((limit - outsideOfHeapBytes) / 1_000_000)
  const script = fileURLToPath(new URL("measure-hostile-file.ts", import.meta.url))
  const flags = ["--expose-gc", `--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"]
  const ran = promisify(execFile)(process.execPath, [...flags, script, String(seed), String(largeBytes)])
  const measure = await ran.then(
    ({ stdout }) => JSON.parse(stdout) as HostileMeasure,
    () => null
  )
  if (measure === null) {
    return complain({ seed, path, complaint: `${bytes.length} bytes do not fit into a heap of ${heapMegabytes} MB` })
  }
  measures.push(measure)
  if (measure.complaint !== null) complain({ seed, path, complaint: measure.complaint })
  if (measure.grownBytes > limit) {
    complain({ seed, path, complaint: `${bytes.length} bytes took ${measure.grownBytes} bytes of memory` })
  }
}
const measures: Array<HostileMeasure> = []

const threads = availableParallelism()
const startedAt = performance.now()
const shares = await Promise.all(
  Array.from({ length: threads }, (_, index) => runShare(firstSeed + index, firstSeed + files, threads))
)
const figures = shares.flat()
const sum = (name: "files" | "failures" | "bytes") => figures.reduce((total, one) => total + one[name], 0)
const slowest = figures.toSorted((left, right) => right.slowestMillis - left.slowestMillis)[0]
print(
  `${files} files, ${(sum("bytes") / 1e6).toFixed(0)} MB, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ` +
    `${sum("files")} read, ${sum("failures")} refused; slowest ${slowest?.slowestMillis.toFixed(0)} ms (seed ${slowest?.slowestSeed})`
)

const waiting = Array.from({ length: largeFiles }, (_, index) => firstSeed + index)
await Promise.all(
  Array.from({ length: threads }, async () => {
    for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) await measureLarge(seed)
  })
)
if (measures.length > 0) {
  const share = ({ grownBytes, bytes }: HostileMeasure) => grownBytes / (bytes * timesOfFile + fixedBytes)
  const [most] = measures.toSorted((left, right) => share(right) - share(left))
  const [longest] = measures.toSorted((left, right) => right.millis - left.millis)
  print(
    `${largeFiles} files of up to ${(largeBytes / 1e6).toFixed(1)} MB: most memory ${((most?.grownBytes ?? 0) / 1e6).toFixed(0)} MB for ` +
      `${((most?.bytes ?? 0) / 1e6).toFixed(1)} MB (${most?.path}), longest ${longest?.millis} ms (${longest?.path})`
  )
}
print(complaints.length === 0 ? "No complaints." : `${complaints.length} complaints.`)
process.exitCode = complaints.length === 0 ? 0 : 1
