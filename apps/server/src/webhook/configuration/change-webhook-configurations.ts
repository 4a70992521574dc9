import { randomBytes } from "node:crypto"
import type { SecretRotationBody, WebhookConfigurationBody } from "@dragoman/api"
import { type DomainError, fieldErrors } from "@dragoman/domain/error"
import { endpointUrlMaxLength } from "@dragoman/domain/network"
import {
  type BodyTemplateInput,
  checkMoveWebhook,
  exampleEvents,
  forgetExpiredSecret,
  isSameServer,
  keepsHeaderValues,
  makeWebhookSecret,
  moveWebhookState,
  rotateSecret,
  validateBodyTemplate,
  validateEventFilter,
  validateSecretOverlap,
  validateWebhookHeaders,
  type WebhookHeader,
  webhookSecretBytes
} from "@dragoman/domain/webhook"
import { webhookRules } from "@dragoman/settings"
import {
  AccessRepository,
  Database,
  WebhookConfigurationRepository,
  type WebhookConfigurationRow
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { renderWebhookBodyOrFail } from "../../change/activity/render-webhook-body.ts"
import { visibleTextsOf, visibleTextsOfWebhook } from "../../change/activity/stored-revisions.ts"
import { changeProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { checkReachableUrl } from "./check-reachable-url.ts"
import { getWebhookConfiguration, lockWebhookConfiguration } from "./webhook-configuration-queries.ts"
import {
  auditedWebhook,
  headersOfWebhook,
  webhookConfigurationEntity,
  webhookEvent
} from "./webhook-configuration-shapes.ts"

/** Creates a webhook configuration, enabled unless the body says otherwise, for a URL that the server may reach. */
export const createWebhookConfiguration = Effect.fn("createWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  const { webhookConfigurationsMax } = yield* Settings
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const headers = yield* orFail(validateWebhookHeaders(body.headers ?? [], []))
  const bodyTemplate = yield* checkBodyTemplate(access.projectId, body.bodyTemplate ?? null)
  const createdAt = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      // The lock of the project keeps others from adding one in between.
      if ((yield* repository.count(access.projectId)) >= webhookConfigurationsMax) {
        return yield* failWith("too_many_webhook_configs", [webhookConfigurationsMax])
      }
      const row = yield* repository.insert({
        projectId: access.projectId,
        url,
        secret: newSecret(),
        enabled: body.enabled ?? true,
        ...plainSettings(body),
        eventFilter,
        headers: storedHeaders(headers),
        bodyTemplate,
        ...webhookAuthor(access),
        createdAt
      })
      yield* record("WEBHOOK_CONFIG_CREATE", [webhookConfigurationEntity(null, row)])
      yield* recordAudit(access.caller, { ...webhookEvent(access, "WEBHOOK_CREATED", row), after: auditedWebhook(row) })
      return row
    })
  )
})

/**
 * Replaces the URL; other absent fields stay, and so do the values of headers that come without one. `enabled: true` also ends the run of failures. Pending deliveries go to the
 * new URL.
 */
export const updateWebhookConfiguration = Effect.fn("updateWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  body: WebhookConfigurationBody
) {
  const repository = yield* WebhookConfigurationRepository
  yield* checkEndpointUrlLength(body.url ?? "")
  // The 404 comes before errors of the URL, and resolving its host must not hold a transaction open.
  yield* getWebhookConfiguration(access, id)
  const url = yield* checkEndpointUrl(body.url ?? "")
  const eventFilter = yield* orFail(validateEventFilter(body.eventFilter ?? null))
  const bodyTemplate = yield* checkBodyTemplate(access.projectId, body.bodyTemplate ?? null)
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* lockWebhookConfiguration(access, id)
      const headers = yield* headersAfter(before, body, url)
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
        eventFilter: body.eventFilter === undefined ? before.eventFilter : eventFilter,
        headers,
        bodyTemplate: body.bodyTemplate === undefined ? before.bodyTemplate : bodyTemplate
      }
      yield* repository.update(after)
      yield* record("WEBHOOK_CONFIG_UPDATE", [webhookConfigurationEntity(before, after)])
      const event = webhookEvent(access, "WEBHOOK_EDITED", before)
      // The log contains no secrets: changes that it cannot show must be visible too.
      const hidden = {
        ...(isMoved ? { urlChanged: true } : {}),
        ...(headers === before.headers ? {} : { headersChanged: true }),
        ...(after.bodyTemplate?.text === before.bodyTemplate?.text ? {} : { bodyTemplateChanged: true })
      }
      yield* recordChange(access.caller, event, auditedWebhook(before), { ...auditedWebhook(after), ...hidden })
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
      const before = yield* lockWebhookConfiguration(access, id)
      yield* repository.remove(access.projectId, id, now)
      yield* record("WEBHOOK_CONFIG_DELETE", [webhookConfigurationEntity(before, null)])
      yield* recordAudit(access.caller, {
        ...webhookEvent(access, "WEBHOOK_DELETED", before),
        before: auditedWebhook(before)
      })
    })
  )
})

/**
 * Replaces the secret; the present one also signs during the overlap. The activity does not show it, because it
 * contains no secrets.
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
      const before = yield* lockWebhookConfiguration(access, id)
      const after = { ...before, ...rotateSecret(before, { newSecret: newSecret(), now, overlapMillis }) }
      yield* repository.update(after)
      yield* recordAudit(access.caller, {
        ...webhookEvent(access, "WEBHOOK_SECRET_ROTATED", before),
        after: { overlapMillis }
      })
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

type Given<Values> = { readonly [Field in keyof Values]?: NonNullable<Values[Field]> }

/** Selects the settings of a body without a rule of their own; absent and null ones are left out. */
const plainSettings = ({
  url: _,
  enabled: __,
  eventFilter: ___,
  headers: ____,
  bodyTemplate: _____,
  ...settings
}: WebhookConfigurationBody) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null)) as Given<
    typeof settings
  >

/** Checks a template, and renders it for examples, so that its mistakes show when it is saved. */
const checkBodyTemplate = Effect.fn("checkBodyTemplate")(function* (
  projectId: number,
  input: BodyTemplateInput | null
) {
  const template = yield* orFail(validateBodyTemplate(input))
  for (const event of exampleEvents({ webhookConfigId: 0, projectId })) {
    yield* renderWebhookBodyOrFail(template, event, exampleProjectName)
  }
  return template
})

const exampleProjectName = 'The "Shop"'

const storedHeaders = (headers: ReadonlyArray<WebhookHeader>): string | null =>
  headers.length === 0 ? null : JSON.stringify(headers)

/** Returns the headers to store after an update. Fails when a stored value would go to another server. */
const headersAfter = Effect.fnUntraced(function* (
  before: WebhookConfigurationRow,
  { headers: input }: WebhookConfigurationBody,
  url: string
) {
  const keepsValues = input === undefined ? before.headers !== null : keepsHeaderValues(input ?? [])
  if (keepsValues && !isSameServer(before.url, url)) return yield* failWith("webhook_header_values_needed")
  if (input === undefined) return before.headers
  return storedHeaders(yield* orFail(validateWebhookHeaders(input ?? [], headersOfWebhook(before))))
})

const newSecret = (): string => makeWebhookSecret(randomBytes(webhookSecretBytes))

/** Checks the length before anything else. */
const checkEndpointUrlLength = (text: string): Effect.Effect<void, DomainError> =>
  text.length > endpointUrlMaxLength
    ? Effect.fail(fieldErrors({ url: `size must be between 0 and ${endpointUrlMaxLength}` }))
    : Effect.void

/** Checks the URL to store by the rules of webhooks. */
export const checkEndpointUrl = Effect.fn("checkEndpointUrl")(function* (text: string) {
  const rules = webhookRules(yield* Settings)
  return yield* checkReachableUrl(text, { rules, allowSetting: "DRAGOMAN_WEBHOOK_ALLOW" })
})

/**
 * The user who sets the URL receives its deliveries, so bodies show the texts that this user may view: none if the URL was
 * set with a project API key without `translations.view`.
 */
export const webhookAuthor = ({ caller, effectiveScopes }: ProjectAccess<"webhooks.manage">) => ({
  authorId: caller.userId,
  showsTexts: caller.credential.kind !== "PAK" || effectiveScopes.includes("translations.view")
})

/** Fails unless the caller may view the texts of the pending deliveries, which go to the new URL. */
const checkTextsOfWebhook = Effect.fnUntraced(function* (
  access: ProjectAccess<"webhooks.manage">,
  { authorId, showsTexts }: Pick<WebhookConfigurationRow, "authorId" | "showsTexts">
) {
  const repository = yield* AccessRepository
  const users = authorId === null ? [] : yield* repository.listProjectUsers(access.projectId, [authorId])
  const shown = visibleTextsOfWebhook({ isShown: showsTexts, author: users[0] ?? null })
  yield* failIf(checkMoveWebhook({ visible: visibleTextsOf(access), shown }))
})
