import type { KeyCondition, KeyOrder } from "@dragoman/domain/translation-list"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import { readIntegrity } from "../doctor/read-integrity.ts"
import { undoMigrations } from "../migration/undo-migrations.ts"
import { convertContent } from "../partition/convert-content.ts"
import { ServerStatusRepository } from "../server/server-status-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { TranslationListRepository } from "../translation-list/translation-list-repository.ts"
import { findCandidateKeys } from "./search-candidates.ts"
import { CurrentSearchIndexSizes, SearchIndexRepository } from "./search-index-repository.ts"

const place = defaultBranch(1)
const languageIds = [1, 2]
const byId: KeyOrder = [{ property: "keyId", languageId: null, direction: "asc" }]

/** Parts on whose cases, words and signs engines and locales disagree. */
const parts = [
  ...["save", "Save", "SAVE", "titi", "İstanbul", "istanbul", "ISTANBUL", "ı", "I", "i\u0307", "Kelvin", "\u212Aelvin"],
  ...["straße", "STRASSE", "ẞ", "ß", "ΟΔΟΣ", "οδος", "οδοσ", "Привет", "ПРИВЕТ", "привет", "Ärger", "ÄRGER", "ärger"],
  ...[
    "مرحبا",
    "สวัสดี",
    "ขอบคุณ",
    "漢字漢字",
    "ひらがな",
    "😀😀😀",
    "👩‍👩‍👧",
    "é",
    "e\u0301",
    "ﬀ",
    "\u{F0001}\u{F0000}\u{F0000}"
  ],
  ...[
    "%",
    "_",
    "\\",
    "'",
    '"',
    '"""',
    "*",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "a_b%c",
    "{count, plural, other {#}}",
    "AND",
    "x1y2"
  ]
]

/** Numbers from 0 to below 1, the same ones in every run. */
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = makeRandom(7)
const below = (limit: number) => Math.floor(random() * limit)
const textOf = (length: number) => Array.from({ length }, () => parts[below(parts.length)] ?? "").join("")

/** A part of a text as a user types it, in upper or lower case too. */
const searchIn = (text: string): string => {
  const letters = [...text]
  const start = below(letters.length)
  const found = letters.slice(start, start + 1 + below(9)).join("")
  return [found, found.toUpperCase(), found.toLowerCase()][below(3)] ?? found
}

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = { created_at: 0 }
  yield* sql`INSERT INTO organization ${sql.insert([{ name: "Acme", slug: "acme", base_type: "VIEW", ...at }])}`
  for (const id of [1, 2]) {
    yield* sql`INSERT INTO project ${sql.insert({ id, organization_id: 1, name: "P", slug: `p${id}`, ...at })}`
  }
  for (const id of [...languageIds, 3]) {
    const language = { id, project_id: id === 3 ? 2 : 1, tag: `l${id}`, name: "L" }
    yield* sql`INSERT INTO language ${sql.insert({ ...language, ...at })}`
  }
  yield* sql`INSERT INTO namespace ${sql.insert({ id: 1, project_id: 1, name: "Straße" })}`
  for (let id = 1; id <= 300; id++) yield* addKey(id, id > 290 ? 2 : 1)
})

const addKey = Effect.fnUntraced(function* (id: number, projectId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO translation_key ${sql.insert({
    id,
    project_id: projectId,
    namespace_id: id % 40 === 0 && projectId === 1 ? 1 : null,
    name: `${textOf(2)}.${id}`,
    description: id % 3 === 0 ? textOf(3) : null,
    deleted_at: id % 50 === 1 ? 1 : null,
    created_at: 0
  })}`
  for (const languageId of projectId === 1 ? languageIds : [3]) {
    const content = id % 20 === 2 ? { text: null, state: "UNTRANSLATED" } : { text: textOf(5), state: "TRANSLATED" }
    yield* sql`INSERT INTO translation ${sql.insert({
      project_id: projectId,
      key_id: id,
      language_id: languageId,
      ...content
    })}`
  }
})

/** Changes that leave rows of every kind pending. */
const change = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (let id = 1; id <= 60; id += 3) {
    yield* sql`UPDATE translation SET text = ${textOf(4)}, state = 'TRANSLATED' WHERE key_id = ${id}`
    yield* sql`UPDATE translation_key SET name = ${`${textOf(2)}.new.${id}`} WHERE id = ${id}`
  }
  yield* sql`UPDATE translation SET text = NULL, state = 'UNTRANSLATED' WHERE key_id BETWEEN 100 AND 104`
  yield* sql`DELETE FROM translation_key WHERE id BETWEEN 110 AND 114`
  for (let id = 301; id <= 320; id++) yield* addKey(id, 1)
})

const findCandidates = (condition: KeyCondition) =>
  sizes(0, 0)(findCandidateKeys({ projectId: 1, languageIds, size: 1_000 }, [condition]))

const sizes = (databaseTextsMin: number, projectTextsMin: number) =>
  Effect.provideService(CurrentSearchIndexSizes, { databaseTextsMin, projectTextsMin, textsPerCandidate: 1 })

const conditionOf = (text: string, number: number): KeyCondition => {
  const pattern = text.length > 4 ? [text.slice(0, 2), text.slice(3), ""] : ["", text, ""]
  switch (number % 4) {
    case 0:
      return { kind: "textPattern", languageIds: [2], pattern, matches: number % 8 === 0 }
    case 1:
      return { kind: "pattern", field: number % 8 === 1 ? "name" : "description", pattern, matches: true }
    default:
      return { kind: "search", text }
  }
}

/** Compares searches with and without the index, of which the index has to lead to a tenth. */
const compareSearches = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const { selectIds } = yield* TranslationListRepository
  const stored = yield* sql<{ text: string }>`
    SELECT text FROM translation WHERE text IS NOT NULL UNION ALL SELECT name FROM translation_key ORDER BY 1`
  let indexed = 0
  for (let number = 0; number < count; number++) {
    const text = number % 10 === 0 ? textOf(1 + (number % 3)) : searchIn(stored[below(stored.length)]?.text ?? "x")
    const condition = conditionOf(text, number)
    const selection = { place, trashed: number % 7 === 0, languageIds, conditions: [condition], order: byId }
    const scanned = yield* sizes(0, 1_000_000)(selectIds(selection))
    const found = yield* sizes(0, 0)(selectIds(selection))
    assert.deepStrictEqual(found, scanned, JSON.stringify(condition))
    if ((yield* findCandidates(condition)) !== null) indexed++
  }
  assert.isAbove(indexed, count / 10)
})

const layerTestPartitioned = Layer.tap(layerTestPostgres, (services) =>
  Effect.provideContext(Effect.orDie(convertContent("partitioned")), services)
)

/** Statements that leave a part of the index out. */
const harmed = {
  SQLite: ["DROP TRIGGER text_search_key_changed"],
  PostgreSQL: ["UPDATE pg_index SET indisvalid = false WHERE indexrelid = CAST('translation_text_search' AS regclass)"],
  "PostgreSQL with partitions": [
    "DROP INDEX translation_text_search",
    "CREATE INDEX translation_text_search ON ONLY translation USING gin (text gin_trgm_ops)",
    "CREATE INDEX translation_p00_text_search ON translation_p00 USING gin (text gin_trgm_ops)",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = CAST('translation_p00_text_search' AS regclass)"
  ]
}

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres],
  ["PostgreSQL with partitions", layerTestPartitioned]
] as const)("the index of texts on %s", (engine, layerTest) => {
  const layerFixture = Layer.mergeAll(
    SearchIndexRepository.layer,
    ServerStatusRepository.layer,
    TranslationListRepository.layer
  ).pipe(Layer.provideMerge(layerTest))
  layer(layerFixture, { timeout: "120 seconds" })((it) => {
    it.effect(
      "finds the same keys as a search through all texts, also after a damage, until its migration is undone",
      () =>
        Effect.gen(function* () {
          const { transaction } = yield* Database
          const index = yield* SearchIndexRepository
          const sql = yield* SqlClient.SqlClient
          yield* transaction(Effect.orDie(seed))
          assert.strictEqual(yield* index.readState, "unneeded")
          assert.strictEqual(yield* sizes(1, 0)(index.readState), "missing")
          yield* index.build
          assert.strictEqual(yield* index.readState, "ready")
          // Every row is pending on SQLite.
          yield* compareSearches(20)
          while ((yield* index.indexPending) > 0) {}
          yield* compareSearches(60)

          yield* transaction(Effect.orDie(change))
          assert.strictEqual(yield* index.hasPending, engine === "SQLite")
          yield* compareSearches(25)
          while ((yield* index.indexPending) > 0) {}
          assert.isFalse(yield* index.hasPending)
          yield* compareSearches(25)

          // Only keys of the project itself, and few of them.
          const candidates = yield* findCandidates({ kind: "search", text: "x1y2" })
          const others = yield* sql<{ id: number }>`SELECT id FROM translation_key WHERE project_id = 2`
          assert.notIncludeMembers(
            [...(candidates ?? [])],
            others.map(({ id }) => id)
          )
          assert.isNull(yield* findCandidates({ kind: "search", text: "x1" }))
          assert.isNull(yield* findCandidates({ kind: "description", exists: true }))

          // Half built, or a migration has taken a part of it away.
          yield* transaction(Effect.orDie(Effect.forEach(harmed[engine], (statement) => sql.unsafe(statement))))
          assert.strictEqual(yield* sizes(1, 0)(index.readState), "missing")
          assert.isNull(yield* findCandidates({ kind: "search", text: "save" }))
          yield* index.build
          while ((yield* index.indexPending) > 0) {}
          assert.strictEqual(yield* index.readState, "ready")
          yield* compareSearches(25)

          // It is whole for the doctor, and counts as no table of its own.
          const integrity = yield* readIntegrity({ thoroughness: "thorough", until: Number.POSITIVE_INFINITY })
          assert.deepStrictEqual(integrity.problems, [])
          assert.deepStrictEqual(integrity.invalidIndexes, [])
          const { countTables } = yield* ServerStatusRepository
          const tables = [...(yield* countTables), ...(yield* readTables)].map(({ name }) => name)
          assert.include(tables, "translation")
          assert.notInclude(tables.join(" "), "text_search")

          if (engine === "PostgreSQL with partitions") yield* convertContent("plain")
          assert.strictEqual(yield* index.readState, "ready")
          yield* undoMigrations(null)
          assert.strictEqual(yield* sizes(1, 0)(index.readState), "missing")
        })
    )
  })
})
