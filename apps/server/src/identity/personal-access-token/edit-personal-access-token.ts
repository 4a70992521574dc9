import type { PersonalAccessTokenBody } from "@dragoman/api"
import { validateTokenDescription } from "@dragoman/domain/credential"
import { Database, PersonalAccessTokenRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"

/** Only the description. Source: reference "auth-and-permissions" 4.6. */
export const editPersonalAccessToken = Effect.fn("editPersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number,
  body: PersonalAccessTokenBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  const description = yield* orFail(validateTokenDescription(body))
  yield* getPersonalAccessToken(access, tokenId)
  const at = yield* Clock.currentTimeMillis
  yield* database.transaction(repository.setDescription(tokenId, description, at))
  return yield* getPersonalAccessToken(access, tokenId)
})
