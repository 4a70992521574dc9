import type { AcceptedCredential } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../testing/seed.ts"
import { error, send, type TestResponse } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { contractEndpoints } from "./contract-endpoints.ts"
import { pathIn, seedFixture } from "./contract-fixture.ts"
import { seedBadCredentials } from "./credential-kinds.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { rowCounts } from "./row-counts.ts"

const sendWith = Effect.fnUntraced(function* (headers: Record<string, string>, method: string, path: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async (): Promise<TestResponse> => {
    const response = await fetch(`${baseUrl}${path}`, { method, headers })
    return { status: response.status, body: await response.json() }
  })
})

const ofProjects = contractEndpoints.filter(({ requirement }) => requirement.subject === "project")
const withShortPath = ofProjects.filter(
  ({ path, requirement }) =>
    requirement.subject === "project" && requirement.shortPath && path !== "/v2/projects/:projectId"
)
const ofOrganizations = contractEndpoints.filter(({ requirement }) => requirement.subject === "organization")
const notPublic = contractEndpoints.filter(({ requirement }) => requirement.subject !== "public")

layer(layerTestServer())("errors of every endpoint", (it) => {
  eachKind(
    it.effect,
    notPublic,
    accessKind
  )("without a credential: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`anonymous ${endpoint.title}`)
      const before = yield* rowCounts
      assert.deepStrictEqual(
        yield* send(null, endpoint.method, pathIn(fixture, endpoint)),
        endpoint.requirement.subject === "publicProject"
          ? error(404, "project_not_found")
          : error(401, "unauthenticated")
      )
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  eachKind(
    it.effect,
    contractEndpoints,
    accessKind
  )("with a bad credential, also where none is needed: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`bad ${endpoint.title}`)
      const credentials = yield* seedBadCredentials(fixture)
      const before = yield* rowCounts
      for (const { name, headers, error: expected } of credentials) {
        const answer = yield* sendWith(headers, endpoint.method, pathIn(fixture, endpoint))
        assert.deepStrictEqual(
          answer,
          { status: 401, body: { code: expected.kind === "code" ? expected.code : "", params: null } },
          name
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  eachKind(
    it.effect,
    ofProjects,
    accessKind
  )("for a project that is not there, like for a hidden one: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`project ids ${endpoint.title}`)
      const owner = yield* seed.accessToken(fixture.owner, { super: true })
      const before = yield* rowCounts
      for (const projectId of [fixture.otherProject.id, 0, "9007199254740993", "9223372036854775808"]) {
        assert.deepStrictEqual(
          yield* send(owner, endpoint.method, pathIn(fixture, endpoint, { projectId: String(projectId) })),
          error(404, "project_not_found"),
          String(projectId)
        )
      }
      for (const projectId of ["-1", "1.5", "1e3", "Text", "%20"]) {
        const path = endpoint.path.replace(":projectId", projectId).replace(/:[A-Za-z]+/g, "1")
        const expected = error(404, "resource_not_found", [path.slice(1)])
        assert.deepStrictEqual(yield* send(owner, endpoint.method, `${path}?search=x`), expected, projectId)
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  eachKind(
    it.effect,
    withShortPath,
    accessKind
  )("on the short path without a project API key: $title", (endpoint) =>
    Effect.gen(function* () {
      const shortPath = endpoint.path.replace("/:projectId", "")
      const fixture = yield* seedFixture(`short ${endpoint.title}`)
      const owner = yield* seed.accessToken(fixture.owner, { super: true })
      const personal = yield* seed.personalAccessToken({ user: fixture.owner })
      const before = yield* rowCounts
      const accepted: ReadonlyArray<AcceptedCredential> =
        endpoint.requirement.subject === "project" ? endpoint.requirement.credentials : []
      for (const credential of accepted.includes("PAT") ? [owner, personal] : [owner]) {
        assert.deepStrictEqual(
          yield* send(credential, endpoint.method, pathIn(fixture, { ...endpoint, path: shortPath })),
          error(400, "project_not_selected")
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  const shortReads = withShortPath.filter(({ method }) => method === "GET")
  eachKind(
    it.effect,
    shortReads,
    accessKind
  )("the short path answers a project API key as the long one: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`key ${endpoint.title}`)
      const key = yield* seed.apiKey({ project: fixture.project.id, user: fixture.owner, scopes: ["admin"] })
      const shortPath = endpoint.path.replace("/:projectId", "")
      assert.deepStrictEqual(
        yield* send(key, "GET", pathIn(fixture, { ...endpoint, path: shortPath })),
        yield* send(key, "GET", pathIn(fixture, endpoint))
      )
    })
  )

  eachKind(
    it.effect,
    ofOrganizations,
    accessKind
  )("for an organization that is not there, like for a hidden one: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`organization ids ${endpoint.title}`)
      const stranger = yield* seed.accessToken(fixture.otherOwner, { super: true })
      const before = yield* rowCounts
      const hiddenCode = endpoint.requirement.subject === "organization" ? endpoint.requirement.hiddenCode : ""
      const { id, slug } = fixture.organization
      for (const organization of [String(id), slug, "0", "9223372036854775808", "-1", "no-such-slug"]) {
        assert.deepStrictEqual(
          yield* send(stranger, endpoint.method, pathIn(fixture, endpoint, { organization })),
          error(404, hiddenCode),
          organization
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )
})
