import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { OutboxRepository } from "../outbox/outbox-repository.ts"
import { ServerValueRepository } from "../server/server-value-repository.ts"
import { claimDue } from "../testing/claim-due.ts"
import { deliverToAll } from "../testing/deliver-to-all.ts"
import { testKey } from "../testing/encryption-key.ts"
import { emptyPostgres, emptySqlite, migrated, type NewConnections, PostgresServer } from "../testing/engines.ts"
import { WebhookConfigurationRepository } from "../webhook/webhook-configuration-repository.ts"
import { type EncryptionKey, EncryptionKeyUnknown } from "./encrypted-value.ts"
import { EncryptionKeys } from "./secret-columns.ts"
import { checkEncryption, forgetPlainTraces, settleEncryption } from "./settle-encryption.ts"

const [oldKey, newKey, otherKey] = [testKey(1), testKey(2), testKey(3)]

const canary = "canary"
const url = (name: string) => `https://${canary}:${canary}@${name}.example/${canary}`
const plain = {
  secret: `whsec_${canary}`,
  paused: false,
  eventFilter: null,
  authorId: 1,
  showsTexts: true,
  createdAt: 5
}
const ownHeaders = `[{"name":"a","value":"${canary}"}]`
const byId = [{ property: "id", direction: "asc" }] as const

const layerRepositories = Layer.mergeAll(
  WebhookConfigurationRepository.layer,
  OutboxRepository.layer,
  ServerValueRepository.layer
)

/** The effect in a program of its own with these keys. */
const withKeys =
  (connect: NewConnections, ...keys: ReadonlyArray<EncryptionKey>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(layerRepositories.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(connect()))),
      Effect.provideService(EncryptionKeys, keys)
    )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

/** A project with the id 1, and the JWT secret. */
const seedProject = inTransaction(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = { name: "P", slug: "p", created_at: 0 }
    yield* sql`INSERT INTO organization ${sql.insert(row)}`
    yield* sql`INSERT INTO project ${sql.insert({ ...row, organization_id: 1 })}`
    yield* Effect.flatMap(ServerValueRepository, (values) => values.insertIfAbsent("jwt_secret", `jwt ${canary}`))
  })
)

/** A configuration with a previous secret. */
const seedWebhook = (name: string) =>
  inTransaction(
    Effect.gen(function* () {
      const webhooks = yield* WebhookConfigurationRepository
      const row = yield* webhooks.insert({ projectId: 1, url: url(name), headers: ownHeaders, ...plain })
      yield* webhooks.update({ ...row, previousSecret: `whsec_previous_${canary}`, previousSecretUntil: 10 })
    })
  )

const deliverTo = (revisionId: number) =>
  inTransaction(
    deliverToAll({ projectId: 1, revisionId, now: 0, content: (id) => ({ messageId: `m${id}`, body: "{}" }) })
  )

const claim = claimDue({ owner: "a", now: 0, leasedUntil: 1_000, limit: 10 })

const settle = settleEncryption({ rotate: false })
const rotate = settleEncryption({ rotate: true })

/** Reads the values that programs see: URLs, secrets and the JWT secret. */
const readAll = Effect.gen(function* () {
  const webhooks = yield* WebhookConfigurationRepository
  const values = yield* ServerValueRepository
  const { rows } = yield* webhooks.list({ projectId: 1, offset: 0, limit: 1_000, sort: byId })
  return {
    webhooks: rows.map((row) => [row.url, row.secret, row.previousSecret, row.headers]),
    jwtSecret: Option.getOrNull(yield* values.find("jwt_secret"))
  }
})

const expected = (...names: ReadonlyArray<string>) => ({
  webhooks: names.map((name) => [url(name), `whsec_${canary}`, `whsec_previous_${canary}`, ownHeaders]),
  jwtSecret: `jwt ${canary}`
})

/** Every value as it is stored. */
const storedTexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ text: string }>`
    SELECT url AS text FROM webhook_configuration UNION ALL SELECT secret FROM webhook_configuration
    UNION ALL SELECT previous_secret FROM webhook_configuration WHERE previous_secret IS NOT NULL
    UNION ALL SELECT headers FROM webhook_configuration WHERE headers IS NOT NULL
    UNION ALL SELECT value FROM server_value WHERE name IN ('jwt_secret', 'encryption_key')`
  return rows.map(({ text }) => text)
})

const areAllUnder = (key: EncryptionKey) =>
  Effect.map(storedTexts, (texts) => {
    for (const text of texts) assert.match(text, new RegExp(`^enc:v1:${key.id}:`))
  })

const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, EncryptionKeyUnknown)
    return { ...(error as unknown as EncryptionKeyUnknown) }
  })

const engines = [
  ["SQLite", emptySqlite],
  ["PostgreSQL", emptyPostgres]
] as const

const tests = (engine: string, newDatabase: (typeof engines)[number][1]) => {
  layer(PostgresServer.layer, { timeout: "60 seconds" })((it) => {
    const newMigrated = Effect.gen(function* () {
      const connect = yield* newDatabase
      yield* Layer.build(migrated(connect()))
      return connect
    })

    it.effect("without a key everything is stored in plain", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const inPlain = withKeys(connect)
        yield* inPlain(Effect.andThen(seedProject, seedWebhook("a")))
        assert.deepStrictEqual(yield* inPlain(settle), {
          activeKeyId: null,
          encryptedRows: 0,
          hasPlainTraces: false
        })
        assert.include(yield* inPlain(storedTexts), url("a"))
        assert.isNull(yield* inPlain(checkEncryption))
      })
    )

    it.effect("with a key nothing is stored in plain, and programs with the key read what was written", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const encrypted = withKeys(connect, oldKey)
        yield* encrypted(settle)
        yield* encrypted(Effect.andThen(seedProject, seedWebhook("a")))
        yield* encrypted(areAllUnder(oldKey))
        assert.notInclude((yield* encrypted(storedTexts)).join(), canary)
        assert.deepStrictEqual(yield* encrypted(readAll), expected("a"))
        assert.strictEqual(yield* encrypted(checkEncryption), oldKey.id)
      })
    )

    it.effect("a key that is set later encrypts what is there, once", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const names = Array.from({ length: 203 }, (_, index) => `host${index}`)
        yield* withKeys(connect)(Effect.andThen(seedProject, Effect.forEach(names, seedWebhook)))
        const encrypted = withKeys(connect, oldKey)
        assert.deepStrictEqual(yield* encrypted(settle), {
          activeKeyId: oldKey.id,
          encryptedRows: names.length + 1,
          hasPlainTraces: true
        })
        yield* encrypted(areAllUnder(oldKey))
        assert.deepStrictEqual(yield* encrypted(readAll), expected(...names))
        assert.deepInclude(yield* encrypted(settle), { encryptedRows: 0, hasPlainTraces: true })
        yield* encrypted(inTransaction(forgetPlainTraces))
        assert.deepInclude(yield* encrypted(settle), { encryptedRows: 0, hasPlainTraces: false })
      })
    )

    it.effect("URLs in old activity and in old bodies are masked when the database is encrypted", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect)(
          Effect.gen(function* () {
            yield* seedProject
            yield* seedWebhook("a")
            const modifications = { url: { old: null, new: url("a") }, enabled: { old: null, new: true } }
            const madeByTemplates = [
              null,
              "text",
              { description: null, modifications: null },
              { description: {}, modifications: { url: null } }
            ]
            yield* inTransaction(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                yield* sql`INSERT INTO activity_revision ${sql.insert({ project_id: 1, type: "WEBHOOK_CONFIG_CREATE", created_at: 0 })}`
                yield* sql`INSERT INTO activity_modified_entity ${sql.insert({
                  revision_id: 1,
                  entity_class: "WebhookConfig",
                  entity_id: 1,
                  kind: "ADD",
                  description: "{}",
                  modifications: JSON.stringify(modifications),
                  relations: "{}"
                })}`
                const entity = { entityClass: "WebhookConfig", entityId: 1, description: {}, modifications }
                for (const [index, one] of [entity, ...madeByTemplates].entries()) {
                  const body = JSON.stringify({ activityData: { modifiedEntities: { WebhookConfig: [one] } } })
                  yield* deliverToAll({
                    projectId: 1,
                    revisionId: 1,
                    now: 0,
                    activityType: "WEBHOOK_CONFIG_CREATE",
                    content: () => ({ messageId: `m${index}`, body })
                  })
                }
              })
            )
          })
        )
        const encrypted = withKeys(connect, oldKey)
        yield* encrypted(settle)
        const texts = yield* encrypted(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql<{ text: string }>`
              SELECT modifications AS text FROM activity_modified_entity UNION ALL SELECT body FROM delivery_content`
          )
        )
        assert.lengthOf(texts, 6)
        const masked = texts.filter(({ text }) => text.includes("https://"))
        assert.lengthOf(masked, 2)
        for (const { text } of masked) {
          assert.include(text, '"new":"https://***@a.example/***"')
          assert.notInclude(text, canary)
        }
      })
    )

    it.effect("an encrypted database is not used without its key, nor with another one", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect, oldKey)(settle)
        for (const [keys, hasKeys] of [
          [[], false],
          [[otherKey], true]
        ] as const) {
          const unknown = { keyId: oldKey.id, hasKeys }
          assert.deepInclude(yield* failureOf(withKeys(connect, ...keys)(settle)), unknown)
          assert.deepInclude(yield* failureOf(withKeys(connect, ...keys)(rotate)), unknown)
          assert.deepInclude(yield* failureOf(withKeys(connect, ...keys)(checkEncryption)), unknown)
        }
        yield* withKeys(connect, oldKey)(areAllUnder(oldKey))
      })
    )

    it.effect("claims have the plain URL and secrets; a configuration that cannot be decrypted holds up no other", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const encrypted = withKeys(connect, oldKey)
        yield* encrypted(settle)
        yield* encrypted(Effect.andThen(seedProject, Effect.forEach(["a", "b"], seedWebhook)))
        yield* encrypted(
          inTransaction(
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) => sql`UPDATE webhook_configuration
                SET url = (SELECT c.url FROM webhook_configuration c WHERE c.id = 1) WHERE id = 2`
            )
          )
        )
        yield* encrypted(deliverTo(7))
        const claimed = yield* encrypted(claim)
        assert.deepStrictEqual(
          claimed.map((delivery) => [delivery.url, delivery.secrets]),
          [
            [
              url("a"),
              { secret: `whsec_${canary}`, previousSecret: `whsec_previous_${canary}`, previousSecretUntil: 10 }
            ]
          ]
        )
        const sending = yield* encrypted(
          Effect.flatMap(OutboxRepository, (outbox) => outbox.listSendingEndpoints([1, 2], 0))
        )
        assert.deepStrictEqual(sending, [{ id: 1, url: url("a"), secret: `whsec_${canary}` }])
      })
    )

    it.effect("lists are sorted by the plain URL, in pages", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const encrypted = withKeys(connect, oldKey)
        yield* encrypted(settle)
        yield* encrypted(Effect.andThen(seedProject, Effect.forEach(["b", "c", "a", "d"], seedWebhook)))
        const list = (direction: "asc" | "desc", offset: number) =>
          encrypted(
            Effect.map(
              Effect.flatMap(WebhookConfigurationRepository, (webhooks) =>
                webhooks.list({ projectId: 1, offset, limit: 2, sort: [{ property: "url", direction }, ...byId] })
              ),
              ({ rows, total }) => [total, ...rows.map((row) => row.url)]
            )
          )
        assert.deepStrictEqual(yield* list("asc", 0), [4, url("a"), url("b")])
        assert.deepStrictEqual(yield* list("asc", 2), [4, url("c"), url("d")])
        assert.deepStrictEqual(yield* list("desc", 1), [4, url("c"), url("b")])
      })
    )

    it.effect("a new key in front of the present one changes nothing until the rotation", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect, oldKey)(settle)
        const both = withKeys(connect, newKey, oldKey)
        assert.deepInclude(yield* both(settle), { activeKeyId: oldKey.id, encryptedRows: 0 })
        yield* both(Effect.andThen(seedProject, seedWebhook("a")))
        // So programs that were not restarted yet read it.
        assert.deepStrictEqual(yield* withKeys(connect, oldKey)(readAll), expected("a"))
      })
    )

    it.effect("a rotation brings everything under the new key, and may be repeated", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        yield* withKeys(connect, oldKey)(Effect.andThen(settle, Effect.andThen(seedProject, seedWebhook("a"))))
        const both = withKeys(connect, newKey, oldKey)
        assert.deepInclude(yield* both(rotate), { activeKeyId: newKey.id, encryptedRows: 2 })
        assert.deepInclude(yield* both(rotate), { activeKeyId: newKey.id, encryptedRows: 0 })
        const rotated = withKeys(connect, newKey)
        yield* rotated(areAllUnder(newKey))
        assert.deepStrictEqual(yield* rotated(readAll), expected("a"))
        assert.deepInclude(yield* rotated(settle), { activeKeyId: newKey.id, encryptedRows: 0 })
        assert.deepInclude(yield* failureOf(withKeys(connect, oldKey)(settle)), { keyId: newKey.id })
      })
    )

    it.effect("a rotation that was interrupted is finished by the next one, or by the next start", () =>
      Effect.gen(function* () {
        for (const finish of [rotate, settle]) {
          const connect = yield* newMigrated
          const old = withKeys(connect, oldKey)
          yield* old(Effect.andThen(settle, Effect.andThen(seedProject, Effect.forEach(["a", "b"], seedWebhook))))
          const both = withKeys(connect, newKey, oldKey)
          yield* both(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const stored = yield* sql<{ url: string }>`SELECT url FROM webhook_configuration WHERE id = 2`
              yield* rotate
              yield* inTransaction(sql`UPDATE webhook_configuration SET url = ${stored[0]?.url ?? ""} WHERE id = 2`)
            })
          )
          assert.deepStrictEqual(yield* both(readAll), expected("a", "b"))
          assert.deepInclude(yield* failureOf(withKeys(connect, newKey)(settle)), { keyId: oldKey.id })
          assert.deepInclude(yield* both(finish), { activeKeyId: newKey.id, encryptedRows: 1 })
          yield* both(areAllUnder(newKey))
        }
      })
    )

    it.effect("a secret that is stored while the key is rotated is under the new key in the end", () =>
      Effect.gen(function* () {
        const connect = yield* newMigrated
        const both = withKeys(connect, newKey, oldKey)
        yield* withKeys(connect, oldKey)(Effect.andThen(settle, seedProject))
        const isWritten = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        const writer = yield* Effect.forkChild(
          both(
            inTransaction(
              Effect.gen(function* () {
                const webhooks = yield* WebhookConfigurationRepository
                const row = yield* webhooks.insert({ projectId: 1, url: url("a"), headers: ownHeaders, ...plain })
                yield* webhooks.update({ ...row, previousSecret: `whsec_previous_${canary}`, previousSecretUntil: 10 })
                yield* Deferred.succeed(isWritten, undefined)
                yield* Deferred.await(mayCommit)
              })
            )
          )
        )
        yield* Deferred.await(isWritten)
        const rotation = yield* Effect.forkChild(both(rotate))
        if (engine === "PostgreSQL") {
          // It waits for the writer: until it does, its statement is not in the way of anything.
          yield* both(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              for (;;) {
                const waiting = yield* sql`SELECT 1 FROM pg_stat_activity
                  WHERE wait_event_type = 'Lock' AND datname = current_database()`
                if (waiting.length > 0) return
              }
            })
          )
        }
        yield* Deferred.succeed(mayCommit, undefined)
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(writer)))
        yield* Fiber.join(rotation)
        yield* both(areAllUnder(newKey))
        assert.deepStrictEqual(yield* withKeys(connect, newKey)(readAll), expected("a"))
      })
    )
  })
}

describe.each(engines.slice(0, 1))("encryption at rest on %s", tests)
describe.each(engines.slice(1))("encryption at rest on %s", { tags: ["exhaustive"] }, tests)
