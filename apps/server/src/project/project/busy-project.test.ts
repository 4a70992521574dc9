import { PostgresServer } from "@dragoman/store/testing"
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
          Effect.forkChild(createKey(project.id, `key ${index}`), { startImmediately: true })
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
        for (const writer of writers) assert.strictEqual((yield* Fiber.join(writer)).status, 201)
      }).pipe(Effect.provideContext(services))
    })
  )
})
