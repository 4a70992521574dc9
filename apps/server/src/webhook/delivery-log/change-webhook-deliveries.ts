import type { RedeliverBody } from "@dragoman/api"
import type { WebhookEventBody } from "@dragoman/domain/webhook"
import { Database, DeliveryLogRepository, type UnrenderedPortion, type WebhookConfigurationRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { renderWebhookBodyOrFail } from "../../change/activity/render-webhook-body.ts"
import { CommitSignal } from "../../change/commit-signal.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { readProjectName } from "../configuration/test-webhook-configuration.ts"
import { lockWebhookConfiguration } from "../configuration/webhook-configuration-queries.ts"
import { webhookEvent } from "../configuration/webhook-configuration-shapes.ts"

// INVARIANT: the configuration is locked before its deliveries, as in the dispatcher; the other order may deadlock.

/** Number of deliveries per transaction, so that other writers get the lock in between. */
const batchSize = 500

/** Number of bodies per transaction that a template renders again: each has up to 256 KiB. */
const renderedBatchSize = 50

const everyDelivery = { states: null, activityTypes: null, createdAfter: null, createdBefore: null }

/**
 * Sends one delivery again at once, in any state: with the same id and body, and attempts that continue their numbers.
 * A delivery that is being sent is left unchanged.
 */
export const redeliverWebhookDelivery = Effect.fn("redeliverWebhookDelivery")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const { projectId } = access
  const repository = yield* DeliveryLogRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  return yield* database.transaction(
    Effect.gen(function* () {
      const configuration = yield* lockWebhookConfiguration(access, id)
      if (Option.isNone(yield* repository.find(id, deliveryId))) return yield* failWith("resource_not_found")
      if (!configuration.enabled) return yield* failWith("webhook_config_disabled")
      const portion = {
        ...everyDelivery,
        webhookConfigurationId: id,
        afterId: deliveryId - 1,
        upToId: deliveryId,
        limit: 1
      }
      const { mistake } = yield* renderAgain(access, configuration, portion)
      if (mistake !== null) return yield* Effect.fail(mistake)
      yield* repository.redeliver(deliveryId)
      const event = webhookEvent(access, "WEBHOOK_REDELIVERED", configuration)
      yield* recordAudit(access.caller, { ...event, after: { deliveryId } })
      yield* database.afterCommit(commits.publish({ projectId, deliveries: 1 }))
      const redelivered = yield* repository.find(id, deliveryId)
      return Option.isSome(redelivered) ? redelivered.value : yield* failWith("resource_not_found")
    })
  )
})

/**
 * Sends ended deliveries again, filtered by state, type and time of creation, and returns their number. Batches go by id,
 * so each delivery is sent again once, even if it fails again meanwhile; a repeated request does no harm.
 */
export const redeliverWebhookDeliveries = Effect.fn("redeliverWebhookDeliveries")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  body: RedeliverBody
) {
  const { projectId } = access
  const repository = yield* DeliveryLogRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  const filter = {
    webhookConfigurationId: id,
    states: body.states ?? (["FAILED"] as const),
    activityTypes: body.types ?? null,
    createdAfter: body.createdAfter ?? null,
    createdBefore: body.createdBefore ?? null
  }
  const redeliverBatch = Effect.fnUntraced(function* (afterId: number) {
    const configuration = yield* lockWebhookConfiguration(access, id)
    if (!configuration.enabled) return yield* failWith("webhook_config_disabled")
    // The entry is written once, before the first delivery: a request that is cut off in between has its entry too.
    if (afterId === 0) {
      const event = webhookEvent(access, "WEBHOOK_REDELIVERED", configuration)
      const { types = null, createdAfter = null, createdBefore = null } = body
      const after = { states: body.states ?? ["FAILED"], types, createdAfter, createdBefore }
      yield* recordAudit(access.caller, { ...event, after })
    }
    const redelivered = yield* repository.redeliverSome({ ...filter, afterId, limit: batchSize })
    if (redelivered.length > 0)
      yield* database.afterCommit(commits.publish({ projectId, deliveries: redelivered.length }))
    return redelivered
  })
  const renderBatch = Effect.fnUntraced(function* (afterId: number) {
    const configuration = yield* lockWebhookConfiguration(access, id)
    if (!configuration.enabled) return yield* failWith("webhook_config_disabled")
    const { lastId } = yield* renderAgain(access, configuration, {
      ...filter,
      afterId,
      upToId: null,
      limit: renderedBatchSize
    })
    return lastId
  })
  let unrenderedAfter: number | undefined = 0
  while (unrenderedAfter !== undefined) unrenderedAfter = yield* database.transaction(renderBatch(unrenderedAfter))
  let count = 0
  let afterId: number | undefined = 0
  while (afterId !== undefined) {
    const redelivered: ReadonlyArray<number> = yield* database.transaction(redeliverBatch(afterId))
    count += redelivered.length
    afterId = redelivered.length < batchSize ? undefined : redelivered.at(-1)
    yield* Effect.yieldNow
  }
  return count
})

/**
 * Gives deliveries whose bodies could not be rendered the bodies of the template of today; those that still fail stay as they are.
 * `lastId`: undefined after the last portion.
 */
const renderAgain = Effect.fnUntraced(function* (
  access: ProjectAccess<"webhooks.manage">,
  { bodyTemplate }: WebhookConfigurationRow,
  portion: UnrenderedPortion
) {
  const repository = yield* DeliveryLogRepository
  const unrendered = yield* repository.listUnrendered(portion)
  if (unrendered.length === 0) return { mistake: null, lastId: undefined }
  const projectName = yield* readProjectName(access)
  const [bodies, mistakes] = yield* Effect.partition(unrendered, ({ id, body }) =>
    Effect.map(
      renderWebhookBodyOrFail(bodyTemplate, JSON.parse(body) as WebhookEventBody, projectName),
      (rendered) => ({
        id,
        body: rendered
      })
    )
  )
  yield* repository.setBodies(bodies)
  return {
    mistake: mistakes[0] ?? null,
    lastId: unrendered.length < portion.limit ? undefined : unrendered.at(-1)?.id
  }
})
