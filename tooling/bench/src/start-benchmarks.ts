import { residentBytes, startBare, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 5
const idleMillis = 2_000
const megabyte = 1024 * 1024

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Start to first healthy answer, and memory after two idle seconds, of the bundle that `npm start` runs. */
export const startBenchmarks = async (dataDir: string, databaseFile: string): Promise<ReadonlyArray<Result>> => {
  const measured = []
  for (let index = 0; index < rounds; index++) {
    const bare = await startBare(databaseFile)
    await wait(idleMillis)
    const bareBytes = residentBytes(bare.pid)
    await bare.stop()
    const dragoman = await startDragoman(dataDir)
    await wait(idleMillis)
    const bytes = residentBytes(dragoman.pid)
    await dragoman.stop()
    measured.push({ bareMillis: bare.startMillis, millis: dragoman.startMillis, bareBytes, bytes })
  }
  const startRatios = measured.map(({ millis, bareMillis }) => millis / bareMillis)
  const memoryRatios = measured.map(({ bytes, bareBytes }) => bytes / bareBytes)
  const startMillis = median(measured.map(({ millis }) => millis))
  const idleMegabytes = median(measured.map(({ bytes }) => bytes / megabyte))
  return [
    {
      name: "start to first healthy answer",
      measured: `${medianWithRange(startRatios)} × bare, ${round(startMillis, 0)} ms`,
      target: "≤ 4 × and ≤ 400 ms",
      reached: median(startRatios) <= 4 && startMillis <= 400,
      detail: `bare ${round(median(measured.map(({ bareMillis }) => bareMillis)), 0)} ms`
    },
    {
      name: "idle memory, with dispatcher",
      measured: `${medianWithRange(memoryRatios)} × bare, ${round(idleMegabytes, 0)} MB`,
      target: "≤ 2 × and ≤ 130 MB",
      reached: median(memoryRatios) <= 2 && idleMegabytes <= 130,
      detail: `bare ${round(median(measured.map(({ bareBytes }) => bareBytes / megabyte)), 0)} MB`
    }
  ]
}
