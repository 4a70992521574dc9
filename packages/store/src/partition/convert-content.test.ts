import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { readContentForm, readConversion } from "../database/content-form.ts"
import { Database } from "../database/database.ts"
import { ContentPartitioned, undoMigrations } from "../migration/undo-migrations.ts"
import { dropSchemaCopy, makeSchemaCopy } from "../schema-copy/schema-copy.ts"
import { layerTestPostgres } from "../testing/engines.ts"
import { layerProjectFixture } from "../testing/project-fixture.ts"
import { readSchema } from "../testing/read-schema.ts"
import { TranslationRepository } from "../translation/translation-repository.ts"
import { partitionCount } from "./content-definition.ts"
import { convertContent } from "./convert-content.ts"

/** Several batches of each table. */
const keyCount = 5_000
const projectCount = 40

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO project (organization_id, name, slug, created_at)
    SELECT 1, 'P' || n, 'p' || n, 0 FROM generate_series(1, ${projectCount}) n`
  yield* sql`INSERT INTO language (project_id, tag, name, created_at) SELECT id, 'en', 'English', 0 FROM project`
  yield* sql`UPDATE project SET base_language_id = (SELECT id FROM language WHERE project_id = project.id)`
  yield* sql`INSERT INTO translation_key (project_id, name, created_at)
    SELECT (SELECT MIN(id) FROM project) + n % ${projectCount}, 'key ' || n, 0 FROM generate_series(1, ${keyCount}) n`
  yield* sql`INSERT INTO translation (project_id, key_id, language_id, text, state)
    SELECT k.project_id, k.id, l.id, '0', 'TRANSLATED' FROM translation_key k JOIN language l ON l.project_id = k.project_id`
  // One row as a server of before wrote it.
  yield* sql`INSERT INTO memory_pending (key_id) SELECT MIN(id) FROM translation_key`
}).pipe(Effect.orDie)

/** Writers, until their fiber ends, with what they have committed. */
const makeWriters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const translations = yield* TranslationRepository
  const written = { increments: 0, createdIds: new Set<number>() }
  const texts = yield* sql<{ id: number; projectId: number }>`
    SELECT id, project_id FROM translation ORDER BY id LIMIT 2000`
  const increment = (round: number) => {
    const row = texts[(round * 7) % texts.length]
    return database
      .transaction(
        sql`UPDATE translation SET text = CAST(CAST(text AS BIGINT) + 1 AS TEXT)
          WHERE id = ${row?.id ?? 0} AND project_id = ${row?.projectId ?? 0}`
      )
      .pipe(Effect.tap(() => Effect.sync(() => written.increments++)))
  }
  const create = (round: number) =>
    database
      .transaction(
        Effect.gen(function* () {
          const [key] = yield* sql<{ id: number; projectId: number; languageId: number }>`
            INSERT INTO translation_key (project_id, name, created_at)
            SELECT project_id, ${`new ${round}`}, 0 FROM language ORDER BY id OFFSET ${round % projectCount} LIMIT 1
            RETURNING id, project_id, (SELECT id FROM language WHERE project_id = translation_key.project_id) AS language_id`
          const { id = 0, projectId = 0, languageId = 0 } = key ?? {}
          const content = {
            text: "0",
            state: "TRANSLATED",
            outdated: false,
            auto: false,
            mtProvider: null,
            promptId: null
          } as const
          yield* translations.save(projectId, [{ keyId: id, languageId, ...content }])
          yield* sql`INSERT INTO memory_pending (key_id, project_id) VALUES (${id}, ${projectId})`
          return id
        })
      )
      .pipe(Effect.tap((id) => Effect.sync(() => written.createdIds.add(id))))
  const erase = Effect.suspend(() => {
    const [id] = written.createdIds
    if (id === undefined || written.createdIds.size < 20) return Effect.void
    written.createdIds.delete(id)
    return database.transaction(sql`DELETE FROM translation_key WHERE id = ${id}`)
  })
  let round = 0
  const write = Effect.suspend(() => {
    round++
    return Effect.andThen(Effect.all([increment(round), create(round)], { concurrency: 2 }), erase)
  })
  // A round that has begun is finished, so that its transactions are counted.
  return { written, run: Effect.forever(Effect.andThen(Effect.uninterruptible(write), Effect.yieldNow)) }
})

const expectWritten = Effect.fnUntraced(function* (written: { increments: number; createdIds: ReadonlySet<number> }) {
  const sql = yield* SqlClient.SqlClient
  const [sum] = yield* sql<{ increments: number; translations: number }>`
    SELECT CAST(SUM(CAST(text AS BIGINT)) AS BIGINT) AS increments, COUNT(*) AS translations FROM translation`
  assert.deepStrictEqual(sum, {
    increments: written.increments,
    translations: keyCount + written.createdIds.size
  })
  const created = yield* sql<{ id: number }>`SELECT id FROM translation_key WHERE name LIKE 'new %' ORDER BY id`
  assert.deepStrictEqual(
    created.map(({ id }) => id),
    [...written.createdIds].toSorted((one, other) => one - other)
  )
  // Rows of erased keys are gone with them.
  const [orphans] = yield* sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM memory_pending WHERE key_id NOT IN (SELECT id FROM translation_key)`
  assert.strictEqual(orphans?.count, 0)
})

const layerTest = TranslationRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTestPostgres)))

describe("the conversion", { tags: ["exhaustive"] }, () =>
  layer(layerTest, { timeout: "120 seconds" })("of keys and translations", (it) => {
    it.effect("goes there and back, interrupted and repeated, while writers lose nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* seed
        const before = yield* readSchema
        const writers = yield* makeWriters
        const writing = yield* Effect.forkChild(writers.run)

        // Interrupted in the middle of the translations.
        const reached = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          convertContent("partitioned", (table) => {
            if (table === "translation") Effect.runSync(Deferred.succeed(reached, undefined))
          })
        )
        yield* Effect.raceFirst(Deferred.await(reached), Fiber.join(first))
        yield* Fiber.interrupt(first)
        assert.deepStrictEqual([yield* readContentForm, yield* readConversion], ["plain", "partitioned"])
        const { isChanged } = yield* convertContent("partitioned")
        assert.isTrue(isChanged)
        assert.deepStrictEqual([yield* readContentForm, yield* readConversion], ["partitioned", null])
        yield* Fiber.interrupt(writing)
        yield* expectWritten(writers.written)

        const [places] = yield* sql<{ partitions: number }>`
        SELECT COUNT(DISTINCT tableoid) AS partitions FROM translation`
        assert.isAbove(places?.partitions ?? 0, partitionCount / 2)
        // Backups, and the copy before a migration, read each table once.
        const copied = (yield* readTables).filter(({ name }) => name.startsWith("translation"))
        assert.include(
          copied.map(({ name, identity }) => `${name} ${identity}`),
          "translation_key id"
        )
        assert.isEmpty(copied.filter(({ name }) => /_p\d\d$/.test(name)))
        const copy = yield* makeSchemaCopy(0, 0)
        const [kept] = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql(copy)}.translation`
        assert.strictEqual(kept?.count, keyCount + writers.written.createdIds.size)
        yield* dropSchemaCopy(copy)

        // A row of a key of another project has no place to refer to.
        const stray = sql`INSERT INTO memory_pending (key_id, project_id)
        SELECT id, project_id + 1 FROM translation_key ORDER BY id DESC LIMIT 1`
        assert.strictEqual((yield* Effect.flip(stray))._tag, "SqlError")
        assert.instanceOf(yield* Effect.flip(undoMigrations(null)), ContentPartitioned)
        assert.deepInclude(yield* convertContent("partitioned"), { isChanged: false, isCancelled: false })

        const writingOn = yield* Effect.forkChild(writers.run)
        yield* convertContent("plain")
        yield* Fiber.interrupt(writingOn)
        assert.strictEqual(yield* readContentForm, "plain")
        yield* expectWritten(writers.written)
        assert.deepStrictEqual(yield* readSchema, before)
      })
    )

    it.effect("ends when the other form is wanted again", () =>
      Effect.gen(function* () {
        const before = yield* readSchema
        const reached = yield* Deferred.make<void>()
        const conversion = yield* Effect.forkChild(
          convertContent("partitioned", () => Effect.runSync(Deferred.succeed(reached, undefined)))
        )
        yield* Effect.raceFirst(Deferred.await(reached), Fiber.join(conversion))
        yield* Fiber.interrupt(conversion)
        assert.deepInclude(yield* convertContent("plain"), { isChanged: false, isCancelled: true })
        assert.deepStrictEqual([yield* readContentForm, yield* readConversion], ["plain", null])
        assert.deepStrictEqual(yield* readSchema, before)
      })
    )
  })
)
