import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { identityIssuer } from "./0028-identity-issuer.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"

const beforeFirst = () => Effect.void

layer(PostgresServer.layer, { timeout: "60 seconds" })("identities of older servers", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(
      `get the issuer that is set, and organizations manage neither administrators nor after their end, on ${engine}`,
      () =>
        Effect.gen(function* () {
          const connect = yield* database
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const steps = migrations.filter(({ version }) => version < identityIssuer.version)
            yield* migrate({ now: 1, beforeFirst, steps })
            const sso = {
              enabled: 1,
              force: 0,
              client_id: "c",
              client_secret: "s",
              authorization_uri: "a",
              groups_claim: "g"
            }
            const groups = { owner_groups: "[]", member_groups: "[]" }
            const organization = Effect.fnUntraced(function* (id: number, issuer: string, deletedAt: number | null) {
              const named = { id, name: `o${id}`, slug: `o${id}`, created_at: 0, deleted_at: deletedAt }
              yield* sql`INSERT INTO organization ${sql.insert(named)}`
              const row = { organization_id: id, domain: `d${id}.example`, token_uri: `token ${id}`, issuer }
              yield* sql`INSERT INTO organization_sso ${sql.insert({ ...sso, ...groups, ...row })}`
            })
            const account = Effect.fnUntraced(function* (id: number, type: string, place: number, extra: object = {}) {
              const account_type = type === "SSO" || type === "SSO_GLOBAL" ? "MANAGED" : "THIRD_PARTY"
              const sso_valid_until = 9_000_000_000_000
              const user = { id, username: `u${id}`, name: "n", created_at: 0, account_type, sso_valid_until, ...extra }
              yield* sql`INSERT INTO user_account ${sql.insert(user)}`
              const identity = {
                user_id: id,
                type,
                organization_id: place,
                subject: `s${id}`,
                checked_at: 0,
                created_at: 0
              }
              yield* sql`INSERT INTO user_identity ${sql.insert(identity)}`
            })
            yield* sql.withTransaction(
              Effect.gen(function* () {
                yield* organization(1, "https://issuer.example", null)
                yield* organization(2, "", null)
                yield* organization(3, "https://gone.example", 5)
                yield* account(1, "SSO", 1)
                yield* account(2, "SSO", 2)
                yield* account(3, "SSO", 3)
                yield* account(4, "SSO", 1, { server_role: "ADMIN", tokens_valid_not_before: 9_000_000_000_000 })
                yield* account(5, "SSO_GLOBAL", 0, { server_role: "ADMIN" })
                yield* account(6, "GITHUB", 0)
                const session = { user_id: 4, token_hash: "t", generation: 0, elevated_until: 0, address: "a" }
                yield* sql`INSERT INTO console_session ${sql.insert({ ...session, created_at: 0, last_used_at: 0 })}`
              })
            )
            yield* migrate({ now: 2, beforeFirst })
            const read = <Row extends object>(rows: ReadonlyArray<Row>) => rows.map((row) => Object.values(row))
            assert.deepStrictEqual(read(yield* sql`SELECT user_id, issuer FROM user_identity ORDER BY user_id`), [
              [1, "https://issuer.example"],
              [2, "token 2"],
              [5, null],
              [6, null]
            ])
            const accounts = yield* sql`SELECT id, account_type, sso_valid_until FROM user_account ORDER BY id`
            const later = 9_000_000_000_000
            assert.deepStrictEqual(read(accounts), [
              [1, "MANAGED", later],
              [2, "MANAGED", later],
              [3, "LOCAL", 0],
              [4, "LOCAL", 0],
              [5, "MANAGED", later],
              [6, "THIRD_PARTY", later]
            ])
            const generations = yield* sql<{ n: number }>`
            SELECT tokens_valid_not_before AS n FROM user_account WHERE id IN (3, 4) ORDER BY id`
            assert.isAbove(generations[0]?.n ?? 0, 1_600_000_000_000)
            assert.strictEqual(generations[1]?.n, later + 1)
            assert.lengthOf(yield* sql`SELECT id FROM console_session`, 0)
            assert.deepStrictEqual(read(yield* sql`SELECT organization_id FROM organization_sso ORDER BY 1`), [
              [1],
              [2]
            ])
            const entries = yield* sql`
            SELECT action, username, object_id, object_name, organization_id FROM audit_entry ORDER BY id`
            assert.deepStrictEqual(read(entries), [
              ["IDENTITY_UNLINKED", "operator", 3, "u3", 3],
              ["IDENTITY_UNLINKED", "operator", 4, "u4", 1]
            ])
          }).pipe(Effect.provide(connect()))
        }).pipe(Effect.scoped)
    )
  }
})
