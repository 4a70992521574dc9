import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { makeBackup } from "@dragoman/store"
import { Effect, Exit } from "effect"
import { nativeBinding } from "../platform/database/layer-engine.ts"
import { programVersion } from "../platform/program-version.ts"
import { describeDatabase } from "../platform/settings/describe-settings.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure } from "./command-failure.ts"
import { copyFailure } from "./copy/run-copy.ts"

export { checkDatabaseFile, syncToDisk } from "@dragoman/store"

/**
 * Copies the database of either engine to a new file, as of one moment; servers continue to read and write. The file gets its
 * name after the copy was read again and is complete.
 */
export const backup = async (settings: SettingValues, file: string) => {
  const { database } = settings
  const target = resolve(file)
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  if (existsSync(target)) throw new CommandFailure({ sentence: `${target} exists already: name a new file.` })
  const exit = await Effect.runPromiseExit(
    Effect.suspend(() =>
      makeBackup({ database, nativeBinding: nativeBinding(), file: target, now: Date.now(), program: programVersion })
    )
  )
  if (Exit.isFailure(exit)) throw copyFailure(exit.cause, describeDatabase(database), [settings])
  const facts = exit.value
  const key =
    facts.encryptionKeyId === null ? "" : ` A restored server needs the encryption key ${facts.encryptionKeyId}.`
  return { sentence: `The backup is in ${target} (${facts.bytes} bytes, verified).${key}`, facts }
}
