import { OwnPostgresServer } from "@dragoman/store/testing"
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

const seedProject = Effect.gen(function* () {
  const owner = yield* seed.user({ username: "owner" })
  const organization = yield* seed.organization({ name: "Outage", owner })
  const project = yield* seed.project({ organization: organization.id, name: "Outage", languages: ["en"] })
  return { project: project.id, ...(yield* seed.accessToken(owner, { super: true })) }
})

/** What the client sees of a response: status, code of the error and header. */
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
      const { project, accessToken } = yield* seedProject
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
      const { project, accessToken } = yield* seedProject
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
})
