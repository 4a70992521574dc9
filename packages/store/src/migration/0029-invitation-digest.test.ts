import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { EncryptionKeys, secretColumns } from "../encryption/secret-columns.ts"
import { settleEncryption } from "../encryption/settle-encryption.ts"
import { InvitationRepository } from "../invitation/invitation-repository.ts"
import { testKey } from "../testing/encryption-key.ts"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { fillTables } from "../testing/fill-tables.ts"
import { invitationDigest } from "./0029-invitation-digest.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"
import { undoMigrations } from "./undo-migrations.ts"

const beforeFirst = () => Effect.void

layer(PostgresServer.layer, { timeout: "60 seconds" })("invitations of an earlier version", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`go on working, also when a key encrypts their codes, and another one does, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        const earlier = migrations.filter(({ version }) => version < invitationDigest.version)
        const upTo = migrations.filter(({ version }) => version <= invitationDigest.version)
        const [plain, withDigest] = ["AbC".repeat(16), "xYz".repeat(16)]
        const target = { kind: "organization", organizationId: 1, role: "OWNER" } as const
        const row = { name: null, email: null, createdBy: 1, createdAt: 0, expiresAt: 9 }
        const withKeys =
          (...bytes: ReadonlyArray<number>) =>
          <A, E, R>(effect: Effect.Effect<A, E, R>) =>
            effect.pipe(
              Effect.provide(InvitationRepository.layer),
              Effect.provide(Database.layer),
              Effect.provideService(EncryptionKeys, bytes.map(testKey)),
              Effect.provide(connect())
            )
        const codes = Effect.gen(function* () {
          const invitations = yield* InvitationRepository
          const sql = yield* SqlClient.SqlClient
          for (const code of [plain, withDigest]) {
            assert.strictEqual(Option.getOrThrow(yield* invitations.findByCode(code, 1)).code, code)
          }
          const shown = yield* invitations.list(target, 1)
          assert.deepStrictEqual(
            shown.map(({ code }) => code),
            [plain, withDigest]
          )
          const stored = yield* sql<{ code: string }>`SELECT code FROM invitation ORDER BY id`
          return stored.map(({ code }) => code)
        })
        yield* withKeys()(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const invitations = yield* InvitationRepository
            yield* migrate({ now: 1, beforeFirst, steps: earlier })
            yield* sql.withTransaction(
              Effect.gen(function* () {
                const named = { id: 1, created_at: 0, name: "n" }
                yield* sql`INSERT INTO user_account ${sql.insert({ ...named, username: "u" })}`
                yield* sql`INSERT INTO organization ${sql.insert({ ...named, slug: "n" })}`
                yield* sql`INSERT INTO invitation ${sql.insert({
                  code: plain,
                  organization_id: 1,
                  organization_role: "OWNER",
                  created_by: 1,
                  created_at: 0,
                  expires_at: 9
                })}`
              })
            )
            yield* migrate({ now: 2, beforeFirst, steps: upTo })
            yield* sql.withTransaction(invitations.create({ ...row, code: withDigest, target }))
            assert.deepStrictEqual(yield* codes, [plain, withDigest])
          })
        )
        yield* withKeys(1)(
          Effect.gen(function* () {
            yield* migrate({ now: 3, beforeFirst })
            yield* settleEncryption({ rotate: false })
            for (const code of yield* codes) assert.match(code, /^enc:v1:/)
          })
        )
        yield* withKeys(2, 1)(settleEncryption({ rotate: true }))
        yield* withKeys(2)(codes)
        // The program of before has no way to read them.
        yield* withKeys()(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* undoMigrations(invitationDigest.version - 1, migrations)
            assert.isEmpty(yield* sql`SELECT id FROM invitation`)
          })
        )
      })
    )

    it.effect(`are among the columns that a key encrypts, each of them, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate({ now: 1, beforeFirst })
          yield* fillTables
          yield* sql.withTransaction(sql`UPDATE server_value SET name = 'jwt_secret' WHERE name LIKE 'name 1%'`)
          yield* settleEncryption({ rotate: false })
          for (const place of secretColumns) {
            const [table = "", column = ""] = place.split(".")
            const rows = yield* sql<{ text: string }>`
              SELECT ${sql(column)} AS text FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL
              ${sql.literal(table === "server_value" ? "AND name = 'jwt_secret'" : "")}`
            assert.isNotEmpty(rows, place)
            for (const { text } of rows) assert.match(text, /^enc:v1:/, place)
          }
        }).pipe(
          Effect.provide(Database.layer),
          Effect.provideService(EncryptionKeys, [testKey(1)]),
          Effect.provide(connect())
        )
      })
    )
  }
})
