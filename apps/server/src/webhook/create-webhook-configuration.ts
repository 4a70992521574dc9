import { randomBytes } from "node:crypto"
import type { WebhookConfigurationBody } from "@dragoman/api"
import { makeWebhookSecret } from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { recordActivity } from "../activity/record-activity.ts"
import { checkEndpointUrl } from "./check-endpoint-url.ts"
import { webhookConfigurationEntity } from "./webhook-configuration-entity.ts"

/** Bytes of randomness in a secret. Source: reference "webhooks" 1.4. */
const secretBytes = 16

/** Creates an enabled webhook configuration for an address that the server may reach. Source: specification 4.4. */
export const createWebhookConfiguration = Effect.fn("createWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const database = yield* Database
  const url = yield* checkEndpointUrl(body.url ?? "")
  const createdAt = yield* Clock.currentTimeMillis
  const { projectId, caller } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      const secret = makeWebhookSecret(randomBytes(secretBytes))
      const row = yield* repository.insert({ projectId, url, secret, createdAt })
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
