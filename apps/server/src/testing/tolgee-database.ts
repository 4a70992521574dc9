import bcrypt from "bcryptjs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { digestOfKey } from "../service/access/authenticate.ts"
import type { TolgeeSource } from "./tolgee-source.ts"

type Database = SettingValues["database"]

/** Password of logins that come from there. */
export const oldPassword = "žluťoučký kůň"
export const innerKey = "0123456789abcdefghijklmnop"
export const innerToken = "tokentokentokentoken"
export const recoveryCode = "abcd-efgh-ijkl-mnop"
export const webhookSecret = "whsec_00112233445566778899aabbccddeeff"

/** The tables of a Tolgee server with logins, a key, a token and a secret of what the source has. */
export const fillTolgeeDatabase = Effect.fnUntraced(function* (url: string, source: TolgeeSource["Service"]) {
  const hash = yield* Effect.promise(() => bcrypt.hash(oldPassword, 4))
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        for (const statement of tolgeeTables) yield* sql.unsafe(statement)
        yield* sql`INSERT INTO user_account (id, username, name, password, account_type)
          VALUES (${source.owner.id}, 'owner@example.com', 'Owner', ${hash.replace("$2b$", "$2a$")}, 'LOCAL')`
        yield* sql`INSERT INTO user_account (id, username, name, password, account_type, totp_key, mfa_recovery_codes)
          VALUES (${source.member.id}, 'member@example.com', 'Member', ${hash}, 'LOCAL', decode('00112233445566778899', 'hex'), ARRAY[CAST(${recoveryCode} AS TEXT)])`
        yield* sql`INSERT INTO api_key (id, key_hash, user_account_id, project_id, description)
          VALUES (7, ${digestOfKey(innerKey)}, ${source.owner.id}, ${source.project.id}, 'Pipeline')`
        yield* sql`INSERT INTO api_key_scopes_enum VALUES (7, 'TRANSLATIONS_VIEW'), (7, 'TRANSLATIONS_COMMENTS_ADD')`
        yield* sql`INSERT INTO pat (id, token_hash, user_account_id, description)
          VALUES (8, ${digestOfKey(innerToken)}, ${source.owner.id}, 'Token')`
        yield* sql`INSERT INTO webhook_config VALUES (${source.webhook.id}, ${source.project.id}, ${webhookSecret})`
        yield* sql`INSERT INTO translation_memory_entry VALUES (${source.memory.entryId}, 'unit-7', '2024-01-02', '2024-01-03')`
        yield* sql`INSERT INTO key_meta VALUES (5, ${source.key.id})`
        yield* sql`INSERT INTO key_code_reference VALUES (6, 5, 'src/title.ts', 12)`
      })
    )
  }).pipe(Effect.provide(layerEngineOf({ engine: "postgres", url } as Database)), Effect.orDie)
})

/** Tables of Tolgee, with the columns that are read. */
const tolgeeTables = [
  `CREATE TABLE user_account (id BIGINT PRIMARY KEY, username TEXT, name TEXT, password TEXT, role TEXT, account_type TEXT,
    third_party_auth_type TEXT, third_party_auth_id TEXT, totp_key BYTEA, totp_last_used_time_step BIGINT,
    mfa_recovery_codes TEXT[], deleted_at TIMESTAMP, disabled_at TIMESTAMP)`,
  `CREATE TABLE api_key (id BIGINT PRIMARY KEY, key TEXT, key_hash TEXT, user_account_id BIGINT, project_id BIGINT,
    description TEXT, expires_at TIMESTAMP, last_used_at TIMESTAMP)`,
  `CREATE TABLE api_key_scopes_enum (api_key_id BIGINT, scopes_enum VARCHAR(255))`,
  `CREATE TABLE pat (id BIGINT PRIMARY KEY, token_hash TEXT, user_account_id BIGINT, description TEXT, expires_at TIMESTAMP,
    last_used_at TIMESTAMP, created_at TIMESTAMP)`,
  `CREATE TABLE organization_role (id BIGSERIAL PRIMARY KEY, type INTEGER, organization_id BIGINT, user_id BIGINT, managed BOOLEAN)`,
  `CREATE TABLE webhook_config (id BIGINT PRIMARY KEY, project_id BIGINT, webhook_secret TEXT)`,
  `CREATE TABLE translation_memory_entry (id BIGINT PRIMARY KEY, tuid TEXT, created_at TIMESTAMP, updated_at TIMESTAMP)`,
  `CREATE TABLE key_meta (id BIGINT PRIMARY KEY, key_id BIGINT)`,
  `CREATE TABLE key_code_reference (id BIGINT PRIMARY KEY, key_meta_id BIGINT, path TEXT, line BIGINT)`
]
