import { Database, DeletedContentRepository } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { eraseDeletedContent } from "../project/project/change-projects.ts"
import { seed } from "../testing/seed.ts"
import { sendTo, startServer } from "../testing/start-server.ts"

/** Any number: the advisory lock that stands for a slow commit. */
const slowCommit = 4711

const countOfWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ waiting: number }>`
    SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.waiting ?? 0
})

/** So many sessions of the database wait for a lock. */
const areWaiting = (count: number) => Effect.repeat(countOfWaiting, { until: (waiting) => waiting >= count })

/** Runs `meanwhile` while another session has the lock that the statement takes. */
const whileLocked = <A, E, R>(statement: string, meanwhile: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isLocked = yield* Deferred.make<void>()
    const mayCommit = yield* Deferred.make<void>()
    const holder = yield* Effect.forkChild(
      sql.withTransaction(
        sql
          .unsafe(statement)
          .pipe(Effect.andThen(Deferred.succeed(isLocked, undefined)), Effect.andThen(Deferred.await(mayCommit)))
      )
    )
    yield* Deferred.await(isLocked)
    const result = yield* meanwhile
    yield* Deferred.succeed(mayCommit, undefined)
    yield* Fiber.join(holder)
    return result
  })

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("on PostgreSQL", (it) => {
  it.effect.each([
    {
      gift: "a direct permission",
      table: "direct_permission",
      request: ({ owner, user, project }) => [
        owner,
        "PUT",
        `/v2/projects/${project}/users/${user}/set-permissions/EDIT`
      ]
    },
    {
      gift: "a project API key",
      table: "project_api_key",
      request: ({ user, project }) => [
        user,
        "POST",
        "/v2/api-keys",
        { projectId: project, scopes: ["translations.view"] }
      ]
    },
    {
      gift: "a personal access token",
      table: "personal_access_token",
      request: ({ user }) => [user, "POST", "/v2/pats", { description: "Token" }]
    }
  ] satisfies ReadonlyArray<{
    readonly gift: string
    readonly table: string
    readonly request: (ids: {
      readonly owner: number
      readonly user: number
      readonly project: number
    }) => readonly [as: number, method: string, path: string, body?: unknown]
  }>)("a user who is deleted while $gift is being committed does not have it afterwards", ({ table, request }) =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const { services, baseUrl } = yield* startServer(yield* newDatabaseWithSchema)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const owner = yield* seed.user({ username: "owner" })
        const administrator = yield* seed.user({ username: "administrator", serverRole: "ADMIN" })
        const user = yield* seed.user({ username: "leaving" })
        const organization = yield* seed.organization({ name: "Nautilus", owner, members: [user] })
        const project = yield* seed.project({ organization: organization.id, name: "Web", languages: ["en"] })
        yield* sql.unsafe(`
          CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN PERFORM pg_advisory_xact_lock(${slowCommit}); RETURN NULL; END'`)
        yield* sql.unsafe(`CREATE TRIGGER slow AFTER INSERT ON ${table} EXECUTE FUNCTION slow_commit()`)
        const [as, method, path, body] = request({ owner, user, project: project.id })
        const credential = yield* seed.accessToken(as, { super: true })
        const asAdministrator = yield* seed.accessToken(administrator, { super: true })
        const [giving, deleting] = yield* whileLocked(
          `SELECT pg_advisory_xact_lock(${slowCommit})`,
          Effect.gen(function* () {
            const send = (...sent: Parameters<typeof sendTo>) =>
              Effect.forkChild(sendTo(...sent), { startImmediately: true })
            const first = yield* send(baseUrl, credential, method, path, body)
            yield* areWaiting(1)
            const second = yield* send(baseUrl, asAdministrator, "DELETE", `/v2/administration/users/${user}`)
            // It waits, or it has not waited and is done.
            yield* Effect.raceFirst(areWaiting(2), Fiber.await(second))
            return [first, second] as const
          })
        )
        assert.isBelow((yield* Fiber.join(giving)).status, 300)
        assert.strictEqual((yield* Fiber.join(deleting)).status, 200)
        assert.deepStrictEqual(yield* checkInvariants, [])
        assert.deepStrictEqual(yield* sql.unsafe(`SELECT user_id FROM ${table} WHERE user_id = ${user}`), [])
      }).pipe(Effect.provideContext(services))
    })
  )

  it.effect("a project that is deleted while deleted content is being looked for is erased with its keys first", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const { services } = yield* startServer(yield* newDatabaseWithSchema)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const owner = yield* seed.user({ username: "owner" })
        const organization = yield* seed.organization({ name: "Nautilus", owner })
        const project = yield* seed.project({ organization: organization.id, name: "Web" })
        const namespace = yield* seed.namespace({ project: project.id, name: "app" })
        yield* seed.key({ project: project.id, name: "k", namespace })
        const database = yield* Database
        const repository = yield* DeletedContentRepository
        const erasing = yield* whileLocked(
          "LOCK TABLE tag IN ACCESS EXCLUSIVE MODE",
          Effect.gen(function* () {
            const eraser = yield* Effect.forkChild(database.transaction(repository.eraseSome(10)), {
              startImmediately: true
            })
            // It has found no keys of deleted projects, and now looks for their tags.
            yield* areWaiting(1)
            yield* sql`UPDATE project SET deleted_at = 1 WHERE id = ${project.id}`
            return eraser
          })
        )
        yield* Fiber.join(erasing)
        assert.deepStrictEqual(yield* sql`SELECT id FROM translation_key`, [])
        yield* eraseDeletedContent()
        assert.deepStrictEqual(yield* sql`SELECT id FROM namespace`, [])
      }).pipe(Effect.provideContext(services))
    })
  )
})
