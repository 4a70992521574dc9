import { UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWithStatus } from "../fail.ts"
import type { Caller } from "./access.ts"

/**
 * Locks the caller's account until the transaction ends: nothing can be given to an account that is being deleted. Fails
 * with 401 when it was deleted after the authorization. ADR 13: before all other locks.
 */
export const lockCaller = Effect.fn("lockCaller")(function* ({ userId }: Caller) {
  const users = yield* UserRepository
  if ((yield* users.lock([userId])).length === 0) return yield* failWithStatus(401, "user_not_found")
})
