import { makeHostileFile } from "./hostile-file.ts"
import type { judgeHostileFile } from "./judge-hostile-file.ts"

/** The share of one thread: every `step`th seed. `progress`: the seed at work, and how many are done. */
export interface HostileShare {
  readonly start: number
  readonly end: number
  readonly step: number
  readonly progress: SharedArrayBuffer
}

export interface HostileComplaint {
  readonly seed: number
  readonly path: string
  readonly complaint: string
}

export interface HostileFigures {
  readonly files: number
  readonly failures: number
  readonly bytes: number
  readonly slowestMillis: number
  readonly slowestSeed: number
}

/** A file that takes more time of a processor is a complaint: all of them are small. */
export const hangMillis = 2_000

/** Processor time of this thread: other programs do not count. */
const cpuMillis = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const lintEvery = 8
const writeEvery = 8

/** `millisMax`: processor time of one file. */
export const tryShare = (
  { start, end, step, progress }: HostileShare,
  complain: (complaint: HostileComplaint) => void,
  judge: typeof judgeHostileFile,
  millisMax: number
): HostileFigures => {
  const cells = new Int32Array(progress)
  let files = 0
  let failures = 0
  let bytes = 0
  let slowestMillis = 0
  let slowestSeed = start
  for (let seed = start; seed < end; seed += step) {
    Atomics.store(cells, 0, seed)
    const file = makeHostileFile(seed)
    const before = cpuMillis()
    const also = { lint: seed % lintEvery === 0, write: seed % writeEvery === 1 ? Math.floor(seed / writeEvery) : null }
    const { outcome, complaint } = judge(file, also)
    const millis = cpuMillis() - before
    if (complaint !== null) complain({ seed, path: file.path, complaint })
    if (millis > millisMax) complain({ seed, path: file.path, complaint: `took ${Math.round(millis)} ms` })
    if (millis > slowestMillis) [slowestMillis, slowestSeed] = [millis, seed]
    if (outcome === "file") files++
    else failures++
    bytes += file.bytes.length
    Atomics.add(cells, 1, 1)
  }
  return { files, failures, bytes, slowestMillis, slowestSeed }
}
