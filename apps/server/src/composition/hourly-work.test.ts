import { keyLimits } from "@dragoman/domain/key"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { purgeTrash } from "../content/key-trash/change-key-trash.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { hourlyRound } from "./hourly-work.ts"

let fixtures = 0

/** A project with a key that is in the trash since then, with its tag and its namespace, and a batch job of long ago. */
const seedTrash = Effect.fnUntraced(function* (deletedAt: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const name = `Hourly ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const namespace = yield* seed.namespace({ project: project.id, name: "old" })
  const keyId = yield* seed.key({ project: project.id, name: "old", namespace })
  yield* seed.tag({ project: project.id, key: keyId, name: "old" })
  yield* Effect.orDie(
    database.transaction(sql`UPDATE translation_key SET deleted_at = ${deletedAt} WHERE id = ${keyId}`)
  )
  const jobId = yield* seed.batchJob({ project: project.id, author: owner, status: "SUCCESS" })
  return { project, keyId, jobId, path: `/v2/projects/${project.id}`, asOwner: yield* seed.accessToken(owner) }
})

/** The server purges as well, when it starts: only this purge finds what was deleted just now. */
const purgeNextWeek = Effect.suspend(() => {
  const now = Date.now() + 2 * keyLimits.trashMillis
  const clock = Object.assign(Object.create(Clock.Clock.defaultValue()), {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.succeed(now)
  })
  return Effect.provideService(purgeTrash(), Clock.Clock, clock)
})

const idsIn = Effect.fnUntraced(function* (table: string, projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql<{ id: number }>`SELECT id FROM ${sql(table)} WHERE project_id = ${projectId}`)
  return rows.map(({ id }) => id)
})

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("hourly work", (it) => {
  it.effect("does the rest when the database fails in one part, and that part the next time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const change = (statement: string) => Effect.orDie(database.transaction(sql.unsafe(statement)))
      yield* change(
        `CREATE TRIGGER broken BEFORE DELETE ON translation_key BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END`
      )
      const { project, keyId, jobId } = yield* seedTrash(1)
      yield* hourlyRound
      assert.deepStrictEqual(yield* idsIn("translation_key", project.id), [keyId])
      assert.notInclude(yield* idsIn("batch_job", project.id), jobId)
      yield* change("DROP TRIGGER broken")
      yield* hourlyRound
      for (const table of ["translation_key", "tag", "namespace"]) {
        assert.deepStrictEqual(yield* idsIn(table, project.id), [])
      }
    })
  )
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `the purge of the trash on ${engine}`,
    (it) => {
      it.effect("leaves a key alone that is restored while it waits for the project", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const { project, keyId } = yield* seedTrash(Date.now())
          const isRestored = yield* Deferred.make<void>()
          const mayCommit = yield* Deferred.make<void>()
          // A restore does the same, and commits only after the purge has begun.
          const restoring = yield* Effect.forkChild(
            database.transaction(
              sql`UPDATE project SET deleted_at = NULL WHERE id = ${project.id}`.pipe(
                Effect.andThen(
                  sql`UPDATE translation_key SET deleted_at = NULL, deleted_by = NULL WHERE id = ${keyId}`
                ),
                Effect.andThen(Deferred.succeed(isRestored, undefined)),
                Effect.andThen(Deferred.await(mayCommit)),
                Effect.orDie
              )
            )
          )
          yield* Deferred.await(isRestored)
          const purging = yield* Effect.forkChild(purgeNextWeek, { startImmediately: true })
          yield* untilWaiting(engine)
          yield* Deferred.succeed(mayCommit, undefined)
          yield* Fiber.join(restoring)
          yield* Fiber.join(purging)
          assert.deepStrictEqual(yield* idsIn("translation_key", project.id), [keyId])
          assert.strictEqual((yield* idsIn("tag", project.id)).length, 1)
        })
      )

      it.effect("and restores at once: the key is there or it is not, and what it needs as well", () =>
        Effect.gen(function* () {
          const { project, keyId, path, asOwner } = yield* seedTrash(Date.now())
          const [restored] = yield* Effect.all(
            [send(asOwner, "PUT", `${path}/keys/trash/${keyId}/restore`), purgeNextWeek],
            { concurrency: 2 }
          )
          assert.include([200, 404], restored.status)
          const left = restored.status === 200 ? 1 : 0
          for (const table of ["translation_key", "tag", "namespace"]) {
            assert.strictEqual((yield* idsIn(table, project.id)).length, left, table)
          }
        })
      )
    }
  )
}

/** The purge has found the key and stands behind the other writer. */
const untilWaiting = (engine: string) =>
  engine === "SQLite"
    ? Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    : Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ waiting: number }>`
          SELECT count(*) AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return row?.waiting ?? 0
      }).pipe(Effect.repeat({ until: (waiting) => waiting > 0 }), Effect.orDie)
