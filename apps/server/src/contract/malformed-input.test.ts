import type { CredentialKind } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { given } from "../testing/given.ts"
import { type Answer, refusal, send } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractWorld, givenWorld, pathIn } from "./contract-world.ts"
import { rowCounts } from "./row-counts.ts"

const withNumbers = contractEndpoints.filter(({ numberParams }) => numberParams.some((name) => name !== "projectId"))
const withJson = contractEndpoints.filter(({ bodyTypes }) => bodyTypes.includes("application/json"))
const withForeign = contractEndpoints.filter(
  ({ demand, numberParams }) =>
    demand.subject === "project" && (numberParams.includes("languageId") || numberParams.includes("id"))
)
/** Accepted by every endpoint that takes a body and the id of something in a project. */
const acceptedBody = { name: "Name", originalName: "Name", tag: "xx", url: "https://192.0.2.1/", enabled: false }
const paged = contractEndpoints.filter(({ queryNames }) => queryNames.includes("page"))

/**
 * Status for an id that names nothing, where something else comes first or it is no error.
 * Source: reference "auth-and-permissions" 5 and 6.3, "webhooks" 3.6.
 */
const absentStatus: Readonly<Record<string, number>> = {
  "PUT /v2/projects/:projectId/users/:userId/set-permissions": 400,
  "PUT /v2/projects/:projectId/transfer-to-organization/:organizationId": 403,
  "GET /v2/projects/:projectId/activity/revisions/:revisionId/modified-entities": 200
}

const largeBodyLength = 10 * 1024 * 1024

/** A user whom the endpoint lets in. */
const givenAllowed = Effect.fnUntraced(function* (world: ContractWorld, { demand }: ContractEndpoint) {
  if (demand.subject === "public") return null
  const accepted: ReadonlyArray<CredentialKind> = demand.credentials
  if (accepted.includes("JWT")) {
    const user =
      demand.subject === "administrator"
        ? yield* given.user({ username: `${world.name} administrator`, serverRole: "ADMIN" })
        : world.owner
    return yield* given.accessToken(user, { super: true })
  }
  return accepted.includes("PAK")
    ? yield* given.apiKey({ project: world.project.id, user: world.owner, scopes: ["admin"] })
    : yield* given.personalAccessToken({ user: world.owner })
})

const codeOf = ({ body }: Answer): string => (body as { readonly code?: string } | null)?.code ?? ""

layer(layerTestServer())("malformed requests to every endpoint", (it) => {
  it.effect.each(withNumbers)("text and impossible numbers for an id: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`ids ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const before = yield* rowCounts
      for (const name of endpoint.numberParams.filter((one) => one !== "projectId")) {
        for (const value of ["text", "1.5", "1e3", "0x1", " ", "null"]) {
          const path = pathIn(world, endpoint, { [name]: value })
          assert.deepStrictEqual(
            yield* send(caller, endpoint.method, path, endpoint.bodyTypes.length > 0 ? "{" : undefined),
            refusal(400, "wrong_param_type", [name]),
            value
          )
        }
        for (const value of ["0", "-1", "9007199254740993", "9223372036854775808", "00000000000000000000000000"]) {
          const path = pathIn(world, endpoint, { [name]: value })
          const answer = yield* send(caller, endpoint.method, path, endpoint.bodyTypes.length > 0 ? "{" : undefined)
          const expected = endpoint.bodyTypes.length > 0 ? 400 : (absentStatus[endpoint.title] ?? 404)
          assert.strictEqual(answer.status, expected, `${value}: ${JSON.stringify(answer)}`)
        }
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect.each(withForeign)("ids of another project: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`foreign ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const { languageId, webhookId } = world.otherProject
      const values = { languageId: String(languageId), id: String(webhookId) }
      const before = yield* rowCounts
      const body = endpoint.bodyTypes.length > 0 ? acceptedBody : undefined
      const foreign = yield* send(caller, endpoint.method, pathIn(world, endpoint, values), body)
      const absent = yield* send(caller, endpoint.method, pathIn(world, endpoint), body)
      assert.strictEqual(foreign.status, 404)
      assert.deepStrictEqual(foreign, absent)
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect.each(withJson)("bodies that are none: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`bodies ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const path = pathIn(world, endpoint)
      const before = yield* rowCounts
      assert.deepStrictEqual(yield* send(caller, endpoint.method, path, ""), refusal(400, "request_parse_error"))
      for (const broken of ["{", '{"a":}', "{'a':1}", "undefined", "\u0000", '"', `"${"x".repeat(largeBodyLength)}`]) {
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, path, broken),
          refusal(400, "request_parse_error", ["Expected a valid JSON body"]),
          broken.slice(0, 20)
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect.each(withJson.filter(({ bodyFields }) => bodyFields.length > 0))(
    "values of wrong types: $title",
    (endpoint) =>
      Effect.gen(function* () {
        const world = yield* givenWorld(`types ${endpoint.title}`)
        const caller = yield* givenAllowed(world, endpoint)
        const path = pathIn(world, endpoint)
        const before = yield* rowCounts
        for (const text of ["[]", "5", '"text"', "true"]) {
          const answer = yield* send(caller, endpoint.method, path, text)
          assert.strictEqual(answer.status, 400, text)
          assert.strictEqual(codeOf(answer), "request_parse_error", text)
        }
        for (const field of endpoint.bodyFields) {
          const answer = yield* send(caller, endpoint.method, path, { [field]: { unexpected: [{}] } })
          assert.strictEqual(answer.status, 400, `${field}: ${JSON.stringify(answer)}`)
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      })
  )

  it.effect.each(withJson)("unknown fields are ignored, whatever they are called: $title", (endpoint) =>
    Effect.gen(function* () {
      const ask = Effect.fnUntraced(function* (name: string, body: string) {
        const world = yield* givenWorld(`${name} ${endpoint.title}`)
        return yield* send(yield* givenAllowed(world, endpoint), endpoint.method, pathIn(world, endpoint), body)
      })
      const without = yield* ask("without", "{}")
      const withUnknown = yield* ask("with", '{"unknown":{"deep":[1,null]},"__proto__":{"x":1},"constructor":1,"":2}')
      assert.isBelow(without.status, 500)
      assert.strictEqual(withUnknown.status, without.status)
      if (without.status >= 400) assert.deepStrictEqual(withUnknown.body, without.body)
    })
  )

  it.effect.each(contractEndpoints.filter(({ bodyTypes }) => bodyTypes.length > 0))(
    "a body of another type: $title",
    (endpoint) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        const world = yield* givenWorld(`media ${endpoint.title}`)
        const caller = yield* givenAllowed(world, endpoint)
        const before = yield* rowCounts
        for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"]) {
          const answer = yield* Effect.promise(async () => {
            const response = await fetch(`${baseUrl}${pathIn(world, endpoint)}`, {
              method: endpoint.method,
              headers: {
                "content-type": type,
                ...(caller === null
                  ? {}
                  : "accessToken" in caller
                    ? { authorization: `Bearer ${caller.accessToken}` }
                    : { "x-api-key": caller.apiKey })
              },
              body: "name=x"
            })
            return { status: response.status, body: await response.json() }
          })
          assert.deepStrictEqual(answer, refusal(415, "unsupported_media_type", [type]))
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      })
  )

  it.effect.each(paged)("pages that do not exist: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`pages ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const before = yield* rowCounts
      const path = pathIn(world, endpoint)
      for (const [query, field, minimum] of [
        ["page=-1", "page", 0],
        ["page=x", "page", 0],
        ["size=0", "size", 1],
        ["size=-5", "size", 1],
        ["size=1.5", "size", 1]
      ] as const) {
        const message = `must be greater than or equal to ${minimum}`
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, `${path}?${query}`),
          { status: 400, body: { STANDARD_VALIDATION: { [field]: message } } },
          query
        )
      }
      if (endpoint.queryNames.includes("sort")) {
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, `${path}?sort=no_such_property`),
          refusal(400, "unknown_sort_property")
        )
      }
      for (const query of [
        "page=9223372036854775808",
        "sort=id;drop",
        "sort=,",
        "sort=id,sideways",
        "search=%25_%5C'%22"
      ]) {
        const answer = yield* send(caller, endpoint.method, `${path}?${query}`)
        assert.isBelow(answer.status, 500, `${query}: ${JSON.stringify(answer)}`)
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect("wrong methods have the allowed ones in the answer, and do nothing", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const world = yield* givenWorld("methods")
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
            const response = await fetch(`${baseUrl}${pathIn(world, endpoint)}`, { method })
            return { status: response.status, allow: response.headers.get("allow"), text: await response.text() }
          })
          // A literal path may also be read as one with a name in its place: then that one answers.
          if (status === 401) continue
          assert.strictEqual(status, 405, `${method} ${path}: ${text}`)
          for (const allowed of methods) assert.include(allow ?? "", allowed)
          assert.strictEqual(text, "")
        }
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )
})
