import type { WebhookConfigurationBody } from "@dragoman/api"
import { WebhookConfigurationModel } from "@dragoman/api"
import type { WebhookConfigurationRow } from "@dragoman/store"

/** Fields of the model that are named as those of the row are taken as they are. */
export const webhookConfigurationToModel = (row: WebhookConfigurationRow): WebhookConfigurationModel =>
  onlyFields<WebhookConfigurationModel>(WebhookConfigurationModel.fields, {
    ...row,
    webhookSecret: row.secret,
    firstFailed: row.firstFailedAt,
    lastExecuted: row.lastExecutedAt,
    previousSecretValidUntil: row.previousSecretUntil
  })

/** Nothing of a row gets out that the model does not name. */
const onlyFields = <Model extends object>(fields: Readonly<Record<keyof Model, unknown>>, values: Model): Model =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, values[field as keyof Model]])) as Model

type Given<Values> = { readonly [Field in keyof Values]?: NonNullable<Values[Field]> }

/** The settings of a body that need no rule of their own; those that are absent or null stay as they are. */
export const plainSettings = ({ url: _, enabled: __, eventFilter: ___, ...settings }: WebhookConfigurationBody) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null)) as Given<
    typeof settings
  >
