import { Database, type InvitationPlace, InvitationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { findInvitationEnds } from "./invitation-ends.ts"

/**
 * Invitations that have not expired, each with why it cannot be accepted any more (null: it can); those that have expired
 * are purged on the way.
 */
export const listOpenInvitations = Effect.fn("listOpenInvitations")(function* (place: InvitationPlace) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  if (yield* repository.hasExpired(place, now)) yield* database.transaction(repository.purgeExpired(place, now))
  const invitations = yield* repository.list(place, now)
  const ends = yield* findInvitationEnds(place, invitations)
  return { invitations, ends }
})
