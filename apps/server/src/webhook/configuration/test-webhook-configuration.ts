import type { WebhookPreviewBody } from "@dragoman/api"
import { sendTest } from "@dragoman/delivery"
import { exampleEvents, readDeliveryFailure, validateBodyTemplate, webhookActivity } from "@dragoman/domain/webhook"
import { ActivityRepository, DeliveryLogRepository, ProjectRepository } from "@dragoman/store"
import { Duration, Effect, Option } from "effect"
import { renderRevisions } from "../../change/activity/activity-queries.ts"
import { renderWebhookBodyOrFail } from "../../change/activity/render-webhook-body.ts"
import { visibleTextsOf } from "../../change/activity/stored-revisions.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getWebhookConfiguration } from "./webhook-configuration-queries.ts"
import { headersOfWebhook } from "./webhook-configuration-shapes.ts"

/** Sends a test event and returns the outcome. Does not change the state of the configuration. */
export const testWebhookConfiguration = Effect.fn("testWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const { projectId } = access
  const row = yield* getWebhookConfiguration(access, id)
  const event = { webhookConfigId: id, projectId, eventType: "TEST", activityData: null } as const
  const text = yield* renderWebhookBodyOrFail(row.bodyTemplate, event, yield* readProjectName(access))
  const { url } = row
  const sending = sendTest({
    webhookConfigurationId: id,
    url,
    secrets: row,
    headers: headersOfWebhook(row),
    body: Buffer.from(text)
  })
  const [duration, { isDelivered, status, error }] = yield* Effect.timed(sending)
  return {
    isDelivered,
    status,
    durationMillis: Math.round(Duration.toMillis(duration)),
    error,
    failure: readDeliveryFailure(error, status)
  }
})

/** Renders the body that an event would have with a template: the change of the last delivery, or an example. */
export const previewWebhookBody = Effect.fn("previewWebhookBody")(function* (
  access: ProjectAccess<"webhooks.manage">,
  { webhookConfigId = null, bodyTemplate = null }: WebhookPreviewBody
) {
  const template = yield* orFail(validateBodyTemplate(bodyTemplate))
  const head = { webhookConfigId: webhookConfigId ?? 0, projectId: access.projectId }
  const activity = webhookConfigId === null ? null : yield* findLastActivity(access, webhookConfigId)
  const event =
    activity === null
      ? exampleEvents(head)[0]
      : ({ ...head, eventType: "PROJECT_ACTIVITY", activityData: webhookActivity(activity) } as const)
  const body = yield* renderWebhookBodyOrFail(template, event, yield* readProjectName(access))
  return { event: activity === null ? "EXAMPLE" : "LAST_DELIVERY", body } as const
})

/** Finds the change of the last delivery. None for callers who do not see all texts, as in the log of deliveries. */
const findLastActivity = Effect.fnUntraced(function* (access: ProjectAccess<"webhooks.manage">, id: number) {
  const { projectId } = access
  yield* getWebhookConfiguration(access, id)
  if (visibleTextsOf(access) !== "all") return null
  const log = yield* DeliveryLogRepository
  const activities = yield* ActivityRepository
  const page = { sort: [{ property: "id", direction: "desc" }], limit: 1, offset: 0 } as const
  const filter = { states: null, activityTypes: null, createdAfter: null, createdBefore: null }
  const [last] = (yield* log.list({ webhookConfigurationId: id, ...filter, ...page })).rows
  const found = last === undefined ? Option.none() : yield* activities.find(projectId, last.revisionId)
  const [activity] = Option.isSome(found) ? yield* renderRevisions(access, [found.value]) : []
  return activity ?? null
})

/** Reads the name that templates show. */
export const readProjectName = Effect.fnUntraced(function* ({ projectId, caller }: ProjectAccess) {
  const projects = yield* ProjectRepository
  const found = yield* projects.find(projectId, caller.userId)
  return Option.isSome(found) ? found.value.name : yield* failWith("project_not_found")
})
