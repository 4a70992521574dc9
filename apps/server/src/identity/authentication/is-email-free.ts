import { normalizeUsername } from "@dragoman/domain/user"
import { UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { PublicAccess } from "../../platform/access/grant.ts"
import { emailCheckLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"

/**
 * Whether the address is free for a new account. Where signing up needs an invitation, the answer is always true: strangers
 * do not learn which accounts exist. `network`: of the client, for the limit.
 * Source: docs/permissions.md#what-strangers-learn.
 */
export const isEmailFree = Effect.fn("isEmailFree")(function* (_access: PublicAccess, network: string, email: string) {
  const { registration } = yield* Settings
  if (registration !== "open") return true
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(emailCheckLimit, network)
  const users = yield* UserRepository
  const taken = yield* users.findTaken([normalizeUsername(email)])
  return !taken.some(({ isDisabled }) => !isDisabled)
})
