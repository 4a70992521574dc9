import { parentPort, workerData } from "node:worker_threads"
import { type HostileComplaint, type HostileShare, tryShare } from "./try-share.ts"
import { watchedSeeds } from "./watched-seeds.ts"

// The thread of the test of the watchdog, with a reader that is slow.

const millisMax = 50

const burn = (millis: number): void => {
  const start = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(start)
    if (user + system > millis * 1_000) return
  }
}

const share = workerData as HostileShare
const cells = new Int32Array(share.progress)
const judge = () => {
  const seed = Atomics.load(cells, 0)
  if (seed === watchedSeeds.hanging) burn(Number.POSITIVE_INFINITY)
  if (seed === watchedSeeds.slow) burn(2 * millisMax)
  if (seed === watchedSeeds.throwing) throw new Error("a reader that throws")
  return { outcome: "file", complaint: null } as const
}
const complain = (complaint: HostileComplaint) => parentPort?.postMessage({ complaint })
parentPort?.postMessage({ figures: tryShare(share, complain, judge, millisMax) })
