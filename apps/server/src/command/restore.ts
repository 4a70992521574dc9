import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import {
  type CopyProgress,
  EncryptionKeys,
  restoreFile,
  restoreInto,
  schemaVersion,
  verifyBackup
} from "@dragoman/store"
import { Effect, Exit } from "effect"
import { nativeBinding } from "../platform/database/layer-engine.ts"
import { describeDatabase } from "../platform/settings/describe-settings.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure, explainFileError } from "./command-failure.ts"
import { copyFailure } from "./copy/run-copy.ts"

/**
 * Puts a backup in the place of the database in the settings, of either engine. Never replaces a database, and leaves the backup
 * unchanged.
 */
export const restore = async (
  settings: SettingValues,
  file: string,
  onProgress: (progress: CopyProgress) => void = () => {}
) => {
  const { database } = settings
  const source = resolve(file)
  if (!existsSync(source)) throw new CommandFailure({ sentence: `There is no file ${source}.` })
  if (database.engine === "sqlite" && existsSync(database.filename)) {
    throw new CommandFailure({
      sentence: `There is a database already, ${database.filename}: stop the server and move it away, or set another DRAGOMAN_DATA_DIR.`
    })
  }
  if ((statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new CommandFailure({
      sentence: `${source} is the file of a server, and its newest changes are in ${source}-wal: make a backup of it with \`dragoman backup\` first.`
    })
  }
  const exit = await Effect.runPromiseExit(
    Effect.suspend(() => restoring(settings, source, onProgress)).pipe(
      Effect.provideService(EncryptionKeys, settings.encryptionKey)
    )
  )
  if (Exit.isFailure(exit)) throw copyFailure(exit.cause, source, [settings])
  return {
    sentence: `The database is restored to ${describeDatabase(database)}. Start the server with: dragoman serve`,
    facts: exit.value
  }
}

const makeFolder = (filename: string): void => {
  try {
    mkdirSync(dirname(filename), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandFailure({ sentence: `The restore failed: ${explainFileError(error, filename)}` })
  }
}

const restoring = Effect.fnUntraced(function* (
  { database }: SettingValues,
  file: string,
  onProgress: (progress: CopyProgress) => void
) {
  const binding = nativeBinding()
  const { manifest: _, ...checked } = yield* verifyBackup({ file, nativeBinding: binding })
  if (checked.schemaVersion > schemaVersion) {
    return yield* new CommandFailure({
      sentence: `${file} was written by a newer Dragoman (schema ${checked.schemaVersion}, this program knows ${schemaVersion}): use that version.`
    })
  }
  if (database.engine === "sqlite") {
    const { filename } = database
    yield* Effect.sync(() => makeFolder(filename))
    yield* restoreFile({ file, filename, nativeBinding: binding })
    return { file: filename, bytes: statSync(filename).size, ...checked }
  }
  yield* restoreInto({ file, to: database, nativeBinding: binding, now: Date.now(), onProgress })
  return { database: describeDatabase(database), ...checked }
})
