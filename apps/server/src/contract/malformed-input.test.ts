import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { error, send } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { queryWith } from "./accepted-request.ts"
import { contractEndpoints } from "./contract-endpoints.ts"
import { pathIn, seedAllowed, seedFixture } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { seedOwnValues } from "./path-parameters.ts"
import { rowCounts } from "./row-counts.ts"

const paged = contractEndpoints.filter(({ queryNames }) => queryNames.includes("page"))

/** Their order cannot be changed. */
const withoutSort = [
  "GET /v2/projects/:projectId/keys/search",
  "GET /v2/projects/:projectId/translations/:translationId/history"
]

/** Asked for its total alone with a size of 0. */
const withoutItems = ["GET /v2/projects/:projectId/keys/trash"]

layer(layerTestServer())("malformed requests to every endpoint", (it) => {
  eachKind(
    it.effect,
    paged,
    accessKind
  )("pages that do not exist: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`pages ${endpoint.title}`, endpoint.requirement.subject === "publicProject")
      const caller = yield* seedAllowed(fixture, endpoint)
      const path = pathIn(fixture, endpoint, yield* seedOwnValues(fixture, endpoint))
      const before = yield* rowCounts
      const sizeMin = withoutItems.includes(endpoint.title) ? 0 : 1
      for (const [query, field, minimum] of [
        ["page=-1", "page", 0],
        ["page=x", "page", 0],
        [`size=${sizeMin - 1}`, "size", sizeMin],
        ["size=-5", "size", sizeMin],
        ["size=1.5", "size", sizeMin]
      ] as const) {
        const message = `must be greater than or equal to ${minimum}`
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, `${path}${queryWith(endpoint, query)}`),
          { status: 400, body: { STANDARD_VALIDATION: { [field]: message } } },
          query
        )
      }
      if (endpoint.queryNames.includes("sort") && !withoutSort.includes(endpoint.title)) {
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, `${path}${queryWith(endpoint, "sort=no_such_property")}`),
          error(400, "unknown_sort_property")
        )
      }
      for (const query of [
        "page=9223372036854775808",
        "sort=id;drop",
        "sort=,",
        "sort=id,sideways",
        "search=%25_%5C'%22"
      ]) {
        const answer = yield* send(caller, endpoint.method, `${path}${queryWith(endpoint, query)}`)
        assert.isBelow(answer.status, 500, `${query}: ${JSON.stringify(answer)}`)
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect("wrong methods have the allowed ones in the answer, and do nothing", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const fixture = yield* seedFixture("methods")
      const before = yield* rowCounts
      const methodsByPath = new Map<string, Array<string>>()
      for (const { path, method } of contractEndpoints) {
        methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
      }
      for (const [path, methods] of methodsByPath) {
        const endpoint = contractEndpoints.find((one) => one.path === path)
        if (endpoint === undefined) continue
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !methods.includes(one))) {
          const { status, allow, text } = yield* Effect.promise(async () => {
            const response = await fetch(`${baseUrl}${pathIn(fixture, endpoint)}`, { method })
            return { status: response.status, allow: response.headers.get("allow"), text: await response.text() }
          })
          // A literal path may also be read as one with a name in its place: then that one answers.
          if (status === 401) continue
          // Browsers that open the link of a mail are led to a page.
          if (method === "GET" && path === "/v2/public/notification-unsubscribe/:token") continue
          assert.strictEqual(status, 405, `${method} ${path}: ${text}`)
          for (const allowed of methods) assert.include(allow ?? "", allowed)
          assert.strictEqual(text, "")
        }
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )
})
