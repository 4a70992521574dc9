import { existsSync } from "node:fs"
import { normalizeUsername } from "@dragoman/domain/user"
import {
  AuditRepository,
  currentVersion,
  Database,
  EncryptionKeys,
  PasskeyRepository,
  SecondFactorRepository,
  schemaVersion,
  UserRepository
} from "@dragoman/store"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { resetSecondFactors } from "../identity/second-factor/reset-second-factors.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure, explainStartFailure } from "./command-failure.ts"

const layerRepositories = Layer.mergeAll(
  AuditRepository.layer,
  PasskeyRepository.layer,
  SecondFactorRepository.layer,
  UserRepository.layer
)

/**
 * Removes the authenticator app, the recovery codes and the passkeys of a user who is locked out; for an operator without
 * another administrator. Servers may run meanwhile: they see it with the next request.
 */
export const resetMfa = async (settings: Pick<SettingValues, "database" | "encryptionKey">, username: string) => {
  const { database, encryptionKey } = settings
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const exit = await Effect.runPromiseExit(
    resetting(username).pipe(
      Effect.provide(
        layerRepositories.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(layerEngineOf(database)))
      ),
      Effect.provideService(EncryptionKeys, encryptionKey)
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings as SettingValues)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const resetting = Effect.fnUntraced(function* (username: string) {
  const users = yield* UserRepository
  const database = yield* Database
  if ((yield* currentVersion) !== schemaVersion) {
    return yield* new CommandFailure({
      sentence: "The database has another schema than this program: start the server of the same version first."
    })
  }
  const found = yield* users.findByUsername(normalizeUsername(username))
  if (Option.isNone(found)) return yield* new CommandFailure({ sentence: `There is no user ${username}.` })
  const { userId } = found.value
  const wasReset = yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const user = yield* users.find(userId)
      return Option.isSome(user) ? yield* resetSecondFactors({ userId: null, username: null }, user.value) : false
    })
  )
  return {
    sentence: wasReset
      ? `${username} logs in with the password alone. All sessions of the user have ended.`
      : `${username} has no second factor and no passkeys. Nothing was changed.`,
    facts: { userId, username: found.value.username, wasReset }
  }
})
