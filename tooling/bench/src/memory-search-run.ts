// Looks up texts among many base texts by one method, in a process of its own, so that its processor time is that of the method. Prints a
// `MemorySearchRun` as JSON.
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { normalizeSource } from "@dragoman/formats"
import { gramsOf, makeSimilarityIndex } from "@dragoman/similarity"
import { Database, layerPostgres, layerSqlite, MemoryIndexRepository } from "@dragoman/store"
import BetterSqlite3 from "better-sqlite3"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { askedTexts, baseTexts } from "./memory-texts.ts"

export type SearchMethod = "exhaustive" | "fts5" | "sqlite" | "postgres"

export interface MemorySearchRun {
  /** Processor time of each lookup, of the database server too. */
  readonly millis: ReadonlyArray<number>
  readonly wallMillis: ReadonlyArray<number>
  /** The numbers of the texts that each lookup found. */
  readonly found: ReadonlyArray<ReadonlyArray<number>>
  /** Processor time until lookups can begin. */
  readonly buildSeconds: number
  /** Bytes on disk by table. */
  readonly bytes: Readonly<Record<string, number>>
}

const queryCount = 400
/** Texts that have a key with a translation: so many matches can be shown. */
const keyCount = 20_000
/** Trigrams in a bare query of FTS5. */
const rarestCount = 8
const rowsPerInsert = 500

const [method = "exhaustive", countText = "0", place = ""] = process.argv.slice(2)
const texts = baseTexts(Number(countText))
const asked = askedTexts(texts, queryCount)

const processMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const runExhaustive = (): MemorySearchRun => {
  const before = processMillis()
  const numbers = new Map<string, number>()
  const ends = new Uint32Array(texts.length)
  let all = new Uint32Array(64 * texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    const grams = gramsOf(normalizeSource(text))
    if (end + grams.length > all.length) {
      const larger = new Uint32Array(2 * all.length)
      larger.set(all)
      all = larger
    }
    for (const gram of grams) {
      const number = numbers.get(gram) ?? numbers.size
      numbers.set(gram, number)
      all[end++] = number
    }
    ends[index] = end
  }
  const buildSeconds = (processMillis() - before) / 1_000
  const search = (text: string): ReadonlyArray<number> => {
    const grams = gramsOf(normalizeSource(text))
    const isAsked = new Uint8Array(numbers.size)
    for (const gram of grams) {
      const number = numbers.get(gram)
      if (number !== undefined) isAsked[number] = 1
    }
    const found: Array<number> = []
    let at = 0
    for (let index = 0; index < ends.length; index++) {
      const last = ends[index] ?? 0
      const size = last - at
      let shared = 0
      for (; at < last; at++) shared += isAsked[all[at] ?? 0] ?? 0
      if (size > 0 && 2 * shared >= grams.length + size - shared) found.push(index)
    }
    return found
  }
  return { ...timeEach(search), buildSeconds, bytes: { memory: 4 * end } }
}

const timeEach = (search: (text: string) => ReadonlyArray<number>) => {
  const millis: Array<number> = []
  const wallMillis: Array<number> = []
  const found = asked.map((text) => {
    const [before, startedAt] = [processMillis(), performance.now()]
    const numbers = search(text)
    millis.push(processMillis() - before)
    wallMillis.push(performance.now() - startedAt)
    return numbers
  })
  return { millis, wallMillis, found }
}

const windowsOf = (text: string): ReadonlyArray<string> => {
  const characters = [...text]
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join("")))]
}

const runFts5 = (): MemorySearchRun => {
  const before = processMillis()
  const database = new BetterSqlite3(place)
  database.pragma("journal_mode = WAL")
  database.exec(
    "CREATE VIRTUAL TABLE f USING fts5(text, tokenize = 'trigram', detail = none, columnsize = 0, content = '')"
  )
  const insert = database.prepare("INSERT INTO f (rowid, text) VALUES (?, ?)")
  const frequencies = new Map<string, number>()
  database.transaction(() => {
    for (const [index, text] of texts.entries()) {
      const normalized = normalizeSource(text)
      insert.run(index, normalized)
      for (const window of windowsOf(normalized)) frequencies.set(window, (frequencies.get(window) ?? 0) + 1)
    }
  })()
  const buildSeconds = (processMillis() - before) / 1_000
  const match = database.prepare("SELECT rowid FROM f WHERE f MATCH ?").pluck()
  const search = (text: string): ReadonlyArray<number> => {
    const rarest = windowsOf(normalizeSource(text))
      .filter((window) => frequencies.has(window))
      .toSorted((one, other) => (frequencies.get(one) ?? 0) - (frequencies.get(other) ?? 0))
      .slice(0, rarestCount)
    if (rarest.length === 0) return []
    return match.all(rarest.map((window) => `"${window.replaceAll('"', '""')}"`).join(" OR ")).map(Number)
  }
  const timed = timeEach(search)
  database.close()
  return { ...timed, buildSeconds, bytes: { file: statSync(place).size } }
}

/** Time that the processes of PostgreSQL for these sessions have had a processor. */
const sessionMillis = (pids: ReadonlyArray<number>): number =>
  pids
    .map((pid) => Number(readFileSync(join("/proc", String(pid), "schedstat"), "utf8").split(" ")[0]) / 1e6)
    .reduce((sum, millis) => sum + millis, 0)

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const memory = yield* MemoryIndexRepository
  const idOf = (rows: ReadonlyArray<{ readonly id: number }>) => Number(rows[0]?.id ?? 0)
  const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Record<string, unknown>>) {
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const [first = {}, ...others] = rows.slice(from, from + rowsPerInsert)
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert([first, ...others])}`
    }
  })
  // The newest project is that of the benchmark; PostgreSQL has none.
  const [project] = yield* sql<{ id: number; organizationId: number; baseLanguageId: number }>`
    SELECT id, organization_id, base_language_id FROM project ORDER BY id DESC LIMIT 1`
  const organizationId =
    project?.organizationId ??
    idOf(
      yield* sql<{ id: number }>`INSERT INTO organization ${sql.insert({
        name: "Acme",
        slug: "acme",
        base_type: "VIEW",
        created_at: 0
      })} RETURNING id`
    )
  const indexId = yield* memory.openIndex(organizationId, "en")
  yield* insert(
    "memory_source",
    texts.map((text, index) => ({
      id: index + 1,
      index_id: indexId,
      digest: createHash("sha256").update(text).digest("hex"),
      text
    }))
  )
  yield* sql`UPDATE memory_index SET changed_count = ${texts.length} WHERE id = ${indexId}`
  if (project === undefined) return indexId
  const [target] = yield* sql<{ id: number }>`
    SELECT id FROM language WHERE project_id = ${project.id} AND id <> ${project.baseLanguageId} LIMIT 1`
  const keyed = texts.slice(0, keyCount)
  const project_id = project.id
  yield* insert(
    "translation_key",
    keyed.map((_, index) => ({ id: index + 1, project_id, name: `key.${index}`, created_at: 0 }))
  )
  for (const language_id of [project.baseLanguageId, target?.id ?? 0]) {
    yield* insert(
      "translation",
      keyed.map((text, index) => ({ project_id, key_id: index + 1, language_id, text, state: "TRANSLATED" }))
    )
  }
  yield* insert(
    "memory_key",
    keyed.map((_, index) => ({ key_id: index + 1, source_id: index + 1 }))
  )
  return indexId
}).pipe(Effect.orDie)

const indexTables = ["memory_posting", "memory_gram", "memory_signature", "memory_source"]

const runIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const memory = yield* MemoryIndexRepository
  const indexId = yield* database.transaction(seed)
  const index = makeSimilarityIndex(memory.storageOf(indexId), normalizeSource)
  const isPostgres = database.engine === "postgres"
  const readPids = isPostgres
    ? Effect.map(
        Effect.orDie(sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database()`),
        (rows) => rows.map(({ pid }) => pid)
      )
    : Effect.succeed([])
  const sum = (pids: ReadonlyArray<number>): number => processMillis() + sessionMillis(pids)
  // A first lookup and a transaction open the connections.
  yield* index.find("Open the connections")
  const pids = yield* readPids
  const before = sum(pids)
  yield* index.maintain
  const buildSeconds = (sum(pids) - before) / 1_000
  if (isPostgres) yield* Effect.orDie(database.autocommit(sql`ANALYZE`))
  const millis: Array<number> = []
  const wallMillis: Array<number> = []
  const found: Array<ReadonlyArray<number>> = []
  yield* index.find("Load the tables")
  const lookupPids = yield* readPids
  for (const text of asked) {
    const [cpu, startedAt] = [sum(lookupPids), performance.now()]
    const sources = yield* index.find(text)
    millis.push(sum(lookupPids) - cpu)
    wallMillis.push(performance.now() - startedAt)
    found.push(sources.map(({ sourceId }) => sourceId - 1))
  }
  const bytes: Record<string, number> = {}
  for (const table of indexTables) {
    const [row] = isPostgres
      ? yield* sql<{ bytes: number }>`SELECT pg_total_relation_size(${table}) AS bytes`
      : yield* sql<{ bytes: number }>`
          SELECT sum(pgsize) AS bytes FROM dbstat
          WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ${table}) AND aggregate = 1`
    bytes[table] = Number(row?.bytes ?? 0)
  }
  const run: MemorySearchRun = { millis, wallMillis, found, buildSeconds, bytes }
  return run
})

const runOnEngine = () => {
  const engine = method === "sqlite" ? layerSqlite({ filename: place }) : Layer.orDie(layerPostgres(place))
  return Effect.runPromise(
    Effect.provide(
      runIndex,
      MemoryIndexRepository.layer.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(engine))
    )
  )
}

const run = method === "exhaustive" ? runExhaustive() : method === "fts5" ? runFts5() : await runOnEngine()
process.stdout.write(JSON.stringify(run))
