import { Database, EmailVerificationRepository, PasswordResetRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Erases codes of expired links. */
export const eraseExpiredCodes = Effect.fn("eraseExpiredCodes")(function* () {
  const resets = yield* PasswordResetRepository
  const verifications = yield* EmailVerificationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(Effect.andThen(resets.deleteExpired(now), verifications.deleteExpired(now)))
})
