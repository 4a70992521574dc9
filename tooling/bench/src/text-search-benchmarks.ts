import { mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  CurrentSearchIndexSizes,
  Database,
  defaultBranch,
  layerPostgres,
  layerSqlite,
  migrate,
  SearchIndexRepository,
  TranslationListRepository
} from "@dragoman/store"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { baseTexts } from "./memory-texts.ts"
import type { Result } from "./result.ts"
import { median, percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const textCount = 1_000_000
const languages = Array.from({ length: 10 }, (_, index) => index + 1)
const searchCount = 200
/** Keys of the writes that are timed, with a text each. */
const writtenKeys = 20_000
const rowsPerInsert = 1_000
const databaseName = "searched"
const searchMillisMax = 100
const defaults = CurrentSearchIndexSizes.defaultValue()

/** Contains-searches among a million texts on both engines, beside a search through all texts, and what writers pay. */
export const textSearchBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const texts = baseTexts(Math.round(textCount * share))
  mkdirSync(folder, { recursive: true })
  const sqlite = await run(layerSqlite({ filename: join(folder, "searched.sqlite") }), texts)
  const server = await startPostgres()
  try {
    await server.create(databaseName)
    const postgres = await run(layerPostgres(server.url(databaseName)), texts)
    return [...rowsOf("SQLite", texts.length, sqlite), ...rowsOf("PostgreSQL", texts.length, postgres)]
  } finally {
    await server.stop()
  }
}

interface SearchRun {
  readonly indexed: ReadonlyArray<number>
  readonly scanned: ReadonlyArray<number>
  /** Searches whose keys differ. */
  readonly different: number
  readonly writeMillis: readonly [before: number, after: number]
  readonly buildSeconds: number
  readonly indexMegabytes: number
}

const run = (engine: Layer.Layer<SqlClient.SqlClient, unknown>, texts: ReadonlyArray<string>): Promise<SearchRun> => {
  const repositories = Layer.mergeAll(SearchIndexRepository.layer, TranslationListRepository.layer)
  return Effect.runPromise(
    Effect.provide(
      measure(texts),
      repositories.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(engine), Layer.orDie)
    )
  )
}

const measure = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const { transaction, autocommit, engine } = yield* Database
  const index = yield* SearchIndexRepository
  yield* migrate({ now: 0, beforeFirst: () => Effect.void })
  yield* transaction(Effect.orDie(seedProject))
  const keys = Math.ceil(texts.length / languages.length)
  for (let from = 0; from < keys; from += writtenKeys) {
    yield* transaction(Effect.orDie(writeKeys(texts, from, Math.min(writtenKeys, keys - from), languages)))
  }
  if (engine === "postgres") yield* autocommit(Effect.orDie(sql`ANALYZE`))
  const write = (from: number) => timed(transaction(Effect.orDie(writeKeys(texts, from, writtenKeys, [1]))))
  const [before] = yield* write(keys)
  const bytesBefore = yield* databaseBytes
  const [buildMillis] = yield* timed(
    Effect.gen(function* () {
      yield* index.build
      while ((yield* index.indexPending) > 0) {}
    })
  )
  const indexMegabytes = ((yield* databaseBytes) - bytesBefore) / 1e6

  const indexed: Array<number> = []
  const scanned: Array<number> = []
  let different = 0
  for (let number = 0; number < searchCount; number++) {
    const [scanMillis, expected] = yield* timed(search(texts, number, Number.POSITIVE_INFINITY))
    const [millis, found] = yield* timed(search(texts, number, 0))
    indexed.push(millis)
    scanned.push(scanMillis)
    if (found.join() !== expected.join()) different++
  }
  const [after] = yield* write(keys + writtenKeys)
  const run: SearchRun = {
    indexed,
    scanned,
    different,
    writeMillis: [before, after],
    buildSeconds: buildMillis / 1_000,
    indexMegabytes
  }
  return run
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<readonly [number, A], E, R> =>
  Effect.gen(function* () {
    const startedAt = performance.now()
    const value = yield* effect
    return [performance.now() - startedAt, value] as const
  })

const databaseBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.onDialectOrElse({
    pg: () => sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`,
    orElse: () => sql<{ bytes: number }>`
      SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`
  })
  return row?.bytes ?? 0
}).pipe(Effect.orDie)

/** Looks for a part of a text, of 4 to 16 letters: a word in every third search, which many texts have. */
const search = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, number: number, projectTextsMin: number) {
  const { selectIds } = yield* TranslationListRepository
  const text = texts[(number * 7_919) % texts.length] ?? ""
  const words = text.split(" ")
  const start = (number * 31) % Math.max(1, text.length - 4)
  const part =
    number % 3 === 0 ? (words[number % words.length] ?? "") : text.slice(start, start + 4 + ((number * 5) % 13))
  return yield* selectIds({
    place: defaultBranch(1),
    trashed: false,
    languageIds: languages,
    conditions: [{ kind: "search", text: part.length < 3 ? text.slice(0, 8) : part }],
    order: [{ property: "keyId", languageId: null, direction: "asc" }]
  }).pipe(Effect.provideService(CurrentSearchIndexSizes, { ...defaults, projectTextsMin }))
})

const seedProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = { created_at: 0 }
  yield* sql`INSERT INTO organization ${sql.insert({ id: 1, name: "Acme", slug: "acme", base_type: "VIEW", ...at })}`
  yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, name: "Large", slug: "large", ...at })}`
  for (const id of languages) {
    yield* sql`INSERT INTO language ${sql.insert({ id, project_id: 1, tag: `l${id}`, name: `L${id}`, ...at })}`
  }
})

/** Writes keys with ids that follow `from`, and a text in each of the languages. */
const writeKeys = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>,
  from: number,
  count: number,
  languageIds: ReadonlyArray<number>
) {
  const sql = yield* SqlClient.SqlClient
  const ids = Array.from({ length: count }, (_, index) => from + index + 1)
  const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Record<string, unknown>>) {
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      const [first = {}, ...others] = rows.slice(at, at + rowsPerInsert)
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert([first, ...others])}`
    }
  })
  const nameOf = (id: number) =>
    `${(texts[id % texts.length] ?? "").toLowerCase().split(" ").slice(0, 3).join(".")}.${id}`
  yield* insert(
    "translation_key",
    ids.map((id) => ({ id, project_id: 1, name: nameOf(id), created_at: 0 }))
  )
  const translations = ids.flatMap((id) =>
    languageIds.map((languageId, place) => ({
      project_id: 1,
      key_id: id,
      language_id: languageId,
      text: texts[((id - 1) * languages.length + place) % texts.length] ?? "",
      state: "TRANSLATED"
    }))
  )
  yield* insert("translation", translations)
})

const rowsOf = (engine: string, count: number, found: SearchRun): ReadonlyArray<Result> => {
  const p95 = percentile(found.indexed, 0.95)
  const [before, after] = found.writeMillis
  const millis = (values: ReadonlyArray<number>) =>
    `median ${round(median(values), 1)} ms, p95 ${round(percentile(values, 0.95), 1)} ms`
  return [
    {
      name: `contains-search among ${count} texts on ${engine}, p95`,
      measured: `${round(p95, 1)} ms`,
      target: `≤ ${searchMillisMax} ms`,
      reached: p95 <= searchMillisMax,
      detail: `${millis(found.indexed)}; through all texts: ${millis(found.scanned)}; ${found.indexed.length} searches`,
      dominatedBy: "words that more than 25,000 keys have: all texts are looked through for them"
    },
    {
      name: `contains-search on ${engine}: keys as found by looking through all texts`,
      measured: `${round(100 * (1 - found.different / found.indexed.length), 2)} %`,
      target: "100 %",
      reached: found.different === 0,
      detail: `index of ${round(found.indexMegabytes, 0)} MB, made in ${round(found.buildSeconds, 0)} s`
    },
    {
      name: `writing ${writtenKeys} keys with a text each on ${engine}, with the index`,
      measured: `${round(after / before, 2)} × without it`,
      target: "≤ 1.5 ×",
      reached: after <= 1.5 * before,
      detail: `rows alone, by plain SQL: ${round(before, 0)} ms, then ${round(after, 0)} ms`
    }
  ]
}
