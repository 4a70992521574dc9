import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Erases previous secrets of webhooks whose overlap has ended: a copy of the database must not hold them. */
export const eraseExpiredSecrets = Effect.fn("eraseExpiredSecrets")(function* () {
  const database = yield* Database
  const repository = yield* WebhookConfigurationRepository
  yield* database.transaction(repository.eraseExpiredSecrets(yield* Clock.currentTimeMillis))
})
