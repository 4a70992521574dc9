import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { refusal, send, sendBody } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { acceptedBody } from "./accepted-request.ts"
import { type ContractEndpoint, contractEndpoints, type FieldType } from "./contract-endpoints.ts"
import { givenAllowed, givenWorld, pathIn } from "./contract-world.ts"
import { rowCounts } from "./row-counts.ts"

const withBody = contractEndpoints.filter(({ bodyTypes }) => bodyTypes.length > 0)
const withJson = contractEndpoints.filter(({ body }) => body !== null)

const largeBodyLength = 10 * 1024 * 1024

/** More brackets than a function that calls itself could follow. */
const depth = 100_000
const nested = (content: string): string => `${"[".repeat(depth)}${content}${"]".repeat(depth)}`
const deepJson = nested("")
const deepAndWideJson = nested(`${`"${"x".repeat(1_022)}",`.repeat(largeBodyLength / 1_024)}0`)
const longJson = `"${"x".repeat(largeBodyLength)}"`

/** What JSON can be, without what the type takes. */
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
  return refusal(400, "request_parse_error", [`${place === "" ? "" : `${place}: `}Expected ${expected.join(" | ")}`])
}

/** Every body that is wrong in one place, with the answer to it. */
const wrongBodies = (endpoint: ContractEndpoint) => {
  const { body: whole } = endpoint
  if (whole === null) return []
  const ofWhole = wrongValues(whole).map((body) => ({ body, answer: wrongType("", whole, body) }))
  const ofFields = whole.fields.flatMap(({ name, type }) =>
    wrongValues(type).map((value) => ({
      body: acceptedBody(endpoint, { [name]: value }),
      answer: wrongType(name, type, value)
    }))
  )
  const ofElements = whole.fields.flatMap(({ name, type: { element } }) =>
    element === null
      ? []
      : wrongValues(element).map((value) => ({
          body: acceptedBody(endpoint, { [name]: [value] }),
          answer: wrongType(`${name}[0]`, element, value)
        }))
  )
  return [...ofWhole, ...ofFields, ...ofElements]
}

layer(layerTestServer())("the body of every endpoint that takes one", (it) => {
  it.effect.each(withJson)("is no JSON: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`broken ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const path = pathIn(world, endpoint)
      const before = yield* rowCounts
      assert.deepStrictEqual(yield* send(caller, endpoint.method, path, ""), refusal(400, "request_parse_error"))
      const large = endpoint.demand.subject === "public" ? [] : [`"${"x".repeat(largeBodyLength)}`]
      for (const broken of ["{", '{"a":}', "{'a':1}", "undefined", "\u0000", '"', ...large]) {
        assert.deepStrictEqual(
          yield* send(caller, endpoint.method, path, broken),
          refusal(400, "request_parse_error", ["Expected a valid JSON body"]),
          broken.slice(0, 20)
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  it.effect.each(withJson.filter((endpoint) => wrongBodies(endpoint).length > 0))(
    "has values of wrong types: $title",
    (endpoint) =>
      Effect.gen(function* () {
        const world = yield* givenWorld(`types ${endpoint.title}`)
        const caller = yield* givenAllowed(world, endpoint)
        const path = pathIn(world, endpoint)
        const before = yield* rowCounts
        for (const { body, answer } of wrongBodies(endpoint)) {
          const text = JSON.stringify(body)
          assert.deepStrictEqual(yield* send(caller, endpoint.method, path, text), answer, text)
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      })
  )

  it.effect.each(withJson)("has unknown fields, whatever they are called: $title", (endpoint) =>
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

  it.effect.each(withJson)("is large: $title", (endpoint) =>
    Effect.gen(function* () {
      const { fields = [] } = endpoint.body ?? {}
      const ask = Effect.fnUntraced(function* (name: string, body: string) {
        const world = yield* givenWorld(`${name} ${endpoint.title}`)
        const caller = yield* givenAllowed(world, endpoint)
        return yield* send(caller, endpoint.method, pathIn(world, endpoint), body)
      })
      const accepted = JSON.stringify(acceptedBody(endpoint))
      const without = yield* ask("small", accepted)
      if (endpoint.demand.subject === "public") {
        assert.deepStrictEqual(yield* ask("large", longJson), refusal(400, "file_too_big", []))
        return
      }
      if (fields.length > 0) {
        const answer = yield* ask("unknown", `{"unknown":${deepAndWideJson},${accepted.slice(1)}`)
        assert.strictEqual(answer.status, without.status)
        if (without.status >= 400) assert.deepStrictEqual(answer, without)
      }
      for (const { name, type } of fields.filter((field) => isWrong(field.type, [])).slice(0, 1)) {
        const body = JSON.stringify({ [name]: "deep" }).replace('"deep"', deepJson)
        assert.deepStrictEqual(yield* ask("deep", body), wrongType(name, type, []))
      }
      const text = fields.find(({ type }) => type.accepts.includes("string"))?.name
      const large =
        text === undefined
          ? { text: longJson, brackets: deepAndWideJson }
          : { field: `${accepted.slice(0, -1)},${JSON.stringify(text)}:${longJson}}` }
      for (const [name, body] of Object.entries(large)) {
        const { status, body: answered } = yield* ask(name, body)
        const start = JSON.stringify(answered).slice(0, 200)
        assert.isTrue(status >= 200 && status < 500, `${status}: ${start}`)
        if (status >= 400) assert.isBelow(start.length, 200, "a refusal does not send the text back")
      }
    })
  )

  it.effect.each(withBody)("is of another type: $title", (endpoint) =>
    Effect.gen(function* () {
      const world = yield* givenWorld(`media ${endpoint.title}`)
      const caller = yield* givenAllowed(world, endpoint)
      const before = yield* rowCounts
      for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"]) {
        assert.deepStrictEqual(
          yield* sendBody(caller, endpoint.method, pathIn(world, endpoint), "name=x", type),
          refusal(415, "unsupported_media_type", [type])
        )
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )
})
