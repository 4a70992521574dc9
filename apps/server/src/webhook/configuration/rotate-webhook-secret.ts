import type { SecretRotationBody } from "@dragoman/api"
import { rotateSecret, validateSecretOverlap } from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { newWebhookSecret } from "./new-webhook-secret.ts"

/**
 * Gives a webhook configuration a new secret; the present one signs along for the overlap. No activity: nothing of secrets
 * is ever recorded there. Ours; the original cannot rotate.
 */
export const rotateWebhookSecret = Effect.fn("rotateWebhookSecret")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  body: SecretRotationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const database = yield* Database
  const overlapMillis = yield* orFail(validateSecretOverlap(body.overlapMillis))
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
      const found = yield* repository.findLocked(access.projectId, id)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      const rotated = rotateSecret(found.value, { newSecret: newWebhookSecret(), now, overlapMillis })
      const after = { ...found.value, ...rotated }
      yield* repository.update(after)
      return after
    })
  )
})
