import { Database, DeliveryLogRepository, WebhookConfigurationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { CommitSignal } from "../../change/after-commit/commit-signal.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * Sends one delivery again at once, whatever became of it: same id, same body, attempts counted on. One that is just
 * being sent is left alone.
 */
export const redeliverWebhookDelivery = Effect.fn("redeliverWebhookDelivery")(function* (
  { projectId }: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const configurations = yield* WebhookConfigurationRepository
  const repository = yield* DeliveryLogRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  const notFound = failWith("resource_not_found")
  return yield* database.transaction(
    Effect.gen(function* () {
      // INVARIANT: configurations are locked before deliveries, here as in the dispatcher; the other order may deadlock.
      const configuration = yield* configurations.findLocked(projectId, id)
      if (Option.isNone(configuration)) return yield* notFound
      if (Option.isNone(yield* repository.find(id, deliveryId))) return yield* notFound
      if (!configuration.value.enabled) return yield* failWith("webhook_config_disabled")
      yield* repository.redeliver(deliveryId)
      yield* database.afterCommit(commits.publish({ projectId, deliveries: 1 }))
      const redelivered = yield* repository.find(id, deliveryId)
      return Option.isSome(redelivered) ? redelivered.value : yield* notFound
    })
  )
})
