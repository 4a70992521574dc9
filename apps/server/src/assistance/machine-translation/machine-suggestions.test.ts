import type { ModelServer } from "@dragoman/machine-translation/testing"
import { testModelKey } from "@dragoman/machine-translation/testing"
import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { engineSettings, providerOf, startEngine, startModel } from "../../testing/machine-servers.ts"
import { textsIn } from "../../testing/project-content.ts"
import { seed } from "../../testing/seed.ts"
import { credentialHeaders, error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const startMachines = Effect.gen(function* () {
  return {
    deepl: yield* startEngine("DEEPL"),
    libre: yield* startEngine("LIBRETRANSLATE"),
    model: yield* startModel("OPENAI"),
    twin: yield* startModel("ANTHROPIC"),
    own: yield* startModel("GOOGLE_AI")
  }
})

/** The services that the server of these tests asks. */
class Machines extends Context.Service<Machines, Effect.Success<typeof startMachines>>()(
  "@dragoman/server/assistance/machine-translation/machine-suggestions.test/Machines"
) {}

/** A character of DeepL and a token of a model cost 1. */
const settingsOf = ({ deepl, libre, model, twin }: Effect.Success<typeof startMachines>) => ({
  ...engineSettings(deepl.config),
  ...engineSettings(libre.config),
  mtPrices: { DEEPL: 1_000_000 },
  mtAllow: ["127.0.0.1"],
  llmProviders: [
    providerOf("local", model),
    providerOf("twin", model),
    providerOf("twin", twin, { type: "ANTHROPIC", format: "json_schema" })
  ],
  llmFallbacks: { gone: "local" }
})

let fixtures = 0

/** A project with the languages en (base), de, cs, and the key `hello`, whose text no other project has. */
const seedFixture = Effect.gen(function* () {
  const name = `Suggesting ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner, basePermission: "VIEW" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { en = 0, de = 0, cs = 0 } = languages
  const hello = yield* seed.key({ project: id, name: "hello" })
  const text = `${name} greets {name}`
  yield* seed.translation({ key: hello, language: en, text })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${id}`
  const suggest = (body: object, credential: Credential = asOwner) =>
    send(credential, "POST", `${path}/suggest/machine-translations`, { targetLanguageId: de, ...body })
  return { name, owner, organization: organization.id, project: id, path, asOwner, en, de, cs, hello, text, suggest }
})
type Fixture = Effect.Success<typeof seedFixture>
type Credential = Parameters<typeof send>[0]

interface TestResult {
  readonly success: boolean
  readonly output: string | null
  readonly durationMillis: number
  readonly error: string | null
}

interface Suggestions {
  readonly machineTranslations: Readonly<Record<string, string>> | null
  readonly result: Readonly<Record<string, unknown>> | null
  readonly failures: ReadonlyArray<{
    readonly serviceType: string
    readonly errorMessage: string
    readonly errorDetail: string | null
  }>
}

const suggestionsIn = ({ status, body }: { readonly status: number; readonly body: unknown }): Suggestions => {
  assert.strictEqual(status, 200, JSON.stringify(body))
  return body as Suggestions
}

const ask = (fixture: Fixture, body: object) => Effect.map(fixture.suggest(body), suggestionsIn)

/** Requests of all services since the start. */
const countRequests = Machines.use(({ deepl, libre, model, twin, own }) =>
  Effect.sync(() =>
    [deepl, libre, model, twin, own].reduce(
      (sum, server: { requests: ReadonlyArray<unknown> }) => sum + server.requests.length,
      0
    )
  )
)

/** The number of requests that an effect causes. */
const requestsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const before = yield* countRequests
  yield* effect
  return (yield* countRequests) - before
})

const spentToday = ({ asOwner, path }: Fixture) =>
  Effect.map(
    send(asOwner, "GET", `${path}/machine-translation-budget`),
    ({ body }) => (body as { readonly spentToday: number }).spentToday
  )

const setBudget = ({ asOwner, path }: Fixture, perDay: number | null) =>
  Effect.map(send(asOwner, "PUT", `${path}/machine-translation-budget`, { perDay, perMonth: null }), ({ status }) =>
    assert.strictEqual(status, 200)
  )

/** Chooses services for all languages of the project. */
const choose = ({ asOwner, path }: Fixture, primary: object | null, ...enabled: ReadonlyArray<object>) =>
  Effect.map(
    send(asOwner, "PUT", `${path}/machine-translation-service-settings`, {
      settings: [{ targetLanguageId: null, primaryServiceInfo: primary, enabledServicesInfo: enabled }]
    }),
    ({ status }) => assert.strictEqual(status, 200)
  )

const write = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* Database).transaction(sql.unsafe(statement))
  }).pipe(Effect.orDie)

/** Reads a stream of suggestions line by line. */
const openStream = Effect.fnUntraced(function* ({ asOwner, path, de }: Fixture, body: object) {
  const { baseUrl } = yield* TestServer
  const abort = new AbortController()
  const response = yield* Effect.promise(() =>
    fetch(`${baseUrl}${path}/suggest/machine-translations-streaming`, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentialHeaders(asOwner) },
      body: JSON.stringify({ targetLanguageId: de, ...body }),
      signal: abort.signal
    })
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  /** Returns null at the end of the stream. */
  const nextLine = Effect.promise(async (): Promise<Record<string, unknown> | null> => {
    while (!text.includes("\n")) {
      const read = await reader?.read()
      if (read?.value === undefined) return null
      text += read.value
    }
    const [line = "", ...rest] = text.split("\n")
    text = rest.join("\n")
    return JSON.parse(line)
  })
  return { response, nextLine, leave: Effect.sync(() => abort.abort()) }
})

const lineOf = (serviceType: string, output: string, contextDescription: string | null = null) => ({
  serviceType,
  result: { output, contextDescription },
  promptId: null,
  errorMessage: null,
  errorParams: null,
  errorException: null
})

const promptsOf = ({ requests }: ModelServer, from: number) => requests.slice(from).map(({ prompt }) => prompt.prompt)

/** Description that the local models add to each translation. */
const contextDescription = "A text of a test."

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer],
  ["PostgreSQL", layerTestServerPostgres]
] as const) {
  const layerTests = Layer.unwrap(Effect.map(Machines, (machines) => layerServer(settingsOf(machines)))).pipe(
    Layer.provideMerge(Layer.effect(Machines, startMachines))
  )
  layerOn(engine, layerTests, { excludeTestServices: true })(`suggestions of machines on ${engine}`, (it) => {
    it.effect("come from each enabled service, the primary one first, and are not stored", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, hello, text, suggest } = fixture
        const german = `[de] ${text}`
        const answered = yield* suggest({ keyId: hello })
        assert.deepStrictEqual(answered, {
          status: 200,
          body: {
            machineTranslations: { PROMPT: german, DEEPL: german, LIBRETRANSLATE: german },
            result: {
              PROMPT: { output: german, contextDescription },
              DEEPL: { output: german, contextDescription: null },
              LIBRETRANSLATE: { output: german, contextDescription: null }
            },
            failures: [],
            promptId: null,
            baseBlank: false
          }
        })
        yield* choose(
          fixture,
          { serviceType: "LIBRETRANSLATE" },
          { serviceType: "DEEPL" },
          { serviceType: "LIBRETRANSLATE" }
        )
        const own = yield* ask(fixture, { baseText: `${text}!` })
        assert.deepStrictEqual(Object.entries(own.machineTranslations ?? {}), [
          ["LIBRETRANSLATE", `${german}!`],
          ["DEEPL", `${german}!`]
        ])
        const one = yield* ask(fixture, { keyId: hello, services: ["DEEPL"] })
        assert.deepStrictEqual(one.machineTranslations, { DEEPL: german })
        yield* choose(fixture, null)
        assert.deepInclude((yield* suggest({ keyId: hello })).body, {
          machineTranslations: {},
          failures: [],
          baseBlank: false
        })
        assert.deepStrictEqual(yield* textsIn(project), { hello: { en: text } })
      })
    )

    it.effect("are asked of no service without a text, or into the base language", () =>
      Effect.gen(function* () {
        const { project, en, hello, text, suggest } = yield* seedFixture
        const empty = yield* seed.key({ project, name: "empty" })
        const blank = { machineTranslations: null, result: null, failures: [], promptId: null, baseBlank: true }
        const requests = yield* requestsOf(
          Effect.gen(function* () {
            for (const body of [{}, { keyId: empty }, { baseText: " \n" }, { keyId: hello, baseText: "" }]) {
              assert.deepStrictEqual(yield* suggest(body), { status: 200, body: blank }, JSON.stringify(body))
            }
            const itself = suggestionsIn(yield* suggest({ targetLanguageId: en, keyId: hello }))
            assert.deepStrictEqual(itself.machineTranslations, { PROMPT: text, DEEPL: text, LIBRETRANSLATE: text })
          })
        )
        assert.strictEqual(requests, 0)
      })
    )

    it.effect("are rejected before any service is asked", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { name, project, path, asOwner, cs, de, hello, suggest } = fixture
        const caller = Effect.fnUntraced(function* (
          permission: Parameters<typeof seed.directPermission>[0]["permission"]
        ) {
          const user = yield* seed.user({ username: `${name} ${JSON.stringify(permission)}` })
          yield* seed.directPermission({ project, user, permission })
          return yield* seed.accessToken(user)
        })
        const viewer = yield* caller(["translations.view"])
        const intoCzech = yield* caller({ scopes: ["translations.edit"], translateLanguageIds: [cs] })
        const other = yield* seedFixture
        const rejected = [
          [{ targetLanguageId: other.de }, asOwner, error(404, "language_not_found")],
          [{ targetLanguageId: 0 }, asOwner, error(404, "language_not_found")],
          [{ keyId: other.hello }, asOwner, error(400, "key_not_found")],
          [{ keyId: hello, services: ["DEEPL", "AWS"] }, asOwner, error(400, "mt_service_not_enabled")],
          [{ keyId: hello, services: ["BABEL"] }, asOwner, error(400, "mt_service_not_enabled")],
          [{ baseText: "x".repeat(10_001) }, asOwner, error(400, "translation_text_too_long", [10_000])],
          [{ keyId: hello }, intoCzech, error(403, "language_not_permitted", [[de], ["de"]])],
          [{ keyId: hello }, viewer, error(403, "operation_not_permitted", ["translations.edit"])]
        ] as const
        const requests = yield* requestsOf(
          Effect.gen(function* () {
            for (const [body, credential, expected] of rejected) {
              assert.deepStrictEqual(yield* suggest(body, credential), expected, JSON.stringify(body))
              const streamed = { targetLanguageId: de, ...body }
              assert.deepStrictEqual(
                yield* send(credential, "POST", `${path}/suggest/machine-translations-streaming`, streamed),
                expected
              )
            }
            for (const body of ["{", [], { keyId: "x" }, { baseText: 1 }]) {
              const { status } = yield* send(asOwner, "POST", `${path}/suggest/machine-translations`, body)
              assert.strictEqual(status, 400, JSON.stringify(body))
            }
          })
        )
        assert.strictEqual(requests, 0)
        const czech = suggestionsIn(yield* suggest({ keyId: hello, targetLanguageId: cs }, intoCzech))
        assert.sameMembers(Object.keys(czech.machineTranslations ?? {}), ["PROMPT", "DEEPL", "LIBRETRANSLATE"])
      })
    )

    it.effect("of services that fail are left out, with the reason and without a key", () =>
      Effect.gen(function* () {
        const { deepl, libre, model } = yield* Machines
        const fixture = yield* seedFixture
        const { hello, text } = fixture
        deepl.setBehaviour(
          { kind: "fails", status: 403, body: { message: `Wrong key ${JSON.stringify(deepl.config)}` } },
          1
        )
        model.setBehaviour("filters", 1)
        const { machineTranslations, result, failures } = yield* ask(fixture, { keyId: hello })
        assert.deepStrictEqual(machineTranslations, { LIBRETRANSLATE: `[de] ${text}` })
        assert.deepStrictEqual(Object.keys(result ?? {}), ["LIBRETRANSLATE"])
        assert.deepStrictEqual(
          failures.map(({ serviceType, errorMessage }) => [serviceType, errorMessage]),
          [
            ["PROMPT", "llm_content_filter"],
            ["DEEPL", "translation_failed"]
          ]
        )
        const reasons = [...failures]
        for (const behaviour of [
          "cuts_json",
          "writes_prose",
          "answers_nothing",
          "reaches_limit",
          "has_no_quota",
          "fails_500"
        ] as const) {
          model.setBehaviour(behaviour)
          const failed = yield* ask(fixture, { keyId: hello, services: ["PROMPT"] })
          assert.deepStrictEqual(failed.machineTranslations, {}, behaviour)
          reasons.push(...failed.failures)
        }
        model.setBehaviour("translates")
        const secrets = [testModelKey, ...Object.values(deepl.config), ...Object.values(libre.config)]
        for (const secret of secrets.filter((value) => /key/.test(String(value)))) {
          assert.notInclude(JSON.stringify(reasons), String(secret))
        }
      })
    )

    it.effect("stream in as soon as each service has answered, and end with the client", () =>
      Effect.gen(function* () {
        const { deepl } = yield* Machines
        const fixture = yield* seedFixture
        const { hello, text } = fixture
        deepl.setBehaviour({ kind: "silent" }, 1)
        const waiting = yield* openStream(fixture, { keyId: hello })
        const headers = ["content-type", "x-accel-buffering"].map((header) => waiting.response.headers.get(header))
        assert.deepStrictEqual(headers, ["application/x-ndjson", "no"])
        const servicesTypes = ["PROMPT", "DEEPL", "LIBRETRANSLATE"]
        assert.deepStrictEqual(yield* waiting.nextLine, { servicesTypes, promptId: null, baseBlank: false })
        const lines = [yield* waiting.nextLine, yield* waiting.nextLine]
        assert.sameDeepMembers(lines, [
          lineOf("PROMPT", `[de] ${text}`, contextDescription),
          lineOf("LIBRETRANSLATE", `[de] ${text}`)
        ])
        const isOurs = ({ body }: { readonly body: string }) =>
          new URLSearchParams(body).get("text")?.startsWith(fixture.name)
        assert.isFalse(deepl.aborted.some(isOurs))
        yield* waiting.leave
        yield* Effect.repeat(
          Effect.sync(() => deepl.aborted.some(isOurs)),
          { until: (isAborted) => isAborted === true, schedule: Schedule.spaced("5 millis") }
        )
        deepl.setBehaviour({ kind: "fails", status: 456, body: {} }, 1)
        const whole = yield* openStream(fixture, { keyId: hello, services: ["DEEPL", "LIBRETRANSLATE"] })
        const [, ...ends] = [yield* whole.nextLine, yield* whole.nextLine, yield* whole.nextLine]
        assert.isNull(yield* whole.nextLine)
        const failed = ends.find((line) => line?.["serviceType"] === "DEEPL")
        assert.deepInclude(failed, { result: null, errorMessage: "translation_failed", errorException: null })
        const blank = yield* openStream(fixture, { baseText: " " })
        assert.deepStrictEqual(yield* blank.nextLine, { servicesTypes, promptId: null, baseBlank: true })
        assert.isNull(yield* blank.nextLine)
      })
    )

    it.effect("keep placeholders, tags, plural forms, terms and spaces at the ends", () =>
      Effect.gen(function* () {
        const { deepl } = yield* Machines
        const fixture = yield* seedFixture
        const { name, organization, project, en, cs } = fixture
        const glossary = yield* seed.glossary({ organization, name })
        yield* seed.glossaryAssignment({ glossary, project })
        const term = yield* seed.glossaryTerm({ glossary, texts: { en: "Dragoman" } })
        yield* write(`UPDATE glossary_term SET is_non_translatable = 1 WHERE id = ${term}`)
        const html = `  ${name}: <a href="https://example.org/?a=1&b=2">Dragoman</a> &amp; {user}\n`
        const expected = `  [de] ${html.trim()}\n`
        const found = yield* ask(fixture, { baseText: html })
        assert.deepStrictEqual(found, {
          ...found,
          machineTranslations: {
            // The local model writes its tag in front of the spaces that it was sent.
            PROMPT: expected.replace("[de] ", "[de]   "),
            DEEPL: expected,
            LIBRETRANSLATE: expected
          },
          failures: []
        })
        const sent = new URLSearchParams(deepl.requests.at(-1)?.body).get("text") ?? ""
        assert.match(sent, /<x[^>]*>Dragoman<\/x>/)
        const files = yield* seed.key({ project, name: "files" })
        yield* write(`UPDATE translation_key SET is_plural = 1, plural_argument_name = 'count' WHERE id = ${files}`)
        const plural = `{count, plural,\none {${name}: # file}\nother {${name}: # files}\n}`
        yield* seed.translation({ key: files, language: en, text: plural })
        const czech = yield* ask(fixture, { keyId: files, targetLanguageId: cs })
        assert.deepStrictEqual(czech.failures, [])
        for (const service of ["PROMPT", "DEEPL", "LIBRETRANSLATE"]) {
          const text = czech.machineTranslations?.[service] ?? ""
          assert.match(text, /^\{count, plural,/, service)
          for (const form of ["one", "few", "many", "other"]) {
            assert.match(text, new RegExp(`${form} \\{\\[cs\\] ${name}: # file`), `${service}: ${text}`)
          }
        }
      })
    )

    it.effect("that are damaged are asked for once more, and then rejected", () =>
      Effect.gen(function* () {
        const { deepl, model } = yield* Machines
        const fixture = yield* seedFixture
        const { text } = fixture
        const run = Effect.fnUntraced(function* (service: string, baseText: string) {
          let suggestions: Suggestions | null = null
          const requests = yield* requestsOf(
            Effect.map(ask(fixture, { baseText, services: [service] }), (found) => {
              suggestions = found
            })
          )
          const { machineTranslations, failures } = suggestions as unknown as Suggestions
          return { requests, output: machineTranslations?.[service] ?? null, failures }
        })
        for (const [index, damage] of (["dropped", "doubled"] as const).entries()) {
          deepl.setBehaviour({ kind: "damages", damage }, 1)
          const baseText = `${text} ${index}`
          assert.deepStrictEqual(yield* run("DEEPL", baseText), {
            requests: 2,
            output: `[de] ${baseText}`,
            failures: []
          })
          deepl.setBehaviour({ kind: "damages", damage })
          const rejected = yield* run("DEEPL", `${baseText}!`)
          assert.deepStrictEqual([rejected.requests, rejected.output], [2, null])
          const [failure] = rejected.failures
          assert.strictEqual(failure?.errorMessage, "translation_failed")
          assert.match(failure?.errorDetail ?? "", /^The translation was damaged: .*\{name\}/)
          // A rejected translation is not kept.
          deepl.setBehaviour({ kind: "translates" })
          assert.strictEqual((yield* run("DEEPL", `${baseText}!`)).output, `[de] ${baseText}!`)
        }
        const before = model.requests.length
        model.setBehaviour("invents", 1)
        const mended = yield* run("PROMPT", `${text}?`)
        assert.deepStrictEqual(mended, { requests: 2, output: `[de] ${text}?`, failures: [] })
        const [first = "", second = ""] = promptsOf(model, before)
        assert.notInclude(first, "rejected")
        assert.match(second, /It was rejected by a program for these reasons:\n- .*\{invented\}/)
        assert.include(second, JSON.stringify(`[de] ${text}? {invented}`))
        model.setBehaviour("invents")
        const invented = yield* run("PROMPT", `${text}!?`)
        model.setBehaviour("translates")
        assert.deepStrictEqual([invented.requests, invented.output], [2, null])
        assert.match(invented.failures[0]?.errorDetail ?? "", /^The translation was damaged: .*\{invented\}/)
      })
    )

    it.effect("are asked for and paid for once, until something changes on which they depend", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, hello, text } = fixture
        const suggest = (service: string) => requestsOf(ask(fixture, { keyId: hello, services: [service] }))
        assert.deepStrictEqual([yield* suggest("DEEPL"), yield* suggest("PROMPT")], [1, 1])
        const spent = yield* spentToday(fixture)
        assert.isAbove(spent, text.length)
        assert.deepStrictEqual([yield* suggest("DEEPL"), yield* suggest("PROMPT")], [0, 0])
        assert.strictEqual(yield* spentToday(fixture), spent)

        const deepl = { serviceType: "DEEPL", formality: "FORMAL" }
        yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings`, {
          settings: [{ targetLanguageId: fixture.de, enabledServicesInfo: [deepl, { serviceType: "PROMPT" }] }]
        })
        assert.deepStrictEqual([yield* suggest("DEEPL"), yield* suggest("DEEPL")], [1, 0], "another formality")
        yield* write(`UPDATE translation_key SET description = 'A greeting' WHERE id = ${hello}`)
        assert.deepStrictEqual([yield* suggest("DEEPL"), yield* suggest("PROMPT")], [1, 1], "another context")
        assert.deepStrictEqual([yield* suggest("DEEPL"), yield* suggest("PROMPT")], [0, 0])
        const prompt = { name: "Short", providerName: "local", template: "Translate: {{source.translation}}" }
        const { id } = (yield* send(asOwner, "POST", `${path}/prompts`, prompt)).body as { readonly id: number }
        yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings/set-default-prompt/${id}`)
        assert.deepStrictEqual([yield* suggest("PROMPT"), yield* suggest("PROMPT")], [1, 0], "another prompt")
      })
    )

    it.effect("of a language model have the form of address of each language", () =>
      Effect.gen(function* () {
        const { model } = yield* Machines
        const fixture = yield* seedFixture
        const { asOwner, path, hello, de, cs } = fixture
        const prompt = (formality: string | null) => [{ serviceType: "PROMPT", formality }]
        yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings`, {
          settings: [
            { targetLanguageId: null, enabledServicesInfo: prompt("INFORMAL") },
            { targetLanguageId: de, primaryServiceInfo: prompt("FORMAL")[0], enabledServicesInfo: prompt("FORMAL") }
          ]
        })
        const instructions = () => model.requests.at(-1)?.prompt.system ?? ""
        yield* ask(fixture, { keyId: hello })
        assert.include(instructions(), "Address the reader in the formal way of the language.")
        yield* ask(fixture, { keyId: hello, targetLanguageId: cs })
        assert.include(instructions(), "Address the reader in the informal way of the language.")

        const tried = { keyId: hello, targetLanguageId: de, provider: "local", template: "In a {{target.tone}} tone" }
        assert.strictEqual((yield* send(asOwner, "POST", `${path}/prompts/run`, tried)).status, 200)
        assert.include(JSON.stringify(model.requests.at(-1)?.body), "In a formal tone")
        const named = `${path}/prompts/get-variables?keyId=${hello}&targetLanguageId=${de}`
        const { body: variables } = yield* send(asOwner, "GET", named)
        assert.include(JSON.stringify(variables), '"name":"tone","value":"formal"')
        const job = { keyIds: [hello], targetLanguageIds: [de], llmPrompt: { template: "A job, {{target.tone}}" } }
        yield* send(asOwner, "POST", `${path}/start-batch-job/ai-playground-translate`, job)
        yield* Effect.repeat(
          Effect.sync(() => model.requests.some(({ body }) => JSON.stringify(body).includes("A job, formal"))),
          { until: (isAsked) => isAsked, schedule: Schedule.spaced("5 millis") }
        )

        yield* choose(fixture, null, { serviceType: "PROMPT" })
        yield* ask(fixture, { keyId: hello })
        assert.notInclude(instructions(), "Address the reader")
      })
    )

    it.effect("cost no more than the budget allows, and nothing when they failed unpaid", () =>
      Effect.gen(function* () {
        const { deepl } = yield* Machines
        const fixture = yield* seedFixture
        const { hello } = fixture
        yield* setBudget(fixture, 0)
        const requests = yield* requestsOf(
          Effect.gen(function* () {
            const { failures } = yield* ask(fixture, { keyId: hello, services: ["PROMPT", "DEEPL"] })
            assert.deepStrictEqual(
              failures.map(({ serviceType, errorMessage }) => [serviceType, errorMessage]),
              [
                ["PROMPT", "out_of_credits"],
                ["DEEPL", "out_of_credits"]
              ]
            )
            const { nextLine } = yield* openStream(fixture, { keyId: hello, services: ["DEEPL"] })
            yield* nextLine
            assert.deepInclude(yield* nextLine, { errorMessage: "out_of_credits", result: null })
          })
        )
        assert.strictEqual(requests, 0)
        yield* setBudget(fixture, 10_000)
        deepl.setBehaviour({ kind: "fails", status: 403, body: {} }, 1)
        yield* ask(fixture, { keyId: hello, services: ["DEEPL"] })
        assert.strictEqual(yield* spentToday(fixture), 0)
        deepl.setBehaviour({ kind: "wrong-json" }, 1)
        yield* ask(fixture, { keyId: hello, services: ["DEEPL"] })
        const paid = yield* spentToday(fixture)
        assert.isAbove(paid, 0, "an engine that sent nonsense may have translated")
        yield* ask(fixture, { keyId: hello, services: ["DEEPL"] })
        assert.strictEqual(yield* spentToday(fixture), 2 * paid)
        yield* setBudget(fixture, 2 * paid)
        assert.deepStrictEqual(
          (yield* ask(fixture, { keyId: hello, services: ["DEEPL"] })).failures,
          [],
          "kept answers are free"
        )
      })
    )

    it.effect("come from providers that their managers can test, and whose failures have a reason and no key", () =>
      Effect.gen(function* () {
        const { model, twin, own } = yield* Machines
        const fixture = yield* seedFixture
        const { asOwner, organization, name } = fixture
        const asAdministrator = yield* seed.accessToken(
          yield* seed.user({ username: `${name} administrator`, serverRole: "ADMIN" }),
          { super: true }
        )
        const providers = `/v2/organizations/${organization}/llm-providers`
        const addProvider = (apiKey: string) =>
          Effect.map(
            send(asOwner, "POST", providers, {
              name: "own",
              type: "GOOGLE_AI",
              apiUrl: own.url,
              apiKey,
              model: "large"
            }),
            ({ body }) => (body as { readonly id: number }).id
          )
        const test = (id: number, credential: Credential = asOwner) =>
          send(credential, "POST", `${providers}/${id}/test`)
        const testOfServer = (provider: string, credential: Credential = asAdministrator) =>
          send(credential, "POST", "/v2/administration/server/test-llm-provider", { name: provider })
        const resultIn = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
          assert.strictEqual(status, 200, JSON.stringify(body))
          const { durationMillis, ...result } = body as TestResult
          assert.isAtLeast(durationMillis, 0)
          return result
        }
        const translated = { success: true, output: "[de] Save changes", error: null }

        const id = yield* addProvider(testModelKey)
        const member = yield* seed.user({ username: `${name} member` })
        yield* seed.organizationRole({ organization, user: member, role: "MEMBER" })
        const asMember = yield* seed.accessToken(member, { super: true })
        const elsewhere = yield* seedFixture
        const rejected = yield* requestsOf(
          Effect.gen(function* () {
            assert.strictEqual((yield* test(id, asMember)).status, 403)
            assert.strictEqual((yield* testOfServer("local", asOwner)).status, 403)
            const foreign = `/v2/organizations/${elsewhere.organization}/llm-providers/${id}/test`
            const notFound = error(404, "llm_provider_not_found")
            assert.deepStrictEqual(yield* send(elsewhere.asOwner, "POST", foreign), notFound)
            assert.deepStrictEqual(yield* testOfServer("own"), notFound)
          })
        )
        assert.strictEqual(rejected, 0)
        assert.deepStrictEqual(resultIn(yield* test(id)), translated)
        assert.deepStrictEqual(resultIn(yield* testOfServer("local")), translated)
        assert.strictEqual(yield* requestsOf(testOfServer("twin")), 2, "each provider of the name is asked")

        const failed = resultIn(yield* test(yield* addProvider("sk-wrong-secret")))
        assert.deepInclude(failed, { success: false, output: null })
        assert.match(failed.error ?? "", /^127\.0\.0\.1:\d+ rejected the API key: check that it is valid/)
        twin.setBehaviour("writes_prose", 1)
        assert.match(resultIn(yield* testOfServer("twin")).error ?? "", /did not answer in JSON: use a larger model/)
        model.setBehaviour("limits_rate", 1)
        const limited = yield* requestsOf(testOfServer("local"))
        assert.strictEqual(limited, 1, "it is not asked again")
        assert.strictEqual(yield* spentToday(fixture), 0)
      })
    )

    it.effect("come from the provider that the prompt names, or the next one when it has too many requests", () =>
      Effect.gen(function* () {
        const { model, twin, own } = yield* Machines
        const fixture = yield* seedFixture
        const { asOwner, path, organization, hello, de, text, project } = fixture
        const body = { keyId: hello, targetLanguageId: de, template: null, basicPromptOptions: null }
        const run = (provider: string | null) => send(asOwner, "POST", `${path}/prompts/run`, { ...body, provider })
        const ran = yield* run("local")
        const { usage, price } = ran.body as {
          readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly cachedTokens: number }
          readonly price: number
        }
        const parsedJson = { output: `[de] ${text}`, contextDescription }
        assert.deepInclude(ran.body, { result: JSON.stringify(parsedJson), parsedJson, issues: [] })
        assert.strictEqual(price, usage.inputTokens - usage.cachedTokens + usage.outputTokens)
        assert.strictEqual(yield* spentToday(fixture), price)
        assert.include((ran.body as { readonly prompt: string }).prompt, text)
        for (const [provider, server] of [
          [null, model],
          ["default", model],
          ["gone", model],
          ["local", model]
        ] as const) {
          const before = server.requests.length
          assert.strictEqual((yield* run(provider)).status, 200, String(provider))
          assert.strictEqual(server.requests.length, before + 1, String(provider))
        }
        assert.deepStrictEqual(
          yield* run("nobody"),
          error(400, "llm_provider_not_found", ["No provider has the name nobody."])
        )

        const ownProvider = { name: "local", type: "GOOGLE_AI", apiUrl: own.url, apiKey: testModelKey, model: "large" }
        const added = yield* send(asOwner, "POST", `/v2/organizations/${organization}/llm-providers`, ownProvider)
        assert.strictEqual(added.status, 200)
        const asked = yield* Effect.map(run("local"), ({ body: response }) => response)
        assert.deepInclude(asked, { parsedJson, price: 0 }, "an organization pays its provider itself")
        assert.strictEqual(own.requests.length, 1)

        model.setBehaviour("limits_rate")
        const first = yield* run("twin")
        assert.deepInclude(first.body, { parsedJson })
        const before = model.requests.length
        assert.deepInclude((yield* run("twin")).body, { parsedJson })
        assert.deepInclude((yield* run("twin")).body, { parsedJson })
        assert.isAtMost(model.requests.length, before + 1, "an entry with too many requests rests")
        twin.setBehaviour("limits_rate")
        const limited = yield* run("twin")
        model.setBehaviour("translates")
        twin.setBehaviour("translates")
        assert.strictEqual(limited.status, 400)
        assert.deepInclude(limited.body, { code: "llm_rate_limited" })

        const invalid = yield* send(asOwner, "POST", `${path}/prompts/run`, {
          ...body,
          template: "{{#if}",
          provider: "default"
        })
        assert.deepInclude(invalid.body, { code: "llm_template_parsing_error" })
        const elsewhere = yield* seedFixture
        for (const [change, expected] of [
          [{ keyId: elsewhere.hello }, error(404, "key_not_found")],
          [{ targetLanguageId: elsewhere.de }, error(404, "language_not_found")]
        ] as const) {
          assert.deepStrictEqual(yield* send(asOwner, "POST", `${path}/prompts/run`, { ...body, ...change }), expected)
        }
        assert.deepStrictEqual(yield* textsIn(project), { hello: { en: text } })
      })
    )
  })
}
