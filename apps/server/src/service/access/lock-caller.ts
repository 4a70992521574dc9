import { AccessRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWithStatus } from "../../platform/fail.ts"
import type { Caller } from "./access.ts"
import { isStillAuthenticated } from "./current-credential.ts"

/** Codes with which the authentication rejects the credential from now on. */
const endedCodes = {
  JWT: "expired_jwt_token",
  SESSION: "unauthenticated",
  PAT: "invalid_pat",
  PAK: "invalid_project_api_key"
} as const

/**
 * Locks the caller's account until the transaction ends, and authenticates the caller again. So an account that is
 * being deleted gets nothing, and a credential that a new password has revoked since the authorization grants nothing.
 * Fails with 401 for both. ADR 13: before all other locks.
 */
export const lockCaller = Effect.fn("lockCaller")(function* (caller: Caller) {
  const users = yield* UserRepository
  if ((yield* users.lock([caller.userId])).length === 0) return yield* failWithStatus(401, "user_not_found")
  const isValid = (yield* isStillAuthenticated(caller)) && (yield* hasSameValue(caller))
  if (!isValid) return yield* failWithStatus(401, endedCodes[caller.credential.kind])
})

/** A session survives a new password under a new value of its cookie; the previous value may be stolen. */
const hasSameValue = Effect.fnUntraced(function* ({ credential }: Caller) {
  const repository = yield* AccessRepository
  return credential.kind !== "SESSION" || Option.isSome(yield* repository.findBySession(credential.digest))
})
