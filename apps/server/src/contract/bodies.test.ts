import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { error, send, sendBody, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { acceptedBody } from "./accepted-request.ts"
import { type ContractEndpoint, contractEndpoints, type FieldType } from "./contract-endpoints.ts"
import { pathIn, seedAllowed, seedFixture } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { rowCounts } from "./row-counts.ts"

const withBody = contractEndpoints.filter(({ bodyTypes }) => bodyTypes.length > 0)
const withJson = contractEndpoints.filter(({ body }) => body !== null)

/** Less than the default, so that more than that is soon sent. */
const uploadBytesMax = 6 * 1024 * 1024

/** These take as much as an upload, and parse it outside the thread that answers requests. */
const largeBodies = [
  "POST /v2/projects/:projectId/keys/import",
  "POST /v2/projects/:projectId/keys/import-resolvable",
  "POST /v2/projects/:projectId/single-step-import-resolvable",
  "DELETE /v2/projects/:projectId/keys",
  "POST /v2/projects/:projectId/tasks",
  "POST /v2/projects/:projectId/tasks/create-multiple-tasks",
  "POST /v2/projects/:projectId/tasks/calculate-scope",
  "PUT /v2/projects/:projectId/tasks/:taskNumber/keys",
  ...[
    "set-translation-state",
    "clear-translations",
    "copy-translations",
    "find-and-replace",
    "pre-translate-by-tm",
    "machine-translate",
    "ai-playground-translate",
    "set-keys-namespace"
  ],
  ...["tag-keys", "untag-keys", "delete-keys", "restore-keys", "hard-delete-keys", "qa-check"],
  ...["assign-translation-label", "unassign-translation-label"]
].map((name) => (name.includes(" ") ? name : `POST /v2/projects/:projectId/start-batch-job/${name}`))

const limitsOf = ({ title, requirement }: ContractEndpoint) => {
  if (requirement.subject === "public") return { bytesMax: 100 * 1024, valuesMax: 20_000 }
  return largeBodies.includes(title)
    ? { bytesMax: uploadBytesMax, valuesMax: 2_000_000 }
    : { bytesMax: 2 * 1024 * 1024, valuesMax: 20_000 }
}

/** Endpoints with the same limits. */
const limitsKind = (endpoint: ContractEndpoint): string => JSON.stringify(limitsOf(endpoint))

const tooLarge = (bytesMax: number) => error(400, "file_too_big", [`Expected a JSON body of at most ${bytesMax} bytes`])

/** With the brackets of the body itself. */
const nestingMax = 64
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

const unread = (message: string) => error(400, "request_parse_error", [message])

/** Returns JSON values of all kinds that the type does not take. */
const wrongValues = (type: FieldType): ReadonlyArray<unknown> =>
  [{ unexpected: [{}] }, [{}], "unexpected \u{1f4a5}", 5, true, null].filter((value) => isWrong(type, value))

const isWrong = ({ accepts }: FieldType, value: unknown): boolean =>
  accepts.length > 0 && !accepts.some((accepted) => accepted === kindOf(value) || accepted === JSON.stringify(value))

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

/** The answer to a value of the wrong type; `place`: where in the body it is. */
const wrongType = (place: string, { accepts }: FieldType, value: unknown) => {
  const texts = accepts.filter((accepted) => accepted.startsWith('"'))
  // A text where only some are accepted: those are what it could have been.
  const expected = typeof value === "string" && texts.length > 0 ? texts : accepts
  return error(400, "request_parse_error", [`${place === "" ? "" : `${place}: `}Expected ${expected.join(" | ")}`])
}

/** Every body that is wrong in one place, with the answer to it. */
const wrongBodies = (endpoint: ContractEndpoint) => {
  const { body: whole } = endpoint
  if (whole === null) return []
  const ofWhole = wrongValues(whole).map((body) => ({ body, response: wrongType("", whole, body) }))
  const ofFields = whole.fields.flatMap(({ name, type }) =>
    wrongValues(type).map((value) => ({
      body: acceptedBody(endpoint, { [name]: value }),
      response: wrongType(name, type, value)
    }))
  )
  const ofElements = whole.fields.flatMap(({ name, type: { element } }) =>
    element === null
      ? []
      : wrongValues(element).map((value) => ({
          body: acceptedBody(endpoint, { [name]: [value] }),
          response: wrongType(`${name}[0]`, element, value)
        }))
  )
  return [...ofWhole, ...ofFields, ...ofElements]
}

const withObjects = withJson.filter((endpoint) => JSON.stringify(acceptedBody(endpoint)).startsWith("{"))

/** Responses of endpoints whose body may be missing. */
const withoutBody: Readonly<Record<string, TestResponse>> = {
  "PUT /v2/notifications-mark-seen": { status: 200, body: "" },
  "POST /v2/projects/:projectId/branches/merge/:mergeId/apply": error(404, "branch_merge_not_found")
}

layer(layerTestServer({ maxUploadBytes: uploadBytesMax }))("the body of every endpoint that takes one", (it) => {
  eachKind(
    it.effect,
    withJson,
    accessKind
  )("is no JSON: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`broken ${endpoint.title}`)
      const caller = yield* seedAllowed(fixture, endpoint)
      const path = pathIn(fixture, endpoint)
      const before = yield* rowCounts
      const withNothing = withoutBody[endpoint.title] ?? error(400, "request_parse_error")
      assert.deepStrictEqual(yield* send(caller, endpoint.method, path, ""), withNothing)
      const long = `"${"x".repeat(limitsOf(endpoint).bytesMax - 1)}`
      for (const broken of ["{", '{"a":}', "{'a':1}", "undefined", "\u0000", '"', "[[[", "]", long]) {
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, path, broken),
          error(400, "request_parse_error", ["Expected a valid JSON body"]),
          broken.slice(0, 20)
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  const withTypes = withJson.filter((endpoint) => wrongBodies(endpoint).length > 0)
  eachKind(
    it.effect,
    withTypes,
    accessKind
  )("has values of wrong types: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`types ${endpoint.title}`)
      const caller = yield* seedAllowed(fixture, endpoint)
      const path = pathIn(fixture, endpoint)
      const before = yield* rowCounts
      for (const { body, response } of wrongBodies(endpoint)) {
        const text = JSON.stringify(body)
        assert.deepStrictEqual(yield* send(caller, endpoint.method, path, text), response, text)
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  eachKind(
    it.effect,
    withJson,
    accessKind
  )("has unknown fields, whatever they are called: $title", (endpoint) =>
    Effect.gen(function* () {
      const ask = Effect.fnUntraced(function* (name: string, body: string) {
        const fixture = yield* seedFixture(`${name} ${endpoint.title}`)
        return yield* send(yield* seedAllowed(fixture, endpoint), endpoint.method, pathIn(fixture, endpoint), body)
      })
      const without = yield* ask("without", "{}")
      const withUnknown = yield* ask("with", '{"unknown":{"deep":[1,null]},"__proto__":{"x":1},"constructor":1,"":2}')
      assert.isBelow(without.status, 500)
      assert.strictEqual(withUnknown.status, without.status)
      if (without.status >= 400) assert.deepStrictEqual(withUnknown.body, without.body)
    })
  )

  eachKind(
    it.effect,
    withObjects,
    limitsKind
  )("is as long, as deep and as wide as allowed, and no more than that: $title", (endpoint) =>
    Effect.gen(function* () {
      const { bytesMax, valuesMax } = limitsOf(endpoint)
      const accepted = JSON.stringify(acceptedBody(endpoint))
      const ask = Effect.fnUntraced(function* (name: string, body: string) {
        const fixture = yield* seedFixture(`${name} ${endpoint.title}`)
        const caller = yield* seedAllowed(fixture, endpoint)
        return yield* send(caller, endpoint.method, pathIn(fixture, endpoint), body)
      })
      /** With an unknown field in front of the others. */
      const withField = (json: string) => `{"unknown":${json}${accepted === "{}" ? "" : ","}${accepted.slice(1)}`
      const padded = (length: number) => withField(`"${"x".repeat(length - withField('""').length)}"`)
      // The opening bracket and the comma behind the field are counted too.
      const wide = (values: number) => withField(`[${"0,".repeat(values - withField("").split(/[[{,]/).length)}0]`)
      const without = yield* ask("small", accepted)
      assert.isBelow(without.status, 500)
      for (const [name, body] of [
        ["long", padded(bytesMax)],
        ["deep", withField(nested(nestingMax - 1))],
        ...(2 * valuesMax < bytesMax ? ([["wide", wide(valuesMax)]] as const) : [])
      ] as const) {
        const response = yield* ask(name, body)
        assert.strictEqual(response.status, without.status, name)
        if (without.status >= 400) assert.deepStrictEqual(response, without, name)
      }
      const before = yield* rowCounts
      const fixture = yield* seedFixture(`more ${endpoint.title}`)
      const caller = yield* seedAllowed(fixture, endpoint)
      const path = pathIn(fixture, endpoint)
      const counts = yield* rowCounts
      assert.notDeepEqual(counts, before)
      for (const [body, response] of [
        [padded(bytesMax + 1), tooLarge(bytesMax)],
        [withField(nested(nestingMax)), unread(`Expected JSON that is nested at most ${nestingMax} deep`)],
        [withField(nested(bytesMax / 4)), unread(`Expected JSON that is nested at most ${nestingMax} deep`)],
        [`${"[".repeat(bytesMax)}`, unread(`Expected JSON that is nested at most ${nestingMax} deep`)],
        [withField(`"\\u0000${"x".repeat(bytesMax / 2)}"`), unread("A text holds U+0000 or half of a character")],
        [
          withField(`[${"[".repeat(50)}"\\ud800"${"]".repeat(50)}]`),
          unread("A text holds U+0000 or half of a character")
        ],
        ...(2 * valuesMax < bytesMax
          ? ([[wide(valuesMax + 1), unread(`Expected at most ${valuesMax} values`)]] as const)
          : [])
      ] as const) {
        assert.deepStrictEqual(yield* send(caller, endpoint.method, path, body), response, body.slice(0, 30))
      }
      assert.deepStrictEqual(yield* rowCounts, counts)
    })
  )

  eachKind(
    it.effect,
    withBody,
    accessKind
  )("is of another type: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`media ${endpoint.title}`)
      const caller = yield* seedAllowed(fixture, endpoint)
      const before = yield* rowCounts
      for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"]) {
        assert.deepStrictEqual(
          yield* sendBody(caller, endpoint.method, pathIn(fixture, endpoint), "name=x", type),
          error(415, "unsupported_media_type", [type])
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )
})
