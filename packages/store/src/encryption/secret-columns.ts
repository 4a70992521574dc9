import { Context, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import type { serverValueTable } from "../table/server-tables.ts"
import type { webhookConfigurationTable } from "../table/webhook-tables.ts"
import {
  decodeEnvelope,
  type EncryptionKey,
  EncryptionKeyUnknown,
  open,
  type StoredPlace,
  seal
} from "./encrypted-value.ts"
import type { MailColumn } from "./mail-content.ts"

/** The keys of `DRAGOMAN_ENCRYPTION_KEY`, the present one first. Empty: values are stored in plain. */
export const EncryptionKeys: Context.Reference<ReadonlyArray<EncryptionKey>> = Context.Reference<
  ReadonlyArray<EncryptionKey>
>("@dragoman/store/encryption/EncryptionKeys", { defaultValue: () => [] })

/** Reads and writes columns that hold secrets, encrypted when the database is. */
export interface SecretColumns {
  /**
   * The function that encrypts under the key which is active now, or leaves texts as they are. Belongs into the
   * transaction that stores what it returns: until its end, no other key becomes active.
   */
  readonly sealing: Effect.Effect<(place: StoredPlace, text: string) => string, SqlError.SqlError>
  /** The plain text of what is stored there. Throws when it cannot be decrypted. */
  readonly open: (place: StoredPlace, stored: string) => string
}

/** The same stored value is read at each claim; decrypting it once is enough. */
const openedMax = 4_096

/** The row of `server_value` that says under which key the database encrypts: an encrypted value of no meaning. */
export const markPlace: StoredPlace = { table: "server_value", row: "encryption_key", column: "value" }

export const makeSecretColumns: Effect.Effect<SecretColumns, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* EncryptionKeys
  const forShare = sql.onDialectOrElse({ pg: () => sql.literal("FOR SHARE"), orElse: () => sql.literal("") })
  const opened = new Map<string, string>()
  return {
    sealing: Effect.gen(function* () {
      const rows = yield* sql<Pick<RowOf<typeof serverValueTable>, "value">>`
        SELECT value FROM server_value WHERE name = ${markPlace.row} ${forShare}`
      const [mark] = rows
      if (mark === undefined) return (_: StoredPlace, text: string) => text
      const active = activeKeyOf(keys, mark.value)
      return (place: StoredPlace, text: string) => seal(active, place, text)
    }),
    open: (place, stored) => {
      const cacheKey = `${place.table} ${place.row} ${place.column} ${stored}`
      const known = opened.get(cacheKey)
      if (known !== undefined) return known
      const text = open(keys, place, stored)
      if (text === stored) return text
      const [oldest] = opened.keys()
      if (opened.size >= openedMax && oldest !== undefined) opened.delete(oldest)
      opened.set(cacheKey, text)
      return text
    }
  }
})

/** The key under which the mark was written. Throws when it is not among the keys, or the mark is damaged. */
export const activeKeyOf = (keys: ReadonlyArray<EncryptionKey>, mark: string): EncryptionKey => {
  open(keys, markPlace, mark)
  const keyId = decodeEnvelope(mark)?.keyId ?? ""
  const active = keys.find(({ id }) => id === keyId)
  if (active === undefined) throw new EncryptionKeyUnknown({ keyId, hasKeys: keys.length > 0 })
  return active
}

/** The columns of `webhook_configuration` that are encrypted when the database is. */
export type WebhookSecretColumn = "url" | "secret" | "previous_secret" | "headers"

export const webhookSecretPlace = (id: number, column: WebhookSecretColumn): StoredPlace => ({
  table: "webhook_configuration",
  row: id,
  column
})

interface SecretTexts
  extends Pick<RowOf<typeof webhookConfigurationTable>, "id" | "url" | "secret" | "previousSecret" | "headers"> {}

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
    row.previousSecret === null ? null : map(webhookSecretPlace(row.id, "previous_secret"), row.previousSecret),
  headers: row.headers === null ? null : map(webhookSecretPlace(row.id, "headers"), row.headers)
})

/** Tables with one secret column. `key`: the column that says whose row it is. */
export const secretTables = [
  { table: "totp", key: "user_id", column: "totp_key" },
  { table: "invitation", key: "code_digest", column: "code" },
  { table: "sign_in_attempt", key: "token_hash", column: "invitation_code" },
  { table: "user_identity", key: "user_id", column: "refresh_token" },
  { table: "identity_change", key: "user_id", column: "refresh_token" },
  { table: "organization_sso", key: "organization_id", column: "client_secret" },
  { table: "llm_provider", key: "id", column: "api_key" },
  { table: "content_storage", key: "id", column: "secret" }
] as const

/** `row`: its value in the `key` of the table. */
export const secretPlace = (table: (typeof secretTables)[number]["table"], row: number | string): StoredPlace => ({
  table,
  row,
  column: secretTables.find((secret) => secret.table === table)?.column ?? ""
})

/** Every column that is encrypted when the database is, as `table.column`. Of `server_value`, the secret to sign tokens. */
export const secretColumns: ReadonlyArray<string> = [
  "server_value.value",
  ...(["url", "secret", "previous_secret", "headers"] satisfies ReadonlyArray<WebhookSecretColumn>).map(
    (column) => `webhook_configuration.${column}`
  ),
  ...(["body_text", "body_html", "headers"] satisfies ReadonlyArray<MailColumn>).map((column) => `mail.${column}`),
  ...secretTables.map(({ table, column }) => `${table}.${column}`)
]
