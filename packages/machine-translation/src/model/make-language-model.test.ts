import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { endpointRules } from "@dragoman/domain/network"
import { AddressResolver, EndpointConnector } from "@dragoman/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Result, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type ModelConfig, type ModelProviderType, type ModelRequest, modelProviderTypes } from "../language-model.ts"
import {
  type ModelBehaviour,
  type ModelServer,
  type ModelServerOptions,
  modelBehaviours,
  startModelServer,
  testModelKey
} from "../testing/model-servers.ts"
import type { TranslationFailed } from "../translation-failed.ts"
import { makeLanguageModel } from "./make-language-model.ts"

const network = Layer.mergeAll(AddressResolver.layer, EndpointConnector.layer)
const everywhere = endpointRules({ allow: ["*"], ports: ["*"] })

const secretText = "Save {name} now, Zaphod"

const request: ModelRequest = {
  system: "You translate texts of user interfaces.",
  parts: [{ type: "text", text: `The text to translate into "German" (de):\n${JSON.stringify(secretText)}` }],
  isJson: true
}

const plain: ModelRequest = { ...request, isJson: false }

const translated = `[de] ${secretText}`

const withServer = (type: ModelProviderType, options: ModelServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => startModelServer(type, options)),
    (server) => Effect.promise(() => server.close())
  )

const configOf = (type: ModelProviderType, server: Pick<ModelServer, "url">, changes: Partial<ModelConfig> = {}) => ({
  type,
  url: server.url,
  apiKey: testModelKey,
  model: "test-model",
  deployment: type === "OPENAI_AZURE" ? "my deployment" : null,
  format: null,
  maxTokens: null,
  reasoningEffort: null,
  attemptMillis: [20_000],
  ...changes
})

const modelOf = (type: ModelProviderType, server: Pick<ModelServer, "url">, changes: Partial<ModelConfig> = {}) =>
  makeLanguageModel(configOf(type, server, changes), everywhere)

/** The answer and the parts before it. */
const collect = <E>(stream: Stream.Stream<unknown, E>) =>
  Effect.map(Stream.runCollect(stream), (elements) => ({
    parts: elements.filter((element): element is string => typeof element === "string"),
    last: elements.at(-1)
  }))

const run = <A, E>(
  effect: Effect.Effect<A, E, AddressResolver | EndpointConnector | Scope.Scope>
): Effect.Effect<A, E> => effect.pipe(Effect.scoped, Effect.provide(network))

const failureOf = <A>(outcome: Result.Result<A, TranslationFailed>): TranslationFailed => {
  if (Result.isSuccess(outcome)) throw new Error("It succeeded.")
  return outcome.failure
}

/** Reason of the failure that each behaviour leads to; null: the answer is usable, or damaged in a way that others verify. */
const outcomes: Readonly<Record<ModelBehaviour, TranslationFailed["reason"] | null>> = {
  translates: null,
  fences: null,
  adds_prose: null,
  cuts_json: "no_json",
  writes_prose: "no_json",
  invents: null,
  drops: null,
  doubles: null,
  wrong_plurals: null,
  answers_nothing: "empty_answer",
  refuses: "refused_content",
  reaches_limit: "cut_off",
  limits_rate: "rate_limited",
  limits_rate_with_time: "rate_limited",
  has_no_quota: "quota_exhausted",
  knows_no_model: "rejected_request",
  finds_it_too_long: "too_long",
  filters: "refused_content",
  fails_500: "unavailable",
  fails_503: "unavailable",
  is_overloaded: "unavailable",
  fails_in_stream: null,
  breaks_off: "unavailable",
  stops_early: "unavailable",
  is_slow: null,
  is_silent: "unavailable",
  redirects: "rejected_request",
  sends_html: "unavailable"
}

/** Gemini does not tell an empty account from too many requests. */
const reasonFor = (type: ModelProviderType, behaviour: ModelBehaviour, isStream: boolean) => {
  if (type === "GOOGLE_AI" && behaviour === "has_no_quota") return "rate_limited"
  return isStream && behaviour === "fails_in_stream" ? "unavailable" : outcomes[behaviour]
}

describe.each(modelProviderTypes)("a language model of the type %s", (type) => {
  it.live("answers in JSON, and counts the tokens that the provider had in its cache", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server)
        const first = yield* model.answer(request)
        assert.deepStrictEqual(first.json, { output: translated, contextDescription: "A text of a test." })
        assert.isFalse(first.isUsageEstimated)
        assert.strictEqual(first.usage.cachedTokens, 0)
        assert.isAbove(first.usage.inputTokens, 10)
        assert.strictEqual(first.usage.outputTokens, Math.ceil(first.text.length / 4))
        const second = yield* model.answer(request)
        assert.deepStrictEqual(second.usage, { ...first.usage, cachedTokens: 10 })
        assert.deepStrictEqual(
          server.requests.map(({ prompt }) => prompt.system),
          [request.system, request.system]
        )
      })
    )
  )

  it.live("answers in plain text when no JSON is asked for", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server)
        const answer = yield* model.answer(plain)
        assert.deepStrictEqual([answer.text, answer.json], [translated, null])
        assert.isFalse(server.requests[0]?.prompt.isJson)
      })
    )
  )

  it.live("streams the output as it grows, then the whole answer", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server)
        for (const asked of [request, plain]) {
          const { parts, last } = yield* collect(model.stream(asked))
          assert.isAbove(parts.length, 2)
          assert.strictEqual(parts.join(""), translated)
          const answer = yield* model.answer(asked)
          assert.deepStrictEqual(last, {
            ...answer,
            usage: { ...answer.usage, cachedTokens: asked === request ? 0 : 10 }
          })
        }
      })
    )
  )

  it.live("sends images as what they are", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server)
        const image = { type: "image", bytes: new Uint8Array([1, 2, 3]), mediaType: "image/png" } as const
        yield* model.answer({ ...request, parts: [...request.parts, image] })
        assert.strictEqual(server.requests[0]?.prompt.imageCount, 1)
        const body = JSON.stringify(server.requests[0]?.body)
        assert.include(body, "image/png")
        assert.include(body, "AQID")
        assert.notInclude(body, "image/jpeg")
      })
    )
  )

  it.live("sends no parameter that is not set, and never a temperature", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server)
        yield* model.answer(plain)
        const names = JSON.stringify(server.requests[0]?.body)
        for (const name of [
          "temperature",
          "top_p",
          "reasoning",
          "thinking",
          "response_format",
          "output_config",
          "max_completion"
        ]) {
          assert.notInclude(names, name)
        }
        // Anthropic demands a limit.
        if (type !== "ANTHROPIC") assert.notMatch(names, /max_?(output_?)?tokens/i)
      })
    )
  )

  it.live.each(["answer", "stream"] as const)("explains each failure of an %s, without key and text", (method) =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        for (const behaviour of modelBehaviours) {
          server.setBehaviour(behaviour)
          const model = yield* modelOf(type, server, behaviour === "is_silent" ? { attemptMillis: [40] } : {})
          const outcome = yield* Effect.result(
            Effect.asVoid(method === "answer" ? model.answer(request) : Stream.runDrain(model.stream(request)))
          )
          const reason = reasonFor(type, behaviour, method === "stream")
          assert.strictEqual(Result.isFailure(outcome) ? outcome.failure.reason : null, reason, behaviour)
          if (Result.isSuccess(outcome)) continue
          const { detail } = outcome.failure
          assert.match(detail, /^127\.0\.0\.1:\d+[: ].{10,}\.$/s)
          for (const secret of [testModelKey, "Zaphod", "Save"]) assert.notInclude(detail, secret)
        }
      })
    )
  )

  it.live("explains a wrong key without it", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const model = yield* modelOf(type, server, { apiKey: "sk-wrong-1" })
        const failure = failureOf(yield* Effect.result(model.answer(request)))
        assert.strictEqual(failure.reason, "wrong_credentials")
        assert.notInclude(failure.detail, "sk-wrong-1")
        assert.lengthOf(server.requests, 1)
      })
    )
  )

  it.live("accepts the key of its account and no other one, without a question to the model", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        const check = (changes: Partial<ModelConfig> = {}) =>
          Effect.flatMap(modelOf(type, server, changes), (model) => Effect.result(model.check))
        assert.isTrue(Result.isSuccess(yield* check()))
        const wrong = failureOf(yield* check({ apiKey: "sk-wrong-4242" }))
        assert.strictEqual(wrong.reason, "wrong_credentials")
        assert.notInclude(wrong.detail, "4242")
        for (const behaviour of ["fails_503", "sends_html", "breaks_off"] as const) {
          server.setBehaviour(behaviour, 1)
          assert.strictEqual(failureOf(yield* check()).reason, "unavailable", behaviour)
        }
        assert.deepStrictEqual(server.requests, [])
        const small = yield* withServer(type, { isMinimal: true })
        assert.isTrue(Result.isSuccess(yield* Effect.result((yield* modelOf(type, small)).check)))
        const closed = yield* modelOf(type, { url: "http://127.0.0.1:9" })
        assert.strictEqual(failureOf(yield* Effect.result(closed.check)).reason, "unavailable")
      })
    )
  )

  it.live("takes neither key nor address from the environment", () =>
    run(
      Effect.gen(function* () {
        const names = [
          "ANTHROPIC_API_KEY",
          "GOOGLE_GENERATIVE_AI_API_KEY",
          "OPENAI_API_KEY",
          "AZURE_API_KEY",
          "ANTHROPIC_BASE_URL"
        ]
        const before = names.map((name) => [name, process.env[name]] as const)
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            for (const [name, value] of before) {
              if (value === undefined) delete process.env[name]
              else process.env[name] = value
            }
          })
        )
        for (const name of names) process.env[name] = "sk-of-the-operator"
        const server = yield* withServer(type, { apiKey: null })
        const model = yield* modelOf(type, server, { apiKey: null })
        yield* model.answer(request)
        assert.notInclude(JSON.stringify(server.requests[0]?.headers), "sk-of-the-operator")
      })
    )
  )

  it.live("repeats what may pass, after the pause that the provider names", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type, { retrySeconds: type === "ANTHROPIC" ? 0 : 0.02 })
        const model = yield* modelOf(type, server, { attemptMillis: [20_000, 20_000] })
        server.setBehaviour("limits_rate_with_time", 1)
        assert.strictEqual((yield* model.answer(request)).json?.output, translated)
        assert.lengthOf(server.requests, 2)
      })
    )
  )

  it.live("leaves a long pause to the caller", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type, { retrySeconds: 90, behaviour: "limits_rate_with_time" })
        const model = yield* modelOf(type, server, { attemptMillis: [20_000, 20_000] })
        const failure = failureOf(yield* Effect.result(model.answer(request)))
        assert.deepStrictEqual([failure.reason, failure.retryMillis], ["rate_limited", 90_000])
        assert.lengthOf(server.requests, 1)
      })
    )
  )
})

describe("a language model", () => {
  it.live("is asked once for each time limit while it fails, and once when a failure lasts", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI")
        const counts: Array<number> = []
        for (const behaviour of [
          "fails_503",
          "is_silent",
          "has_no_quota",
          "filters",
          "refuses",
          "cuts_json"
        ] as const) {
          server.setBehaviour(behaviour)
          const before = server.requests.length
          const attemptMillis = behaviour === "is_silent" ? [30, 30] : [20_000, 20_000]
          const model = yield* modelOf("OPENAI", server, { attemptMillis })
          yield* Effect.result(model.answer(request))
          counts.push(server.requests.length - before)
        }
        assert.deepStrictEqual(counts, [2, 2, 1, 1, 1, 1])
      })
    )
  )

  it.live("is not asked again after a part of its answer was shown", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI", { behaviour: "breaks_off" })
        const model = yield* modelOf("OPENAI", server, { attemptMillis: [20_000, 20_000] })
        const parts: Array<unknown> = []
        const outcome = yield* Effect.result(
          Stream.runForEach(model.stream(request), (part) => Effect.sync(() => parts.push(part)))
        )
        assert.strictEqual(failureOf(outcome).reason, "unavailable")
        assert.isAbove(parts.length, 0)
        assert.lengthOf(server.requests, 1)
      })
    )
  )

  it.live("closes the connection when nobody waits any longer", () =>
    run(
      Effect.gen(function* () {
        const server = createServer()
        yield* Effect.acquireRelease(
          Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
          () => Effect.sync(() => server.close())
        )
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const model = yield* modelOf("OPENAI", { url })
        const requested = once(server, "request")
        const fiber = yield* Effect.forkChild(model.answer(request), { startImmediately: true })
        const [incoming] = yield* Effect.promise(() => requested)
        const closed = once(incoming.socket, "close")
        yield* Fiber.interrupt(fiber)
        yield* Effect.promise(() => closed)
      })
    )
  )

  it("costs nothing until the first request: no client of a provider is loaded with the package", () => {
    const program = `import { registerHooks } from "node:module"
      const urls = []
      registerHooks({ resolve: (name, context, next) => (urls.push(name), next(name, context)) })
      await import(${JSON.stringify(new URL("../index.ts", import.meta.url).href)})
      console.log(JSON.stringify(urls))`
    const args = ["--input-type=module", "--eval", program]
    const names: ReadonlyArray<string> = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }))
    assert.include(names, "./model/make-language-model.ts")
    assert.deepStrictEqual(
      names.filter((name) => name.startsWith("@ai-sdk/")),
      []
    )
  })

  it.live("is not reached at an address that the rules forbid", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI")
        const model = yield* makeLanguageModel(configOf("OPENAI", server), endpointRules({ ports: ["*"] }))
        const failure = failureOf(yield* Effect.result(model.answer(request)))
        assert.strictEqual(failure.reason, "unavailable")
        assert.match(failure.detail, /the address is not permitted/)
        assert.lengthOf(server.requests, 0)
      })
    )
  )

  it.live("needs an address when the provider has none for all", () =>
    run(
      Effect.gen(function* () {
        const model = yield* makeLanguageModel({ ...configOf("OPENAI_AZURE", { url: "" }), url: null }, everywhere)
        const failure = failureOf(yield* Effect.result(model.answer(request)))
        assert.strictEqual(failure.reason, "rejected_request")
      })
    )
  )

  it.live("is found when its address was entered with the version, or a slash", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI")
        for (const end of ["/", "/v1", "/v1/"]) {
          const model = yield* modelOf("OPENAI", { url: `${server.url}${end}` })
          assert.strictEqual((yield* model.answer(request)).json?.output, translated)
        }
      })
    )
  )
})

/** Bodies of requests, reduced to the optional parameters. */
const optionalIn = ({ requests }: ModelServer) =>
  requests.map(({ body }) => ({
    format: body.response_format?.type ?? body.output_config?.format?.type ?? null,
    limit: ["max_tokens", "max_completion_tokens"].filter((name) => name in body).join(),
    effort: body.reasoning_effort ?? null,
    stream: body.stream_options !== undefined
  }))

const allSet = { maxTokens: 2_000, reasoningEffort: "low", format: "json_schema" } as const

describe("an optional parameter", () => {
  it.live("is sent when it is set and the server takes it", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI")
        yield* (yield* modelOf("OPENAI", server, allSet)).answer(request)
        const azure = yield* withServer("OPENAI_AZURE")
        yield* (yield* modelOf("OPENAI_AZURE", azure, allSet)).answer(request)
        const shared = { format: "json_schema", effort: "low", stream: false }
        assert.deepStrictEqual(optionalIn(server), [{ ...shared, limit: "max_tokens" }])
        assert.deepStrictEqual(optionalIn(azure), [{ ...shared, limit: "max_completion_tokens" }])
        assert.strictEqual(server.requests[0]?.body.max_tokens, 2_000)
        assert.deepStrictEqual(server.requests[0]?.body.response_format.json_schema, {
          name: "simple_response",
          strict: true,
          schema: {
            type: "object",
            properties: { output: { type: "string" }, contextDescription: { type: "string" } },
            required: ["output", "contextDescription"],
            additionalProperties: false
          }
        })
      })
    )
  )

  it.live.each([
    ["ANTHROPIC", /"(thinking|effort)":/],
    ["GOOGLE_AI", /"thinkingConfig":/]
  ] as const)("for reasoning is sent in the words of %s, and left out when it is rejected", ([type, sent]) =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type)
        yield* (yield* modelOf(type, server, allSet)).answer(request)
        const [body] = server.requests.map((one) => JSON.stringify(one.body))
        assert.match(body ?? "", sent)
        assert.match(body ?? "", /"(max_tokens|maxOutputTokens)":\d{4}/)
        const strict = yield* withServer(type, { rejects: ["thinking", "effort", "thinkingConfig"] })
        assert.strictEqual((yield* (yield* modelOf(type, strict, allSet)).answer(request)).json?.output, translated)
        assert.isTrue(strict.requests.at(-1)?.prompt.isJson)
        assert.lengthOf(strict.requests, 2)
      })
    )
  )

  it.live("is left out or replaced when the server rejects it", () =>
    run(
      Effect.gen(function* () {
        const rejects = ["json_schema", "max_tokens", "reasoning_effort"]
        for (const isMinimal of [true, false]) {
          const server = yield* withServer("OPENAI", { rejects, isMinimal })
          const model = yield* modelOf("OPENAI", server, allSet)
          assert.strictEqual((yield* model.answer(request)).json?.output, translated)
          assert.lengthOf(server.requests, 4)
          const taken = { format: "json_object", limit: "max_completion_tokens", effort: null, stream: false }
          assert.deepStrictEqual(optionalIn(server).at(-1), taken)
        }
      })
    )
  )

  it.live("may be unknown altogether to a small server, which neither counts nor streams its usage", () =>
    run(
      Effect.gen(function* () {
        const rejects = ["response_format", "max_tokens", "max_completion_tokens", "reasoning_effort", "stream_options"]
        const server = yield* withServer("OPENAI", { rejects, isMinimal: true, apiKey: null })
        const model = yield* modelOf("OPENAI", server, { ...allSet, apiKey: null })
        const { parts, last } = yield* collect(model.stream(request))
        assert.strictEqual(parts.join(""), translated)
        assert.deepStrictEqual(optionalIn(server).at(-1), { format: null, limit: "", effort: null, stream: false })
        assert.notProperty(server.requests[0]?.headers, "authorization")
        const answer = yield* model.answer(request)
        assert.deepStrictEqual(last, answer)
        assert.isTrue(answer.isUsageEstimated)
        assert.deepStrictEqual(answer.usage, {
          characters: 0,
          inputTokens: 10 + Math.ceil((request.parts[0] as { text: string }).text.length / 4),
          cachedTokens: 0,
          outputTokens: Math.ceil(answer.text.length / 4)
        })
      })
    )
  )

  it.live.each([
    ["ANTHROPIC", ["output_config"], 2],
    ["GOOGLE_AI", ["responseJsonSchema"], 2],
    ["GOOGLE_AI", ["responseMimeType"], 3]
  ] as const)("of the format is left out for %s, too: %s", ([type, rejects, requestCount]) =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer(type, { rejects })
        const model = yield* modelOf(type, server)
        assert.strictEqual((yield* model.answer(request)).json?.output, translated)
        assert.lengthOf(server.requests, requestCount)
      })
    )
  )

  it.live("is still sent for a configuration that sets it, after one that did not", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI", { rejects: ["json_schema"] })
        yield* (yield* modelOf("OPENAI", server, { maxTokens: null })).answer(request)
        yield* (yield* modelOf("OPENAI", server, { maxTokens: 2_000 })).answer(request)
        assert.strictEqual(optionalIn(server).at(-1)?.limit, "max_tokens")
      })
    )
  )

  it.effect("that a server rejected is tried again after an hour", () =>
    run(
      Effect.gen(function* () {
        const server = yield* withServer("OPENAI", { rejects: ["json_schema"] })
        const counts: Array<number> = []
        const ask = Effect.gen(function* () {
          const before = server.requests.length
          // Models of one server and name share what they learn.
          yield* (yield* modelOf("OPENAI", server)).answer(request)
          counts.push(server.requests.length - before)
        })
        yield* ask
        yield* ask
        yield* TestClock.adjust("59 minutes")
        yield* ask
        yield* TestClock.adjust("1 minute")
        yield* ask
        assert.deepStrictEqual(counts, [2, 1, 1, 2])
      })
    )
  )
})
