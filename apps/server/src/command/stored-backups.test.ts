import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backupFileName } from "@dragoman/domain/backup"
import { makeBackup, migrate } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { Bucket } from "../service/object-storage/file-bucket.ts"
import { startStorageServer } from "../testing/storage-server.ts"
import { testSettings } from "../testing/test-server.ts"
import { fetchBackup, listBackups } from "./stored-backups.ts"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman stored "))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

describe("stored backups", () => {
  it.live("are listed in the folder and in the bucket, and come back verified", () =>
    Effect.gen(function* () {
      const storage = yield* startStorageServer
      const folder = yield* newFolder
      const settings: SettingValues = {
        ...testSettings(folder),
        backupS3Endpoint: storage.endpoint,
        backupS3Bucket: storage.bucket,
        backupS3Prefix: storage.prefix,
        backupS3AccessKeyId: storage.accessKeyId,
        backupS3SecretAccessKey: storage.secretAccessKey
      }
      const { database, backupFolder } = settings
      const [older, newer, damaged] = ([1, 2, 3] as const).map((day) => backupFileName(Date.UTC(2026, 0, day))) as [
        string,
        string,
        string
      ]
      mkdirSync(backupFolder)
      const file = join(backupFolder, String(newer))
      yield* migrate({ now: 1, beforeFirst: () => Effect.void }).pipe(Effect.provide(layerEngineOf(database)))
      const { bytes } = yield* makeBackup({ database, file, now: 1, program: "1.2.3" })
      const bucket = new Bucket("backup", storage)
      yield* bucket.upload(file, String(older))
      writeFileSync(join(folder, "damaged"), "no database")
      yield* bucket.upload(join(folder, "damaged"), String(damaged))
      yield* bucket.upload(join(folder, "damaged"), "mine.txt")

      const listed = yield* Effect.promise(() => listBackups(settings))
      assert.deepStrictEqual(listed.facts.backups, [
        { name: damaged, bytes: 11, place: "bucket" },
        { name: newer, bytes, place: "folder" },
        { name: older, bytes, place: "bucket" }
      ])
      const target = join(folder, "fetched")
      const fetched = yield* Effect.promise(() => fetchBackup(settings, String(older), target))
      assert.deepInclude(fetched.facts, { file: target, bytes, program: "1.2.3" })
      const failure = (name: string, path: string) =>
        Effect.map(Effect.flip(Effect.tryPromise(() => fetchBackup(settings, name, path))), ({ cause }) =>
          String(cause)
        )
      assert.include(yield* failure(String(older), target), "CommandFailure")
      assert.include(yield* failure(String(damaged), join(folder, "second")), "CommandFailure")
    }).pipe(Effect.scoped)
  )
})
