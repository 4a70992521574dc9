import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

/** More than the lock of SQLite could pass on unnoticed. */
const readsOfEach = 20

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("the last use of credentials", (it) => {
  it.effect("is written once for many requests, which do not wait for it while the database is locked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const user = yield* seed.user({ username: "reader" })
      const organization = yield* seed.organization({ name: "Read", owner: user })
      const project = yield* seed.project({ organization: organization.id, name: "Read" })
      const token = yield* seed.personalAccessToken({ user })
      const key = yield* seed.apiKey({ project: project.id, user, scopes: ["keys.view"] })
      const change = (statement: string) => Effect.orDie(database.transaction(sql.unsafe(statement)))
      yield* change("CREATE TABLE written (credential TEXT)")
      const session = yield* seed.session(user)
      yield* change("UPDATE console_session SET last_used_at = created_at - 3600000")
      for (const table of ["console_session", "personal_access_token", "project_api_key"]) {
        yield* change(`CREATE TRIGGER ${table}_used AFTER UPDATE OF last_used_at ON ${table}
          BEGIN INSERT INTO written VALUES ('${table}'); END`)
      }
      const isLocked = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const writer = yield* Effect.forkChild(
        database.transaction(Effect.andThen(Deferred.succeed(isLocked, undefined), Deferred.await(mayCommit)))
      )
      yield* Deferred.await(isLocked)
      for (let read = 0; read < readsOfEach; read++) {
        const path = `/v2/projects/${project.id}/keys`
        for (const credential of [token, key, session]) {
          assert.strictEqual((yield* send(credential, "GET", path)).status, 200)
        }
      }
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(writer)
      const written = yield* Effect.orDie(sql<{ credential: string }>`SELECT credential FROM written`).pipe(
        Effect.repeat({ until: (rows) => rows.length >= 3, schedule: Schedule.spaced("5 millis") })
      )
      const [stored] = yield* Effect.orDie(
        sql<{ at: number }>`SELECT last_used_at AS at FROM personal_access_token WHERE id = ${token.id}`
      )
      assert.isAbove(stored?.at ?? 0, 0)
      // A write that stood in a queue would come before this one.
      yield* change("INSERT INTO written VALUES ('last')")
      assert.deepStrictEqual(written.map(({ credential }) => credential).toSorted(), [
        "console_session",
        "personal_access_token",
        "project_api_key"
      ])
      assert.strictEqual((yield* Effect.orDie(sql`SELECT credential FROM written`)).length, 4)
    })
  )
})
