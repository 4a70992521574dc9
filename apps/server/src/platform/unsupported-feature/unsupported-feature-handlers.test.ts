import { unsupportedFamilies } from "@dragoman/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contractEndpoints } from "../../contract/contract-endpoints.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const emptyPage = { size: 20, totalElements: 0, totalPages: 0, number: 0 }

let made = 0

const seedProject = Effect.gen(function* () {
  const name = `Wishes ${++made}`
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
  return { name, project, organization, key, user: yield* seed.accessToken(owner, { super: true }) }
})

/** Whether the contract declares the path itself for the method: its endpoint comes before the table. */
const isDeclared = (method: string, path: string): boolean =>
  contractEndpoints.some(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/:[A-Za-z]+/g, "[^/]+")}$`).test(path)
  )

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`unsupported features on ${engine}`, (it) => {
    it.effect("are rejected by name for every method and path below", () =>
      Effect.gen(function* () {
        const { organization, user } = yield* seedProject
        for (const { feature, path } of unsupportedFamilies) {
          const filled = path.replace(":organization", organization.slug).replace(/:\w+/g, "1")
          for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
            for (const end of ["/7/anything?filterState=NEW&branch=next", "?filterState=NEW"]) {
              const title = `${method} ${filled}${end}`
              if (end.startsWith("?") && isDeclared(method, filled)) continue
              const body = method === "GET" ? undefined : { name: "x" }
              const response = yield* send(user, method, filled + end, body)
              assert.deepStrictEqual(response, error(400, "feature_not_enabled", [feature]), title)
            }
          }
        }
      })
    )

    it.effect("are rejected only for callers whom the organization admits", () =>
      Effect.gen(function* () {
        const { organization, key } = yield* seedProject
        const stranger = yield* seed.accessToken(yield* seed.user({ username: `Stranger ${++made}` }), { super: true })
        const path = `/v2/organizations/${organization.id}/usage`
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          for (const [caller, expected] of [
            [null, error(401, "unauthenticated")],
            [stranger, error(404, "organization_not_found")],
            [key, error(403, "pak_access_not_allowed")]
          ] as const) {
            assert.deepStrictEqual(yield* send(caller, method, path), expected, `${method} ${path}`)
          }
        }
      })
    )

    it.effect("leave the other paths as they are: unknown ones, other methods, preflights and heads", () =>
      Effect.gen(function* () {
        const { organization, project, key, user } = yield* seedProject
        const path = `/v2/projects/${project.id}`
        const missing = `/v2/organizations/${organization.slug}/usage/7/anything`
        const unknown = error(404, "resource_not_found", [`${path.slice(1)}/tasks-of-mine`])
        assert.deepStrictEqual(yield* send(key, "GET", `${path}/tasks-of-mine`), unknown)
        assert.deepStrictEqual(yield* send(key, "PATCH", `${path}/tags`), { status: 405, body: "" })
        assert.deepStrictEqual(yield* send(null, "OPTIONS", missing), { status: 204, body: "" })
        assert.deepStrictEqual(yield* send(key, "HEAD", `${path}/tags`), { status: 200, body: "" })
        assert.deepStrictEqual(yield* send(user, "HEAD", missing), { status: 400, body: "" })
      })
    )

    it.effect("have nothing in public, with and without a token", () =>
      Effect.gen(function* () {
        const { user } = yield* seedProject
        for (const [method, path, body] of [
          [
            "GET",
            "/v2/public/projects/with-stats?page=0&size=20&sort=id,desc",
            { _embedded: { projects: [] }, page: emptyPage }
          ],
          ["POST", "/v2/public/business-events/report", ""],
          ["POST", "/v2/public/business-events/identify", ""]
        ] as const) {
          const request = method === "POST" ? { eventName: "LOGIN", data: {} } : undefined
          for (const caller of [user, null]) {
            assert.deepStrictEqual(yield* send(caller, method, path, request), { status: 200, body }, path)
          }
        }
      })
    )

    it.effect("are turned off in the configuration and in every project", () =>
      Effect.gen(function* () {
        const { name, project, user } = yield* seedProject
        const configuration = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(configuration.body as object, { slack: { enabled: false, connected: false } })
        const initial = yield* send(null, "GET", "/v2/public/initial-data")
        assert.deepStrictEqual(
          (initial.body as { readonly serverConfiguration: unknown }).serverConfiguration,
          configuration.body
        )
        const off = { public: false, suggestionsMode: "DISABLED", useQaChecks: false }
        const path = `/v2/projects/${project.id}`
        for (const response of [
          yield* send(user, "GET", path),
          yield* send(user, "PUT", path, { name, ...off, public: true })
        ]) {
          assert.strictEqual(response.status, 200)
          assert.deepInclude(response.body as object, off)
        }
        for (const list of ["/v2/projects", "/v2/projects/with-stats"]) {
          const { body } = yield* send(user, "GET", list)
          const { projects } = (body as { readonly _embedded: { readonly projects: ReadonlyArray<object> } })._embedded
          assert.lengthOf(projects, 1)
          for (const one of projects) assert.deepInclude(one, off)
        }
      })
    )
  })
}
