import type { WebhookConfigurationBody } from "@dragoman/api"
import { validateEventFilter } from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { orFail } from "../../platform/fail.ts"
import { checkEndpointUrl } from "./check-endpoint-url.ts"
import { newWebhookSecret } from "./new-webhook-secret.ts"
import { webhookAuthor } from "./webhook-author.ts"
import { webhookConfigurationEntity } from "./webhook-configuration-entity.ts"
import { plainSettings } from "./webhook-configuration-to-model.ts"

/** Creates an enabled webhook configuration for an address that the server may reach. */
export const createWebhookConfiguration = Effect.fn("createWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const database = yield* Database
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const createdAt = yield* Clock.currentTimeMillis
  const { projectId, caller } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const secret = newWebhookSecret()
      const row = yield* repository.insert({
        projectId,
        url,
        secret,
        ...plainSettings(body),
        eventFilter,
        ...webhookAuthor(access),
        createdAt
      })
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "WEBHOOK_CONFIG_CREATE",
        entities: [webhookConfigurationEntity(null, row)]
      })
      return row
    })
  )
})
