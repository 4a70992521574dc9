import type { ListQuery } from "@dragoman/domain/page"
import { WebhookConfigurationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a page of the project's webhook configurations, by default in the order of their creation. */
export const listWebhookConfigurations = Effect.fn("listWebhookConfigurations")(function* (
  { projectId }: ProjectAccess<"webhooks.manage">,
  query: ListQuery<"webhookConfigurations">
) {
  const repository = yield* WebhookConfigurationRepository
  return yield* paged("webhookConfigurations", query, (slice) => repository.list({ projectId, ...slice }))
})

/** Reads one webhook configuration of the project. */
export const getWebhookConfiguration = Effect.fn("getWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const repository = yield* WebhookConfigurationRepository
  const found = yield* repository.find(access.projectId, id)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})

/** Works like `getWebhookConfiguration`, and locks the row in the open transaction. */
export const lockWebhookConfiguration = Effect.fn("lockWebhookConfiguration")(function* (
  { projectId }: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const repository = yield* WebhookConfigurationRepository
  const found = yield* repository.findLocked(projectId, id)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})
