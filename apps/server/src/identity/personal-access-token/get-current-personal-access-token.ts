import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"

/** The token of the request. Source: reference "auth-and-permissions" 4.6. */
export const getCurrentPersonalAccessToken = Effect.fn("getCurrentPersonalAccessToken")(function* (access: UserAccess) {
  const { credential } = access.caller
  if (credential.kind !== "PAT") return yield* failWith("invalid_authentication_method")
  return yield* getPersonalAccessToken(access, credential.id)
})
