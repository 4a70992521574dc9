import { checkLoseAdministrator } from "@dragoman/domain/permission"
import { OrganizationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"

/**
 * Deletes an account with everything that only it can use, and the organizations that it alone owns, in the transaction
 * that is open and has locked the account and the administrators. The last administrator of the server stays. false:
 * there is no such account.
 */
export const deleteAccount = Effect.fn("deleteAccount")(function* (userId: number) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const now = yield* Clock.currentTimeMillis
  const facts = yield* users.findAdministratorFacts(userId)
  if (Option.isNone(facts)) return false
  const error = checkLoseAdministrator(facts.value)
  if (error !== null) return yield* Effect.fail(error)
  // Two owners who go at the same time: the second finds itself alone.
  yield* organizations.lockOwned(userId)
  const owned = yield* organizations.listSingleOwned(userId)
  yield* organizations.deleteAll(
    owned.map(({ organizationId }) => organizationId),
    now
  )
  return yield* users.delete(userId, now)
})
