import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { backupFileName, isBackupFileName, outdatedBackups } from "@dragoman/domain/backup"
import { EncryptionKeys, makeBackup, unfinishedSuffix } from "@dragoman/store"
import { Cause, Effect } from "effect"
import { nativeBinding } from "../../platform/database/layer-engine.ts"
import { programVersion } from "../../platform/program-version.ts"
import { describeDatabase } from "../../platform/settings/describe-settings.ts"
import { Bucket } from "../object-storage/file-bucket.ts"
import type { BackupWorkerData, MadeBackup } from "./backup-messages.ts"
import { explainCopyFailure } from "./explain-copy.ts"
import { explainFileError } from "./explain-file-error.ts"

type Options = typeof BackupWorkerData.Type

/**
 * Makes a backup in the folder, removes the oldest ones, and does the same in the bucket. Never fails: operators read
 * why there is no backup.
 */
export const makeScheduledBackup = Effect.fnUntraced(function* (options: Options, at: number) {
  const { database, encryptionKeys, folder, keep } = options
  const name = backupFileName(at)
  const file = join(folder, name)
  const making = Effect.gen(function* () {
    yield* Effect.sync(() => prepareFolder(folder))
    const { bytes } = yield* makeBackup({
      database,
      nativeBinding: nativeBinding(),
      file,
      now: at,
      program: programVersion
    }).pipe(Effect.provideService(EncryptionKeys, encryptionKeys))
    yield* Effect.sync(() => {
      for (const old of outdatedBackups(readdirSync(folder), keep)) rmSync(join(folder, old), { force: true })
    })
    return bytes
  })
  const exit = yield* Effect.exit(making)
  if (exit._tag === "Failure") {
    const cause = Cause.squash(exit.cause)
    const error =
      explainCopyFailure(cause, { source: describeDatabase(database), target: database }) ??
      `The backup failed: ${explainFileError(cause, folder)}`
    const none: MadeBackup = { file: null, bytes: null, error, storedAs: null, storeError: null }
    return none
  }
  const made: MadeBackup = { file, bytes: exit.value, error: null, ...(yield* storeBackup(options, file, name)) }
  return made
})

/** Removes the files of a killed server: one backup is made at a time. */
const prepareFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const [start = "", rest] = name.split(unfinishedSuffix)
    if (rest !== undefined && isBackupFileName(start)) rmSync(join(folder, name), { force: true })
  }
}

const storeBackup = Effect.fnUntraced(function* (
  { bucket: settings, keepInBucket }: Options,
  file: string,
  name: string
) {
  if (settings === null) return { storedAs: null, storeError: null }
  const bucket = new Bucket("backup", settings)
  const uploaded = yield* Effect.result(bucket.upload(file, name))
  if (uploaded._tag === "Failure") return { storedAs: null, storeError: uploaded.failure.sentence }
  const removing = Effect.gen(function* () {
    const names = (yield* bucket.list).map((stored) => stored.name)
    yield* Effect.forEach(outdatedBackups(names, keepInBucket), (old) => bucket.remove(old), { discard: true })
  })
  const removed = yield* Effect.result(removing)
  return {
    storedAs: bucket.describe(name),
    storeError: removed._tag === "Failure" ? removed.failure.sentence : null
  }
})
