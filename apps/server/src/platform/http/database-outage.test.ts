import { OwnPostgresServer } from "@dragoman/store/testing"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const layerOwnPostgres = Layer.unwrap(
  Effect.gen(function* () {
    const { newDatabase } = yield* OwnPostgresServer
    const url = yield* newDatabase
    return layerTestServer({ database: { engine: "postgres", url }, logLevel: "error" })
  })
).pipe(Layer.provideMerge(OwnPostgresServer.layer), Layer.orDie)

const seedProject = Effect.fnUntraced(function* (username = "owner") {
  const owner = yield* seed.user({ username })
  const organization = yield* seed.organization({ name: `Outage of ${username}`, owner })
  const project = yield* seed.project({
    organization: organization.id,
    name: `Outage of ${username}`,
    languages: ["en"]
  })
  return { project: project.id, ...(yield* seed.accessToken(owner, { super: true })) }
})

/** Status, error code and header of a response. */
const ask = Effect.fnUntraced(function* (accessToken: string, method: string, path: string, body?: object) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const answer = (await response.json()) as { readonly code?: string }
    return { status: response.status, code: answer.code, retryAfter: response.headers.get("retry-after") }
  })
})

layer(layerOwnPostgres, { excludeTestServices: true, timeout: "120 seconds" })("PostgreSQL that is stopped", (it) => {
  it.effect("makes every request 503 with a time to retry, and works again after its start", () =>
    Effect.gen(function* () {
      const { whileAway } = yield* OwnPostgresServer
      const { project, accessToken } = yield* seedProject()
      const search = `/v2/projects/${project}/translations?search=a`
      const requests = [
        ["GET", "/v2/projects", undefined],
        ["GET", search, undefined],
        ["GET", `/v2/projects/${project}/export?format=JSON`, undefined],
        ["POST", `/v2/projects/${project}/keys`, { name: "greeting" }],
        ["POST", "/api/public/generatetoken", { username: "owner", password: "wrong-password" }]
      ] as const
      // With threads that are connected when the database stops.
      assert.strictEqual((yield* ask(accessToken, "GET", search)).status, 200)
      const seen = yield* whileAway(
        Effect.forEach([...requests, ...requests], ([method, path, body]) => ask(accessToken, method, path, body))
      )
      for (const response of seen) {
        assert.deepStrictEqual(response, { status: 503, code: "database_unavailable", retryAfter: "10" })
      }
      assert.strictEqual((yield* ask(accessToken, "GET", search)).status, 200)
      const created = yield* ask(accessToken, "POST", `/v2/projects/${project}/keys`, { name: "greeting" })
      assert.strictEqual(created.status, 201)
    })
  )
})

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("a SQLite file without space", (it) => {
  it.effect("takes no writes, serves reads, and takes writes as soon as there is space", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { project, accessToken } = yield* seedProject()
      const limitPages = (pages: number) => sql.withTransaction(sql.unsafe(`PRAGMA max_page_count = ${pages}`))
      const create = (name: string) =>
        ask(accessToken, "POST", `/v2/projects/${project}/keys`, {
          name,
          translations: { en: name.repeat(2_000) }
        })
      // The limit is never below the present size.
      yield* limitPages(1)
      const seen = yield* Effect.forEach(["one", "two", "three"], create)
      for (const response of seen) {
        assert.deepStrictEqual(response, { status: 503, code: "database_not_writable", retryAfter: "10" })
      }
      const list = `/v2/projects/${project}/translations`
      assert.strictEqual((yield* ask(accessToken, "GET", list)).status, 200)
      assert.deepStrictEqual(yield* sql`SELECT name FROM translation_key`, [])
      yield* limitPages(4_294_967_294)
      assert.strictEqual((yield* create("one")).status, 201)
    })
  )

  it.effect("that runs out of space at any statement of a change keeps nothing of the change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { project, accessToken } = yield* seedProject("second owner")
      const [{ pages } = { pages: 0 }] = yield* sql<{
        pages: number
      }>`SELECT page_count AS pages FROM pragma_page_count`
      const count = Effect.map(
        sql<{ total: number }>`SELECT
          (SELECT COUNT(*) FROM translation_key WHERE project_id = ${project}) + (SELECT COUNT(*) FROM tag)
          + (SELECT COUNT(*) FROM activity_revision WHERE project_id = ${project}) AS total`,
        ([row]) => row?.total
      )
      const before = yield* count
      const brokenBefore = yield* checkInvariants
      // Each time one page more, until the change has room.
      let failures = 0
      for (let more = 0; ; more++) {
        yield* sql.withTransaction(sql.unsafe(`PRAGMA max_page_count = ${pages + more}`))
        const { status, code } = yield* ask(accessToken, "POST", `/v2/projects/${project}/keys`, {
          name: "key",
          tags: ["tag"],
          translations: { en: "text ".repeat(1_900) }
        })
        if (status === 201) break
        assert.deepStrictEqual([status, code], [503, "database_not_writable"])
        assert.strictEqual(yield* count, before)
        failures++
      }
      yield* sql.withTransaction(sql.unsafe("PRAGMA max_page_count = 4294967294"))
      assert.isAbove(failures, 3)
      assert.deepStrictEqual(yield* checkInvariants, brokenBefore)
    })
  )
})
