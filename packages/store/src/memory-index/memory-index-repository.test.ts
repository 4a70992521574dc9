import { makeSimilarityIndex } from "@dragoman/similarity"
import { naiveSearch } from "@dragoman/similarity/testing"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { layerProjectFixture } from "../testing/project-fixture.ts"
import { MemoryIndexRepository, type MemoryMatchRow } from "./memory-index-repository.ts"

const normalize = (text: string): string => text.toLowerCase()

const sizes = { waitingMax: 4, batchMax: 40, collectedMax: 8, rebuildMin: 10 }

let projects = 0

/** A project with the base language en and de, its keys with these base texts, and `de <text>` as their translations. */
const seedProject = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, languageTag = "en") {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const name = `memory ${++projects}`
  const insert = (table: string, row: Record<string, unknown>) =>
    Effect.map(
      sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`,
      (rows) => rows[0]?.id ?? 0
    )
  return yield* database
    .transaction(
      Effect.gen(function* () {
        const projectId = yield* insert("project", {
          organization_id: 1,
          name,
          slug: `memory-${projects}`,
          created_at: 0
        })
        const language = (tag: string) => insert("language", { project_id: projectId, tag, name: tag, created_at: 0 })
        const base = yield* language(languageTag)
        const german = yield* language("de")
        yield* sql`UPDATE project SET base_language_id = ${base} WHERE id = ${projectId}`
        const keyIds: Array<number> = []
        for (const [index, text] of texts.entries()) {
          const keyId = yield* insert("translation_key", { project_id: projectId, name: `key ${index}`, created_at: 0 })
          for (const [language_id, content] of [
            [base, text],
            [german, `de ${text}`]
          ] as const) {
            yield* insert("translation", {
              project_id: projectId,
              key_id: keyId,
              language_id,
              text: content,
              state: "TRANSLATED"
            })
          }
          keyIds.push(keyId)
        }
        return { projectId, base, german, keyIds }
      })
    )
    .pipe(Effect.orDie)
})

/** Indexes all pending keys, as the server does. */
const indexPending = Effect.gen(function* () {
  const database = yield* Database
  const memory = yield* MemoryIndexRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      const pending = yield* memory.takePending(1_000)
      const before = yield* memory.listSourceIds(pending.map(({ keyId }) => keyId))
      yield* memory.unlinkKeys(pending.flatMap(({ keyId, text }) => (text === null ? [keyId] : [])))
      const keys = pending.flatMap(({ keyId, projectId, text }) => (text === null ? [] : [{ keyId, projectId, text }]))
      const [first] = pending
      if (first?.languageTag == null) return 0
      const indexId = yield* memory.openIndex(first.organizationId, first.languageTag)
      const added = yield* memory.linkKeys(indexId, keys)
      yield* makeSimilarityIndex(memory.storageOf(indexId), normalize, sizes).add(added)
      yield* memory.eraseUnused(before)
      return indexId
    })
  )
})

const write = (statement: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(Database, (database) => database.transaction(Effect.orDie(statement)))

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the index of the memory on %s", (engine, layerTest) => {
  const layerFixture = MemoryIndexRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("finds what a comparison with all sources finds: waiting, appended, rebuilt, and after removals", () =>
      Effect.gen(function* () {
        const memory = yield* MemoryIndexRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const words = "save delete open key file project language now please today".split(" ")
        const texts = Array.from({ length: 40 }, (_unused, index) =>
          [1, 3, 10].map((step) => words[Math.floor(index / step + step) % words.length]).join(" ")
        )
        const { keyIds } = yield* seedProject(texts, "xa")
        const marked = (ids: ReadonlyArray<number>) => database.transaction(memory.markPending(null, ids))
        const indexIds = new Set<number>()
        const compare = Effect.fnUntraced(function* (step: string) {
          const [indexId = 0] = indexIds
          // The first half is appended, the second one rebuilds.
          const index = makeSimilarityIndex(memory.storageOf(indexId), normalize, { ...sizes, rebuildMin: 30 })
          const sources = yield* memory.storageOf(indexId).readSources(0, 1_000)
          for (const text of [...words.slice(0, 3), ...texts.slice(0, 8), "save the file now"]) {
            const found = (yield* index.find(text)).map(({ sourceId }) => sourceId).toSorted((a, b) => a - b)
            assert.deepStrictEqual(found, naiveSearch(sources, text, normalize), `${step}: ${text}`)
          }
          return { index, count: sources.length }
        })
        yield* marked(keyIds.slice(0, 20))
        indexIds.add(yield* indexPending)
        const { index } = yield* compare("waiting")
        yield* index.maintain
        yield* compare("appended")
        const [indexId = 0] = indexIds
        assert.deepInclude(yield* memory.storageOf(indexId).state, { generation: 1, changedCount: 20 })
        yield* marked(keyIds.slice(20))
        yield* indexPending
        yield* compare("some wait")
        yield* index.maintain
        const { count } = yield* compare("rebuilt")
        const { generation } = yield* memory.storageOf(indexId).state
        assert.isAbove(generation, 1)
        assert.deepStrictEqual(yield* sql`SELECT DISTINCT generation FROM memory_posting WHERE index_id = ${indexId}`, [
          { generation }
        ])
        yield* write(sql`DELETE FROM translation WHERE key_id IN (SELECT id FROM translation_key WHERE id > ${keyIds[9] ?? 0}
          AND id <= ${keyIds[39] ?? 0})`)
        yield* marked(keyIds.slice(10))
        yield* indexPending
        assert.isBelow((yield* compare("removed")).count, count)
      })
    )

    if (engine === "SQLite") {
      it.effect("reads the lists and sources of a lookup by the whole primary key", () =>
        Effect.gen(function* () {
          const memory = yield* MemoryIndexRepository
          const plans: Array<string> = []
          const explain: Statement.Transformer = (statement, sql) => {
            const [text, parameters] = statement.compile()
            return text.startsWith("EXPLAIN")
              ? Effect.succeed(statement)
              : Effect.map(
                  Effect.orDie(sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)),
                  (rows) => {
                    plans.push(...rows.map((row) => row.detail).filter((detail) => detail.startsWith("SEARCH")))
                    return statement
                  }
                )
          }
          const storage = memory.storageOf(1)
          yield* Effect.all([storage.readPostings(1, [1]), storage.readSignatures(1, [1])]).pipe(
            Effect.provideService(Statement.CurrentTransformer, explain)
          )
          assert.deepStrictEqual(
            plans.map((detail) => /\(.*\)/.exec(detail)?.[0]),
            ["(index_id=? AND generation=? AND slot=?)", "(index_id=? AND generation=? AND place=?)"]
          )
        })
      )
    }

    it.effect("is completed after the program was killed early and late in a rebuild", () =>
      Effect.gen(function* () {
        const memory = yield* MemoryIndexRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const words = "save delete open key file project language".split(" ")
        const texts = words.flatMap((one) => words.map((other) => `${one} the ${other}`))
        const { keyIds } = yield* seedProject(texts, "xk")
        let indexed = 12
        yield* database.transaction(memory.markPending(null, keyIds.slice(0, indexed)))
        const indexId = yield* indexPending
        const storage = memory.storageOf(indexId)
        const small = { ...sizes, batchMax: 15 }
        const index = makeSimilarityIndex(storage, normalize, small)
        /** Maintains the index, and ends as a killed program does after so many transactions; true if it was complete before. */
        const maintainAndDie = (transactions: number) => {
          let left = transactions
          const dying = {
            ...storage,
            transaction: <A>(effect: Effect.Effect<A>) =>
              left-- > 0 ? storage.transaction(effect) : Effect.die("killed")
          }
          return Effect.map(Effect.exit(makeSimilarityIndex(dying, normalize, small).maintain), Exit.isSuccess)
        }
        const compare = Effect.gen(function* () {
          const sources = yield* storage.readSources(0, 1_000)
          for (const text of ["save the file", "open"]) {
            const found = (yield* index.find(text)).map(({ sourceId }) => sourceId).toSorted((a, b) => a - b)
            assert.deepStrictEqual(found, naiveSearch(sources, text, normalize), text)
          }
        })
        let deaths = 0
        for (let transactions = 1; !(yield* maintainAndDie(transactions)); transactions *= 2) {
          deaths++
          yield* compare
          // Content goes on, and some of it waits in the generation that lookups read.
          if (indexed < texts.length) {
            yield* database.transaction(memory.markPending(null, keyIds.slice(indexed, indexed + 8)))
            indexed += 8
            assert.isTrue(yield* memory.isUnfinished)
            yield* indexPending
          }
        }
        assert.isAbove(deaths, 2)
        yield* index.maintain
        yield* compare
        const { generation } = yield* storage.state
        assert.isAbove(generation, 1)
        const stored = yield* sql<{ generation: number; sourceId: number }>`
          SELECT generation, source_id FROM memory_signature WHERE index_id = ${indexId} ORDER BY source_id`
        assert.deepStrictEqual(
          stored,
          (yield* storage.readSources(0, 1_000)).map(({ id }) => ({ generation, sourceId: id }))
        )
        assert.isFalse(yield* memory.isUnfinished)
      })
    )

    it.effect("finds keys that are new, changed, in another language, or in no index", () =>
      Effect.gen(function* () {
        const memory = yield* MemoryIndexRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const { keyIds, base } = yield* seedProject(["One text", "Another text"], "xb")
        const [first = 0, second = 0] = keyIds
        const stale = Effect.map(memory.listStale(first - 1, 10), (ids) => ids.filter((id) => keyIds.includes(id)))
        assert.deepStrictEqual(yield* stale, keyIds)
        yield* database.transaction(memory.markPending(null, keyIds))
        yield* database.transaction(memory.markPending(null, keyIds))
        yield* indexPending
        assert.deepStrictEqual(yield* stale, [])
        yield* write(sql`UPDATE translation SET text = 'New' WHERE key_id = ${second} AND language_id = ${base}`)
        assert.deepStrictEqual(yield* stale, [second])
        yield* write(sql`UPDATE language SET tag = 'xc' WHERE id = ${base}`)
        assert.deepStrictEqual(yield* stale, keyIds)
      })
    )

    it.effect("lists live translations of a project whose key has the text now", () =>
      Effect.gen(function* () {
        const memory = yield* MemoryIndexRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const texts = ["Same", "Same", "Changed", "Deleted", "Plural", "Empty", "Asked"]
        const { projectId, base, german, keyIds } = yield* seedProject(texts, "xd")
        const other = yield* seedProject(["Same"], "xd")
        yield* database.transaction(memory.markPending(null, [...keyIds, ...other.keyIds]))
        const indexId = yield* indexPending
        yield* write(
          sql`UPDATE translation SET text = 'Else' WHERE key_id = ${keyIds[2] ?? 0} AND language_id = ${base}`
        )
        yield* write(sql`UPDATE translation_key SET deleted_at = 1 WHERE id = ${keyIds[3] ?? 0}`)
        yield* write(sql`UPDATE translation_key SET is_plural = 1 WHERE id = ${keyIds[4] ?? 0}`)
        yield* write(
          sql`UPDATE translation SET text = NULL, state = 'UNTRANSLATED' WHERE key_id = ${keyIds[5] ?? 0} AND language_id = ${german}`
        )
        const sources = yield* memory.storageOf(indexId).readSources(0, 100)
        assert.strictEqual(sources.length, 6)
        const list = (isPlural: boolean) =>
          Effect.map(
            memory.listMatches({
              projectId,
              sourceIds: sources.map(({ id }) => id),
              languageTags: ["DE"]
            }),
            (rows) =>
              rows
                .filter((row) => row.isPlural === isPlural && row.keyId !== keyIds[6])
                .map(({ keyName, targetText }) => [keyName, targetText])
                .toSorted()
          )
        assert.deepStrictEqual(yield* list(false), [
          ["key 0", "de Same"],
          ["key 1", "de Same"]
        ])
        assert.deepStrictEqual(yield* list(true), [["key 4", "de Plural"]])
        assert.isTrue(Option.isSome(yield* memory.findSource(indexId, "Same")))
        assert.isTrue(Option.isNone(yield* memory.findSource(indexId, "same")))
      })
    )

    it.effect("lists matches of shared memories with their penalty, also those that wait for the index", () =>
      Effect.gen(function* () {
        const memory = yield* MemoryIndexRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const asked = yield* seedProject(["Asked"], "xe")
        const writer = yield* seedProject(["Same", "Waiting"], "xe")
        const [indexed = 0, waiting = 0] = writer.keyIds
        const insert = (table: string, row: Record<string, unknown>) =>
          Effect.map(write(sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`), () => undefined)
        const memoryId = 1_000_001
        const shared = { organization_id: 1, name: "Shared", source_language_tag: "xe", write_only_reviewed: 0 }
        yield* insert("memory", { id: memoryId, ...shared, default_penalty: 7, created_at: 0 })
        const use = { memory_id: memoryId, penalty: null }
        yield* insert("memory_assignment", {
          ...use,
          project_id: asked.projectId,
          read_access: 1,
          write_access: 0,
          priority: 2
        })
        yield* insert("memory_assignment", {
          ...use,
          project_id: writer.projectId,
          read_access: 0,
          write_access: 1,
          priority: 1
        })
        const entryIds = [1_000_001, 1_000_002]
        for (const [index, text] of ["Same", "Waiting"].entries()) {
          const entry = {
            memory_id: memoryId,
            source_text: text,
            target_language_tag: "DE",
            target_text: `stored ${text}`
          }
          yield* insert("memory_entry", { id: entryIds[index], ...entry, digest: text, created_at: 1, updated_at: 2 })
        }
        yield* database.transaction(memory.markPending(null, [indexed]))
        const indexId = yield* indexPending
        const entries = [{ entryId: entryIds[0] ?? 0, text: "Same" }]
        yield* database.transaction(memory.linkEntries(indexId, entries))
        yield* database.transaction(memory.markPending(null, [waiting]))
        yield* database.transaction(memory.markPendingEntries(entryIds.slice(1)))
        const sources = yield* memory.findSources(indexId, ["Same", "Waiting"])
        const request = { projectId: asked.projectId, languageTags: ["de"] }
        const shown = (rows: ReadonlyArray<MemoryMatchRow>) =>
          rows
            .map((row) => [row.keyName, row.targetText, row.memoryName, row.priority, row.penalty, row.updatedAt])
            .toSorted()
        const matches = memory.listMatches({ ...request, sourceIds: sources.map(({ sourceId }) => sourceId) })
        const pending = memory.listPendingMatches({ ...request, sourceTexts: ["Same", "Waiting", "\0"] })
        assert.deepStrictEqual(shown(yield* matches), [
          ["", "stored Same", "Shared", 2, 7, 2],
          ["key 0", "de Same", "Shared", 2, 7, null]
        ])
        assert.deepStrictEqual(shown(yield* pending), [
          ["", "stored Waiting", "Shared", 2, 7, 2],
          ["key 1", "de Waiting", "Shared", 2, 7, null]
        ])
        yield* write(sql`UPDATE memory_assignment SET read_access = 0 WHERE project_id = ${asked.projectId}`)
        assert.deepStrictEqual([...(yield* matches), ...(yield* pending)], [])
        // The next test indexes its own texts only.
        yield* database.transaction(memory.takePending(1_000))
        yield* database.transaction(memory.takePendingEntries(1_000))
      })
    )
  })
})
