import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runToEnd, startDragoman } from "./processes.ts"
import { sampleProjectList } from "./project-list-sample.ts"
import type { Result } from "./result.ts"
import type { Seed } from "./seed.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"

const uploadScript = fileURLToPath(new URL("./upload-file.ts", import.meta.url))
const fileBytes = 49 * 1024 * 1024
const idleRequests = 600
const rounds = 2

/** A flat JSON file of about 49 MB with an issue here and there. */
const bigFile = (): string => {
  const lines: Array<string> = []
  let bytes = 0
  for (let index = 0; bytes < fileBytes; index++) {
    const value = index % 500 === 0 ? "" : `Text number ${index} of a large application, with a few words more`
    const line = `"section.${index % 997}.key.${index}":${JSON.stringify(value)}`
    bytes += line.length + 2
    lines.push(line)
  }
  return `{${lines.join(",\n")}}`
}

/** How much others feel of a 50 MB import: latency of the project list while it is parsed and staged. */
export const importBenchmarks = async (dataDir: string, seeded: Seed): Promise<ReadonlyArray<Result>> => {
  const server = await startDragoman(dataDir)
  const file = join(dataDir, "upload.json")
  writeFileSync(file, bigFile())
  const importUrl = `${server.baseUrl}/v2/projects/${seeded.projectId}/import`
  try {
    const ratios: Array<number> = []
    let slowest = 0
    let importMillis = 0
    for (let round = 0; round < rounds; round++) {
      let count = 0
      const idle = await sampleProjectList(server, seeded.memberId, () => count++ >= idleRequests)
      let done = false
      const startedAt = performance.now()
      const upload = runToEnd([uploadScript, importUrl, seeded.apiKey, file]).then(() => {
        importMillis = performance.now() - startedAt
      })
      const busySample = sampleProjectList(server, seeded.memberId, () => done)
      await upload.finally(() => {
        done = true
      })
      const busy = await busySample
      ratios.push(percentile(busy, 0.99) / percentile(idle, 0.99))
      slowest = Math.max(slowest, ...busy)
      await fetch(importUrl, { method: "DELETE", headers: { "x-api-key": seeded.apiKey } })
    }
    return [
      {
        name: "project list while a 50 MB import is parsed: p99",
        measured: `${medianWithRange(ratios)} × idle, slowest ${round(slowest, 0)} ms`,
        target: "≤ 2 ×, none over 100 ms",
        reached: median(ratios) <= 2 && slowest <= 100,
        detail: `import ${round(importMillis / 1000, 1)} s`
      }
    ]
  } finally {
    await server.stop()
  }
}
