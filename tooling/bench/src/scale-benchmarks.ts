import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { type ContentSeed, keyNameOf, textOf } from "./content-seed.ts"
import { runToEnd, serverBundle, startDragoman } from "./processes.ts"
import { projectCalls } from "./project-calls.ts"
import type { Result } from "./result.ts"
import { percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const languages = 10

/** Steps of the curve: texts in all, and in how many projects. */
const steps = [
  { texts: 100_000, projects: 10 },
  { texts: 1_000_000, projects: 30 },
  { texts: 10_000_000, projects: 100 }
] as const

/** The schema of the last release: an upgrade is what leads from it to this one. */
const releasedSchema = 52

const importedKeys = 1_000
const samples = { list: 40, search: 20, write: 30 } as const
const searchMillisMax = 100

/** Keys of each project: the n-th has 1/n of the first one's, as sizes of projects are in a company. */
const keysByPowerLaw = (keys: number, projects: number): ReadonlyArray<number> => {
  const shares = Array.from({ length: projects }, (_, index) => 1 / (index + 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => Math.max(1, Math.round((keys * share) / sum)))
}

/** The work of an installation of one size; times in milliseconds. */
interface Figures {
  readonly bytes: number
  readonly list: number
  readonly search: number
  readonly write: number
  readonly imported: number
  readonly published: number
  readonly backup: number
  readonly vacuum: number
  readonly upgrade: number
  /** Until the index for searches is complete; null: the database is too small for one. */
  readonly indexing: number | null
}

interface Engine {
  readonly name: "PostgreSQL" | "SQLite"
  readonly env: Readonly<Record<string, string>>
  readonly flags: ReadonlyArray<string>
  readonly bytes: () => Promise<number>
  readonly vacuum: () => Promise<unknown>
  /** Says whether the index for searches has every text. */
  readonly isIndexed: () => Promise<boolean>
}

/** Simulates a company of 10⁵, 10⁶ and 10⁷ texts on both engines; the figures of the largest project. */
export const scaleBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const results: Array<Result> = []
  for (const { texts, projects } of steps) {
    const wanted = Math.ceil(texts * share)
    const sizes = keysByPowerLaw(wanted / languages, projects).map((keys) => ({ keys, languages }))
    const place = join(folder, String(wanted))
    const { dataDir, databaseFile, seed } = await makeContentDatabase(place, sizes)
    const postgres = await startPostgres()
    try {
      await postgres.create("scale")
      const url = postgres.url("scale")
      await runToEnd([serverBundle, "copy", "--from", `sqlite:${databaseFile}`, "--to", url])
      const run = async (statement: string) => {
        const client = await postgres.open("scale")
        const rows = await client.run(statement)
        await client.close()
        return rows
      }
      await run("VACUUM (ANALYZE)")
      const engines: ReadonlyArray<Engine> = [
        {
          name: "SQLite",
          env: {},
          flags: [],
          bytes: async () => statSync(databaseFile).size,
          vacuum: async () => new BetterSqlite3(databaseFile).exec("VACUUM").close(),
          isIndexed: async () => isIndexed(databaseFile)
        },
        {
          name: "PostgreSQL",
          env: { DRAGOMAN_DATABASE_URL: url },
          flags: ["--database-url", url],
          bytes: async () => Number((await run("SELECT pg_database_size(current_database()) AS bytes"))[0]?.["bytes"]),
          vacuum: () => run("VACUUM (ANALYZE)"),
          isIndexed: async () => (await run(validIndexes)).length === postgresSearchIndexes
        }
      ]
      const count = countTexts(databaseFile)
      for (const engine of engines) {
        results.push(rowOf(engine.name, count, projects, await measure(engine, dataDir, seed, count)))
      }
    } finally {
      await postgres.stop()
      rmSync(place, { recursive: true, force: true })
    }
  }
  return results
}

const rowOf = (engine: string, texts: number, projects: number, figures: Figures): Result => {
  const seconds = (millis: number) => `${round(millis / 1_000)} s`
  const { bytes, list, search, write, imported, published, backup, vacuum, upgrade, indexing } = figures
  return {
    name: `${engine}, ${texts} texts in ${projects} projects: search; list; one text (p95)`,
    measured: [search, list, write].map((millis) => `${round(millis, 0)} ms`).join("; "),
    target: `≤ ${searchMillisMax} ms for the search`,
    reached: search <= searchMillisMax,
    detail: [
      `${round(bytes / texts, 0)} bytes a text`,
      `index for searches ${indexing === null ? "none" : seconds(indexing)}`,
      `import of ${importedKeys} keys ${seconds(imported)}`,
      `publishing two languages ${seconds(published)}`,
      `backup ${seconds(backup)}`,
      `VACUUM ${seconds(vacuum)}`,
      `upgrade from schema ${releasedSchema} ${seconds(upgrade)}`
    ].join("; ")
  }
}

/** Texts from which on servers make an index for searches. */
const indexedTextsMin = 100_000
const postgresSearchIndexes = 2
const validIndexes =
  "SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname LIKE '%_text_search' AND i.indisvalid"
const pollMillis = 500

const isIndexed = (databaseFile: string): boolean => {
  const database = new BetterSqlite3(databaseFile, { readonly: true })
  const read = (statement: string) => database.prepare(statement).pluck().get()
  const isMade = read("SELECT count(*) FROM sqlite_schema WHERE name = 'text_search'") === 1
  const isComplete = isMade && read("SELECT NOT EXISTS (SELECT 1 FROM text_search_pending)") === 1
  database.close()
  return isComplete
}

const countTexts = (databaseFile: string): number => {
  const database = new BetterSqlite3(databaseFile, { readonly: true })
  const count = Number(database.prepare("SELECT count(*) FROM translation").pluck().get())
  database.close()
  return count
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const measure = async (engine: Engine, dataDir: string, seed: ContentSeed, texts: number): Promise<Figures> => {
  const command = (...words: ReadonlyArray<string>) =>
    runToEnd([serverBundle, ...words, "--data-dir", dataDir, ...engine.flags])
  const untilIndexed = async () => {
    while (!(await engine.isIndexed())) await setTimeout(pollMillis)
  }
  const server = await startDragoman(dataDir, engine.env)
  const indexing = texts < indexedTextsMin ? null : await timeOf(untilIndexed)
  const { send, time } = projectCalls(server.baseUrl, seed.projects[0]?.projectId ?? 0, seed.apiKeys[0] ?? "")
  const tags = seed.projects[0]?.languageTags ?? []
  const pages = `translations?size=20&${tags
    .slice(0, 3)
    .map((tag) => `languages=${tag}`)
    .join("&")}`
  const p95 = async (times: number, work: (index: number) => Promise<number>) => {
    const millis: Array<number> = []
    for (let index = 0; index < times; index++) millis.push(await work(index))
    return percentile(millis, 0.95)
  }
  try {
    const list = await p95(samples.list, (index) => time("GET", `${pages}&page=${index}`))
    // Ends of texts, each of which one key has.
    const search = await p95(samples.search, (index) =>
      time("GET", `${pages}&search=${encodeURIComponent(textOf(index * 15 + 2, "en").slice(-24))}`)
    )
    const write = await p95(samples.write, (index) =>
      time("PUT", "translations", { key: keyNameOf(index * 10 + 2), translations: { en: `Changed ${index}` } })
    )
    const form = new FormData()
    const imports = Array.from({ length: importedKeys }, (_, index) => [`imported.${index}`, `Imported text ${index}`])
    form.append("files", new Blob([JSON.stringify(Object.fromEntries(imports))]), "en.json")
    form.append("params", JSON.stringify({ forceMode: "OVERRIDE", createNewKeys: true }))
    const imported = await time("POST", "single-step-import", form)
    const configuration = { name: "App", format: "JSON", autoPublish: false, languages: tags.slice(0, 2) }
    const { id } = JSON.parse(await send("POST", "content-delivery-configs", configuration))
    const published = await time("POST", `content-delivery-configs/${id}`)
    const bytes = await engine.bytes()
    const file = join(dataDir, "scale.backup")
    const backup = await timeOf(() => command("backup", file))
    rmSync(file)
    await server.stop()
    const vacuum = await timeOf(engine.vacuum)
    await command("migrate", "down", `--to=${releasedSchema}`, "--accept-loss")
    const upgrade = await timeOf(() => command("migrate", "up"))
    return { bytes, list, search, write, imported, published, backup, vacuum, upgrade, indexing }
  } finally {
    await server.stop()
  }
}
