import type { RedeliverBody } from "@dragoman/api"
import { Database, DeliveryLogRepository, WebhookConfigurationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { CommitSignal } from "../../change/after-commit/commit-signal.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/** Deliveries of one transaction, so that others get their turn. */
const deliveriesPerRound = 500

/**
 * Sends again what is over, in these states, of these types and made between these times: same ids, same bodies, attempts counted on. Returns how
 * many. In portions by id: each delivery once, even if it fails again meanwhile, and asking again does no harm.
 */
export const redeliverWebhookDeliveries = Effect.fn("redeliverWebhookDeliveries")(function* (
  { projectId }: ProjectAccess<"webhooks.manage">,
  id: number,
  body: RedeliverBody
) {
  const configurations = yield* WebhookConfigurationRepository
  const repository = yield* DeliveryLogRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  const redeliverAfter = Effect.fnUntraced(function* (afterId: number) {
    // INVARIANT: configurations are locked before deliveries, here as in the dispatcher; the other order may deadlock.
    const configuration = yield* configurations.findLocked(projectId, id)
    if (Option.isNone(configuration)) return yield* failWith("resource_not_found")
    if (!configuration.value.enabled) return yield* failWith("webhook_config_disabled")
    const redelivered = yield* repository.redeliverSome({
      webhookConfigurationId: id,
      states: body.states ?? ["FAILED"],
      activityTypes: body.types ?? null,
      createdAfter: body.createdAfter ?? null,
      createdBefore: body.createdBefore ?? null,
      afterId,
      limit: deliveriesPerRound
    })
    if (redelivered.length > 0)
      yield* database.afterCommit(commits.publish({ projectId, deliveries: redelivered.length }))
    return redelivered
  })
  let count = 0
  let afterId: number | undefined = 0
  while (afterId !== undefined) {
    const redelivered: ReadonlyArray<number> = yield* database.transaction(redeliverAfter(afterId))
    count += redelivered.length
    afterId = redelivered.length < deliveriesPerRound ? undefined : redelivered.at(-1)
    yield* Effect.yieldNow
  }
  return count
})
