import { compactSqlite, Database, EncryptionKeys, forgetPlainTraces, settleEncryption } from "@dragoman/store"
import { Effect, Layer } from "effect"
import { nativeBinding } from "../database/layer-engine.ts"
import { Settings, type SettingValues } from "../settings/settings.ts"

/**
 * Provides the encryption keys of the settings to repositories with secrets. First encrypts the secrets that are stored
 * in plain text. Fails if the database is encrypted with a key that the settings do not contain.
 */
export const layerEncryptionKeys = Layer.effect(
  EncryptionKeys,
  Effect.gen(function* () {
    const { encryptionKey, database } = yield* Settings
    const { activeKeyId, encryptedRows, hasPlainTraces } = yield* settleEncryption({ rotate: false }).pipe(
      Effect.provideService(EncryptionKeys, encryptionKey)
    )
    if (encryptedRows > 0) {
      yield* Effect.logInfo("Stored secrets were encrypted").pipe(
        Effect.annotateLogs({ rows: encryptedRows, keyId: activeKeyId })
      )
    }
    if (activeKeyId !== null && activeKeyId !== encryptionKey[0]?.id) {
      yield* Effect.logWarning(
        "Encryption key rotation pending: run `dragoman rotate-encryption-key` when all servers and dispatchers have both keys"
      ).pipe(Effect.annotateLogs({ keyId: activeKeyId, newKeyId: encryptionKey[0]?.id }))
    }
    if (hasPlainTraces) yield* eraseTraces(database)
    return encryptionKey
  })
)

/** After a failure, the next start tries again. */
const eraseTraces = (database: SettingValues["database"]) =>
  Effect.gen(function* () {
    const { transaction } = yield* Database
    if (database.engine === "sqlite") {
      const { filename } = database
      yield* Effect.logInfo("Rewriting the database file to remove plain text secrets")
      yield* Effect.try({
        try: () => compactSqlite({ filename, nativeBinding: nativeBinding() }),
        catch: (error) => error
      })
    }
    yield* transaction(forgetPlainTraces)
  }).pipe(
    Effect.catch((error) =>
      Effect.logWarning("Rewriting the database file failed: free disk space and restart the server", error)
    )
  )
