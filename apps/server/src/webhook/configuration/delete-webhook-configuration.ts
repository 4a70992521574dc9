import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"
import { webhookConfigurationEntity } from "./webhook-configuration-entity.ts"

/** Removes a webhook configuration and, within the hour, what it still had to deliver. Source: reference "webhooks" 1.1. */
export const deleteWebhookConfiguration = Effect.fn("deleteWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const repository = yield* WebhookConfigurationRepository
  const database = yield* Database
  const { projectId, caller } = access
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const found = yield* repository.findLocked(projectId, id)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      yield* repository.remove(projectId, id, now)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "WEBHOOK_CONFIG_DELETE",
        entities: [webhookConfigurationEntity(found.value, null)]
      })
    })
  )
})
