import { existsSync, readdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { isBackupFileName } from "@dragoman/domain/backup"
import { bucketSettings } from "@dragoman/settings"
import { Cause, Effect, Exit } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"
import { Bucket } from "../service/object-storage/file-bucket.ts"
import { ObjectStorageFailed } from "../service/object-storage/object-request.ts"
import { CommandFailure } from "./command-failure.ts"
import { verifyBackup } from "./verify-backup.ts"

interface ListedBackup {
  readonly name: string
  readonly bytes: number
  readonly place: "folder" | "bucket"
}

/** Lists the scheduled backups of the settings, the newest first. */
export const listBackups = async (settings: SettingValues) => {
  const { backupFolder } = settings
  const inFolder = existsSync(backupFolder) ? readdirSync(backupFolder).filter(isBackupFileName) : []
  const bucket = bucketOf(settings)
  const stored = bucket === null ? [] : await run(bucket.list)
  const backups: ReadonlyArray<ListedBackup> = [
    ...inFolder.map(
      (name): ListedBackup => ({ name, bytes: statSync(join(backupFolder, name)).size, place: "folder" })
    ),
    ...stored.filter(({ name }) => isBackupFileName(name)).map((file): ListedBackup => ({ ...file, place: "bucket" }))
  ].toSorted((one, other) => (one.name < other.name ? 1 : -1))
  const lines = backups.map(({ name, bytes, place }) => `${name}  ${bytes} bytes  in the ${place}`)
  return { sentence: lines.length === 0 ? "There are no scheduled backups." : lines.join("\n"), facts: { backups } }
}

/** Downloads a backup from the bucket into a new file, and verifies it. */
export const fetchBackup = async (settings: SettingValues, name: string, file: string) => {
  const bucket = bucketOf(settings)
  if (bucket === null) {
    throw new CommandFailure({
      sentence: "There is no bucket: set DRAGOMAN_BACKUP_S3_ENDPOINT and the settings beside it."
    })
  }
  const target = resolve(file)
  if (existsSync(target)) throw new CommandFailure({ sentence: `${target} exists already: name a new file.` })
  await run(bucket.download(name, target))
  const { facts } = await verifyBackup(settings, target)
  return { sentence: `${bucket.describe(name)} is in ${target} (${facts.bytes} bytes, verified).`, facts }
}

const bucketOf = (settings: SettingValues): Bucket | null => {
  const found = bucketSettings(settings, "backup")
  return found === null ? null : new Bucket("backup", found)
}

const run = async <A>(effect: Effect.Effect<A, ObjectStorageFailed>): Promise<A> => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  throw error instanceof ObjectStorageFailed ? new CommandFailure({ sentence: error.sentence }) : error
}
