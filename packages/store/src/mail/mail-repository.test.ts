import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import type { EncryptionKey } from "../encryption/encrypted-value.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { settleEncryption } from "../encryption/settle-encryption.ts"
import { testKey } from "../testing/encryption-key.ts"
import { emptyPostgres, emptySqlite, migrated, type NewConnections, PostgresServer } from "../testing/engines.ts"
import { MailRepository } from "./mail-repository.ts"

const [oldKey, newKey] = [testKey(1), testKey(2)]

/** The effect in a program of its own with these keys. */
const withKeys =
  (connect: NewConnections, ...keys: ReadonlyArray<EncryptionKey>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(MailRepository.layer.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(connect()))),
      Effect.provideService(EncryptionKeys, keys)
    )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const canary = "https://example.org/reset_password/canary"

const content = { text: `Text ${canary}`, html: `Html ${canary}`, headers: { "list-unsubscribe": `<${canary}>` } }

const enqueue = (recipient: string, at: number) =>
  inTransaction(
    Effect.flatMap(MailRepository, (mails) => mails.enqueue(recipient, { subject: "Subject", ...content }, at))
  )

const claim = (now: number, options: { readonly leasedUntil?: number; readonly limit?: number } = {}) =>
  inTransaction(
    Effect.flatMap(MailRepository, (mails) =>
      mails.claim({ now, leasedUntil: options.leasedUntil ?? now + 100, limit: options.limit ?? 10 })
    )
  )

const storedContents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ text: string; html: string; headers: string }>`
    SELECT body_text AS text, body_html AS html, headers FROM mail ORDER BY id`
  return rows.flatMap(({ text, html, headers }) => [text, html, headers])
})

const engines = [
  ["SQLite", emptySqlite],
  ["PostgreSQL", emptyPostgres]
] as const

describe.each(engines)("the queue of mails on %s", (_, empty) => {
  layer(PostgresServer.layer, { timeout: "60 seconds", excludeTestServices: true })((it) => {
    const newMigrated = Effect.gen(function* () {
      const connect = yield* empty
      yield* Layer.build(migrated(connect()))
      return connect
    })

    it.effect("gives each mail to one server, the one that waits longest first", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* Effect.gen(function* () {
          const mails = yield* MailRepository
          assert.isTrue(Option.isNone(yield* mails.findNextAttemptAt))
          yield* enqueue("later@example.com", 50)
          yield* enqueue("second@example.com", 10)
          yield* enqueue("first@example.com", 5)
          assert.deepStrictEqual(yield* mails.findNextAttemptAt, Option.some(5))
          assert.deepStrictEqual(yield* claim(4), [])
          const [first] = yield* claim(20, { limit: 1 })
          assert.deepInclude(first, {
            recipient: "first@example.com",
            subject: "Subject",
            attempts: 1,
            createdAt: 5,
            content
          })
          assert.deepStrictEqual(
            (yield* claim(20)).map(({ recipient }) => recipient),
            ["second@example.com"]
          )
          assert.deepStrictEqual(yield* claim(20), [])
          assert.strictEqual(yield* mails.count, 3)
          // The lease is over: both, and the one that was not due.
          assert.deepStrictEqual((yield* claim(120)).map(({ attempts }) => attempts).toSorted(), [1, 2, 2])
        }).pipe(withKeys(connect))
      })
    )

    it.effect("hears nothing of a server whose lease is over", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* Effect.gen(function* () {
          const mails = yield* MailRepository
          yield* enqueue("ann@example.com", 0)
          const [late] = yield* claim(0, { leasedUntil: 10 })
          const [present] = yield* claim(10, { leasedUntil: 20 })
          if (late === undefined || present === undefined) return assert.fail("nothing was claimed")
          yield* inTransaction(mails.delete(late))
          yield* inTransaction(mails.postpone(late, { nextAttemptAt: 0, error: "late" }))
          yield* inTransaction(mails.release(late, 0))
          assert.deepStrictEqual(yield* mails.findNextAttemptAt, Option.some(20))
          yield* inTransaction(mails.postpone(present, { nextAttemptAt: 30, error: "Busy" }))
          assert.deepStrictEqual(yield* mails.findNextAttemptAt, Option.some(30))
          const [again] = yield* claim(30)
          if (again === undefined) return assert.fail("nothing was claimed")
          yield* inTransaction(mails.release(again, 31))
          assert.deepStrictEqual(
            (yield* claim(31)).map(({ attempts }) => attempts),
            [3]
          )
          assert.strictEqual(yield* inTransaction(mails.deleteCreatedBefore(0)), 0)
          assert.strictEqual(yield* inTransaction(mails.deleteCreatedBefore(1)), 1)
          assert.strictEqual(yield* mails.count, 0)
        }).pipe(withKeys(connect))
      })
    )

    it.effect(
      "encrypts bodies and headers when the database is, also those of before, and under another key after a rotation",
      () =>
        Effect.gen(function* () {
          const connect = yield* newMigrated
          yield* enqueue("plain@example.com", 0).pipe(withKeys(connect))
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* storedContents, [content.text, content.html, JSON.stringify(content.headers)])
            yield* settleEncryption({ rotate: false })
            yield* enqueue("sealed@example.com", 0)
            const stored = yield* storedContents
            assert.lengthOf(stored, 6)
            for (const text of stored) assert.notInclude(text, "canary")
          }).pipe(withKeys(connect, oldKey))
          yield* Effect.gen(function* () {
            const { encryptedRows } = yield* settleEncryption({ rotate: true })
            assert.isAtLeast(encryptedRows, 2)
          }).pipe(withKeys(connect, newKey, oldKey))
          yield* Effect.gen(function* () {
            const claimed = yield* claim(0)
            assert.deepStrictEqual(
              claimed.map((mail) => mail.content),
              [content, content]
            )
          }).pipe(withKeys(connect, newKey))
        })
    )

    it.effect("gives out a mail that cannot be decrypted without its bodies, and the others whole", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* settleEncryption({ rotate: false })
          yield* enqueue("damaged@example.com", 0)
          yield* enqueue("whole@example.com", 1)
          yield* inTransaction(sql`
            UPDATE mail SET body_text = (SELECT other.body_text FROM mail other WHERE other.recipient = 'whole@example.com')
            WHERE recipient = 'damaged@example.com'`)
          const claimed = yield* claim(1)
          assert.deepStrictEqual(claimed.map((mail) => [mail.recipient, mail.content]).toSorted(), [
            ["damaged@example.com", null],
            ["whole@example.com", content]
          ])
        }).pipe(withKeys(connect, oldKey))
      })
    )
  })
})
