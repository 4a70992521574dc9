import { copyFileSync, existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerPostgres } from "../database/load-postgres.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { lockForServer } from "../database/sqlite-lock.ts"
import { migrate } from "../migration/migrate.ts"
import { currentVersion } from "../migration/migration-log.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { PostgresServer, temporaryFolder } from "../testing/engines.ts"
import { countDerivedRows, fillDatabase, lastIdOf } from "../testing/fill-database.ts"
import { readTables } from "./copied-tables.ts"
import { copyBetween, type DatabaseAddress } from "./copy-between.ts"
import type { CopyProgress } from "./copy-database.ts"
import { readLastIds } from "./sequences.ts"

const connect = (database: DatabaseAddress): Layer.Layer<SqlClient.SqlClient> =>
  database.engine === "sqlite" ? layerSqlite(database) : Layer.orDie(layerPostgres(database.url))

const on = <A, E, R>(database: DatabaseAddress, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, connect(database))

const newSqlite = Effect.map(
  temporaryFolder,
  (folder) => ({ engine: "sqlite", filename: join(folder, "dragoman.sqlite") }) as const
)

const newPostgres = Effect.gen(function* () {
  const { newDatabase } = yield* PostgresServer
  const database: DatabaseAddress = { engine: "postgres", url: yield* newDatabase }
  return database
})

const write = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(sql.unsafe(statement))
  }).pipe(Effect.orDie)

const filling = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate({ now: 1, beforeFirst: () => Effect.void })
  yield* sql.withTransaction(fillDatabase)
})

/** A SQLite file with rows in every table, which each test copies. */
class FilledFile extends Context.Service<FilledFile, string>()("@dragoman/store/copy/FilledFile") {
  static readonly layer = Layer.effect(
    FilledFile,
    Effect.tap(
      Effect.map(temporaryFolder, (folder) => join(folder, "filled.sqlite")),
      (filename) => Effect.orDie(on({ engine: "sqlite", filename }, filling))
    )
  )
}

const filledSqlite = Effect.gen(function* () {
  const database = yield* newSqlite
  copyFileSync(yield* FilledFile, database.filename)
  return database
})

const filledPostgres = Effect.tap(newPostgres, (database) => Effect.orDie(on(database, filling)))

const copy = (from: DatabaseAddress, to: DatabaseAddress, onProgress: (progress: CopyProgress) => void = () => {}) =>
  copyBetween({ from, to, isLive: true, now: 2, onProgress })

/** Copies like a process that is killed in the middle: `pages` pages are written. */
const interrupted = (from: DatabaseAddress, to: DatabaseAddress, pages: number) => {
  let left = pages
  return Effect.exit(
    copy(from, to, () => {
      if (left-- === 0) throw new Error("killed")
    })
  )
}

const failureOf = <A, E>(exit: Exit.Exit<A, E>): unknown => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : null)

/** A copy of every table takes seconds on a busy machine. */
const testMillisMax = 120_000

layer(Layer.merge(PostgresServer.layer, FilledFile.layer), { timeout: "60 seconds", excludeTestServices: true })(
  "a copy of a database",
  (it) => {
    it.effect(
      "from SQLite to PostgreSQL and back has every row, and goes on counting ids where they were",
      () =>
        Effect.gen(function* () {
          const [first, second, third] = [yield* filledSqlite, yield* newPostgres, yield* newSqlite]
          const there = yield* copy(first, second)
          const back = yield* copy(second, third)
          assert.deepStrictEqual(back.tables, there.tables)
          assert.deepInclude(there, { schemaVersion, isResumed: false, tablesLeftOut: [] })
          for (const [table, { rows }] of Object.entries(there.tables)) assert.isAbove(rows, 0, table)
          assert.isAbove(there.tables["activity_modified_entity"]?.rows ?? 0, 250)
          assert.isAbove(yield* on(first, countDerivedRows), 0)
          for (const database of [second, third]) {
            // The next server makes the index of the memory again.
            assert.strictEqual(yield* on(database, countDerivedRows), 0)
            const counted = yield* on(
              database,
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                const tables = yield* readTables
                const lastIds = yield* readLastIds(sql, tables)
                const [inserted] = yield* sql.withTransaction(
                  sql<{
                    id: number
                  }>`INSERT INTO organization ${sql.insert({ name: "next", slug: "next", created_at: 0 })} RETURNING id`
                )
                assert.strictEqual(yield* currentVersion, schemaVersion)
                return [...lastIds, ["inserted", inserted?.id] as const]
              })
            )
            const expected = Object.keys(there.tables).filter((table) => counted.some(([name]) => name === table))
            assert.includeDeepMembers(
              counted,
              expected.map((table) => [table, lastIdOf(table)])
            )
            assert.deepInclude(counted, ["inserted", lastIdOf("organization") + 1])
            // The audit log is still append-only.
            const change = yield* Effect.exit(on(database, write("UPDATE audit_entry SET action = 'x'")))
            assert.isTrue(Exit.isFailure(change))
          }
          const { filename } = third
          assert.strictEqual(statSync(filename).mode & 0o777, 0o600)
          for (const suffix of [".unfinished", ".unfinished-wal", "-wal"])
            assert.isFalse(existsSync(`${filename}${suffix}`))
        }),
      testMillisMax
    )

    for (const [name, source, target] of [
      ["SQLite to PostgreSQL", filledSqlite, newPostgres],
      ["PostgreSQL to SQLite", filledPostgres, newSqlite]
    ] as const) {
      it.effect(`from ${name} that was killed is no database for a server, and is continued`, () =>
        Effect.gen(function* () {
          const [from, to] = [yield* source, yield* target]
          assert.include(String(failureOf(yield* interrupted(from, to, 30))), "killed")
          if (to.engine === "postgres") {
            const start = yield* Effect.exit(on(to, migrate({ now: 3, beforeFirst: () => Effect.void })))
            assert.deepInclude(failureOf(start), { _tag: "DatabaseUnfinished" })
            assert.strictEqual(yield* on(to, currentVersion), 0)
          } else assert.isFalse(existsSync(to.filename))
          const written = new Set<string>()
          const report = yield* copy(from, to, ({ step, table }) => {
            if (step === "copy") written.add(table)
          })
          assert.isTrue(report.isResumed)
          const unwritten = Object.keys(report.tables).filter((table) => !written.has(table))
          assert.isAbove(unwritten.length, 5, "tables of the first run are not written again")
          yield* on(to, migrate({ now: 4, beforeFirst: () => Effect.void }))
        })
      )
    }

    it.effect(
      "is rejected when a row has changed since it began",
      () =>
        Effect.gen(function* () {
          const [from, to] = [yield* filledSqlite, yield* newPostgres]
          yield* interrupted(from, to, 30)
          yield* on(from, write("UPDATE user_account SET name = 'another' WHERE id = 13"))
          assert.deepInclude(failureOf(yield* Effect.exit(copy(from, to))), {
            _tag: "CopiedRowsDiffer",
            table: "user_account",
            row: "13"
          })
        }),
      testMillisMax
    )

    it.effect(
      "does not touch a target that is not empty, or that is a copy of another database",
      () =>
        Effect.gen(function* () {
          const [from, other] = [yield* filledSqlite, yield* newSqlite]
          yield* on(other, migrate({ now: 7, beforeFirst: () => Effect.void }))
          const [migrated, foreign, ofAnother] = [yield* newPostgres, yield* newPostgres, yield* newPostgres]
          yield* on(migrated, migrate({ now: 1, beforeFirst: () => Effect.void }))
          yield* on(foreign, write("CREATE TABLE album (id BIGINT)"))
          yield* interrupted(from, ofAnother, 10)
          for (const [target, source, reason] of [
            [migrated, from, "database"],
            [foreign, from, "otherTables"],
            [ofAnother, other, "copyOfAnother"]
          ] as const) {
            const exit = yield* Effect.exit(copy(source, target))
            assert.deepInclude(failureOf(exit), { _tag: "CopyTargetTaken", reason })
          }
        }),
      testMillisMax
    )

    it.effect(
      "is rejected while a server uses the source",
      () =>
        Effect.gen(function* () {
          const [from, to, back] = [yield* filledSqlite, yield* newPostgres, yield* newSqlite]
          const { filename } = from
          const used = Effect.andThen(lockForServer({ filename }), Effect.exit(copy(from, to)))
          assert.deepInclude(failureOf(yield* Effect.scoped(used)), { _tag: "CopyEndInUse", end: "source" })
          yield* on(to, migrate({ now: 1, beforeFirst: () => Effect.void }))
          const exit = yield* on(to, Effect.andThen(currentVersion, Effect.exit(copy(to, back))))
          assert.deepInclude(failureOf(exit), { _tag: "CopyEndInUse", end: "source" })
        }),
      testMillisMax
    )

    it.effect(
      "names a text that PostgreSQL cannot store",
      () =>
        Effect.gen(function* () {
          const [from, to] = [yield* filledSqlite, yield* newPostgres]
          yield* on(from, write("UPDATE user_account SET name = 'a' || char(0) || 'b' WHERE id = 12"))
          assert.deepInclude(failureOf(yield* Effect.exit(copy(from, to))), {
            _tag: "TextNotStorable",
            table: "user_account",
            column: "name",
            row: "12"
          })
        }),
      testMillisMax
    )
  }
)
