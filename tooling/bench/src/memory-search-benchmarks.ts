import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeContentDatabase } from "./content-database.ts"
import type { MemorySearchRun, SearchMethod } from "./memory-search-run.ts"
import { askedTexts, baseTexts } from "./memory-texts.ts"
import { runToEnd, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const script = fileURLToPath(new URL("./memory-search-run.ts", import.meta.url))

const sourceCount = 1_000_000
const suggestionCount = 100
const megabyte = 1024 * 1024
const databaseName = "memory"

/** Goals: docs/memory.md. */
const goals = { sqliteP50: 20, sqliteP95: 80, postgresP95: 200, indexMegabytes: 60, mainThreadP95: 10 } as const

/** Similar texts among a million: the index on both engines beside an exhaustive search and a bare query of FTS5. */
export const memorySearchBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const count = Math.round(sourceCount * share)
  mkdirSync(folder, { recursive: true })
  const run = async (method: SearchMethod, place: string): Promise<MemorySearchRun> =>
    JSON.parse(await runToEnd([script, method, String(count), place]))
  const exhaustive = await run("exhaustive", "")
  const fts5 = await run("fts5", join(folder, "fts5.sqlite"))
  const { dataDir, databaseFile, seed } = await makeContentDatabase(join(folder, "sqlite"), [{ keys: 0, languages: 2 }])
  const sqlite = await run("sqlite", databaseFile)
  const suggestions = await timeSuggestions(dataDir, count, {
    projectId: seed.projects[0]?.projectId ?? 0,
    targetLanguageId: seed.projects[0]?.languageIds[1] ?? 0,
    apiKey: seed.apiKeys[0] ?? ""
  })
  const postgresServer = await startPostgres()
  let postgres: MemorySearchRun
  try {
    await postgresServer.create(databaseName)
    const url = postgresServer.url(databaseName)
    await (await startDragoman(join(folder, "postgres"), { DRAGOMAN_DATABASE_URL: url })).stop()
    postgres = await run("postgres", url)
  } finally {
    await postgresServer.stop()
  }
  const beside = [
    `exhaustive search ${times(exhaustive)}`,
    `the ${fts5Query} ${times(fts5)}, without reading their texts`
  ].join("; ")
  return [
    ...timeRows("SQLite", count, sqlite, beside, { p50: goals.sqliteP50, p95: goals.sqliteP95 }),
    ...timeRows("PostgreSQL", count, postgres, "client and server together", { p95: goals.postgresP95 }),
    recallRow("SQLite", sqlite, exhaustive, `${fts5Query}: ${percent(recall(fts5, exhaustive).share)}`),
    recallRow("PostgreSQL", postgres, exhaustive, "as on SQLite"),
    sizeRow("SQLite", sqlite, `FTS5 ${megabytes(fts5.bytes["file"])} MB, built in ${round(fts5.buildSeconds, 0)} s`),
    sizeRow("PostgreSQL", postgres, "with the free space that PostgreSQL keeps"),
    {
      name: `suggestions among ${count} base texts: processor time of the main thread, p95`,
      measured: `${round(percentile(suggestions.main, 0.95), 1)} ms`,
      target: `≤ ${goals.mainThreadP95} ms`,
      reached: percentile(suggestions.main, 0.95) <= goals.mainThreadP95,
      detail: `median ${round(median(suggestions.main), 1)} ms; all threads ${round(median(suggestions.all), 1)} ms, p95 ${round(percentile(suggestions.all, 0.95), 1)} ms, with scores and translations, ${suggestions.main.length} requests`
    }
  ]
}

const fts5Query = "8 rarest trigrams by FTS5"

const times = ({ millis }: MemorySearchRun): string =>
  `median ${round(median(millis), 1)} ms, p95 ${round(percentile(millis, 0.95), 1)} ms`

const percent = (part: number): string => `${Math.floor(part * 10_000) / 100} %`

const megabytes = (bytes = 0): string => round(bytes / megabyte, 0)

/** The part of the matches of the exhaustive search that a run found, and whether it found others. */
const recall = (run: MemorySearchRun, truth: MemorySearchRun) => {
  let [all, found, others] = [0, 0, 0]
  for (const [query, matches] of truth.found.entries()) {
    const numbers = new Set(run.found[query])
    const hits = matches.filter((number) => numbers.has(number)).length
    all += matches.length
    found += hits
    others += numbers.size - hits
  }
  return { share: found / all, all, found, others }
}

const timeRows = (
  engine: string,
  count: number,
  run: MemorySearchRun,
  beside: string,
  maxima: { readonly p50?: number; readonly p95: number }
): ReadonlyArray<Result> =>
  ([["p50", 0.5] as const, ["p95", 0.95] as const] as const).flatMap(([name, share]) => {
    const max = name === "p50" ? maxima.p50 : maxima.p95
    if (max === undefined) return []
    const value = percentile(run.millis, share)
    return [
      {
        name: `similar texts among ${count} base texts, ${engine}: ${name}`,
        measured: `${round(value, 1)} ms of processor time`,
        target: `≤ ${max} ms`,
        reached: value <= max,
        detail: `${times(run)}, at most ${round(Math.max(...run.millis), 0)} ms; elapsed median ${round(median(run.wallMillis), 1)} ms, p95 ${round(percentile(run.wallMillis, 0.95), 1)} ms; ${beside}`
      }
    ]
  })

const recallRow = (engine: string, run: MemorySearchRun, truth: MemorySearchRun, beside: string): Result => {
  const { share, all, found, others } = recall(run, truth)
  return {
    name: `matches with an overlap of 0.5 that are found, ${engine}`,
    measured: percent(share),
    target: "100 %, no others",
    reached: found === all && others === 0,
    detail: `${all} matches of ${run.found.length} texts, ${others} others; ${beside}`
  }
}

const sizeRow = (engine: string, { bytes, buildSeconds }: MemorySearchRun, beside: string): Result => {
  const size = (bytes["memory_posting"] ?? 0) + (bytes["memory_gram"] ?? 0)
  return {
    name: `size of the index, ${engine}`,
    measured: `${megabytes(size)} MB`,
    target: `≤ ${goals.indexMegabytes} MB`,
    reached: size <= goals.indexMegabytes * megabyte,
    detail: `trigrams of each text ${megabytes(bytes["memory_signature"])} MB, texts ${megabytes(bytes["memory_source"])} MB; built in ${round(buildSeconds, 0)} s of processor time; ${beside}`
  }
}

interface SuggestionPlace {
  readonly projectId: number
  readonly targetLanguageId: number
  readonly apiKey: string
}

/** Processor time that each suggestion takes on the main thread, and in all threads of the server. */
const timeSuggestions = async (dataDir: string, count: number, place: SuggestionPlace) => {
  const texts = askedTexts(baseTexts(count), suggestionCount)
  const server = await startDragoman(dataDir)
  try {
    const suggest = async (baseText: string): Promise<void> => {
      const answer = await fetch(
        `${server.baseUrl}/v2/projects/${place.projectId}/suggest/translation-memory?size=10`,
        {
          method: "POST",
          headers: { "x-api-key": place.apiKey, "content-type": "application/json" },
          body: JSON.stringify({ baseText, targetLanguageId: place.targetLanguageId })
        }
      )
      const text = await answer.text()
      if (!answer.ok) throw new Error(`suggestion: ${answer.status} ${text}`)
    }
    for (const text of texts.slice(0, 10)) await suggest(text)
    const main: Array<number> = []
    const all: Array<number> = []
    for (const text of texts) {
      const before = threadMillis(server.pid)
      await suggest(text)
      const after = threadMillis(server.pid)
      main.push(after.main - before.main)
      all.push(after.all - before.all)
    }
    return { main, all }
  } finally {
    await server.stop()
  }
}

/** Processor time of a process until now: of its main thread, and of all that run. */
const threadMillis = (pid: number) => {
  const tasks = join("/proc", String(pid), "task")
  const ofThread = (id: string) => Number(readFileSync(join(tasks, id, "schedstat"), "utf8").split(" ")[0]) / 1e6
  const all = readdirSync(tasks)
    .map(ofThread)
    .reduce((sum, millis) => sum + millis, 0)
  return { main: ofThread(String(pid)), all }
}
