import { assert, describe, layer } from "@effect/vitest"
import { Array as Arr, Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { layerPostgres } from "../database/postgres.ts"
import { emptyPostgres, emptySqlite, layerTestPostgres, layerTestSqlite, PostgresServer } from "../testing/engines.ts"
import { initial } from "./0001-initial.ts"
import { content } from "./0002-content.ts"
import { webhook } from "./0003-webhook.ts"
import { delivery } from "./0004-delivery.ts"
import { image } from "./0005-image.ts"
import { comment } from "./0006-comment.ts"
import { batchJob } from "./0007-batch-job.ts"
import { migrate } from "./migrate.ts"
import type { Migration } from "./migration.ts"
import { currentVersion } from "./migration-log.ts"
import { schemaVersion } from "./migrations.ts"

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("migration on %s", (_, layerTest) => {
  /** Fails the test when the database would be copied: it is not about to change. */
  const beforeFirst = () => Effect.sync(() => assert.fail("nothing is to be copied"))

  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("brings an empty database to the newest version, and then changes nothing any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual(yield* currentVersion, schemaVersion)
        const again = yield* Effect.all([migrate({ now: 1, beforeFirst }), migrate({ now: 2, beforeFirst })], {
          concurrency: 2
        })
        assert.deepStrictEqual(again, Array(2).fill({ from: schemaVersion, to: schemaVersion }))
        const versions = yield* sql<{ version: number; appliedAt: number }>`
          SELECT version, applied_at FROM schema_migration ORDER BY version`
        assert.deepStrictEqual(
          versions.map((row) => ({ ...row })),
          versions.map(({ version }) => ({ version, appliedAt: 0 }))
        )
        assert.deepStrictEqual([versions[0]?.version, versions.at(-1)?.version], [1, schemaVersion])
      })
    )
  })

  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("rejects a database of a newer program, before anything is copied or changed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const newer = schemaVersion + 1
        yield* sql.withTransaction(
          sql`INSERT INTO schema_migration ${sql.insert({ version: newer, name: "later", applied_at: 3 })}`
        )
        const error = yield* Effect.flip(migrate({ now: 4, beforeFirst }))
        assert.deepInclude(error, {
          _tag: "DatabaseTooNew",
          databaseVersion: newer,
          programVersion: schemaVersion
        })
        assert.strictEqual(yield* currentVersion, newer)
      })
    )
  })
})

describe.each([
  ["SQLite", emptySqlite],
  ["PostgreSQL", emptyPostgres]
] as const)("a database of another program on %s", (_, database) => {
  layer(PostgresServer.layer, { timeout: "60 seconds" })((it) => {
    it.effect.each([
      ["Tolgee", ["databasechangelog", "permission", "project"], { program: "Tolgee", table: "project" }],
      ["an unknown one", ["project"], { program: null, table: "project" }]
    ] as const)("is refused and left as it is: %s", ([, tables, expected]) =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql.withTransaction(
            Effect.forEach(tables, (table) => sql.unsafe(`CREATE TABLE ${table} (id INTEGER)`), { discard: true })
          )
          const error = yield* Effect.flip(migrate({ now: 1, beforeFirst }))
          assert.deepInclude(error, { _tag: "DatabaseOfAnotherProgram", ...expected })
          assert.strictEqual(yield* currentVersion, 0)
          yield* sql`SELECT id FROM project`
        }).pipe(Effect.provide(connect()))
      })
    )
  })
})

/** A migration that makes a table and then fails. */
const brokenAfter = (version: number): Migration => ({
  version,
  name: "broken",
  statements: ({ integer }) => [`CREATE TABLE left_over (id ${integer})`, "INSERT INTO nowhere VALUES (1)"],
  undo: null
})

const firstStep: Migration = {
  version: 1,
  name: "first",
  statements: ({ integer }) => [`CREATE TABLE kept (id ${integer})`],
  undo: null
}

const beforeFirst = () => Effect.void

layer(PostgresServer.layer, { timeout: "60 seconds" })("migration of an empty database", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`by two servers that start at once makes the schema once on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        const start = (now: number) => migrate({ now, beforeFirst }).pipe(Effect.provide(connect()))
        const started = yield* Effect.all([start(1), start(2)], { concurrency: 2 })
        assert.deepStrictEqual(
          started.map(({ to }) => to),
          [schemaVersion, schemaVersion]
        )
        assert.sameMembers(
          started.map(({ from }) => from),
          [0, schemaVersion]
        )
        const applied = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ version: number }>`SELECT version FROM schema_migration ORDER BY version`
        ).pipe(Effect.provide(connect()))
        assert.deepStrictEqual([applied[0]?.version, applied.at(-1)?.version], [1, schemaVersion])
      }).pipe(Effect.scoped)
    )

    it.effect(`that fails leaves nothing behind on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const isThere = (table: string) =>
            Effect.map(Effect.exit(sql`SELECT 1 FROM ${sql(table)}`), (exit) => Exit.isSuccess(exit))
          const broken = [firstStep, brokenAfter(2)]
          assert.isTrue(Exit.isFailure(yield* Effect.exit(migrate({ now: 1, beforeFirst, steps: broken }))))
          assert.deepStrictEqual([yield* isThere("schema_migration"), yield* isThere("kept")], [false, false])

          yield* migrate({ now: 2, beforeFirst, steps: [firstStep] })
          assert.isTrue(Exit.isFailure(yield* Effect.exit(migrate({ now: 3, beforeFirst, steps: broken }))))
          assert.strictEqual(yield* currentVersion, 1)
          assert.deepStrictEqual([yield* isThere("kept"), yield* isThere("left_over")], [true, false])
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }

  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`to version 3 stores what each delivery announces on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate({ now: 1, beforeFirst, steps: [initial, content] })
          const id = { id: 1, created_at: 0 }
          const rows = {
            organization: { ...id, name: "O", slug: "o" },
            project: { ...id, organization_id: 1, name: "P", slug: "p" },
            webhook_configuration: { ...id, project_id: 1, url: "http://a", secret: "s" },
            activity_revision: { ...id, project_id: 1, type: "IMPORT" }
          }
          const delivery = { webhook_configuration_id: 1, next_attempt_at: 0, created_at: 0 }
          yield* sql.withTransaction(
            Effect.gen(function* () {
              for (const [table, row] of Object.entries(rows)) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
              yield* sql`INSERT INTO delivery ${sql.insert([
                { ...delivery, message_id: "known", revision_id: 1 },
                { ...delivery, message_id: "forgotten", revision_id: 2 }
              ])}`
            })
          )
          yield* migrate({ now: 2, beforeFirst })
          const types = yield* sql<{ activityType: string }>`SELECT activity_type FROM delivery ORDER BY id`
          assert.deepStrictEqual(
            types.map(({ activityType }) => activityType),
            ["IMPORT", ""]
          )
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }

  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`to version 8 leaves no state without its text, and refuses one from then on, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate({
            now: 1,
            beforeFirst,
            steps: [initial, content, webhook, delivery, image, comment, batchJob]
          })
          const id = { id: 1, created_at: 0 }
          const ofKey = { project_id: 1, created_at: 0 }
          const before: Arr.NonEmptyReadonlyArray<readonly [text: string | null, state: string, after: unknown]> = [
            ["A", "REVIEWED", ["A", "REVIEWED"]],
            [null, "DISABLED", [null, "DISABLED"]],
            [null, "UNTRANSLATED", [null, "UNTRANSLATED"]],
            [null, "TRANSLATED", [null, "UNTRANSLATED"]],
            ["", "REVIEWED", [null, "UNTRANSLATED"]],
            ["A", "UNTRANSLATED", ["A", "TRANSLATED"]],
            ["{n, plural,\none {}\nother {}\n}", "TRANSLATED", [null, "UNTRANSLATED"]],
            ["{n, plural,\n=0 {}\nother {}\n}", "REVIEWED", [null, "UNTRANSLATED"]],
            ["{n, plural,\none {}\nother {A}\n}", "TRANSLATED", ["{n, plural,\none {}\nother {A}\n}", "TRANSLATED"]],
            ["{n, plural,\none {}\nother {{n}}\n}", "REVIEWED", ["{n, plural,\none {}\nother {{n}}\n}", "REVIEWED"]]
          ]
          const keys = Arr.map(before, (_, index) => ({
            ...ofKey,
            id: index + 1,
            name: `k${index}`,
            is_plural: 1
          }))
          const texts = Arr.map(before, ([text, state], index) => ({
            key_id: index + 1,
            language_id: 1,
            text,
            state
          }))
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`INSERT INTO organization ${sql.insert({ ...id, name: "O", slug: "o" })}`
              yield* sql`INSERT INTO project ${sql.insert({ ...id, organization_id: 1, name: "P", slug: "p" })}`
              yield* sql`INSERT INTO language ${sql.insert({ ...id, project_id: 1, tag: "en", name: "English" })}`
              yield* sql`INSERT INTO translation_key ${sql.insert(keys)}`
              yield* sql`INSERT INTO translation ${sql.insert(texts)}`
            })
          )
          yield* migrate({ now: 2, beforeFirst })
          const after = yield* sql<{ text: string | null; state: string }>`
            SELECT text, state FROM translation ORDER BY key_id`
          assert.deepStrictEqual(
            after.map(({ text, state }) => [text, state]),
            before.map(([, , expected]) => expected)
          )
          const refused = yield* Effect.flip(
            sql.withTransaction(sql`UPDATE translation SET text = NULL WHERE state = 'REVIEWED'`)
          )
          assert.strictEqual(refused._tag, "SqlError")
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }

  it.effect("does not keep servers waiting behind a transaction that it has to wait for, on PostgreSQL", () =>
    Effect.gen(function* () {
      const connect = yield* emptyPostgres
      const [server, other, upgrading] = [connect(), connect(), connect()]
      const read = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM kept`)
      yield* migrate({ now: 1, beforeFirst, steps: [firstStep] }).pipe(Effect.provide(server))
      const isRead = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const longTransaction = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          read.pipe(Effect.andThen(Deferred.succeed(isRead, undefined)), Effect.andThen(Deferred.await(mayEnd)))
        )
      )
      const long = yield* Effect.forkChild(Effect.provide(longTransaction, server))
      yield* Deferred.await(isRead)
      const widen: Migration = {
        version: 2,
        name: "widen",
        statements: ({ integer }) => [`ALTER TABLE kept ADD COLUMN more ${integer}`],
        undo: null
      }
      const migrating = yield* Effect.forkChild(
        migrate({ now: 2, beforeFirst, steps: [firstStep, widen] }).pipe(Effect.provide(upgrading))
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const waiting = sql`SELECT 1 FROM pg_locks
          WHERE relation = 'kept'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`
        yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
        // It queues behind the migration, which gives up for a moment: the long transaction has not ended.
        yield* read
        assert.isUndefined(long.pollUnsafe())
        yield* Deferred.succeed(mayEnd, undefined)
      }).pipe(Effect.provide(other))
      yield* Fiber.join(long)
      assert.deepStrictEqual(yield* Fiber.join(migrating), { from: 1, to: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("is refused when PostgreSQL keeps it in an encoding without every character", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      const narrow = new URL(url)
      narrow.pathname = "/narrow"
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe("CREATE DATABASE narrow ENCODING 'SQL_ASCII' TEMPLATE template0")
      ).pipe(Effect.provide(layerPostgres(url)))
      const error = yield* Effect.flip(migrate({ now: 1, beforeFirst })).pipe(
        Effect.provide(layerPostgres(narrow.href))
      )
      assert.deepInclude(error, { _tag: "DatabaseEncodingUnfit", encoding: "SQL_ASCII" })
      assert.strictEqual(yield* Effect.provide(currentVersion, layerPostgres(narrow.href)), 0)
    })
  )
})
