import { randomBytes } from "node:crypto"
import { Database, ServerValueRepository } from "@dragoman/store"
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../settings/settings.ts"

/** The secret that signs access tokens: the setting, or one that the first start generates and stores in the database. */
export class ServerSecret extends Context.Service<ServerSecret, string>()(
  "@dragoman/server/platform/access/ServerSecret"
) {
  static readonly layer = Layer.effect(
    ServerSecret,
    Effect.gen(function* () {
      const { jwtSecret } = yield* Settings
      if (jwtSecret !== null) return jwtSecret
      const values = yield* ServerValueRepository
      const database = yield* Database
      const found = yield* values.find("jwt_secret")
      if (Option.isSome(found)) return found.value
      // 64 characters: the length from which HS512 signs.
      yield* database.transaction(values.insertIfAbsent("jwt_secret", randomBytes(48).toString("base64url")))
      return Option.getOrThrow(yield* values.find("jwt_secret"))
    })
  )
}
