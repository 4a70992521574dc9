import { narrowLanguages } from "@dragoman/domain/permission"
import { DeliveryLogRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"
import { getWebhookConfiguration } from "./get-webhook-configuration.ts"

/** Bodies show texts of any language. */
const viewsAllTexts = ({ effectiveScopes, computedPermission }: ProjectAccess): boolean =>
  effectiveScopes.includes("translations.view") && narrowLanguages(computedPermission, "view", null) === null

/** Reads one delivery with its attempts, and with its body when the caller may see all that can be in it. */
export const getWebhookDelivery = Effect.fn("getWebhookDelivery")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const repository = yield* DeliveryLogRepository
  const configuration = yield* getWebhookConfiguration(access, id)
  const found = yield* repository.find(configuration.id, deliveryId)
  if (Option.isNone(found)) return yield* refusedWith(404, "resource_not_found")
  const requestBody = viewsAllTexts(access) ? yield* repository.findBody(deliveryId) : null
  return { delivery: found.value, requestBody, attempts: yield* repository.listAttempts(deliveryId) }
})
