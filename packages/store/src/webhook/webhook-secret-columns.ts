import type { StoredPlace } from "../encryption/envelope.ts"
import type { SecretColumns } from "../encryption/secret-columns.ts"

/** The columns of `webhook_configuration` that are encrypted when the database is. */
export type WebhookSecretColumn = "url" | "secret" | "previous_secret"

export const webhookSecretPlace = (id: number, column: WebhookSecretColumn): StoredPlace => ({
  table: "webhook_configuration",
  row: id,
  column
})

/** The plain values of what a statement has read of one row. Throws when they cannot be decrypted. */
export const openWebhookSecrets = (
  { open }: SecretColumns,
  row: {
    readonly id: number
    readonly url: string
    readonly secret: string
    readonly previousSecret: string | null
  }
) => ({
  url: open(webhookSecretPlace(row.id, "url"), row.url),
  secret: open(webhookSecretPlace(row.id, "secret"), row.secret),
  previousSecret:
    row.previousSecret === null ? null : open(webhookSecretPlace(row.id, "previous_secret"), row.previousSecret)
})
