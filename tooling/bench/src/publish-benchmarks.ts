import { makeContentDatabase } from "./content-database.ts"
import { keyNameOf } from "./content-seed.ts"
import { residentBytes, startDragoman } from "./processes.ts"
import { projectCalls } from "./project-calls.ts"
import type { Result } from "./result.ts"
import { medianWithRange, round } from "./statistics.ts"

const megabyte = 1024 * 1024
const keys = 100_000
const languages = 10
const rounds = 5
const ratioMax = 1.3
const megabytesMax = 512

interface Attempt {
  readonly files: number
  readonly writtenFiles: number
}

/** Publishing a large project of which one text has changed, against an export of the same. */
export const publishBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const { dataDir, seed } = await makeContentDatabase(folder, [{ keys: Math.ceil(keys * share), languages }])
  const server = await startDragoman(dataDir)
  try {
    const { send, time } = projectCalls(server.baseUrl, seed.projects[0]?.projectId ?? 0, seed.apiKeys[0] ?? "")
    const configuration = { name: "App", format: "JSON", autoPublish: false, filterState: ["TRANSLATED", "REVIEWED"] }
    const { id } = JSON.parse(await send("POST", "content-delivery-configs", configuration))
    const publish = () => time("POST", `content-delivery-configs/${id}`)
    const first = await publish()
    const ratios: Array<number> = []
    const millis: Array<number> = []
    const written = new Set<number>()
    for (let index = 0; index < rounds; index++) {
      await send("PUT", "translations", { key: keyNameOf(2), translations: { en: `Changed ${index}` } })
      const published = await publish()
      const exported = await time("POST", "export", { format: "JSON", filterState: configuration.filterState })
      millis.push(published)
      ratios.push(published / exported)
      const attempts = JSON.parse(await send("GET", `content-delivery-configs/${id}/attempts?size=1`))
      const [attempt] = Object.values<ReadonlyArray<Attempt>>(attempts._embedded)[0] ?? []
      written.add(attempt?.writtenFiles ?? -1)
    }
    const most = residentBytes(server.pid, "most")
    const middle = [...ratios].sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
    return [
      {
        name: `publishing ${Math.ceil(keys * share)} keys × ${languages} languages with one changed text ÷ an export`,
        measured: medianWithRange(ratios),
        target: `≤ ${ratioMax}, one written file`,
        reached: middle <= ratioMax && written.size === 1 && written.has(1),
        detail: `${millis.map((one) => `${round(one / 1_000)} s`).join(", ")}; the first ${round(first / 1_000)} s; written files: ${[...written].join(", ")}`
      },
      {
        name: "memory of the server at most, with these exports",
        measured: `${round(most / megabyte, 0)} MB`,
        target: `≤ ${megabytesMax} MB`,
        reached: most <= megabytesMax * megabyte,
        detail: "resident, SQLite, one server"
      }
    ]
  } finally {
    await server.stop()
  }
}
