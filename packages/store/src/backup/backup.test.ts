import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseAddress } from "../copy/copy-between.ts"
import { Database } from "../database/database.ts"
import { layerPostgres } from "../database/load-postgres.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { MemoryIndexRepository } from "../memory-index/memory-index-repository.ts"
import { migrate } from "../migration/migrate.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { derivedTables } from "../migration/own-tables.ts"
import { CurrentSearchIndexSizes, SearchIndexRepository } from "../search-index/search-index-repository.ts"
import { testKey } from "../testing/encryption-key.ts"
import { PostgresServer, temporaryFolder } from "../testing/engines.ts"
import { countDerivedRows, fillDatabase, lastIdOf } from "../testing/fill-database.ts"
import { BackupRunRepository } from "./backup-run-repository.ts"
import { makeBackup } from "./make-backup.ts"
import { restoreFile, restoreInto } from "./restore-backup.ts"
import { BackupDamaged, verifyBackup } from "./verify-backup.ts"

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

const isMemoryIndexMissing = Effect.flatMap(MemoryIndexRepository, ({ isMissing }) => isMissing).pipe(
  Effect.provide(MemoryIndexRepository.layer.pipe(Layer.provide(Database.layer)))
)

const searchIndex = SearchIndexRepository.layer.pipe(Layer.provide(Database.layer))

const buildSearchIndex = Effect.gen(function* () {
  const index = yield* SearchIndexRepository
  yield* index.build
  while ((yield* index.indexPending) > 0) {}
}).pipe(Effect.provide(searchIndex))

const readSearchIndex = Effect.flatMap(SearchIndexRepository, ({ readState }) => readState).pipe(
  Effect.provideService(CurrentSearchIndexSizes, {
    ...CurrentSearchIndexSizes.defaultValue(),
    databaseTextsMin: 1
  }),
  Effect.provide(searchIndex)
)

/** Why a file is no whole backup. */
const problemOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof BackupDamaged ? error.problem : assert.fail(String(error))
  )

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
          yield* on(database, buildSearchIndex)
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
          assert.strictEqual(yield* on(database, countDerivedRows), derivedTables.length)
          for (const to of [yield* newDatabase(engine, folder), yield* newDatabase(other, folder)]) {
            yield* restore(file, to)
            const restored = yield* on(to, read)
            assert.strictEqual(restored.revisions, original.revisions)
            assert.deepStrictEqual(restored.deliveries, original.deliveries)
            // Ids that the lost server may have given out after the backup do not come again.
            assert.strictEqual(restored.nextRevision, lastIdOf("activity_revision") + 1_000_001)
            assert.strictEqual(restored.running, 0)
            // The next server makes the index of the memory again.
            assert.strictEqual(yield* on(to, countDerivedRows), 0)
            assert.isTrue(yield* on(to, isMemoryIndexMissing))
            assert.strictEqual(yield* on(to, readSearchIndex), "missing")
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
    "is restored with the schema of its version only, and made of a database with no other one",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const database = yield* newDatabase("sqlite", folder)
        yield* on(database, filling)
        const whole = join(folder, "whole")
        yield* makeBackup({ database, file: whole, now: 5, program: "1.2.3" })
        const foreign = "which Dragoman has not made: drop it there"
        for (const [statement, problem] of [
          [
            "CREATE TRIGGER grants AFTER INSERT ON user_account BEGIN SELECT 1; END",
            `has the trigger grants, ${foreign}`
          ],
          ["CREATE VIEW endless AS SELECT 1", `has the view endless, ${foreign}`],
          ["CREATE TABLE notes (text TEXT)", `has the table notes, ${foreign}`],
          ["CREATE INDEX by_name ON user_account (name)", `has the index by_name, ${foreign}`],
          ["DROP TRIGGER audit_entry_delete", "lacks the trigger audit_entry_delete of the schema of its version"],
          ["DROP INDEX user_account_username", "lacks the index user_account_username of the schema of its version"],
          ["ALTER TABLE tag ADD COLUMN colour TEXT", "has another table tag than the schema of its version"],
          [
            "DROP TRIGGER audit_entry_delete; CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry WHEN 0 BEGIN SELECT 1; END",
            "has another trigger audit_entry_delete than the schema of its version"
          ]
        ] as const) {
          const file = join(folder, "changed")
          copyFileSync(whole, file)
          const changed = new BetterSqlite3(file)
          changed.exec(statement)
          changed.close()
          assert.strictEqual(yield* problemOf(verifyBackup({ file })), problem)
          assert.strictEqual(yield* problemOf(restoreFile({ file, filename: join(folder, "restored") })), problem)
          assert.isFalse(existsSync(join(folder, "restored")))
        }
        const opened = new BetterSqlite3(database.engine === "sqlite" ? database.filename : "")
        opened.exec("CREATE VIEW report AS SELECT 1")
        opened.close()
        const failed = yield* Effect.flip(
          makeBackup({ database, file: join(folder, "none"), now: 6, program: "1.2.3" })
        )
        assert.deepInclude(failed, { cause: `the database has the view report, ${foreign}.` })
        assert.isFalse(existsSync(join(folder, "none")))
      }),
    testMillisMax
  )

  it.effect(
    "is authenticated by the encryption key, of whichever engine it is",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        for (const engine of ["sqlite", "postgres"] as const) {
          const database = yield* newDatabase(engine, folder)
          yield* on(database, migrate({ now: 1, beforeFirst: () => Effect.void }))
          const withKeys = (...bytes: ReadonlyArray<number>) =>
            Effect.provideService(EncryptionKeys, bytes.map(testKey))
          const file = join(folder, `backup of ${engine}`)
          const plain = join(folder, `plain ${engine}`)
          yield* makeBackup({ database, file, now: 5, program: "1.2.3" }).pipe(withKeys(1))
          yield* makeBackup({ database, file: plain, now: 5, program: "1.2.3" })
          yield* verifyBackup({ file }).pipe(withKeys(2, 1))
          // Without a key there is nothing to ask.
          yield* verifyBackup({ file })
          yield* verifyBackup({ file: plain })
          const none = yield* problemOf(verifyBackup({ file: plain }).pipe(withKeys(1)))
          assert.match(none, /^is not authenticated by an encryption key: .* without DRAGOMAN_ENCRYPTION_KEY$/)
          assert.strictEqual(
            yield* problemOf(verifyBackup({ file }).pipe(withKeys(2))),
            `is authenticated by the encryption key ${testKey(1).id}: add that key to DRAGOMAN_ENCRYPTION_KEY`
          )
          for (const [statement, problem] of [
            [
              "UPDATE backup_manifest SET manifest = replace(manifest, '1.2.3', '1.2.4')",
              /^was changed since it was made/
            ],
            ["UPDATE backup_manifest SET mac = NULL", /^is not authenticated/],
            ["DROP TABLE backup_manifest", /^is not authenticated/],
            ["UPDATE schema_migration SET undo = '[\"SELECT 1\"]'", /^is damaged: the log of its migrations/],
            ["INSERT INTO server_value VALUES ('a', 'b')", /^is damaged: the table server_value has 1 rows, and had 0/]
          ] as const) {
            const changed = join(folder, "changed")
            copyFileSync(file, changed)
            const opened = new BetterSqlite3(changed)
            opened.exec(statement)
            opened.close()
            assert.match(yield* problemOf(verifyBackup({ file: changed }).pipe(withKeys(1))), problem)
          }
        }
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
