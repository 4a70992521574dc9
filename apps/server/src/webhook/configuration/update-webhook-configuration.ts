import type { WebhookConfigurationBody } from "@dragoman/api"
import { forgetExpiredSecret, moveWebhookState, validateEventFilter } from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { checkEndpointUrl, checkEndpointUrlLength } from "./check-endpoint-url.ts"
import { getWebhookConfiguration } from "./get-webhook-configuration.ts"
import { checkTextsOfWebhook, webhookAuthor } from "./webhook-author.ts"
import { webhookConfigurationEntity } from "./webhook-configuration-entity.ts"
import { plainSettings } from "./webhook-configuration-to-model.ts"

/**
 * Overwrites the address; `enabled` absent or null leaves it, true also ends the run of failures; what else is absent
 * stays. What is pending stays pending and goes to the new address.
 * Source: reference "webhooks" 1.2.
 */
export const updateWebhookConfiguration = Effect.fn("updateWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const database = yield* Database
  yield* checkEndpointUrlLength(body.url ?? "")
  // Existence is checked before the address (reference "webhooks" 1.6), whose look-up must not hold a transaction open.
  yield* getWebhookConfiguration(access, id)
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const { projectId, caller } = access
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const found = yield* repository.findLocked(projectId, id)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      const before = found.value
      const isMoved = url !== before.url
      if (isMoved) yield* checkTextsOfWebhook(access, before)
      const edit = { type: "edited", enabled: body.enabled ?? null, isMoved } as const
      const after = {
        ...before,
        ...forgetExpiredSecret(before, now),
        ...moveWebhookState(before, edit),
        ...(isMoved ? webhookAuthor(access) : {}),
        url,
        ...plainSettings(body),
        eventFilter: body.eventFilter === undefined ? before.eventFilter : eventFilter
      }
      yield* repository.update(after)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "WEBHOOK_CONFIG_UPDATE",
        entities: [webhookConfigurationEntity(before, after)]
      })
      return after
    })
  )
})
