import type { ListQuery } from "@dragoman/domain/page"
import { WebhookConfigurationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the project's webhook configurations, oldest first unless asked otherwise. Source: reference "webhooks" 1.3. */
export const listWebhookConfigurations = Effect.fn("listWebhookConfigurations")(function* (
  access: ProjectAccess<"webhooks.manage">,
  query: ListQuery<"webhookConfigurations">
) {
  const repository = yield* WebhookConfigurationRepository
  return yield* paged("webhookConfigurations", query, (slice) =>
    repository.list({
      projectId: access.projectId,
      ...slice
    })
  )
})
