import type { StoredPlace } from "./envelope.ts"
import type { SecretColumns } from "./secret-columns.ts"

/** The columns of `webhook_configuration` that are encrypted when the database is. */
export type WebhookSecretColumn = "url" | "secret" | "previous_secret"

export const webhookSecretPlace = (id: number, column: WebhookSecretColumn): StoredPlace => ({
  table: "webhook_configuration",
  row: id,
  column
})

interface SecretTexts {
  readonly id: number
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
}

/** The plain values of the secrets in a row. Throws when they cannot be decrypted. */
export const openWebhookSecrets = ({ open }: SecretColumns, row: SecretTexts) =>
  mapSecrets(row, (place, text) => open(place, text))

/** The row as it is stored. */
export const sealWebhookSecrets = <Row extends SecretTexts>(
  sealIn: (place: StoredPlace, text: string) => string,
  row: Row
): Row => ({ ...row, ...mapSecrets(row, sealIn) })

const mapSecrets = (row: SecretTexts, map: (place: StoredPlace, text: string) => string) => ({
  url: map(webhookSecretPlace(row.id, "url"), row.url),
  secret: map(webhookSecretPlace(row.id, "secret"), row.secret),
  previousSecret:
    row.previousSecret === null ? null : map(webhookSecretPlace(row.id, "previous_secret"), row.previousSecret)
})
