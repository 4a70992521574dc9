import { grownMemory } from "./grown-memory.ts"
import { makeLargeHostileFile } from "./hostile-file.ts"
import { judgeHostileFile } from "./judge-hostile-file.ts"

/** A measurement of reading one large file: a line of JSON from a process of its own. Linux only: the kernel knows the peak. */
export interface HostileMeasure {
  readonly path: string
  readonly bytes: number
  readonly millis: number
  /** How far the process grew above what it had with the file in memory. */
  readonly grownBytes: number
  readonly complaint: string | null
}

const [seed = 0, bytesMax = 0] = process.argv.slice(2).map(Number)
const file = makeLargeHostileFile(seed, bytesMax)
// Modules that are loaded at first use are no memory of a file.
judgeHostileFile({ ...file, bytes: file.bytes.subarray(0, 1_000) }, { lint: false, write: null })
const startedAt = performance.now()
let complaint: string | null = null
const grownBytes = grownMemory(() => {
  complaint = judgeHostileFile(file, { lint: false, write: null }).complaint
})
const measure: HostileMeasure = {
  path: file.path,
  bytes: file.bytes.length,
  millis: Math.round(performance.now() - startedAt),
  grownBytes,
  complaint
}
process.stdout.write(`${JSON.stringify(measure)}\n`)
