import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { WebhookConfigurationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of the project's webhook configurations, oldest first unless asked otherwise. Source: reference "webhooks" 1.3. */
export const listWebhookConfigurations = Effect.fn("listWebhookConfigurations")(function* (
  access: ProjectAccess<"webhooks.manage">,
  query: PageQuery
) {
  const request = yield* orFail(
    parsePageRequest(query, ["url", "enabled", "autoDisabled", "firstFailed", "lastExecuted"])
  )
  const repository = yield* WebhookConfigurationRepository
  const { total, rows } = yield* repository.list({
    projectId: access.projectId,
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
