import { createHash } from "node:crypto"
import type { TranslationFailureReason } from "@dragoman/domain/machine-translation"
import { endpointRules } from "@dragoman/domain/network"
import { AddressResolver, EndpointConnector } from "@dragoman/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  type Damage,
  type EngineBehaviour,
  type EngineProtocolName,
  type EngineServer,
  engineProtocols,
  startEngineServer
} from "../testing/index.ts"
import { makeRecordedClock } from "../testing/recorded-clock.ts"
import type { EngineConfig, EngineRequest } from "../translation-engine.ts"
import type { TranslationFailed } from "../translation-failed.ts"
import { type EngineOptions, makeEngine } from "./make-engine.ts"

const network = Layer.merge(AddressResolver.layer, EndpointConnector.layer)

const options: EngineOptions = {
  rules: endpointRules({ allow: ["*"], ports: ["*"] }),
  requestMillis: 60_000,
  requestsMax: 4,
  charactersPerMinute: null
}

const startServer = (name: EngineProtocolName) =>
  Effect.acquireRelease(
    Effect.promise(() => startEngineServer(name)),
    (server) => Effect.promise(server.close)
  )

const clientOf = (config: EngineConfig, changed: Partial<EngineOptions> = {}) =>
  Effect.provide(makeEngine(config, { ...options, ...changed }), network)

/** English to German as each engine spells them. */
const pairOf = (name: EngineProtocolName) =>
  name === "DEEPL" ? { sourceTag: "EN", targetTag: "DE" } : { sourceTag: "en", targetTag: "de" }

const requestOf = (name: EngineProtocolName, texts: ReadonlyArray<string>): EngineRequest => ({
  ...pairOf(name),
  texts,
  formality: "DEFAULT",
  context: null
})

/** Requests to a server, without those for tokens and languages. */
const sentTo = ({ requests }: EngineServer) => requests.filter(({ path }) => path !== "/token" && path !== "/languages")

/** Runs a test against a server, with a client on a clock that takes no time. */
const against = (
  name: EngineProtocolName,
  test: (given: {
    readonly server: EngineServer
    readonly clock: ReturnType<typeof makeRecordedClock>
    readonly engine: Effect.Success<ReturnType<typeof makeEngine>>
    readonly failureOf: (texts: ReadonlyArray<string>) => Effect.Effect<TranslationFailed, unknown>
  }) => Effect.Effect<void, unknown>,
  changed: Partial<EngineOptions> = {}
) =>
  Effect.gen(function* () {
    const clock = makeRecordedClock()
    const server = yield* startServer(name)
    const engine = yield* clientOf(server.config, changed)
    const failureOf = (texts: ReadonlyArray<string>) => Effect.flip(engine.translate(requestOf(name, texts)))
    yield* Effect.provideContext(test({ server, clock, engine, failureOf }), clock.context)
  }).pipe(Effect.scoped)

describe.each(engineProtocols)("%s", (name) => {
  it.live("translates texts in their order, and leaves blank ones alone", () =>
    against(name, ({ engine, server }) =>
      Effect.gen(function* () {
        const texts = ["One", "Two\n\n  lines", " ", "Three &amp; four", ""]
        const translated = ["[de] One", "[de] Two\n\n  lines", " ", "[de] Three &amp; four", ""]
        if (name === "BAIDU") translated[1] = "[de] Two\n\n  [de] lines"
        assert.deepStrictEqual(yield* engine.translate(requestOf(name, texts)), translated)
        assert.strictEqual(sentTo(server).length, name === "AWS" ? 3 : 1)
        assert.deepStrictEqual(yield* engine.translate(requestOf(name, [])), [])
      })
    )
  )

  it.live("keeps the marks of masks", () =>
    against(name, ({ engine }) =>
      Effect.gen(function* () {
        const marked = {
          XML: "Hi <x>{name}</x> &lt;3",
          HTML: 'Hi <span translate="no" class="notranslate">{name}</span>, <b>you</b> &amp;',
          SIGN: "Hi {name}",
          NONE: ""
        }[engine.maskSyntax]
        assert.deepStrictEqual(yield* engine.translate(requestOf(name, [marked])), [`[de] ${marked}`])
      })
    )
  )

  it.live("accepts the credentials of its account, and no others", () =>
    against(name, ({ engine, server }) =>
      Effect.gen(function* () {
        yield* engine.check
        for (const config of wrongConfigs(server.config)) {
          const wrong = yield* clientOf(config)
          assert.strictEqual((yield* Effect.flip(wrong.check)).reason, "wrong_credentials")
          const failed = yield* Effect.flip(wrong.translate(requestOf(name, ["One"])))
          assert.strictEqual(failed.reason, "wrong_credentials")
        }
      })
    )
  )

  it.live("fails for a language that the engine does not know", () =>
    against(name, ({ engine, server, clock }) =>
      Effect.gen(function* () {
        const request = { ...requestOf(name, ["One"]), targetTag: "tlh" }
        assert.strictEqual((yield* Effect.flip(engine.translate(request))).reason, "unsupported_language")
        assert.isAtMost(sentTo(server).length, 1)
        assert.deepStrictEqual(clock.pauses, [])
      })
    )
  )

  it.live.each([
    ["an empty answer", { kind: "wrong-json" }, "no_json"],
    ["a page of HTML", { kind: "html-page", status: 200 }, "no_json"],
    ["a large response", { kind: "large" }, "no_json"],
    ["fewer texts", { kind: "fewer-texts" }, "damaged"]
  ] satisfies ReadonlyArray<[string, EngineBehaviour, TranslationFailureReason]>)(
    "fails at once for %s",
    ([, behaviour, reason]) =>
      against(name, ({ server, clock, failureOf }) =>
        Effect.gen(function* () {
          // Amazon translates one text a request.
          if (name === "AWS" && behaviour.kind === "fewer-texts") return
          server.setBehaviour(behaviour)
          assert.strictEqual((yield* failureOf(["One", "Two"])).reason, reason)
          assert.deepStrictEqual(clock.pauses, [])
        })
      )
  )

  it.live("sends no credentials to another host", () =>
    against(name, ({ server, failureOf }) =>
      Effect.gen(function* () {
        const other = yield* startServer(name)
        server.setBehaviour({ kind: "redirects", location: other.url })
        const { reason, detail } = yield* failureOf(["One"])
        assert.strictEqual(reason, "wrong_credentials")
        assert.include(detail, "redirects")
        assert.deepStrictEqual(other.requests, [])
      }).pipe(Effect.scoped)
    )
  )

  it.live.each([
    [{ kind: "unavailable" }],
    [{ kind: "html-page", status: 502 }],
    [{ kind: "cut" }]
  ] satisfies ReadonlyArray<[EngineBehaviour]>)("tries again after $kind", ([behaviour]) =>
    against(name, ({ server, clock, engine, failureOf }) =>
      Effect.gen(function* () {
        server.setBehaviour(behaviour, 2)
        assert.deepStrictEqual(yield* engine.translate(requestOf(name, ["One"])), ["[de] One"])
        assert.strictEqual(clock.pauses.length, 2)
        server.setBehaviour(behaviour)
        assert.strictEqual((yield* failureOf(["One"])).reason, "unavailable")
        assert.strictEqual(sentTo(server).length, 3 + 4)
      })
    )
  )

  it.live("waits when it sends too many requests, as long as the engine asks", () =>
    against(name, ({ server, clock, engine, failureOf }) =>
      Effect.gen(function* () {
        server.setBehaviour({ kind: "rate-limited", retryAfter: "7" }, 1)
        yield* engine.translate(requestOf(name, ["One"]))
        server.setBehaviour({ kind: "rate-limited", retryAfter: new Date(clock.now() + 9_000).toUTCString() }, 1)
        yield* engine.translate(requestOf(name, ["One"]))
        server.setBehaviour({ kind: "rate-limited" }, 1)
        yield* engine.translate(requestOf(name, ["One"]))
        const [first, second, third = 0] = clock.pauses
        assert.isTrue(third >= 250 && third <= 1_000)
        // Baidu's errors have status 200, and ask for no pause.
        if (name === "BAIDU") return
        assert.deepStrictEqual([first, second], [7_000, 9_000])
        server.setBehaviour({ kind: "rate-limited", retryAfter: "3600" })
        assert.deepInclude(yield* failureOf(["One"]), { reason: "rate_limited", retryMillis: 3_600_000 })
        assert.strictEqual(sentTo(server).length, 7)
      })
    )
  )

  it.live("divides many texts, and fails for one that is too long before it sends any", () =>
    against(name, ({ engine, server, failureOf }) =>
      Effect.gen(function* () {
        const texts = Array.from({ length: 260 }, (_, index) => `Text ${index} ${"ř".repeat(250)}`)
        const groups = engine.divide(texts)
        assert.deepStrictEqual(groups.flat(), texts)
        assert.isAbove(groups.length, 1)
        const translated = yield* engine.translate(requestOf(name, texts))
        assert.deepStrictEqual(
          translated,
          texts.map((text) => `[de] ${text}`)
        )
        const before = server.requests.length
        assert.strictEqual((yield* failureOf(["One", "ř".repeat(60_000)])).reason, "too_long")
        assert.strictEqual(server.requests.length, before)
      })
    )
  )

  it.live.each(["dropped", "doubled", "moved", "translated", "case-changed"] satisfies ReadonlyArray<Damage>)(
    "returns a translation with a mark that is %s as it comes",
    (damage) =>
      against(name, ({ engine, server }) =>
        Effect.gen(function* () {
          const text = "Hi {name} there"
          server.setBehaviour({ kind: "damages", damage })
          const [answer = ""] = yield* engine.translate(requestOf(name, [text]))
          const expected = {
            dropped: "[de] Hi  there",
            doubled: "[de] Hi {name} {name} there",
            moved: "[de] Hi  there {name}",
            translated: "[de] Hi {übersetzt} there",
            "case-changed": "[de] Hi {NAME} there"
          }[damage]
          assert.strictEqual(answer, expected)
        })
      )
  )

  it.live("shows neither keys nor texts, whatever the engine responds", () =>
    against(
      name,
      ({ server, failureOf }) =>
        Effect.gen(function* () {
          const text = "Secret plan"
          const secrets = [...secretsOf(server.config), text]
          const echo = secrets.join(" ")
          const bodies = [
            { message: echo, error: echo, __type: echo, error_code: echo },
            {
              error: {
                message: echo,
                status: echo,
                code: echo,
                errors: [{ reason: echo }],
                details: [{ reason: echo }]
              }
            },
            { error: echo, error_description: echo },
            echo
          ]
          const statuses = [200, 301, 400, 401, 403, 404, 408, 413, 418, 429, 456, 500, 503]
          const behaviours: ReadonlyArray<EngineBehaviour> = [
            ...statuses.flatMap((status) => bodies.map((body) => ({ kind: "fails", status, body }) as const)),
            { kind: "redirects", location: `http://127.0.0.1:1/?${encodeURIComponent(echo)}` },
            { kind: "cut" },
            { kind: "large" },
            { kind: "wrong-json" }
          ]
          for (const behaviour of behaviours) {
            server.setBehaviour(behaviour)
            const failed = yield* failureOf([text])
            const shown = `${failed} ${failed.stack} ${failed.cause} ${JSON.stringify(failed)}`
            for (const secret of secrets) assert.notInclude(shown, secret)
            assert.match(failed.detail, /^[A-Z].*\.$/)
          }
        }),
      { requestMillis: 30_000 }
    )
  )
})

const wrongConfigs = (config: EngineConfig): ReadonlyArray<EngineConfig> => {
  switch (config.engine) {
    case "AWS":
      return [
        { ...config, secretKey: "wrong" },
        { ...config, accessKey: "wrong" },
        { ...config, accessKey: "wröng\n" }
      ]
    case "AZURE":
      return [
        { ...config, authKey: "wrong" },
        { ...config, region: null }
      ]
    case "BAIDU":
      return [
        { ...config, appId: "1" },
        { ...config, appSecret: "wrong" }
      ]
    case "DEEPL":
      return [
        { ...config, authKey: "wrong" },
        { ...config, authKey: "wröng\n" }
      ]
    case "GOOGLE":
      if ("apiKey" in config) return [{ ...config, apiKey: "wrong" }]
      return [
        { ...config, serviceAccount: "no JSON" },
        { ...config, serviceAccount: config.serviceAccount.replace("translator@", "other@") },
        { ...config, serviceAccount: config.serviceAccount.replace("PRIVATE KEY", "KEY") }
      ]
    case "LIBRETRANSLATE":
      return [
        { ...config, apiKey: null },
        { ...config, apiKey: "wrong" }
      ]
  }
}

const secretsOf = (config: EngineConfig): ReadonlyArray<string> => {
  switch (config.engine) {
    case "AWS":
      return [config.accessKey, config.secretKey]
    case "BAIDU":
      return [config.appId, config.appSecret]
    case "GOOGLE":
      return "apiKey" in config ? [config.apiKey] : [JSON.parse(config.serviceAccount).private_key]
    case "LIBRETRANSLATE":
      return config.apiKey === null ? [] : [config.apiKey]
    default:
      return [config.authKey]
  }
}

describe("an error of an engine", () => {
  const google = (status: string, reason: string, message = "") => ({
    error: { code: 0, message, status, errors: [{ reason, message, domain: "global" }] }
  })
  const azure = (code: number | string) => ({ error: { code, message: "" } })
  const amazon = (name: string) => ({ __type: name, message: "" })
  const baidu = (error_code: string) => ({ error_code, error_msg: "" })

  it.live.each([
    ["DEEPL", 400, { message: "Value for 'target_lang' not supported." }, "unsupported_language"],
    ["DEEPL", 400, { message: "Bad request" }, "refused_content"],
    ["DEEPL", 403, { message: "Forbidden" }, "wrong_credentials"],
    ["DEEPL", 404, { message: "Not found" }, "wrong_credentials"],
    ["DEEPL", 413, { message: "Too large" }, "too_long"],
    ["DEEPL", 429, { message: "Too many requests" }, "rate_limited"],
    ["DEEPL", 456, { message: "Quota exceeded" }, "quota_exhausted"],
    ["DEEPL", 500, { message: "Internal error" }, "unavailable"],
    ["DEEPL", 503, {}, "unavailable"],
    ["DEEPL", 504, {}, "unavailable"],
    ["DEEPL", 529, {}, "unavailable"],
    ["GOOGLE", 400, google("INVALID_ARGUMENT", "invalid", "Text is too long."), "too_long"],
    ["GOOGLE", 400, google("INVALID_ARGUMENT", "invalid", "Request payload size exceeds the limit"), "too_long"],
    ["GOOGLE", 400, google("INVALID_ARGUMENT", "badRequest", "Bad language pair: en|xx"), "unsupported_language"],
    ["GOOGLE", 400, google("INVALID_ARGUMENT", "badRequest", "API key not valid."), "wrong_credentials"],
    ["GOOGLE", 400, google("INVALID_ARGUMENT", "badRequest", "Something"), "refused_content"],
    ["GOOGLE", 403, google("PERMISSION_DENIED", "dailyLimitExceeded"), "quota_exhausted"],
    ["GOOGLE", 403, google("PERMISSION_DENIED", "userRateLimitExceeded"), "rate_limited"],
    ["GOOGLE", 403, google("PERMISSION_DENIED", "rateLimitExceeded"), "rate_limited"],
    ["GOOGLE", 403, google("PERMISSION_DENIED", "keyInvalid"), "wrong_credentials"],
    ["GOOGLE", 403, google("PERMISSION_DENIED", "forbidden"), "wrong_credentials"],
    ["GOOGLE", 429, google("RESOURCE_EXHAUSTED", "constructor"), "rate_limited"],
    ["GOOGLE", 503, google("UNAVAILABLE", "backendError"), "unavailable"],
    [
      "GOOGLE_ADVANCED",
      400,
      { error: { status: "INVALID_ARGUMENT", message: "Target language is invalid." } },
      "unsupported_language"
    ],
    [
      "GOOGLE_ADVANCED",
      403,
      { error: { status: "PERMISSION_DENIED", details: [{ reason: "BILLING_DISABLED" }] } },
      "quota_exhausted"
    ],
    ["GOOGLE_ADVANCED", 429, { error: { status: "RESOURCE_EXHAUSTED" } }, "rate_limited"],
    ["AZURE", 400, azure(400_000), "refused_content"],
    ["AZURE", 400, azure(400_035), "unsupported_language"],
    ["AZURE", 400, azure(400_036), "unsupported_language"],
    ["AZURE", 400, azure(400_050), "too_long"],
    ["AZURE", 400, azure(400_077), "too_long"],
    ["AZURE", 401, azure("401"), "wrong_credentials"],
    ["AZURE", 401, azure(401_000), "wrong_credentials"],
    ["AZURE", 403, azure(403_000), "quota_exhausted"],
    ["AZURE", 403, azure("403001"), "quota_exhausted"],
    ["AZURE", 408, azure(408_001), "unavailable"],
    ["AZURE", 429, azure(429_000), "rate_limited"],
    ["AZURE", 429, azure(429_001), "rate_limited"],
    ["AZURE", 429, azure(429_002), "rate_limited"],
    ["AZURE", 500, azure(500_000), "unavailable"],
    ["AZURE", 503, azure(503_000), "unavailable"],
    ["AWS", 400, amazon("TextSizeLimitExceededException"), "too_long"],
    ["AWS", 400, amazon("com.amazonaws.translate#UnsupportedLanguagePairException"), "unsupported_language"],
    ["AWS", 400, amazon("TooManyRequestsException"), "rate_limited"],
    ["AWS", 400, amazon("ThrottlingException"), "rate_limited"],
    ["AWS", 400, amazon("InvalidRequestException"), "refused_content"],
    ["AWS", 400, amazon("AccessDeniedException"), "wrong_credentials"],
    ["AWS", 400, amazon("UnrecognizedClientException"), "wrong_credentials"],
    ["AWS", 500, amazon("InternalServerException"), "unavailable"],
    ["AWS", 503, amazon("ServiceUnavailableException"), "unavailable"],
    ["LIBRETRANSLATE", 400, { error: "Invalid request: missing q parameter" }, "refused_content"],
    ["LIBRETRANSLATE", 400, { error: "xx is not supported" }, "unsupported_language"],
    ["LIBRETRANSLATE", 400, { error: "Invalid request: request (9) exceeds text limit (5)" }, "too_long"],
    ["LIBRETRANSLATE", 400, { error: "German (de) is not available as a target language" }, "unsupported_language"],
    ["LIBRETRANSLATE", 400, { error: "Please contact the server operator to get an API key" }, "wrong_credentials"],
    ["LIBRETRANSLATE", 403, { error: "Invalid API key" }, "wrong_credentials"],
    ["LIBRETRANSLATE", 429, { error: "Slowdown" }, "rate_limited"],
    ["LIBRETRANSLATE", 500, { error: "Cannot translate text" }, "unavailable"],
    ["BAIDU", 200, baidu("20003"), "refused_content"],
    ["BAIDU", 200, baidu("52001"), "unavailable"],
    ["BAIDU", 200, baidu("52002"), "unavailable"],
    ["BAIDU", 200, baidu("52003"), "wrong_credentials"],
    ["BAIDU", 200, baidu("54001"), "wrong_credentials"],
    ["BAIDU", 200, baidu("54003"), "rate_limited"],
    ["BAIDU", 200, baidu("54004"), "quota_exhausted"],
    ["BAIDU", 200, baidu("54005"), "rate_limited"],
    ["BAIDU", 200, baidu("58001"), "unsupported_language"],
    ["BAIDU", 200, baidu("99999"), "refused_content"]
  ] satisfies ReadonlyArray<[EngineProtocolName, number, unknown, TranslationFailureReason]>)(
    "of %s, status %i, %j: %s",
    ([name, status, body, reason]) =>
      against(name, ({ server, failureOf }) =>
        Effect.gen(function* () {
          server.setBehaviour({ kind: "fails", status, body })
          assert.strictEqual((yield* failureOf(["One"])).reason, reason)
          const isPassing = reason === "rate_limited" || reason === "unavailable"
          assert.strictEqual(sentTo(server).length, isPassing ? 4 : 1)
        })
      )
  )
})

describe("the request to an engine", () => {
  it.live("of DeepL is a form with the operator's parameters, which change neither texts nor masks", () =>
    Effect.gen(function* () {
      const server = yield* startServer("DEEPL")
      if (server.config.engine !== "DEEPL") return
      const parameters = { model_type: "quality_optimized", split_sentences: "0", text: "injected", ignore_tags: "y" }
      const engine = yield* clientOf({ ...server.config, url: `${server.url}/`, parameters })
      const request = { ...requestOf("DEEPL", ["One", "Two"]), formality: "FORMAL", context: "A shop." } as const
      assert.deepStrictEqual(yield* engine.translate(request), ["[de] One", "[de] Two"])
      yield* engine.translate({ ...request, targetTag: "CS" })
      yield* engine.translate({ ...request, formality: "INFORMAL", context: "x".repeat(500_000) })
      const forms = server.requests.map(({ body }) => new URLSearchParams(body))
      assert.deepStrictEqual(
        [...(forms[0] ?? [])],
        [
          ["split_sentences", "0"],
          ["preserve_formatting", "1"],
          ["formality", "prefer_more"],
          ["context", "A shop."],
          ["model_type", "quality_optimized"],
          ["ignore_tags", "x"],
          ["source_lang", "EN"],
          ["target_lang", "DE"],
          ["tag_handling", "xml"],
          ["tag_handling_version", "v2"],
          ["text", "One"],
          ["text", "Two"]
        ]
      )
      assert.strictEqual(forms[1]?.get("formality"), null)
      assert.strictEqual(forms[2]?.get("formality"), "prefer_less")
      assert.strictEqual(forms[2]?.get("context")?.length, 2_000)
    }).pipe(Effect.scoped)
  )

  it.live("of Google has its key in a header", () =>
    against("GOOGLE", ({ engine, server }) =>
      Effect.gen(function* () {
        yield* engine.translate(requestOf("GOOGLE", ["One"]))
        const [request] = server.requests
        yield* engine.translate(requestOf("GOOGLE", ["x".repeat(10_000)]))
        assert.strictEqual(request?.query.size, 0)
        assert.deepStrictEqual(JSON.parse(request?.body ?? ""), {
          q: ["One"],
          source: "en",
          target: "de",
          format: "html",
          model: "nmt"
        })
      })
    )
  )

  it.live("of Google's version 3 has a token, which is used until shortly before its end", () =>
    against("GOOGLE_ADVANCED", ({ engine, server, clock, failureOf }) =>
      Effect.gen(function* () {
        const tokens = () => server.requests.filter(({ path }) => path === "/token").length
        yield* Effect.all(
          [1, 2, 3].map(() => engine.translate(requestOf("GOOGLE_ADVANCED", ["One"]))),
          {
            concurrency: "unbounded"
          }
        )
        clock.pass(3_530_000)
        yield* engine.translate(requestOf("GOOGLE_ADVANCED", ["One"]))
        assert.strictEqual(tokens(), 1)
        clock.pass(10_000)
        yield* engine.translate(requestOf("GOOGLE_ADVANCED", ["One"]))
        assert.strictEqual(tokens(), 2)
        // A token that was withdrawn is not used again.
        server.setBehaviour({ kind: "fails", status: 401, body: { error: { status: "UNAUTHENTICATED" } } }, 1)
        assert.strictEqual((yield* failureOf(["One"])).reason, "wrong_credentials")
        yield* engine.translate(requestOf("GOOGLE_ADVANCED", ["One"]))
        assert.strictEqual(tokens(), 3)
      })
    )
  )

  it.live("of Azure has encoded tags in the spelling of the engine", () =>
    against("AZURE", ({ engine, server }) =>
      Effect.gen(function* () {
        yield* engine.translate({ ...requestOf("AZURE", ["One"]), targetTag: "zh-Hant" })
        const query = { "api-version": "3.0", from: "en", to: "zh-Hant", textType: "html" }
        assert.deepStrictEqual(Object.fromEntries(server.requests[0]?.query ?? []), query)
        yield* Effect.flip(engine.translate({ ...requestOf("AZURE", ["One"]), targetTag: "de&to=fr" }))
        assert.strictEqual(server.requests[1]?.query.get("to"), "de&to=fr")
      })
    )
  )

  it.live("of Amazon has a formality where the language has one, and at most 10,000 bytes", () =>
    against("AWS", ({ engine, server, failureOf }) =>
      Effect.gen(function* () {
        const request = { ...requestOf("AWS", ["One"]), formality: "INFORMAL" } as const
        yield* engine.translate(request)
        yield* engine.translate({ ...request, targetTag: "cs" })
        const settings = server.requests.map(({ body }) => JSON.parse(body).Settings)
        assert.deepStrictEqual(settings, [{ Formality: "INFORMAL" }, undefined])
        assert.strictEqual((yield* failureOf(["ř".repeat(5_001)])).reason, "too_long")
        yield* engine.translate(requestOf("AWS", ["ř".repeat(5_000)]))
      })
    )
  )

  it.live.each([
    ["GOOGLE", "It's &lt; 3", "[de] It&#39;s &lt; 3"],
    ["GOOGLE_ADVANCED", "It's &lt; 3", "[de] It&#39;s &lt; 3"],
    ["LIBRETRANSLATE", "a &amp;amp; b", "[de] a &amp;amp; b"],
    ["LIBRETRANSLATE", "It&#39;s &amp; that", "[de] It's &amp; that"],
    ["AZURE", "a &amp;amp; b", "[de] a &amp;amp; b"],
    ["DEEPL", "a &amp;amp; b", "[de] a &amp;amp; b"]
  ] satisfies ReadonlyArray<[EngineProtocolName, string, string]>)(
    "to %s gets %s as %s: entities are decoded once, with the masks",
    ([name, text, expected]) =>
      against(name, ({ engine }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* engine.translate(requestOf(name, [text])), [expected])
        })
      )
  )

  it.live("of LibreTranslate names languages as the server does, and is divided until the server takes it", () =>
    against("LIBRETRANSLATE", ({ engine, server }) =>
      Effect.gen(function* () {
        const request = requestOf("LIBRETRANSLATE", ["One"])
        assert.deepStrictEqual(yield* engine.translate({ ...request, targetTag: "zh-TW" }), ["[zh-hant] One"])
        assert.deepStrictEqual(yield* engine.translate({ ...request, targetTag: "no" }), ["[nb] One"])
        const sent = server.requests.length
        assert.deepStrictEqual(yield* engine.translate({ ...request, targetTag: "en-GB" }), ["One"])
        assert.strictEqual(server.requests.length, sent)
        // One list of languages for all of them.
        assert.strictEqual(sent, 3)
        const texts = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(180)}`)
        const translated = yield* engine.translate({ ...request, texts })
        assert.deepStrictEqual(
          translated,
          texts.map((text) => `[de] ${text}`)
        )
      })
    )
  )

  it.live("of Baidu has its own codes of languages, a signature, and glossaries where they are wanted", () =>
    Effect.gen(function* () {
      const server = yield* startServer("BAIDU")
      if (server.config.engine !== "BAIDU") return
      const engine = yield* clientOf({ ...server.config, action: true })
      yield* engine.translate({ ...requestOf("BAIDU", ["One", "Two"]), targetTag: "ja" })
      const form = Object.fromEntries(new URLSearchParams(server.requests[0]?.body))
      const { appId, appSecret } = server.config
      const sign = createHash("md5").update(`${appId}One\nTwo${form["salt"]}${appSecret}`).digest("hex")
      assert.deepInclude(form, { appid: appId, q: "One\nTwo", from: "en", to: "jp", action: "1", sign })
    }).pipe(Effect.scoped)
  )
})

describe("the host of an engine", () => {
  it.live("is not waited for when it is silent", () =>
    against(
      "DEEPL",
      ({ server, failureOf }) =>
        Effect.gen(function* () {
          server.setBehaviour({ kind: "silent" })
          const { reason, detail } = yield* failureOf(["One"])
          assert.strictEqual(reason, "unavailable")
          assert.include(detail, "no response in time")
          assert.strictEqual(sentTo(server).length, 4)
        }),
      { requestMillis: 150 }
    )
  )

  it.live("is only reached at an address that the rules permit", () =>
    Effect.gen(function* () {
      const server = yield* startServer("DEEPL")
      const engine = yield* clientOf(server.config, { rules: endpointRules({ ports: ["*"] }) })
      const clock = makeRecordedClock()
      const failed = yield* Effect.flip(engine.translate(requestOf("DEEPL", ["One"]))).pipe(
        Effect.provideContext(clock.context)
      )
      assert.strictEqual(failed.reason, "unavailable")
      assert.include(failed.detail, "the address is not permitted")
      assert.deepStrictEqual(server.requests, [])
    }).pipe(Effect.scoped)
  )
})
