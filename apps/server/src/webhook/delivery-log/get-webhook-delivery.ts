import { DeliveryLogRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { visibleTextsOf } from "../../change/activity/visible-texts.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"
import { getWebhookConfiguration } from "../configuration/get-webhook-configuration.ts"

/** Reads one delivery with its attempts, and with its body when the caller may see all that can be in it. */
export const getWebhookDelivery = Effect.fn("getWebhookDelivery")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const repository = yield* DeliveryLogRepository
  const configuration = yield* getWebhookConfiguration(access, id)
  const found = yield* repository.find(configuration.id, deliveryId)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  // Bodies show texts of any language.
  const requestBody = visibleTextsOf(access) === "all" ? yield* repository.findBody(deliveryId) : null
  return { delivery: found.value, requestBody, attempts: yield* repository.listAttempts(deliveryId) }
})
