import type { Json } from "@dragoman/domain/error"
import { PostgresServer } from "@dragoman/store/testing"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { sendTo, startServer } from "../../testing/start-server.ts"

/** More than all connections of a server. */
const writerCount = 50

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("a busy project", (it) => {
  it.effect("blocks nothing else: while 50 writers wait for it, lists, logins and the readiness check respond", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const { services, baseUrl } = yield* startServer(yield* newDatabaseWithSchema)
      const sql = Context.get(services, SqlClient.SqlClient)
      yield* Effect.gen(function* () {
        const username = "busy@example.com"
        const owner = yield* seed.user({ username, password: "a long password" })
        const organization = yield* seed.organization({ name: "Busy", owner })
        const project = yield* seed.project({ organization: organization.id, name: "Busy" })
        const other = yield* seed.project({ organization: organization.id, name: "Other" })
        const asOwner = yield* seed.accessToken(owner)
        yield* seed.key({ project: project.id, name: "title" })
        const writeText = (text: string) =>
          sendTo(baseUrl, asOwner, "PUT", `/v2/projects/${project.id}/translations`, {
            key: "title",
            translations: { en: text }
          })
        const createKey = (projectId: number, name: string) =>
          sendTo(baseUrl, asOwner, "POST", `/v2/projects/${projectId}/keys/create`, { name })
        const isLocked = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        // Like a large import of another server.
        const holder = yield* Effect.forkChild(
          sql.withTransaction(
            sql`SELECT id FROM project WHERE id = ${project.id} FOR NO KEY UPDATE`.pipe(
              Effect.andThen(Deferred.succeed(isLocked, undefined)),
              Effect.andThen(Deferred.await(mayCommit))
            )
          )
        )
        yield* Deferred.await(isLocked)
        const writers = yield* Effect.forEach([...Array.from({ length: writerCount }).keys()], (index) =>
          Effect.forkChild(index % 2 === 0 ? createKey(project.id, `key ${index}`) : writeText(`text ${index}`), {
            startImmediately: true
          })
        )
        const waiting = sql<{ count: number }>`
          SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(Effect.map(([row]) => row?.count ?? 0))
        yield* Effect.repeat(waiting, { until: (count) => count > 0, schedule: Schedule.forever })

        const projects = yield* sendTo(baseUrl, asOwner, "GET", "/v2/projects")
        assert.strictEqual(projects.status, 200)
        const login = { username, password: "a long password" }
        assert.strictEqual((yield* sendTo(baseUrl, null, "POST", "/api/public/generatetoken", login)).status, 200)
        assert.deepStrictEqual(yield* sendTo(baseUrl, null, "GET", "/health/ready"), {
          status: 200,
          body: { status: "UP" }
        })
        assert.strictEqual((yield* createKey(other.id, "free")).status, 201)
        // By now all of them have arrived, and one keeps a connection.
        assert.strictEqual(yield* waiting, 1)
        assert.isTrue(writers.every((writer) => writer.pollUnsafe() === undefined))

        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.join(holder)
        for (const writer of writers) assert.include([200, 201], (yield* Fiber.join(writer)).status)
      }).pipe(Effect.provideContext(services))
    })
  )

  it.effect(
    "has texts written at once, on two servers: each change begins with the text that the one before wrote",
    () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const [one, other] = [yield* startServer(url), yield* startServer(url)]
        const sql = Context.get(one.services, SqlClient.SqlClient)
        yield* Effect.gen(function* () {
          const owner = yield* seed.user({ username: "texts@example.com", serverRole: "ADMIN" })
          const organization = yield* seed.organization({ name: "Texts", owner })
          const project = yield* seed.project({ organization: organization.id, name: "Texts", languages: ["en", "de"] })
          const asOwner = yield* seed.accessToken(owner)
          const keys = ["a", "b"]
          for (const name of keys) yield* seed.key({ project: project.id, name })
          const path = `/v2/projects/${project.id}/translations`
          const responses = yield* Effect.forEach(
            Array.from({ length: 48 }).keys(),
            (index) => {
              const { baseUrl } = index % 3 === 0 ? other : one
              // A base text also marks the German text of its key as outdated. Some keys are missing.
              const key = index % 12 === 11 ? `new ${index % 24}` : keys[index % 2]
              const translations = { [index % 4 < 2 ? "en" : "de"]: `text ${index}` }
              return sendTo(baseUrl, asOwner, "POST", path, { key, translations })
            },
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            responses.filter(({ status }) => status !== 200),
            []
          )
          const changes = yield* sql<{ entityId: number; modifications: string }>`
          SELECT entity_id, modifications FROM activity_modified_entity
          WHERE entity_class = 'Translation' ORDER BY revision_id`
          const texts = new Map<number, Json>()
          const states = new Map<number, Json>()
          for (const { entityId, modifications } of changes) {
            const { text, outdated } = JSON.parse(modifications)
            for (const [values, value] of [
              [texts, text],
              [states, outdated]
            ] as const) {
              if (value === undefined) continue
              if (values.has(entityId)) assert.strictEqual(value.old, values.get(entityId))
              values.set(entityId, value.new)
            }
          }
          const stored = yield* sql<{ id: number; text: Json }>`SELECT id, text FROM translation ORDER BY id`
          assert.sameDeepMembers(
            stored.map(({ id, text }): [number, Json] => [id, text]),
            [...texts]
          )
          assert.strictEqual(stored.length, 6)
          assert.deepStrictEqual(yield* checkInvariants, [])
          const rows = yield* sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
          assert.deepStrictEqual(
            rows.map((row) => ({ ...row })),
            [{ deadlocks: 0 }]
          )
        }).pipe(Effect.provideContext(one.services))
      })
  )
})
