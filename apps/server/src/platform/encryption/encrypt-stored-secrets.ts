import { compactSqlite, Database, EncryptionKeys, forgetPlainTraces, settleEncryption } from "@dragoman/store"
import { Effect, Layer } from "effect"
import { nativeBinding } from "../database/native-binding.ts"
import { Settings, type SettingValues } from "../settings/settings.ts"

/**
 * The keys of the settings, for everything that reads secrets from the database. Before anything does, what is stored in
 * plain is encrypted. Fails when the database is encrypted under a key that the settings do not have.
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
        "The encryption key is to be replaced: run `dragoman rotate-encryption-key` when all servers and dispatchers have both keys"
      ).pipe(Effect.annotateLogs({ keyId: activeKeyId, newKeyId: encryptionKey[0]?.id }))
    }
    if (hasPlainTraces) yield* eraseTraces(database)
    return encryptionKey
  })
)

/** Where it fails, the next start tries again. */
const eraseTraces = (database: SettingValues["database"]) =>
  Effect.gen(function* () {
    const { transaction } = yield* Database
    if (database.engine === "sqlite") {
      const { filename } = database
      yield* Effect.logInfo("The database file is rewritten, so that no plain secret is left in it")
      yield* Effect.try({
        try: () => compactSqlite({ filename, nativeBinding: nativeBinding() }),
        catch: (error) => error
      })
    }
    yield* transaction(forgetPlainTraces)
  }).pipe(
    Effect.catch((error) =>
      Effect.logWarning("The database file was not rewritten: free disk space, and restart the server", error)
    )
  )
