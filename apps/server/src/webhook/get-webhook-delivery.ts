import { DeliveryLogRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"
import { getWebhookConfiguration } from "./get-webhook-configuration.ts"

/** Reads one delivery with its attempts. */
export const getWebhookDelivery = Effect.fn("getWebhookDelivery")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const repository = yield* DeliveryLogRepository
  const configuration = yield* getWebhookConfiguration(access, id)
  const found = yield* repository.find(configuration.id, deliveryId)
  if (Option.isNone(found)) return yield* refusedWith(404, "resource_not_found")
  return { delivery: found.value, attempts: yield* repository.listAttempts(deliveryId) }
})
