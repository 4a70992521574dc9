import { Database, type InvitationPlace, InvitationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** What has not expired; what has is purged on the way. Source: reference "auth-and-permissions" 6.5. */
export const listOpenInvitations = Effect.fn("listOpenInvitations")(function* (place: InvitationPlace) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  if (yield* repository.hasExpired(place, now)) yield* database.transaction(repository.purgeExpired(place, now))
  return yield* repository.list(place, now)
})
