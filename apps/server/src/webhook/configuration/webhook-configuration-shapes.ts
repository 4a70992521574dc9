import { WebhookConfigurationModel } from "@dragoman/api"
import type { AuditAction, AuditValues } from "@dragoman/domain/audit"
import { maskEndpointUrl } from "@dragoman/domain/network"
import type { WebhookHeader } from "@dragoman/domain/webhook"
import type { WebhookConfigurationRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Converts a webhook configuration for responses: the model's fields, most of them named as in the row. */
export const webhookConfigurationToModel = (row: WebhookConfigurationRow): WebhookConfigurationModel =>
  onlyFields<WebhookConfigurationModel>(WebhookConfigurationModel.fields, {
    ...row,
    webhookSecret: row.secret,
    firstFailed: row.firstFailedAt,
    lastExecuted: row.lastExecutedAt,
    previousSecretValidUntil: row.previousSecretUntil,
    headers: headersOfWebhook(row).map(({ name }) => ({ name, isSet: true }))
  })

/** Reads the stored headers with their values, which are secrets. */
export const headersOfWebhook = ({ headers }: WebhookConfigurationRow): ReadonlyArray<WebhookHeader> =>
  headers === null ? [] : JSON.parse(headers)

/** Drops the fields of a row that the model does not have. */
const onlyFields = <Model extends object>(fields: Readonly<Record<keyof Model, unknown>>, values: Model): Model =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, values[field as keyof Model]])) as Model

/**
 * Describes a change of a webhook configuration for the activity: without secrets, and with only the host of the URL.
 */
export const webhookConfigurationEntity = (
  before: WebhookConfigurationRow | null,
  after: WebhookConfigurationRow | null
): EntityChange => ({
  entityClass: "WebhookConfig",
  entityId: after?.id ?? before?.id ?? 0,
  before: before && toLogged(before),
  after: after && toLogged(after)
})

const toLogged = ({ url, enabled }: WebhookConfigurationRow) => ({ url, enabled })

/** Selects the settings that the audit log compares: without secrets, and with only the host of the URL. */
export const auditedWebhook = (row: WebhookConfigurationRow): AuditValues => ({
  url: maskEndpointUrl(row.url),
  enabled: row.enabled,
  paused: row.paused,
  eventFilter: row.eventFilter,
  headers: headersOfWebhook(row).map(({ name }) => name),
  bodyTemplate: row.bodyTemplate?.kind ?? null
})

/** Makes an event of the audit log about a webhook configuration. */
export const webhookEvent = <Action extends AuditAction>(
  { organizationId, projectId }: ProjectAccess,
  action: Action,
  { id, url }: WebhookConfigurationRow
) => ({ action, object: { kind: "WEBHOOK", id, name: maskEndpointUrl(url) }, organizationId, projectId }) as const
