import { existsSync } from "node:fs"
import { hostname } from "node:os"
import { resolve } from "node:path"
import {
  type BackupReport,
  BackupRunRepository,
  currentVersion,
  Database,
  EncryptionKeys,
  makeBackup,
  schemaVersion
} from "@dragoman/store"
import { Clock, Effect, Exit, Layer, Logger } from "effect"
import { layerEngineOf, nativeBinding } from "../platform/database/layer-engine.ts"
import { programVersion } from "../platform/program-version.ts"
import { describeDatabase } from "../platform/settings/describe-settings.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure } from "./command-failure.ts"
import { copyFailure } from "./copy/run-copy.ts"

export { checkDatabaseFile, syncToDisk } from "@dragoman/store"

/**
 * Copies the database of either engine to a new file, at one moment; servers continue to read and write. The file gets
 * its name after the copy was read again and is complete.
 */
export const backup = async (settings: SettingValues, file: string) => {
  const { database } = settings
  const target = resolve(file)
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  if (existsSync(target)) throw new CommandFailure({ sentence: `${target} exists already: name a new file.` })
  const startedAt = Date.now()
  const exit = await Effect.runPromiseExit(
    Effect.suspend(() =>
      makeBackup({ database, nativeBinding: nativeBinding(), file: target, now: startedAt, program: programVersion })
    ).pipe(Effect.provideService(EncryptionKeys, settings.encryptionKey))
  )
  if (Exit.isFailure(exit)) throw copyFailure(exit.cause, describeDatabase(database), [settings])
  const facts = exit.value
  await recordBackup(settings, facts, startedAt)
  const key =
    facts.encryptionKeyId === null ? "" : ` A restored server needs the encryption key ${facts.encryptionKeyId}.`
  return { sentence: `The backup is in ${target} (${facts.bytes} bytes, verified).${key}`, facts }
}

/** A busy database may keep the record waiting, not the operator. */
const recordTime = "2 seconds"

/**
 * Records the backup for `dragoman doctor`. The backup is complete without the record: the database may have another
 * schema, or accept no writes.
 */
const recordBackup = (
  { database }: SettingValues,
  { file, bytes }: BackupReport,
  startedAt: number
): Promise<unknown> =>
  Effect.gen(function* () {
    if ((yield* currentVersion) !== schemaVersion) return
    const { transaction } = yield* Database
    const { recordManual } = yield* BackupRunRepository
    const finishedAt = yield* Clock.currentTimeMillis
    yield* transaction(recordManual({ host: hostname(), startedAt, finishedAt, file, bytes }))
  }).pipe(
    Effect.provide(
      Layer.mergeAll(BackupRunRepository.layer, Database.layer).pipe(
        Layer.provideMerge(layerEngineOf(database)),
        Layer.merge(Logger.layer([]))
      )
    ),
    Effect.timeout(recordTime),
    Effect.exit,
    Effect.runPromise
  )
