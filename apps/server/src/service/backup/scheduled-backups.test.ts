import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backupFileName } from "@dragoman/domain/backup"
import { type BackupRun, BackupRunRepository, verifyBackup } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { Bucket } from "../object-storage/file-bucket.ts"
import { makeDueBackup } from "./scheduled-backups.ts"

/** Backups end with an event of the server, which the table shows. */
const awaitFinished = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.repeat(sql<BackupRun>`SELECT * FROM backup_run WHERE state <> 'RUNNING' ORDER BY id`, {
      until: (rows) => rows.length >= count,
      schedule: Schedule.spaced("20 millis")
    }).pipe(Effect.timeout("30 seconds"), Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  })

const metrics = Effect.gen(function* () {
  const { baseUrl } = yield* TestServer
  const text = yield* Effect.promise(async () => (await fetch(`${baseUrl}/metrics`)).text())
  const lines = text.split("\n").filter((line) => line.startsWith("dragoman_backup_"))
  return new Map(lines.map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]))
})

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman scheduled "))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const onEngine = Effect.fnUntraced(function* (engine: "sqlite" | "postgres") {
  if (engine === "sqlite") return {}
  const server = yield* PostgresServer
  return { database: { engine, url: yield* server.newDatabase } } satisfies Partial<SettingValues>
})

describe("scheduled backups", () => {
  for (const engine of ["sqlite", "postgres"] as const) {
    it.live(
      `on ${engine} are made by the server, kept, copied to the bucket, and measured`,
      () =>
        Effect.gen(function* () {
          const storage = yield* startStorageServer
          const folder = yield* newFolder
          const bucket = new Bucket("backup", storage)
          const old = [1, 2, 3].map((day) => backupFileName(Date.UTC(2026, 0, day)))
          for (const name of old) {
            writeFileSync(join(folder, name), "old")
            yield* bucket.upload(join(folder, name), name)
          }
          writeFileSync(join(folder, `${old[0]}.unfinished`), "of a killed server")
          writeFileSync(join(folder, "mine.sqlite"), "not one of the server")
          const settings: Partial<SettingValues> = {
            ...(yield* onEngine(engine)),
            backupHours: 24,
            backupFolder: folder,
            backupKeep: 2,
            backupS3Endpoint: storage.endpoint,
            backupS3Bucket: storage.bucket,
            backupS3Prefix: storage.prefix,
            backupS3AccessKeyId: storage.accessKeyId,
            backupS3SecretAccessKey: storage.secretAccessKey,
            backupS3Keep: 3
          }
          yield* Effect.gen(function* () {
            const [run] = yield* awaitFinished(1)
            assert.deepInclude(run, { state: "DONE", error: null, storeError: null })
            const made = readdirSync(folder).toSorted().at(1) ?? ""
            assert.deepStrictEqual(readdirSync(folder).toSorted(), [old[2], made, "mine.sqlite"])
            const verified = yield* verifyBackup({ file: join(folder, made) })
            assert.isAbove(verified.rowsByTable["schema_migration"] ?? 0, 10)
            assert.strictEqual(verified.manifest?.engine, engine)
            const stored = yield* bucket.list
            assert.deepStrictEqual(stored.map(({ name }) => name).toSorted(), [...old.slice(1), made])
            const found = yield* metrics
            assert.strictEqual(found.get("dragoman_backup_last_result"), 1)
            assert.strictEqual(found.get("dragoman_backup_copy_last_result"), 1)
            assert.strictEqual(found.get("dragoman_backup_interval_seconds"), 86_400)
            assert.strictEqual(found.get("dragoman_backup_bytes"), stored.find(({ name }) => name === made)?.bytes)
            assert.isBelow(found.get("dragoman_backup_age_seconds") ?? 1_000, 60)
            assert.isBelow(found.get("dragoman_backup_copy_age_seconds") ?? 1_000, 60)
            assert.isFalse(yield* makeDueBackup(() => Effect.die("not due")))
          }).pipe(Effect.provide(layerTestServer(settings)))
        }).pipe(Effect.scoped, Effect.provide(PostgresServer.layer)),
      60_000
    )
  }

  it.live(
    "that fail say why, and count as failed, while the older ones stay",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        writeFileSync(join(folder, "file"), "")
        const settings = { backupHours: 24, backupFolder: join(folder, "file", "backups") }
        yield* Effect.gen(function* () {
          const [run] = yield* awaitFinished(1)
          assert.deepInclude(run, {
            state: "FAILED",
            file: null,
            error: `The backup failed: a part of the path ${join(folder, "file", "backups")} is a file, not a folder.`
          })
          const found = yield* metrics
          assert.strictEqual(found.get("dragoman_backup_last_result"), 0)
          assert.isUndefined(found.get("dragoman_backup_age_seconds"))
        }).pipe(Effect.provide(layerTestServer(settings)))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("without a schedule are not made, and have no metrics", () =>
    Effect.gen(function* () {
      const found = yield* metrics
      assert.strictEqual(found.size, 0)
      const runs = yield* BackupRunRepository
      assert.isNull((yield* runs.listLast).lastFinished)
    }).pipe(Effect.provide(layerTestServer()))
  )
})
