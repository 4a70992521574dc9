import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseAddress } from "../copy/copy-between.ts"
import { layerPostgres } from "../database/load-postgres.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { migrate } from "../migration/migrate.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { PostgresServer, temporaryFolder } from "../testing/engines.ts"
import { fillDatabase, lastIdOf } from "../testing/fill-database.ts"
import { BackupRunRepository } from "./backup-run-repository.ts"
import { makeBackup } from "./make-backup.ts"
import { restoreFile, restoreInto } from "./restore-backup.ts"
import { verifyBackup } from "./verify-backup.ts"

const on = <A, E, R>(database: DatabaseAddress, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    database.engine === "sqlite" ? layerSqlite(database) : Layer.orDie(layerPostgres(database.url))
  )

const filling = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate({ now: 1, beforeFirst: () => Effect.void })
  yield* sql.withTransaction(fillDatabase)
}).pipe(Effect.orDie)

const newDatabase = (engine: "sqlite" | "postgres", folder: string) =>
  Effect.gen(function* () {
    const server = yield* PostgresServer
    const database: DatabaseAddress =
      engine === "sqlite"
        ? { engine, filename: join(folder, `${Math.random()}.sqlite`) }
        : { engine, url: yield* server.newDatabase }
    return database
  })

const restore = (file: string, to: DatabaseAddress) =>
  to.engine === "sqlite"
    ? Effect.asVoid(restoreFile({ file, filename: to.filename }))
    : Effect.asVoid(restoreInto({ file, to, now: 9 }))

const read = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [revisions] = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM activity_revision`
  const deliveries = yield* sql`SELECT id, message_id FROM delivery ORDER BY id`
  const next = { project_id: 11, type: "X", created_at: 1 }
  const [inserted] = yield* sql.withTransaction(
    sql<{ id: number }>`INSERT INTO activity_revision ${sql.insert(next)} RETURNING id`
  )
  const running = yield* sql`SELECT id FROM backup_run WHERE state = 'RUNNING'`
  return { revisions: revisions?.count, deliveries, nextRevision: inserted?.id, running: running.length }
}).pipe(Effect.orDie)

/** A copy of every table takes seconds on a busy machine. */
const testMillisMax = 120_000

layer(PostgresServer.layer, { timeout: "60 seconds", excludeTestServices: true })("a backup", (it) => {
  for (const [engine, other] of [
    ["sqlite", "postgres"],
    ["postgres", "sqlite"]
  ] as const) {
    it.effect(
      `of ${engine} is one file, which says what it holds, and is restored into either engine`,
      () =>
        Effect.gen(function* () {
          const folder = yield* temporaryFolder
          const database = yield* newDatabase(engine, folder)
          yield* on(database, filling)
          const begun = yield* on(
            database,
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const runs = yield* BackupRunRepository
              return yield* sql.withTransaction(
                runs.begin({ now: 1_000, leasedUntil: 2_000, intervalMillis: 1, host: "h" })
              )
            }).pipe(Effect.orDie, Effect.provide(BackupRunRepository.layer))
          )
          assert.strictEqual(begun._tag, "Some")
          const file = join(folder, "backup")
          const report = yield* makeBackup({ database, file, now: 5, program: "1.2.3" })
          assert.strictEqual(statSync(file).mode & 0o777, 0o600)
          assert.deepStrictEqual(
            readdirSync(folder).filter((name) => name.startsWith("backup")),
            ["backup"]
          )
          const verified = yield* verifyBackup({ file })
          assert.deepStrictEqual(verified.rowsByTable, report.rowsByTable)
          assert.deepInclude(verified, { schemaVersion })
          assert.deepInclude(verified.manifest, { madeAt: 5, program: "1.2.3", engine, encryptionKeyId: null })
          const bytes = readFileSync(file)
          const original = yield* on(database, read)
          assert.strictEqual(original.running, 1)
          for (const to of [yield* newDatabase(engine, folder), yield* newDatabase(other, folder)]) {
            yield* restore(file, to)
            const restored = yield* on(to, read)
            assert.strictEqual(restored.revisions, original.revisions)
            assert.deepStrictEqual(restored.deliveries, original.deliveries)
            // Ids that the lost server may have given out after the backup do not come again.
            assert.strictEqual(restored.nextRevision, lastIdOf("activity_revision") + 1_000_001)
            assert.strictEqual(restored.running, 0)
            yield* on(to, migrate({ now: 10, beforeFirst: () => Effect.void }))
          }
          assert.isTrue(readFileSync(file).equals(bytes), "the backup stays as it was")
        }),
      testMillisMax
    )
  }

  it.effect(
    "that has changed on its disk is damaged, also where the file is still a database",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const database = yield* newDatabase("sqlite", folder)
        yield* on(database, filling)
        const file = join(folder, "backup")
        yield* makeBackup({ database, file, now: 5, program: "1.2.3" })
        const bytes = readFileSync(file)
        // Pages have dead bytes of such a text, too.
        for (let at = bytes.indexOf("user_account name 3"); at >= 0; at = bytes.indexOf("user_account name 3")) {
          bytes[at] = "U".charCodeAt(0)
        }
        writeFileSync(file, bytes)
        const exit = yield* Effect.exit(verifyBackup({ file }))
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
        assert.deepInclude(error, {
          problem: "is damaged: the table user_account has another content than when the backup was made"
        })
      }),
    testMillisMax
  )

  it.effect(
    "is made by one server at a time, when it is due",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        for (const database of [yield* newDatabase("sqlite", folder), yield* newDatabase("postgres", folder)]) {
          const checks = Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const runs = yield* BackupRunRepository
            yield* migrate({ now: 1, beforeFirst: () => Effect.void })
            const begin = (now: number) =>
              sql.withTransaction(runs.begin({ now, leasedUntil: now + 100, intervalMillis: 1_000, host: "h" }))
            const finish = (id: number, state: "DONE" | "FAILED", finishedAt: number) =>
              sql.withTransaction(
                runs.finish(id, {
                  state,
                  finishedAt,
                  file: "/f",
                  bytes: 7,
                  error: null,
                  storedAs: state === "DONE" ? "s3://b/f" : null,
                  storeError: null
                })
              )
            // Both servers look at the same moment.
            const begun = yield* Effect.all([begin(10_000), begin(10_000)], { concurrency: 2 })
            const [id = 0] = begun.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
            assert.lengthOf(
              begun.filter(({ _tag }) => _tag === "Some"),
              1
            )
            yield* sql.withTransaction(runs.renew(id, 10_300))
            assert.strictEqual((yield* begin(10_200))._tag, "None", "it still runs")
            yield* finish(id, "DONE", 10_250)
            assert.strictEqual((yield* begin(10_999))._tag, "None", "it is not due")
            const second = yield* begin(11_000)
            assert.strictEqual(second._tag, "Some")
            const last = yield* runs.listLast
            assert.deepInclude(last.lastDone, { id, bytes: 7, storedAs: "s3://b/f" })
            assert.deepInclude(last.lastFinished, { id })
            // The server of the second one has been killed: another one takes over, and this one counts as failed.
            assert.strictEqual((yield* begin(11_200))._tag, "None")
            const { lastFinished } = yield* runs.listLast
            assert.deepInclude(lastFinished, { state: "FAILED", finishedAt: 11_200 })
            assert.strictEqual((yield* begin(12_200))._tag, "Some")
          })
          yield* on(database, Effect.provide(checks, BackupRunRepository.layer))
        }
      }),
    testMillisMax
  )
})
