import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import type { EncryptionKey } from "../encryption/encrypted-value.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { settleEncryption } from "../encryption/settle-encryption.ts"
import { testKey } from "../testing/encryption-key.ts"
import { emptyPostgres, emptySqlite, migrated, type NewConnections, PostgresServer } from "../testing/engines.ts"
import { SecondFactorRepository } from "./second-factor-repository.ts"

const [oldKey, newKey] = [testKey(1), testKey(2)]
const totpKey = "meztcnzwgq3donby"

/** The effect in a program of its own with these encryption keys. */
const withKeys =
  (connect: NewConnections, ...keys: ReadonlyArray<EncryptionKey>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(
        SecondFactorRepository.layer.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(connect()))
      ),
      Effect.provideService(EncryptionKeys, keys)
    )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const insertUser = (username: string) =>
  inTransaction(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql`INSERT INTO user_account ${sql.insert({ username, name: username, created_at: 0 })}`)
    )
  )

const insertTotp = (userId: number) =>
  inTransaction(
    Effect.flatMap(SecondFactorRepository, (factors) => factors.insertTotp({ userId, totpKey, lastStep: 5, at: 0 }))
  )

const storedKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql<{ key: string }>`SELECT totp_key AS key FROM totp ORDER BY user_id`)
  return rows.map(({ key }) => key)
})

const plainKeys = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const found = yield* Effect.forEach([1, 2], (userId) => factors.findTotp(userId))
  return found.map((row) => Option.getOrThrow(row).totpKey)
})

describe.each([
  ["SQLite", emptySqlite],
  ["PostgreSQL", emptyPostgres]
] as const)("second factors on %s", (_, empty) => {
  layer(PostgresServer.layer, { timeout: "60 seconds" })((it) => {
    const newMigrated = Effect.gen(function* () {
      const connect = yield* empty
      yield* Layer.build(migrated(connect()))
      return connect
    })

    it.effect("keep their keys encrypted when the database is, also after a rotation", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect)(Effect.all([insertUser("first"), insertUser("second"), insertTotp(1)]))
        assert.deepStrictEqual(yield* withKeys(connect)(storedKeys), [totpKey])
        const settled = yield* withKeys(connect, oldKey)(settleEncryption({ rotate: false }))
        assert.strictEqual(settled.encryptedRows, 1)
        assert.isTrue(settled.hasPlainTraces)
        yield* withKeys(connect, oldKey)(insertTotp(2))
        for (const key of yield* withKeys(connect)(storedKeys)) {
          assert.match(key, new RegExp(`^enc:v1:${oldKey.id}:`))
          assert.notInclude(key, totpKey)
        }
        assert.deepStrictEqual(yield* withKeys(connect, oldKey)(plainKeys), [totpKey, totpKey])
        const rotated = yield* withKeys(connect, newKey, oldKey)(settleEncryption({ rotate: true }))
        assert.strictEqual(rotated.encryptedRows, 2)
        assert.deepStrictEqual(yield* withKeys(connect, newKey)(plainKeys), [totpKey, totpKey])
      })
    )

    it.effect("use a step once, recovery codes once each, and end together", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect)(
          Effect.gen(function* () {
            const factors = yield* SecondFactorRepository
            yield* insertUser("first")
            yield* insertUser("second")
            yield* insertTotp(1)
            yield* insertTotp(2)
            const used = yield* inTransaction(Effect.forEach([5, 6, 6, 4, 7], (step) => factors.useStep(1, step)))
            assert.deepStrictEqual(used, [false, true, false, false, true])
            yield* inTransaction(factors.replaceRecoveryCodes(1, ["a", "b"], 1))
            yield* inTransaction(factors.replaceRecoveryCodes(2, ["a"], 1))
            const [first] = yield* factors.listRecoveryCodes(1)
            const id = first?.id ?? 0
            assert.isFalse(yield* inTransaction(factors.deleteRecoveryCode(2, id)), "of another user")
            assert.isTrue(yield* inTransaction(factors.deleteRecoveryCode(1, id)))
            assert.isFalse(yield* inTransaction(factors.deleteRecoveryCode(1, id)))
            yield* inTransaction(factors.replaceRecoveryCodes(1, ["c"], 2))
            assert.deepStrictEqual(
              (yield* factors.listRecoveryCodes(1)).map(({ codeHash }) => codeHash),
              ["c"]
            )
            assert.isTrue(yield* inTransaction(factors.deleteTotp(1)))
            assert.isFalse(yield* inTransaction(factors.deleteTotp(1)))
            assert.deepStrictEqual(yield* factors.listRecoveryCodes(1), [])
            assert.lengthOf(yield* factors.listRecoveryCodes(2), 1)
          })
        )
      })
    )
  })
})
