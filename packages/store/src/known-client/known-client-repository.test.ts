import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { UserRepository } from "../user/user-repository.ts"
import { KnownClientRepository } from "./known-client-repository.ts"

for (const [engine, layerEngine] of [
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const) {
  const layerRepositories = Layer.mergeAll(KnownClientRepository.layer, UserRepository.layer)
  layer(layerRepositories.pipe(Layer.provideMerge(layerEngine)), { timeout: "60 seconds" })(
    `clients that are known, on ${engine}`,
    (it) => {
      it.effect("are those of the last logins, of each user, until they are forgotten or the account is deleted", () =>
        Effect.gen(function* () {
          const clients = yield* KnownClientRepository
          const users = yield* UserRepository
          const { transaction } = yield* Database
          const sql = yield* SqlClient.SqlClient
          const insert = (username: string) =>
            transaction(sql<{ id: number }>`
              INSERT INTO user_account (username, name, created_at) VALUES (${username}, ${username}, 0) RETURNING id`)
          const [{ id: userId } = { id: 0 }] = yield* insert("jana")
          const [{ id: other } = { id: 0 }] = yield* insert("other")
          const remember = (network: string, lastLoginAt: number, id = userId) =>
            transaction(clients.remember({ userId: id, network, lastLoginAt }, 2))
          const known = Effect.fnUntraced(function* (id: number) {
            const found: Array<number | null> = []
            for (const network of ["a", "b", "c"]) found.push(yield* clients.lastLoginAt(id, network))
            return found
          })
          assert.deepStrictEqual(yield* known(userId), [null, null, null])
          yield* remember("a", 10)
          yield* remember("b", 20)
          yield* remember("a", 30)
          yield* remember("a", 5, other)
          assert.deepStrictEqual(yield* known(userId), [30, 20, null])
          assert.deepStrictEqual(yield* clients.find("jana", "a"), { userId, lastLoginAt: 30 })
          assert.deepStrictEqual(yield* clients.find("jana", "c"), { userId, lastLoginAt: null })
          assert.isNull(yield* clients.find("no such user", "a"))
          yield* remember("c", 40)
          assert.deepStrictEqual(yield* known(userId), [30, null, 40])
          yield* transaction(clients.deleteUnused(30))
          assert.deepStrictEqual(yield* known(userId), [null, null, 40])
          assert.deepStrictEqual(yield* known(other), [null, null, null])
          yield* transaction(users.delete(userId, 50))
          assert.deepStrictEqual(yield* known(userId), [null, null, null])
          assert.isNull(yield* clients.find("former", "c"))
        })
      )
    }
  )
}
