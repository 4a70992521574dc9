import type { ContentDatabase } from "./content-database.ts"
import { residentBytes, startBare, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"
import { timedGet } from "./timed-request.ts"

const rounds = 3
const megabyte = 1024 * 1024

/** Pull of everything as an archive, against selecting and stringifying the same texts. The first project is pulled. */
export const pullBenchmarks = async ({
  dataDir,
  databaseFile,
  seed
}: ContentDatabase): Promise<ReadonlyArray<Result>> => {
  const [project] = seed.projects
  const headers = { "x-api-key": seed.apiKeys[0] ?? "" }
  const bare = await startBare(databaseFile, "bare-content")
  const dragoman = await startDragoman(dataDir)
  try {
    const ratios: Array<number> = []
    const millis: Array<number> = []
    let bytes = 0
    let bareBytes = 0
    for (let index = 0; index < rounds; index++) {
      const floor = await timedGet(`${bare.baseUrl}/export?project=${project?.projectId}`, headers)
      const pulled = await timedGet(
        `${dragoman.baseUrl}/v2/projects/${project?.projectId}/export?format=JSON&zip=true`,
        headers
      )
      bytes = pulled.body.byteLength
      bareBytes = floor.body.byteLength
      millis.push(pulled.millis)
      ratios.push(pulled.millis / floor.millis)
    }
    return [
      {
        name: "pull of 100,000 keys × 10 languages as an archive",
        measured: `${medianWithRange(ratios)} × bare select + stringify`,
        target: "≤ 3 ×",
        reached: median(ratios) <= 3,
        detail: `${round(median(millis) / 1000, 1)} s, archive ${round(bytes / megabyte, 1)} MB of ${round(bareBytes / megabyte, 1)} MB, memory at most ${round(residentBytes(dragoman.pid, "most") / megabyte, 0)} MB`
      }
    ]
  } finally {
    await Promise.all([bare.stop(), dragoman.stop()])
  }
}
