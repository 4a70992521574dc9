import { readFileSync, writeFileSync } from "node:fs"
import { makeLargeHostileFile } from "./hostile-file.ts"
import { judgeHostileFile } from "./judge-hostile-file.ts"

/** What reading one large file took; a line of JSON from a process of its own. Linux only: the kernel knows the peak. */
export interface HostileMeasure {
  readonly path: string
  readonly bytes: number
  readonly millis: number
  /** How far the process grew above what it had with the file in memory. */
  readonly grownBytes: number
  readonly complaint: string | null
}

/** `VmRSS` or `VmHWM`, in bytes. */
const memoryOf = (name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024

const [seed = 0, bytesMax = 0] = process.argv.slice(2).map(Number)
const file = makeLargeHostileFile(seed, bytesMax)
// What is loaded when it is first used is no memory of a file.
judgeHostileFile({ ...file, bytes: file.bytes.subarray(0, 1_000) }, { lint: false, write: null })
globalThis.gc?.()
writeFileSync("/proc/self/clear_refs", "5")
const before = memoryOf("VmRSS")
const startedAt = performance.now()
const { complaint } = judgeHostileFile(file, { lint: false, write: null })
const measure: HostileMeasure = {
  path: file.path,
  bytes: file.bytes.length,
  millis: Math.round(performance.now() - startedAt),
  grownBytes: memoryOf("VmHWM") - before,
  complaint
}
process.stdout.write(`${JSON.stringify(measure)}\n`)
