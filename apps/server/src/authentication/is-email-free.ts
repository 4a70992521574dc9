import { normalizeUsername } from "@dragoman/domain/user"
import { UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { PublicAccess } from "../access/grant.ts"

/** Whether no active user has the address. Source: reference "auth-and-permissions" 4.2. */
export const isEmailFree = Effect.fn("isEmailFree")(function* (_access: PublicAccess, email: string) {
  const users = yield* UserRepository
  const taken = yield* users.findTaken([normalizeUsername(email)])
  return !taken.some(({ isDisabled }) => !isDisabled)
})
