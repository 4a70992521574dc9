import { operator } from "@dragoman/domain/audit"
import { validateNewUser } from "@dragoman/domain/user"
import {
  AccessRepository,
  Database,
  OrganizationRepository,
  PersonalAccessTokenRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { createAccount } from "../../identity/administration/change-accounts.ts"
import { orFail } from "../../platform/fail.ts"
import { AccessTokens } from "../../service/access/access-token.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { CommandFailure } from "../command-failure.ts"
import { ephemeralUser } from "./ephemeral-arguments.ts"
import type { Seed } from "./seed-file.ts"

/**
 * Gives the administrator of a new ephemeral server its key, and creates the users of the seed in the administrator's organization.
 * Returns the ids, and a token with which the administrator may do everything.
 */
export const plantUsers = Effect.fnUntraced(function* ({ users }: Seed) {
  const accounts = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const access = yield* AccessRepository
  const tokens = yield* AccessTokens
  const { userId } = Option.getOrThrow(yield* accounts.findInitial)
  yield* plantToken(userId)
  const [organization] = yield* organizations.listSingleOwned(userId)
  const ids = new Map<string, number>()
  for (const { username, name = username, password } of users) {
    const organizationId = organization?.organizationId
    const id = yield* orFail(validateNewUser({ username, name, password, organizationId })).pipe(
      Effect.flatMap((content) => createAccount(operator, content)),
      Effect.mapError((error) => {
        const reason = error.kind === "standardValidation" ? JSON.stringify(error.messages) : JSON.stringify(error)
        return new CommandFailure({ sentence: `The seed cannot be used (user "${username}"): ${reason}` })
      })
    )
    ids.set(username, id)
  }
  const { tokensValidNotBefore } = Option.getOrThrow(yield* access.findUser(userId))
  const user = { userId, tokensValidNotBefore }
  return { administratorId: userId, accessToken: yield* tokens.issue({ user, isSuper: true }), ids }
})

const plantToken = Effect.fnUntraced(function* (userId: number) {
  const database = yield* Database
  const tokens = yield* PersonalAccessTokenRepository
  const at = yield* Clock.currentTimeMillis
  const tokenHash = digestOfKey(ephemeralUser.apiKey.replace("tgpat_", ""))
  yield* database.transaction(tokens.create({ userId, description: "Ephemeral", tokenHash, expiresAt: null, at }))
})
