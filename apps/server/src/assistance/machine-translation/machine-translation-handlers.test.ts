import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** A project with en, de and cs, its owner, a member, and a viewer of keys. */
const seedFixture = Effect.gen(function* () {
  const name = `Machines ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const member = yield* seed.user({ username: `${name} member` })
  const organization = yield* seed.organization({ name, owner, basePermission: "VIEW" })
  yield* seed.organizationRole({ organization: organization.id, user: member, role: "MEMBER" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { de = 0, cs = 0 } = languages
  return {
    id,
    de,
    cs,
    asOwner: yield* seed.accessToken(owner, { super: true }),
    asMember: yield* seed.accessToken(member),
    path: `/v2/projects/${id}`,
    organizationPath: `/v2/organizations/${organization.id}`
  }
})

type Credential = Parameters<typeof send>[0]

const listIn = (name: string) => (body: unknown) =>
  (body as { readonly _embedded: Readonly<Record<string, ReadonlyArray<Record<string, unknown>>>> })._embedded[name] ??
  []

const models = [
  {
    name: "local",
    enabled: true,
    type: "OPENAI",
    apiUrl: "http://127.0.0.1:1",
    apiKey: "sk-of-the-server",
    model: "small",
    deployment: null,
    format: null,
    maxTokens: null,
    reasoningEffort: null,
    priority: null,
    attempts: [1],
    tokenPriceInCreditsInput: 0.5,
    tokenPriceInCreditsOutput: 2
  }
] as const

const settings = {
  mtDeeplKey: "deepl-key-of-the-server",
  mtGoogleKey: "google-key-of-the-server",
  llmProviders: models,
  mtAllow: ["10.0.0.0/8", "192.0.2.0/24"]
}

const service = (serviceType: string, more: object = {}) => ({ serviceType, formality: null, promptId: null, ...more })

for (const [engine, server] of [
  ["SQLite", layerTestServer(settings)],
  ["PostgreSQL", layerTestServerPostgres(settings)]
] as const) {
  layer(server, { timeout: "60 seconds" })(`machine translation on ${engine}`, (it) => {
    it.effect("has the services of the server until a project chooses its own", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, path, de, cs } = yield* seedFixture
        const settingsPath = `${path}/machine-translation-service-settings`
        const list = Effect.map(send(asMember, "GET", settingsPath), ({ body }) => listIn("languageConfigs")(body))
        const byDefault = {
          targetLanguageId: null,
          targetLanguageTag: null,
          targetLanguageName: null,
          primaryService: "PROMPT",
          primaryServiceInfo: service("PROMPT"),
          enabledServices: ["PROMPT", "GOOGLE", "DEEPL"],
          enabledServicesInfo: [service("PROMPT"), service("GOOGLE"), service("DEEPL")]
        }
        assert.deepStrictEqual(yield* list, [byDefault])
        const replace = (credential: Credential, ...entries: ReadonlyArray<object>) =>
          send(credential, "PUT", settingsPath, { settings: entries })
        assert.strictEqual((yield* replace(asMember, {})).status, 403)
        for (const [entry, expected] of [
          [{ targetLanguageId: 0 }, error(404, "language_not_found")],
          [
            { targetLanguageId: cs, primaryServiceInfo: { serviceType: "DEEPL", formality: "FORMAL" } },
            error(400, "formality_not_supported_by_service", ["DEEPL", "cs", "FORMAL"])
          ],
          [{ enabledServicesInfo: [{ serviceType: "PROMPT", promptId: 999_999 }] }, error(404, "prompt_not_found")]
        ] as const) {
          assert.deepStrictEqual(yield* replace(asOwner, entry), expected)
        }
        assert.deepStrictEqual(yield* list, [byDefault])

        const german = {
          targetLanguageId: de,
          primaryServiceInfo: { serviceType: "DEEPL", formality: "INFORMAL" },
          enabledServicesInfo: [{ serviceType: "GOOGLE" }],
          // The server has no AWS.
          enabledServices: ["AWS", "DEEPL"]
        }
        const replaced = yield* replace(asOwner, german, { primaryServiceInfo: null, enabledServices: ["GOOGLE"] })
        assert.deepStrictEqual(listIn("languageConfigs")(replaced.body), [
          {
            ...byDefault,
            primaryService: null,
            primaryServiceInfo: null,
            enabledServices: ["GOOGLE"],
            enabledServicesInfo: [service("GOOGLE")]
          },
          {
            targetLanguageId: de,
            targetLanguageTag: "de",
            targetLanguageName: "Language de",
            primaryService: "DEEPL",
            primaryServiceInfo: service("DEEPL", { formality: "INFORMAL" }),
            enabledServices: ["GOOGLE", "DEEPL"],
            enabledServicesInfo: [service("GOOGLE"), service("DEEPL")]
          }
        ])
        assert.deepStrictEqual(yield* list, listIn("languageConfigs")(replaced.body))
        yield* replace(asOwner)
        assert.deepStrictEqual(yield* list, [byDefault])
      })
    )

    it.effect("says which services translate into a language", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedFixture
        const infos = yield* send(asOwner, "GET", `${path}/machine-translation-language-info`)
        const [any, ...languages] = listIn("languageInfos")(infos.body)
        assert.deepInclude(any, { languageId: null, languageTag: null })
        assert.deepInclude(
          languages.find(({ languageTag }) => languageTag === "de"),
          {
            supportedServices: [
              { serviceType: "PROMPT", formalitySupported: true },
              { serviceType: "GOOGLE", formalitySupported: false },
              { serviceType: "DEEPL", formalitySupported: true }
            ]
          }
        )
        const providers = yield* send(null, "GET", "/v2/public/machine-translation-providers")
        assert.hasAllKeys(providers.body as object, ["PROMPT", "GOOGLE", "DEEPL"])
        const configuration = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(configuration.body as object, {
          machineTranslationServices: {
            services: {
              PROMPT: { enabled: true, defaultEnabledForProject: true },
              GOOGLE: { enabled: true, defaultEnabledForProject: true },
              AWS: { enabled: false, defaultEnabledForProject: false },
              DEEPL: { enabled: true, defaultEnabledForProject: true },
              AZURE: { enabled: false, defaultEnabledForProject: false },
              BAIDU: { enabled: false, defaultEnabledForProject: false }
            }
          },
          llm: { enabled: true }
        })
        assert.notInclude(JSON.stringify([providers, configuration]), "of-the-server")
      })
    )

    it.effect("fills texts automatically if a project wants it", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedFixture
        const rule = { memoryMinSimilarity: 80, labelId: null, onBaseChange: false }
        const setting = { languageId: null, usingTranslationMemory: false, enableForImport: true, ...rule }
        const configs = [{ ...setting, usingMachineTranslation: true }]
        const put = yield* send(asOwner, "PUT", `${path}/per-language-auto-translation-settings`, configs)
        assert.deepStrictEqual(put, { status: 200, body: { _embedded: { configs } } })
      })
    )

    it.effect("has prompts, which settings choose and activities name", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, asMember, path, id } = fixture
        const prompts = `${path}/prompts`
        const body = { name: "Formal", providerName: "local", template: "Translate.", basicPromptOptions: ["GLOSSARY"] }
        assert.strictEqual((yield* send(asMember, "POST", prompts, body)).status, 403)
        assert.deepStrictEqual(yield* send(asOwner, "POST", prompts, { ...body, name: " " }), {
          status: 400,
          body: { STANDARD_VALIDATION: { name: "must not be blank" } }
        })
        const created = yield* send(asOwner, "POST", prompts, body)
        const prompt = created.body as { readonly id: number }
        assert.deepStrictEqual(created, { status: 200, body: { id: prompt.id, projectId: id, ...body } })
        assert.deepStrictEqual(yield* send(asMember, "GET", `${prompts}/${prompt.id}`), created)
        const found = yield* send(asMember, "GET", `${prompts}?search=orma`)
        assert.deepStrictEqual(listIn("prompts")(found.body), [created.body as Record<string, unknown>])
        const none = yield* send(asMember, "GET", `${prompts}?search=other`)
        assert.deepStrictEqual(listIn("prompts")(none.body), [])
        const byDefault = yield* send(asMember, "GET", `${prompts}/default`)
        assert.deepInclude(byDefault.body as object, { name: "", providerName: "default", basicPromptOptions: null })

        const settingsPath = `${path}/machine-translation-service-settings`
        const promptIds = Effect.map(send(asOwner, "GET", settingsPath), ({ body: listed }) =>
          listIn("languageConfigs")(listed).map(
            ({ primaryServiceInfo }) => (primaryServiceInfo as { readonly promptId: number | null } | null)?.promptId
          )
        )
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", `${settingsPath}/set-default-prompt/999999`),
          error(404, "prompt_not_found")
        )
        assert.deepStrictEqual(yield* promptIds, [null])
        yield* send(asOwner, "PUT", `${settingsPath}/set-default-prompt/${prompt.id}`)
        assert.deepStrictEqual(yield* promptIds, [prompt.id])

        const changed = { name: "Warm", providerName: "default", template: null, basicPromptOptions: null }
        const updated = yield* send(asOwner, "PUT", `${prompts}/${prompt.id}`, changed)
        assert.deepStrictEqual(updated.body, { id: prompt.id, projectId: id, ...changed })
        const other = yield* seedFixture
        for (const [method, requestBody] of [
          ["GET", undefined],
          ["PUT", changed],
          ["DELETE", undefined]
        ] as const) {
          const foreign = yield* send(other.asOwner, method, `${other.path}/prompts/${prompt.id}`, requestBody)
          assert.deepStrictEqual(foreign, error(404, "prompt_not_found"))
        }
        assert.strictEqual((yield* send(asOwner, "DELETE", `${prompts}/${prompt.id}`)).status, 200)
        assert.deepStrictEqual(yield* promptIds, [null])
        const activity = yield* send(asOwner, "GET", `${path}/activity`)
        assert.includeMembers(
          listIn("activities")(activity.body).map(({ type }) => type),
          ["AI_PROMPT_CREATE", "AI_PROMPT_UPDATE", "AI_PROMPT_DELETE"]
        )
      })
    )

    it.effect("has notes about the project and its languages", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, path, de } = yield* seedFixture
        const note = `${path}/ai-prompt-customization`
        const ofGerman = `${path}/languages/${de}/ai-prompt-customization`
        const description = "Texts of a harbour."
        assert.deepStrictEqual(yield* send(asMember, "GET", note), { status: 200, body: { description: null } })
        assert.strictEqual((yield* send(asMember, "PUT", note, { description })).status, 403)
        assert.strictEqual((yield* send(asOwner, "PUT", note, { description: "x".repeat(2_001) })).status, 400)
        assert.deepStrictEqual(yield* send(asOwner, "PUT", note, { description }), {
          status: 200,
          body: { description }
        })
        const set = yield* send(asOwner, "PUT", ofGerman, { description: "Sie" })
        assert.deepInclude((set.body as { readonly language: object }).language, { id: de, tag: "de" })
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", `${path}/languages/999999/ai-prompt-customization`, { description }),
          error(404, "language_not_found")
        )
        const listed = yield* send(asMember, "GET", `${path}/language-ai-prompt-customizations`)
        assert.deepStrictEqual(
          listIn("promptCustomizations")(listed.body).map((one) => [
            (one["language"] as { readonly tag: string }).tag,
            one["description"]
          ]),
          [
            ["cs", null],
            ["de", "Sie"]
          ]
        )
        yield* send(asOwner, "PUT", note, { description: "" })
        assert.deepStrictEqual(yield* send(asMember, "GET", note), { status: 200, body: { description: null } })
      })
    )

    it.effect("never shows the keys of providers, and sends them to no other host", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { asOwner, asMember, organizationPath } = yield* seedFixture
        const providers = `${organizationPath}/llm-providers`
        const apiKey = "sk-correct-horse-7f3a"
        const body = {
          name: "own",
          type: "openai",
          priority: "LOW",
          apiKey,
          apiUrl: "https://192.0.2.1/models/",
          model: "large",
          deployment: null,
          format: null,
          reasoningEffort: null
        }
        for (const [method, end, requestBody] of [
          ["GET", "", undefined],
          ["GET", "/server-providers", undefined],
          ["POST", "", body],
          ["PUT", "/1", body],
          ["DELETE", "/1", undefined]
        ] as const) {
          const { status } = yield* send(asMember, method, providers + end, requestBody)
          assert.strictEqual(status, 403, `${method} ${end}`)
        }
        for (const apiUrl of ["http://127.0.0.1:11434", "ftp://192.0.2.1", "https://user:x@192.0.2.1", "nonsense"]) {
          const rejected = yield* send(asOwner, "POST", providers, { ...body, apiUrl })
          assert.strictEqual(rejected.status, 400, apiUrl)
          assert.deepInclude(rejected.body as object, { code: "url_not_valid" }, apiUrl)
        }
        const invalid = yield* send(asOwner, "POST", providers, { type: "BABEL", apiUrl: null })
        assert.deepStrictEqual(Object.keys((invalid.body as { STANDARD_VALIDATION: object }).STANDARD_VALIDATION), [
          "name",
          "type",
          "model"
        ])
        const created = yield* send(asOwner, "POST", providers, body)
        const { id } = created.body as { readonly id: number }
        const shown = {
          ...body,
          id,
          type: "OPENAI",
          apiKey: "***7f3a",
          apiUrl: "https://192.0.2.1/models"
        }
        assert.deepStrictEqual(created, { status: 200, body: shown })
        const list = yield* send(asOwner, "GET", providers)
        assert.deepStrictEqual(listIn("providers")(list.body), [shown])
        const keyOf = Effect.map(
          sql<{ key: string | null }>`SELECT api_key AS key FROM llm_provider WHERE id = ${id}`,
          ([row]) => row?.key
        )
        const put = (change: object) => send(asOwner, "PUT", `${providers}/${id}`, { ...shown, ...change })
        assert.strictEqual((yield* put({ model: "huge" })).status, 200)
        assert.strictEqual((yield* put({ apiKey: undefined })).status, 200)
        assert.strictEqual(yield* keyOf, apiKey)
        for (const change of [{ apiUrl: "https://192.0.2.2/" }, { apiUrl: null }]) {
          assert.deepStrictEqual(yield* put(change), error(400, "llm_provider_key_needed"))
        }
        assert.deepInclude((yield* put({ apiUrl: "http://10.1.2.3:11434", apiKey: "short" })).body as object, {
          apiKey: "***"
        })
        assert.strictEqual(yield* keyOf, "short")
        assert.deepInclude((yield* put({ apiKey: null })).body as object, { apiKey: null })
        assert.isNull(yield* keyOf)

        const available = yield* send(asMember, "GET", `${providers}/all-available`)
        const ofServer = {
          name: "local",
          source: "SERVER",
          type: "OPENAI",
          tokenPriceInCreditsInput: 0.5,
          tokenPriceInCreditsOutput: 2,
          resolvesToName: null
        }
        assert.deepStrictEqual(listIn("providers")(available.body), [
          { ...ofServer, name: "default", resolvesToName: "local" },
          {
            name: "own",
            source: "ORGANIZATION",
            type: "OPENAI",
            tokenPriceInCreditsInput: null,
            tokenPriceInCreditsOutput: null,
            resolvesToName: null
          },
          ofServer
        ])
        const server = yield* send(asOwner, "GET", `${providers}/server-providers`)
        assert.deepStrictEqual(listIn("providers")(server.body), [ofServer])

        const other = yield* seedFixture
        const foreign = `${other.organizationPath}/llm-providers/${id}`
        assert.deepStrictEqual(yield* send(other.asOwner, "PUT", foreign, body), error(404, "llm_provider_not_found"))
        assert.deepStrictEqual(yield* send(other.asOwner, "DELETE", foreign), error(404, "llm_provider_not_found"))
        assert.strictEqual((yield* send(asOwner, "DELETE", `${providers}/${id}`)).status, 200)
        const entries = yield* sql<{ all: string }>`
          SELECT COALESCE("before", '') || COALESCE("after", '') AS "all" FROM audit_entry
          WHERE object_kind = 'LLM_PROVIDER'`
        assert.isAtLeast(entries.length, 6)
        assert.notMatch(JSON.stringify([list, available, server, entries]), /sk-correct|short/)
      })
    )
  })
}

layer(layerTestServer({ llmEnabled: false }), { timeout: "60 seconds" })("a server without services", (it) => {
  it.effect("offers none, and rejects settings that would wait for one", () =>
    Effect.gen(function* () {
      const { asOwner, path, organizationPath } = yield* seedFixture
      const listed = yield* send(asOwner, "GET", `${path}/machine-translation-service-settings`)
      assert.deepInclude(listIn("languageConfigs")(listed.body)[0], { primaryService: null, enabledServices: [] })
      assert.deepStrictEqual(yield* send(null, "GET", "/v2/public/machine-translation-providers"), {
        status: 200,
        body: {}
      })
      const available = yield* send(asOwner, "GET", `${organizationPath}/llm-providers/all-available`)
      assert.deepStrictEqual(listIn("providers")(available.body), [])
      const wanted = { usingMachineTranslation: true }
      for (const [end, body] of [
        ["per-language-auto-translation-settings", [wanted]],
        ["auto-translation-settings", wanted]
      ] as const) {
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", `${path}/${end}`, body),
          error(400, "feature_not_enabled", ["MACHINE_TRANSLATION"])
        )
      }
    })
  )
})
