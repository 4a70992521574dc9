import { WebhookConfigurationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/** Reads one webhook configuration of the project. Source: specification 4.5. */
export const getWebhookConfiguration = Effect.fn("getWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const repository = yield* WebhookConfigurationRepository
  const found = yield* repository.find(access.projectId, id)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})
