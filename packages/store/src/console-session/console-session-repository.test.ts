import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AccessRepository } from "../access/access-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { UserRepository } from "../user/user-repository.ts"
import { ConsoleSessionRepository, type NewConsoleSession } from "./console-session-repository.ts"

const owner = 1
const member = 2

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("sessions of the console on %s", (_, layerTest) => {
  const layerFixture = Layer.mergeAll(
    ConsoleSessionRepository.layer,
    AccessRepository.layer,
    UserRepository.layer
  ).pipe(Layer.provideMerge(layerProjectFixture(layerTest)))

  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    const create = (difference: Partial<NewConsoleSession> & { readonly tokenHash: string }, max = 100) =>
      Effect.flatMap(ConsoleSessionRepository, (sessions) =>
        sessions.create(
          {
            userId: owner,
            generation: 0,
            elevatedUntil: 0,
            userAgent: "Browser",
            address: "192.0.2.0/24",
            at: 1,
            ...difference
          },
          max
        )
      )
    const hashes = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* Effect.orDie(
        sql<{ hash: string }>`SELECT token_hash AS hash FROM console_session ORDER BY token_hash`
      )
      return rows.map(({ hash }) => hash)
    })

    it.effect("are found with their user by the digest, and not by another one", () =>
      inFixture(
        Effect.gen(function* () {
          const access = yield* AccessRepository
          const id = yield* create({ tokenHash: "a", generation: 3, elevatedUntil: 9, at: 5 })
          const found = Option.getOrThrow(yield* access.findBySession("a"))
          const { userId, credentialId, generation, elevatedUntil, createdAt, lastUsedAt } = found
          assert.deepStrictEqual(
            [userId, credentialId, generation, elevatedUntil, createdAt, lastUsedAt],
            [owner, id, 3, 9, 5, 5]
          )
          assert.isTrue(Option.isNone(yield* access.findBySession("b")))
        })
      )
    )

    it.effect("get another digest once, and only in place of the one before", () =>
      inFixture(
        Effect.gen(function* () {
          const sessions = yield* ConsoleSessionRepository
          const access = yield* AccessRepository
          const id = yield* create({ tokenHash: "a" })
          const value = { tokenHash: "b", generation: 4, elevatedUntil: 8 }
          assert.isTrue(yield* sessions.replaceValue(id, "a", value))
          assert.isFalse(yield* sessions.replaceValue(id, "a", { ...value, tokenHash: "c" }))
          assert.isTrue(Option.isNone(yield* access.findBySession("a")))
          assert.strictEqual(Option.getOrThrow(yield* access.findBySession("b")).generation, 4)
          assert.deepStrictEqual(yield* hashes, ["b"])
        })
      )
    )

    it.effect("make room for a new one: the one that was used longest ago", () =>
      inFixture(
        Effect.gen(function* () {
          yield* create({ tokenHash: "a", at: 2 })
          yield* create({ tokenHash: "b", at: 1 })
          yield* create({ tokenHash: "other", userId: member, at: 0 })
          yield* create({ tokenHash: "c", at: 3 }, 2)
          assert.deepStrictEqual(yield* hashes, ["a", "c", "other"])
        })
      )
    )

    it.effect("are listed and ended for their user only", () =>
      inFixture(
        Effect.gen(function* () {
          const sessions = yield* ConsoleSessionRepository
          const first = yield* create({ tokenHash: "a", at: 1 })
          const second = yield* create({ tokenHash: "b", at: 2 })
          yield* create({ tokenHash: "c", at: 3 })
          const other = yield* create({ tokenHash: "other", userId: member })
          assert.deepStrictEqual(
            (yield* sessions.list(owner)).map(({ lastUsedAt }) => lastUsedAt),
            [3, 2, 1]
          )
          assert.isFalse(yield* sessions.delete(owner, other))
          assert.isFalse(yield* sessions.delete(owner, 987_654))
          assert.isTrue(yield* sessions.delete(owner, first))
          assert.deepStrictEqual(yield* hashes, ["b", "c", "other"])
          yield* sessions.deleteOthers(owner, second)
          assert.deepStrictEqual(yield* hashes, ["b", "other"])
          yield* sessions.deleteOthers(owner, null)
          assert.deepStrictEqual(yield* hashes, ["other"])
        })
      )
    )

    it.effect("are erased after their end: too old, not used, or of a password before", () =>
      inFixture(
        Effect.gen(function* () {
          const sessions = yield* ConsoleSessionRepository
          const access = yield* AccessRepository
          yield* create({ tokenHash: "old", at: 10 })
          yield* create({ tokenHash: "unused", at: 20 })
          yield* create({ tokenHash: "password", at: 30, generation: 1 })
          const used = yield* create({ tokenHash: "used", at: 21 })
          yield* create({ tokenHash: "young", at: 30 })
          yield* access.markUsed({ apiKeyIds: [], accessTokenIds: [], sessionIds: [used], at: 26 })
          const times = { createdAt: 10, lastUsedAt: 25 }
          const first = yield* sessions.listEnded({ ...times, afterId: 0, limit: 2 })
          const rest = yield* sessions.listEnded({ ...times, afterId: first.lastId ?? 0, limit: 4 })
          assert.deepStrictEqual([first.ids.length, rest.ids.length], [2, 1])
          assert.isNull((yield* sessions.listEnded({ ...times, afterId: rest.lastId ?? 0, limit: 4 })).lastId)
          yield* sessions.deleteEnded([...first.ids, ...rest.ids, used], times)
          assert.deepStrictEqual(yield* hashes, ["used", "young"])
        })
      )
    )

    it.effect("end with their user: disabled or deleted", () =>
      inFixture(
        Effect.gen(function* () {
          const users = yield* UserRepository
          yield* create({ tokenHash: "a" })
          yield* create({ tokenHash: "b", userId: member })
          yield* users.setDisabled(owner, null)
          assert.deepStrictEqual(yield* hashes, ["a", "b"])
          yield* users.setDisabled(owner, 7)
          assert.deepStrictEqual(yield* hashes, ["b"])
          yield* users.delete(member, 7)
          assert.deepStrictEqual(yield* hashes, [])
        })
      )
    )
  })
})
