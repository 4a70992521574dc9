import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A login as Tolgee's database has it. */
export interface TolgeeLogin {
  readonly id: number
  /** bcrypt; null: none. */
  readonly password: string | null
  /** LOCAL, MANAGED or THIRD_PARTY; null: LOCAL. */
  readonly accountType: string | null
  readonly thirdPartyAuthType: string | null
  readonly thirdPartyAuthId: string | null
  /** The organization whose single sign-on manages the account. */
  readonly managingOrganizationId: number | null
  /** The raw key of the authenticator app. */
  readonly totpKey: Uint8Array | null
  readonly totpLastStep: number | null
  /** JSON of a list. */
  readonly recoveryCodes: string | null
}

/** A key or a token; of itself only the digest is stored. */
export interface TolgeeCredential {
  readonly id: number
  readonly userId: number
  readonly description: string | null
  readonly digest: string
  /** Epoch milliseconds, as the other times; null: never. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

export interface TolgeeApiKey extends TolgeeCredential {
  readonly projectId: number
  /** Names of the database, separated by commas. */
  readonly scopes: string
}

export interface TolgeeCodeReference {
  readonly keyId: number
  readonly path: string
  readonly line: number | null
}

/** Data of a stored entry of a translation memory that lists do not show. */
export interface TolgeeMemoryUnit {
  readonly id: number
  /** Id of the unit in a file; null: a person wrote it. */
  readonly tuid: string | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

/** Number of entries that are read at once. */
const memoryUnitsAtOnce = 1_000

/** Keys whose references are read at once. */
const keysAtOnce = 1_000

/**
 * Reads rows that only the PostgreSQL database of a Tolgee server shows. Columns that its version does not have yet read as null. The
 * client is one of that database; nothing is written.
 */
export const readTolgeeDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ tableName: string; columnName: string }>`
    SELECT CAST(table_name AS TEXT) AS table_name, CAST(column_name AS TEXT) AS column_name
    FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false))`
  const columns = new Set(found.map(({ tableName, columnName }) => `${tableName}.${columnName}`))
  const has = (table: string, column = "id") => columns.has(`${table}.${column}`)
  /** `expression` where the table has the column. */
  const where = (table: string, column: string, expression: string, type: string) =>
    sql.literal(has(table, column) ? expression : `CAST(NULL AS ${type})`)
  const millis = (table: string, column: string) =>
    where(table, column, `CAST(EXTRACT(EPOCH FROM t.${column}) * 1000 AS BIGINT)`, "BIGINT")
  return {
    /** The tables are those of Tolgee. */
    isTolgee: has("user_account", "password") && has("api_key", "key_hash"),

    logins: Effect.orDie(sql<TolgeeLogin>`
      SELECT t.id, t.password, ${where("user_account", "account_type", "CAST(t.account_type AS TEXT)", "TEXT")} AS account_type,
        CAST(t.third_party_auth_type AS TEXT) AS third_party_auth_type, t.third_party_auth_id,
        ${where("organization_role", "managed", "(SELECT MIN(r.organization_id) FROM organization_role r WHERE r.user_id = t.id AND r.managed)", "BIGINT")}
          AS managing_organization_id,
        ${where("user_account", "totp_key", "t.totp_key", "BYTEA")} AS totp_key,
        ${where("user_account", "totp_last_used_time_step", "CAST(t.totp_last_used_time_step AS BIGINT)", "BIGINT")} AS totp_last_step,
        ${where("user_account", "mfa_recovery_codes", "CAST(array_to_json(t.mfa_recovery_codes) AS TEXT)", "TEXT")} AS recovery_codes
      FROM user_account t WHERE t.deleted_at IS NULL ORDER BY t.id`),

    apiKeys: Effect.orDie(sql<TolgeeApiKey>`
      SELECT t.id, t.user_account_id AS user_id, t.project_id, t.key_hash AS digest,
        ${where("api_key", "description", "t.description", "TEXT")} AS description,
        ${millis("api_key", "expires_at")} AS expires_at, ${millis("api_key", "last_used_at")} AS last_used_at,
        COALESCE((SELECT string_agg(CAST(s.scopes_enum AS TEXT), ',' ORDER BY s.scopes_enum)
          FROM api_key_scopes_enum s WHERE s.api_key_id = t.id), '') AS scopes
      FROM api_key t WHERE t.key_hash IS NOT NULL ORDER BY t.id`),

    tokens: has("pat", "token_hash")
      ? Effect.orDie(sql<TolgeeCredential>`
          SELECT t.id, t.user_account_id AS user_id, t.description, t.token_hash AS digest,
            ${millis("pat", "expires_at")} AS expires_at, ${millis("pat", "last_used_at")} AS last_used_at
          FROM pat t ORDER BY t.id`)
      : Effect.succeed([]),

    webhookSecrets: has("webhook_config", "webhook_secret")
      ? Effect.orDie(sql<{ id: number; projectId: number; secret: string }>`
          SELECT t.id, t.project_id, t.webhook_secret AS secret FROM webhook_config t ORDER BY t.id`)
      : Effect.succeed([]),

    /** Lists the code references of the next keys after `afterKeyId` that have some, by key. */
    codeReferences: (afterKeyId: number) =>
      has("key_code_reference", "path")
        ? Effect.orDie(sql<TolgeeCodeReference>`
            SELECT m.key_id, t.path, CAST(t.line AS BIGINT) AS line
            FROM key_code_reference t JOIN key_meta m ON m.id = t.key_meta_id
            WHERE m.key_id IN (
              SELECT DISTINCT n.key_id FROM key_meta n JOIN key_code_reference c ON c.key_meta_id = n.id
              WHERE n.key_id > ${afterKeyId} ORDER BY n.key_id LIMIT ${keysAtOnce})
            ORDER BY m.key_id, t.id`)
        : Effect.succeed([]),

    /** Lists the next stored entries of translation memories after `afterId`. */
    memoryUnits: (afterId: number) =>
      has("translation_memory_entry")
        ? Effect.orDie(sql<TolgeeMemoryUnit>`
            SELECT t.id, ${where("translation_memory_entry", "tuid", "CAST(t.tuid AS TEXT)", "TEXT")} AS tuid,
              ${millis("translation_memory_entry", "created_at")} AS created_at,
              ${millis("translation_memory_entry", "updated_at")} AS updated_at
            FROM translation_memory_entry t WHERE t.id > ${afterId} ORDER BY t.id LIMIT ${memoryUnitsAtOnce}`)
        : Effect.succeed([])
  }
}).pipe(Effect.orDie)

export type TolgeeDatabase = Effect.Success<typeof readTolgeeDatabase>
