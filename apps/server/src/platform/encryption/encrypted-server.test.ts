import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEncryptionKeys } from "@dragoman/settings/encryption-key"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { CommandFailure, explainStartFailure } from "../../command/command-failure.ts"
import { rotateEncryptionKey } from "../../command/rotate-encryption-key.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { isStandardSigned, startReceiver } from "../../testing/receiver.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer, testSettings } from "../../testing/test-server.ts"
import type { SettingValues } from "../settings/settings.ts"

const keyOf = (byte: number) => {
  const parsed = parseEncryptionKeys(Buffer.alloc(32, byte).toString("base64"))
  return "keys" in parsed && parsed.keys[0] !== undefined ? parsed.keys[0] : assert.fail("the key was not parsed")
}

const [oldKey, newKey] = [keyOf(1), keyOf(2)]

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-encrypted-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const emptySqlite = Effect.map(temporaryFolder, (folder): SettingValues["database"] => ({
  engine: "sqlite",
  filename: join(folder, "dragoman.sqlite")
}))

const emptyPostgres = Effect.flatMap(PostgresServer, ({ newDatabase }) =>
  Effect.map(newDatabase, (url): SettingValues["database"] => ({ engine: "postgres", url }))
)

/** Runs the effect beside a server on the database, which is stopped afterwards. */
const withServer =
  (database: SettingValues["database"], ...encryptionKey: SettingValues["encryptionKey"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.scoped(Effect.provide(effect, layerTestServer({ database, encryptionKey, jwtSecret: null })))

interface Configuration {
  readonly id: number
  readonly url: string
  readonly webhookSecret: string
}

const bodyOf = <A>({ status, body }: { readonly status: number; readonly body: unknown }): A => {
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  return body as A
}

/** A project whose webhook has been rotated and called, and its URL was another one before. */
const seedCalledWebhook = Effect.fnUntraced(function* (receiver: Effect.Success<typeof startReceiver>) {
  const owner = yield* seed.user({ username: "owner" })
  const organization = yield* seed.organization({ name: "Acme", owner })
  const project = yield* seed.project({ organization: organization.id, name: "Web" })
  const asOwner = yield* seed.accessToken(owner)
  const hooks = `/v2/projects/${project.id}/webhook-configs`
  const before = `${receiver.url}/canary-of-the-first-url`
  const created = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: before }))
  yield* receiver.next
  const url = receiver.url.replace("://", "://canary-user:canary-password@").concat("/canary-path?canary=query")
  bodyOf(yield* send(asOwner, "PUT", `${hooks}/${created.id}`, { url }))
  yield* receiver.next
  const rotated = bodyOf<Configuration>(yield* send(asOwner, "POST", `${hooks}/${created.id}/rotate-secret`, {}))
  const sql = yield* SqlClient.SqlClient
  const [jwt] = yield* sql<{ value: string }>`SELECT value FROM server_value WHERE name = 'jwt_secret'`
  return {
    asOwner,
    hooks,
    project,
    url,
    rotated,
    secrets: [created.webhookSecret, rotated.webhookSecret, jwt?.value ?? ""]
  }
})

/** The next change reaches the endpoint, with the credentials and signatures of the configuration. */
const assertDelivered = Effect.fnUntraced(function* (
  receiver: Effect.Success<typeof startReceiver>,
  { asOwner, project, rotated }: Effect.Success<ReturnType<typeof seedCalledWebhook>>,
  tag: string
) {
  const language = { name: tag, originalName: tag, tag, flagEmoji: "" }
  bodyOf(yield* send(asOwner, "POST", `/v2/projects/${project.id}/languages`, language))
  const webhook = yield* receiver.next
  assert.isTrue(isStandardSigned(webhook, rotated.webhookSecret))
  assert.strictEqual(webhook.headers["authorization"], `Basic ${btoa("canary-user:canary-password")}`)
})

/** Everything that lies beside the database file, as text. */
const bytesBeside = (database: SettingValues["database"]): string => {
  if (database.engine !== "sqlite") return ""
  const folder = join(database.filename, "..")
  return readdirSync(folder)
    .filter((name) => name.startsWith("dragoman.sqlite"))
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n")
}

const settingsOf = (database: SettingValues["database"], ...encryptionKey: SettingValues["encryptionKey"]) => ({
  ...testSettings("/nowhere"),
  database,
  encryptionKey
})

const sentenceOf = <A, E>(exit: Exit.Exit<A, E>, settings: SettingValues): string =>
  Exit.isFailure(exit) ? (explainStartFailure(exit.cause, settings) ?? Cause.pretty(exit.cause)) : "it started"

describe.each([
  ["SQLite", emptySqlite],
  ["PostgreSQL", emptyPostgres]
] as const)("a server with an encryption key on %s", (engine, newDatabase) => {
  layerOn(engine, PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("its secrets", (it) => {
    it.effect("encrypts what is there, sends what is due, and leaves no secret in the file", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        const receiver = yield* startReceiver
        const fixture = yield* withServer(database)(seedCalledWebhook(receiver))
        for (const secret of fixture.secrets) assert.isAbove(secret.length, 30)
        if (engine === "SQLite") assert.include(bytesBeside(database), "canary-path")
        yield* withServer(
          database,
          oldKey
        )(
          Effect.gen(function* () {
            const configuration = bodyOf<Configuration>(
              yield* send(fixture.asOwner, "GET", `${fixture.hooks}/${fixture.rotated.id}`)
            )
            assert.deepInclude(configuration, { url: fixture.url, webhookSecret: fixture.rotated.webhookSecret })
            yield* assertDelivered(receiver, fixture, "cs")
            if (engine === "SQLite") {
              const bytes = bytesBeside(database)
              for (const secret of ["canary", ...fixture.secrets]) assert.notInclude(bytes, secret)
            }
          })
        )
      })
    )

    it.effect("does not start without the key, nor with another one, and says so", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        yield* withServer(database, oldKey)(Effect.void)
        const without = yield* Effect.exit(withServer(database)(Effect.void))
        assert.strictEqual(
          sentenceOf(without, settingsOf(database)),
          `The database is encrypted under the key ${oldKey.id}: set DRAGOMAN_ENCRYPTION_KEY to that key.`
        )
        const other = yield* Effect.exit(withServer(database, newKey)(Effect.void))
        assert.match(sentenceOf(other, settingsOf(database, newKey)), /^DRAGOMAN_ENCRYPTION_KEY does not have the key/)
      })
    )

    it.effect("goes on while the command rotates the key, and later needs the new one only", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        const receiver = yield* startReceiver
        const fixture = yield* withServer(
          database,
          newKey,
          oldKey
        )(
          Effect.gen(function* () {
            const made = yield* seedCalledWebhook(receiver)
            // The first key of a new database is the present one: this makes the other one it.
            yield* Effect.promise(() => rotateEncryptionKey(settingsOf(database, oldKey, newKey)))
            yield* assertDelivered(receiver, made, "cs")
            const { facts } = yield* Effect.promise(() => rotateEncryptionKey(settingsOf(database, newKey, oldKey)))
            assert.deepStrictEqual(facts, { keyId: newKey.id, previousKeyId: oldKey.id, encryptedRows: 2 })
            yield* assertDelivered(receiver, made, "fr")
            return made
          })
        )
        yield* withServer(database, newKey)(assertDelivered(receiver, fixture, "it"))
      })
    )

    it.effect("the command changes nothing without keys, on a plain database, or with a key that is not of it", () =>
      Effect.gen(function* () {
        const database = yield* newDatabase
        const failureOf = (...keys: SettingValues["encryptionKey"]) =>
          Effect.promise(async () => {
            try {
              await rotateEncryptionKey(settingsOf(database, ...keys))
              return "nothing failed"
            } catch (error) {
              if (error instanceof CommandFailure) return error.sentence
              throw error
            }
          })
        assert.match(yield* failureOf(), /^Set DRAGOMAN_ENCRYPTION_KEY/)
        assert.match(yield* failureOf(newKey), engine === "SQLite" ? /^There is no database/ : /an older schema/)
        yield* withServer(database)(Effect.void)
        assert.match(yield* failureOf(newKey), /^The database is not encrypted/)
        yield* withServer(database, oldKey)(Effect.void)
        assert.match(yield* failureOf(newKey), /does not have the key/)
        yield* withServer(database, oldKey)(Effect.void)
      })
    )
  })
})
