import { execFile } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"
import { heapFlags, memoryBytesMax } from "./grown-memory.ts"
import { makeLargeHostileFile } from "./hostile-file.ts"
import type { HostileMeasure } from "./measure-hostile-file.ts"
import { measureTinyFile } from "./measure-tiny-file.ts"
import { runShare } from "./run-share.ts"
import { tinyKinds } from "./tiny-entries.ts"
import { type HostileComplaint, hangMillis } from "./try-share.ts"

/**
 * Tries random and mutated files over all readers, with lint and the writers for a share of them, and then larger ones in
 * processes of their own, whose memory is measured. The same seed gives the same files: `--seed=N --files=1 --large=0 --tiny=false` repeats one.
 */

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    large: { type: "string", default: "300" },
    "large-bytes": { type: "string", default: "2000000" },
    tiny: { type: "string", default: "true" }
  }
})
const files = Number(values.files)
const firstSeed = Number(values.seed)
const largeFiles = Number(values.large)
const largeBytes = Number(values["large-bytes"])

/** Time of processors without a finished file: far above what one may take, because all threads are counted together. */
const silentMillisMax = 30 * hangMillis
const print = (line: string) => process.stdout.write(`${line}\n`)

const complaints: Array<HostileComplaint> = []
const complain = (complaint: HostileComplaint) => {
  complaints.push(complaint)
  print(`seed ${complaint.seed}, ${complaint.path}: ${complaint.complaint}`)
}

/** Reads one large file with as much heap as it may have. */
const measureLarge = async (seed: number): Promise<void> => {
  const { path, bytes } = makeLargeHostileFile(seed, largeBytes)
  const script = fileURLToPath(new URL("measure-hostile-file.ts", import.meta.url))
  const flags = heapFlags(bytes.length)
  const ran = promisify(execFile)(process.execPath, [...flags, script, String(seed), String(largeBytes)])
  const measure = await ran.then(
    ({ stdout }) => JSON.parse(stdout) as HostileMeasure,
    () => null
  )
  if (measure === null) {
    return complain({ seed, path, complaint: `${bytes.length} bytes do not fit: ${flags.join(" ")}` })
  }
  measures.push(measure)
  if (measure.complaint !== null) complain({ seed, path, complaint: measure.complaint })
  if (measure.grownBytes > memoryBytesMax(bytes.length)) {
    complain({ seed, path, complaint: `${bytes.length} bytes took ${measure.grownBytes} bytes of memory` })
  }
}
const measures: Array<HostileMeasure> = []

const threads = availableParallelism()
const startedAt = performance.now()
const shares = await Promise.all(
  Array.from({ length: threads }, (_, index) =>
    runShare(
      { start: firstSeed + index, end: firstSeed + files, step: threads },
      { worker: new URL("hostile-files-worker.ts", import.meta.url), silentMillisMax, complain }
    )
  )
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
  const share = ({ grownBytes, bytes }: HostileMeasure) => grownBytes / memoryBytesMax(bytes)
  const [most] = measures.toSorted((left, right) => share(right) - share(left))
  const [longest] = measures.toSorted((left, right) => right.millis - left.millis)
  print(
    `${largeFiles} files of up to ${(largeBytes / 1e6).toFixed(1)} MB: most memory ${((most?.grownBytes ?? 0) / 1e6).toFixed(0)} MB for ` +
      `${((most?.bytes ?? 0) / 1e6).toFixed(1)} MB (${most?.path}), longest ${longest?.millis} ms (${longest?.path})`
  )
}
if (values.tiny === "true") {
  for (const kind of tinyKinds) {
    for (const areAlike of [true, false]) {
      const measure = await measureTinyFile(kind, largeBytes, areAlike).catch(() => null)
      const isWithin = measure !== null && measure.grownBytes <= memoryBytesMax(measure.bytes)
      if (!isWithin)
        complain({ seed: 0, path: kind, complaint: `takes ${measure?.grownBytes ?? "too many"} bytes of memory` })
    }
  }
  print(`${tinyKinds.length} kinds of files with tiny entries.`)
}
print(complaints.length === 0 ? "No complaints." : `${complaints.length} complaints.`)
process.exitCode = complaints.length === 0 ? 0 : 1
