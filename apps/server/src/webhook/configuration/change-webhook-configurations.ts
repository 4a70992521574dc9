import { randomBytes } from "node:crypto"
import type { SecretRotationBody, WebhookConfigurationBody } from "@dragoman/api"
import {
  forgetExpiredSecret,
  makeWebhookSecret,
  moveWebhookState,
  rotateSecret,
  validateEventFilter,
  validateSecretOverlap
} from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { checkEndpointUrl, checkEndpointUrlLength } from "./check-endpoint-url.ts"
import { checkTextsOfWebhook, webhookAuthor } from "./webhook-author.ts"
import { getWebhookConfiguration } from "./webhook-configuration-queries.ts"
import { webhookConfigurationEntity } from "./webhook-configuration-shapes.ts"

/** Random bytes in a secret: 128 bits. */
const secretBytes = 16

/** Creates an enabled webhook configuration for a URL that the server may reach. */
export const createWebhookConfiguration = Effect.fn("createWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const createdAt = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const row = yield* repository.insert({
        projectId: access.projectId,
        url,
        secret: newSecret(),
        ...plainSettings(body),
        eventFilter,
        ...webhookAuthor(access),
        createdAt
      })
      yield* record("WEBHOOK_CONFIG_CREATE", [webhookConfigurationEntity(null, row)])
      return row
    })
  )
})

/**
 * Replaces the URL; other absent fields stay. `enabled: true` also ends the run of failures. Pending deliveries go to the
 * new URL.
 */
export const updateWebhookConfiguration = Effect.fn("updateWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  yield* checkEndpointUrlLength(body.url ?? "")
  // 404 comes before errors of the URL, and resolving its host must not hold a transaction open.
  yield* getWebhookConfiguration(access, id)
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* lockConfiguration(access.projectId, id)
      const isMoved = url !== before.url
      if (isMoved) yield* checkTextsOfWebhook(access, before)
      const edit = { type: "edited", enabled: body.enabled ?? null, isMoved } as const
      const after = {
        ...before,
        ...forgetExpiredSecret(before, now),
        ...moveWebhookState(before, edit),
        ...(isMoved ? webhookAuthor(access) : {}),
        url,
        ...plainSettings(body),
        eventFilter: body.eventFilter === undefined ? before.eventFilter : eventFilter
      }
      yield* repository.update(after)
      yield* record("WEBHOOK_CONFIG_UPDATE", [webhookConfigurationEntity(before, after)])
      return after
    })
  )
})

/** Deletes a webhook configuration. Hourly work deletes its pending deliveries. */
export const deleteWebhookConfiguration = Effect.fn("deleteWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const repository = yield* WebhookConfigurationRepository
  const now = yield* Clock.currentTimeMillis
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* lockConfiguration(access.projectId, id)
      yield* repository.remove(access.projectId, id, now)
      yield* record("WEBHOOK_CONFIG_DELETE", [webhookConfigurationEntity(before, null)])
    })
  )
})

/** Replaces the secret; the present one also signs during the overlap. Not recorded: the activity contains no secrets. */
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
      const before = yield* lockConfiguration(access.projectId, id)
      const after = { ...before, ...rotateSecret(before, { newSecret: newSecret(), now, overlapMillis }) }
      yield* repository.update(after)
      return after
    })
  )
})

/** Erases previous secrets whose overlap has ended, so that no later copy of the database contains them. */
export const eraseExpiredSecrets = Effect.fn("eraseExpiredSecrets")(function* () {
  const database = yield* Database
  const repository = yield* WebhookConfigurationRepository
  yield* database.transaction(repository.eraseExpiredSecrets(yield* Clock.currentTimeMillis))
})

const lockConfiguration = Effect.fnUntraced(function* (projectId: number, id: number) {
  const repository = yield* WebhookConfigurationRepository
  const found = yield* repository.findLocked(projectId, id)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})

type Given<Values> = { readonly [Field in keyof Values]?: NonNullable<Values[Field]> }

/** The settings of a body without a rule of their own; absent and null ones are left out. */
const plainSettings = ({ url: _, enabled: __, eventFilter: ___, ...settings }: WebhookConfigurationBody) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null)) as Given<
    typeof settings
  >

const newSecret = (): string => makeWebhookSecret(randomBytes(secretBytes))
