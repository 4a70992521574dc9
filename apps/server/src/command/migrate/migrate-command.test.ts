import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { currentVersion, migrate, schemaVersion } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { fillTables, readAllRows } from "@dragoman/store/testing/fill-tables"
import { assert, describe, layer } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { CommandFailure } from "../command-failure.ts"
import { copyBeforeMigration } from "../copy-before-migration.ts"
import { readMigrateArguments } from "./migrate-arguments.ts"
import { runMigrateCommand } from "./migrate-command.ts"
import type { MigrationStatus } from "./migrate-report.ts"

type Database = SettingValues["database"]

const run = Effect.fnUntraced(function* (database: Database, ...words: ReadonlyArray<string>) {
  const read = readMigrateArguments(words)
  if (!("action" in read)) return yield* Effect.die(new Error(JSON.stringify(read)))
  const settings = { database, copyBeforeMigration: true } as SettingValues
  return yield* Effect.tryPromise({ try: () => runMigrateCommand(settings, read.action), catch: (thrown) => thrown })
})

const factsOf = <A>(database: Database, ...words: ReadonlyArray<string>) =>
  Effect.map(run(database, ...words), ({ facts }) => facts as A)

const failureOf = (database: Database, ...words: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(run(database, ...words)), (failed) =>
    failed instanceof CommandFailure ? failed.sentence : Cause.pretty(Cause.fail(failed))
  )

/** On connections as a server has them, which end with it. */
const inDatabase = <A, E>(database: Database, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, layerEngineOf(database))

const inFolder = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman migrate "))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder): Database => ({ engine: "sqlite", filename: join(folder, "dragoman.sqlite") })
)

const onServer = Effect.map(
  Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase),
  (url): Database => ({ engine: "postgres", url }) as Database
)

const fill = Effect.andThen(migrate({ now: 1, beforeFirst: () => Effect.void }), fillTables)

/** Counts of rate limits are unlogged on PostgreSQL: no copy has them. */
const readKeptRows = Effect.map(readAllRows, ({ rate_clock: _clock, rate_window: _window, ...rows }) => rows)

/** The id that the database gives to a new organization. */
const nextId = (slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.withTransaction(
      sql<{ id: number }>`INSERT INTO organization (name, slug, created_at) VALUES ('New', ${slug}, 0) RETURNING id`
    )
    return row?.id ?? 0
  })

layer(PostgresServer.layer, { timeout: "60 seconds" })("dragoman migrate and rollback", (it) => {
  const tests = (newDatabase: typeof inFolder | typeof onServer) => {
    it.effect("lead back and forth, and put back each copy with every row", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        const rows = yield* inDatabase(database, Effect.andThen(fill, readKeptRows))
        const fresh = yield* factsOf<MigrationStatus>(database, "migrate", "status")
        assert.deepInclude(fresh, { databaseVersion: schemaVersion, works: true, pending: [], copies: [] })

        assert.match(yield* failureOf(database, "migrate", "down", "--to", "21"), /loses: .*counts of rate limits/)
        assert.match(yield* failureOf(database, "migrate", "down", "--to", "18"), /only to .*\b21, 20, 19, 17\b/)
        assert.match(yield* failureOf(database, "migrate", "down", "--to", "99"), /cannot go back to schema 99/)
        assert.strictEqual(yield* inDatabase(database, currentVersion), schemaVersion)

        const down = yield* factsOf<{ readonly copy: string; readonly to: number }>(
          database,
          ...["migrate", "down", "--to", "21", "--accept-loss"]
        )
        assert.strictEqual(down.to, 21)
        const older = yield* factsOf<MigrationStatus>(database, "migrate", "status")
        assert.deepInclude(older, { databaseVersion: 21, works: false, canRoll: false })
        assert.deepStrictEqual(
          older.copies.map(({ name, schemaVersion: version, reason }) => [name, version, reason]),
          [[down.copy, schemaVersion, "beforeChange"]]
        )
        const up = yield* factsOf<object>(database, "migrate", "up")
        assert.deepInclude(up, { from: 21, to: schemaVersion })
        assert.deepInclude(yield* factsOf<object>(database, "migrate", "up"), { from: schemaVersion, copy: null })

        // Written after the copy: gone from the database, and its id is not given again.
        const given = yield* inDatabase(database, nextId("new"))
        const back = yield* factsOf<{ readonly putAside: string }>(database, "rollback", down.copy)
        assert.deepInclude(back as object, { from: schemaVersion, to: schemaVersion })
        assert.deepStrictEqual(yield* inDatabase(database, readKeptRows), rows)
        assert.isAbove(yield* inDatabase(database, nextId("newer")), given)

        // And what the rollback has put aside, too.
        yield* run(database, "rollback", back.putAside)
        const restored = yield* inDatabase(database, readAllRows)
        assert.include(restored["organization"]?.map(({ slug }) => slug) ?? [], "new")

        const { copies } = yield* factsOf<MigrationStatus>(database, "migrate", "status")
        for (const { name } of copies) yield* run(database, "migrate", "forget", name)
        assert.match(yield* failureOf(database, "rollback"), /There is no copy/)
        assert.match(yield* failureOf(database, "migrate", "forget", "organization"), /is not a copy/)
      }).pipe(Effect.scoped)
    )

    it.effect("roll back to the copy of the last change, and an older copy is migrated at the next start", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        const before = yield* inDatabase(database, Effect.andThen(fill, readAllRows))
        yield* run(database, "migrate", "down", "--to", "19", "--accept-loss")
        const older = yield* inDatabase(database, readAllRows)
        yield* run(database, "migrate", "up")
        assert.deepInclude(yield* factsOf<object>(database, "rollback"), { from: schemaVersion, to: 19 })
        assert.deepStrictEqual(yield* inDatabase(database, readAllRows), older)
        const { from, to } = yield* inDatabase(database, migrate({ now: 2, beforeFirst: () => Effect.void }))
        assert.deepStrictEqual([from, to], [19, schemaVersion])
        const now = yield* inDatabase(database, readAllRows)
        const texts = (rows: typeof now) =>
          rows["translation"]?.map(
            ({ projectId: _, promptId: __, qualityScore: ___, qualityReason: ____, ...row }) => row
          )
        // The rows that fill the tables say any project, those of the migration the project of their key; later columns are empty.
        // Version 47 has no branches, and loses their keys.
        const onBranches = new Set(
          before["translation_key"]?.filter(({ branchId }) => branchId !== null).map(({ id }) => id)
        )
        assert.strictEqual(onBranches.size, 1)
        assert.deepStrictEqual(
          texts(now),
          texts(before)?.filter(({ keyId }) => !onBranches.has(keyId))
        )
      }).pipe(Effect.scoped)
    )
  }

  describe("on SQLite", () => tests(inFolder))
  describe("on PostgreSQL", { tags: ["exhaustive"] }, () => tests(onServer))

  it.effect("keep all copies of one second apart, on SQLite", () =>
    Effect.gen(function* () {
      const database = yield* inFolder
      yield* inDatabase(database, fill)
      const at = Date.UTC(2026, 0, 2, 3, 4, 5)
      const copy = copyBeforeMigration({ database, copyBeforeMigration: true }, schemaVersion, at)
      const names = yield* inDatabase(database, Effect.all([copy, copy, copy]))
      const { copies } = yield* factsOf<MigrationStatus>(database, "migrate", "status")
      assert.deepStrictEqual(
        copies.map(({ name, madeAt }) => [name, madeAt]),
        names.map((name) => [name ?? "none", at])
      )
    }).pipe(Effect.scoped)
  )

  it.effect("change nothing while a server has connections to PostgreSQL", () =>
    Effect.gen(function* () {
      const database = yield* onServer
      yield* inDatabase(
        database,
        Effect.gen(function* () {
          yield* migrate({ now: 1, beforeFirst: () => Effect.void })
          for (const words of [["migrate", "down"], ["rollback"]]) {
            assert.match(yield* failureOf(database, ...words), /stop them first\. Nothing was changed\./)
          }
          assert.strictEqual(yield* currentVersion, schemaVersion)
        })
      )
    }).pipe(Effect.scoped)
  )
})
