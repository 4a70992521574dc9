import { existsSync } from "node:fs"
import {
  checkEncryption,
  checkVersion,
  Database,
  EncryptionKeys,
  schemaVersion,
  settleEncryption
} from "@dragoman/store"
import { Cause, Effect, Exit, Layer } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure, explainStartFailure } from "./command-failure.ts"

/**
 * Makes the first key of the settings the active one, and encrypts all stored secrets under it; servers continue to read
 * and write. Safe to interrupt and to repeat.
 */
export const rotateEncryptionKey = async (settings: SettingValues) => {
  const { database, encryptionKey } = settings
  if (encryptionKey.length === 0) {
    throw new CommandFailure({
      sentence: "Set DRAGOMAN_ENCRYPTION_KEY to the new key and the present one, with a comma between them."
    })
  }
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const exit = await Effect.runPromiseExit(
    rotating.pipe(
      Effect.provideService(EncryptionKeys, encryptionKey),
      Effect.provide(Database.layer.pipe(Layer.provideMerge(layerEngineOf(database))))
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const rotating = Effect.gen(function* () {
  if ((yield* checkVersion(schemaVersion)) < schemaVersion) {
    return yield* new CommandFailure({
      sentence:
        "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
    })
  }
  const before = yield* checkEncryption
  if (before === null) {
    return yield* new CommandFailure({
      sentence:
        "The database is not encrypted: start every server and dispatcher with DRAGOMAN_ENCRYPTION_KEY, which encrypts it."
    })
  }
  const { activeKeyId, encryptedRows } = yield* settleEncryption({ rotate: true })
  return {
    sentence: `Everything is encrypted under the key ${activeKeyId} (${encryptedRows} rows were not). Remove the other keys from DRAGOMAN_ENCRYPTION_KEY.`,
    facts: { keyId: activeKeyId, previousKeyId: before, encryptedRows }
  }
})
