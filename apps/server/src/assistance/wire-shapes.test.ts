import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { engineSettings, providerOf, startEngine, startModel } from "../testing/machine-servers.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { call } from "../testing/tolgee-source.ts"
import { indexMemory } from "./memory/index-memory.ts"

interface Read {
  readonly [field: string]: unknown
}

/** A project with an issue of a check, and a shared memory with an entry. */
const makeFixture = Effect.gen(function* () {
  const owner = yield* seed.user({ username: "shapes" })
  const { id: organization } = yield* seed.organization({ name: "Shapes", owner })
  const credential = yield* seed.accessToken(owner, { super: true })
  const project = yield* call(credential, "POST", "/v2/projects", {
    name: "Shapes web",
    organizationId: organization,
    baseLanguageTag: "en",
    languages: ["en", "de"].map((tag) => ({ name: tag, originalName: tag, tag, flagEmoji: "🏁" }))
  })
  const at = `/v2/projects/${project.id}`
  const key = (name: string, en: string, de: string) =>
    call(credential, "POST", `${at}/translations`, { key: name, translations: { en, de } })
  const { keyId, translations } = yield* key("files", "Delete 12 files", "Dateien entfernen")
  yield* key("other", "Delete 13 files", "13 Dateien entfernen")
  yield* indexMemory({ compares: false })
  const memories = `/v2/organizations/${organization}/translation-memories`
  const memory = yield* call(credential, "POST", memories, {
    name: "Shapes terms",
    sourceLanguageTag: "en",
    assignedProjects: [{ projectId: project.id, writeAccess: false }]
  })
  const entry = yield* call(credential, "POST", `${memories}/${memory.id}/entries`, {
    sourceText: "Berth",
    targetText: "Liegeplatz",
    targetLanguageTag: "de"
  })
  const german = (translations as { readonly de: { readonly id: number } }).de.id
  const { _embedded: languages } = yield* call(credential, "GET", `${at}/languages`)
  const de = (
    languages as { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
  ).languages.find(({ tag }) => tag === "de")
  return {
    credential,
    at,
    organization,
    memory: `${memories}/${memory.id}`,
    memories,
    entry: entry.id,
    keyId,
    german,
    de: de?.id
  }
})

/** Finds a value by its path; a number is a place in a list. */
const valueAt = (body: unknown, path: string): unknown =>
  path === "" ? body : path.split(".").reduce((value, name) => (value as Read | undefined)?.[name], body)

type Fixture = Effect.Success<typeof makeFixture>

const assignment = "readAccess writeAccess priority penalty"
const entryFields = "id sourceText targetText targetLanguageTag createdAt updatedAt"

/** Requests of Tolgee's own console: where in the response an object is, and the fields that it reads there. */
const shapes: ReadonlyArray<
  readonly [
    title: string,
    request: (fixture: Fixture) => string,
    place: string,
    fields: string,
    body?: (fixture: Fixture) => unknown
  ]
> = [
  ["types of checks", ({ at }) => `${at}/qa-settings/check-types`, "0", "category checkTypes"],
  ["severities", ({ at }) => `${at}/qa-settings`, "settings", "EMPTY_TRANSLATION"],
  ["settings of languages", ({ at }) => `${at}/qa-settings/languages`, "0", "language customSettings enabled"],
  ["a language in them", ({ at }) => `${at}/qa-settings/languages`, "0.language", "id tag name base"],
  [
    "settings of a language",
    ({ at, de }) => `${at}/qa-settings/languages/${de}`,
    "",
    "language customSettings enabled"
  ],
  ["resolved severities", ({ at, de }) => `${at}/qa-settings/languages/${de}/resolved`, "settings", "ICU_SYNTAX"],
  [
    "issues of a text",
    ({ at, german }) => `${at}/translations/${german}/qa-issues`,
    "_embedded.qaIssues.0",
    "id type message replacement positionStart positionEnd state params pluralVariant"
  ],
  ["counts of issues", ({ at, de }) => `${at}/stats/qa-issue-counts?languageId=${de}`, "", "MISSING_NUMBERS"],
  [
    "a listed translation",
    ({ at }) => `${at}/translations?languages=de&includeQaIssues=true&filterKeyName=files`,
    "_embedded.keys.0.translations.de",
    "id text state outdated auto mtProvider qaIssueCount qaChecksStale qaIssues"
  ],
  ["the project", ({ at }) => at, "", "useQaChecks icuPlaceholders translationProtection"],
  ["memories", ({ memories }) => memories, "_embedded.translationMemories.0", "id name sourceLanguageTag type"],
  [
    "memories with figures",
    ({ memories }) => `${memories}-with-stats?type=SHARED`,
    "_embedded.translationMemories.0",
    "id name sourceLanguageTag type assignedProjectNames defaultPenalty writeOnlyReviewed"
  ],
  [
    "a memory",
    ({ memory }) => memory,
    "",
    "id name sourceLanguageTag type defaultPenalty writeOnlyReviewed organizationOwner"
  ],
  [
    "projects of a memory",
    ({ memory }) => `${memory}/assigned-projects`,
    "_embedded.assignedProjects.0",
    `projectId projectName ${assignment}`
  ],
  [
    "memories of a project",
    ({ at }) => `${at}/translation-memories`,
    "_embedded.translationMemoryAssignments.0",
    `translationMemoryId translationMemoryName sourceLanguageTag type defaultPenalty writeOnlyReviewed ${assignment}`
  ],
  [
    "contents of a memory",
    ({ memory }) => `${memory}/entries`,
    "_embedded.translationMemoryRows.0",
    "sourceText editable cells keyName projectId projectName"
  ],
  [
    "a cell in them",
    ({ memory }) => `${memory}/entries`,
    "_embedded.translationMemoryRows.0.cells.0",
    "targetText targetLanguageTag entryId"
  ],
  ["an entry", ({ memory, entry }) => `${memory}/entries/${entry}`, "", entryFields],
  [
    "suggestions",
    ({ at }) => `${at}/suggest/translation-memory`,
    "_embedded.translationMemoryItems.0",
    "targetText baseText keyName similarity",
    ({ keyId, de }) => ({ keyId, targetLanguageId: de })
  ],
  [
    "what a console starts with",
    () => "/v2/public/initial-data",
    "",
    "serverConfiguration authInfo userInfo ssoInfo preferredOrganization languageTag announcement eeSubscription hasCommunityContributions qaCheckCategories"
  ],
  ["categories of checks in it", () => "/v2/public/initial-data", "qaCheckCategories.1", "category checkTypes"]
]

const serviceFields = "serviceType formality promptId"

/** The same of machine translation. */
const machineShapes: typeof shapes = [
  [
    "services",
    () => "/v2/public/initial-data",
    "serverConfiguration.machineTranslationServices.services",
    "DEEPL PROMPT"
  ],
  ["a service", () => "/v2/public/machine-translation-providers", "DEEPL", "supportedLanguages"],
  [
    "settings of services",
    ({ at }) => `${at}/machine-translation-service-settings`,
    "_embedded.languageConfigs.0",
    "targetLanguageId targetLanguageTag targetLanguageName primaryService enabledServices primaryServiceInfo enabledServicesInfo"
  ],
  [
    "a service in them",
    ({ at }) => `${at}/machine-translation-service-settings`,
    "_embedded.languageConfigs.0.primaryServiceInfo",
    serviceFields
  ],
  [
    "services of languages",
    ({ at }) => `${at}/machine-translation-language-info`,
    "_embedded.languageInfos.1",
    "languageId languageTag supportedServices"
  ],
  [
    "a service in them",
    ({ at }) => `${at}/machine-translation-language-info`,
    "_embedded.languageInfos.1.supportedServices.0",
    "serviceType formalitySupported"
  ],
  [
    "settings of automatic translation",
    ({ at }) => `${at}/per-language-auto-translation-settings`,
    "_embedded.configs.0",
    "languageId usingTranslationMemory usingMachineTranslation enableForImport"
  ],
  ["the note of the project", ({ at }) => `${at}/ai-prompt-customization`, "", "description"],
  [
    "notes of languages",
    ({ at }) => `${at}/language-ai-prompt-customizations`,
    "_embedded.promptCustomizations.0",
    "description language"
  ],
  ["the default prompt", ({ at }) => `${at}/prompts/default`, "", "name providerName template basicPromptOptions"],
  [
    "providers of prompts",
    ({ organization }) => `/v2/organizations/${organization}/llm-providers/all-available`,
    "_embedded.providers.0",
    "name source type"
  ],
  [
    "credits",
    ({ organization }) => `/v2/organizations/${organization}/machine-translation-credit-balance`,
    "",
    "creditBalance bucketSize extraCreditBalance"
  ],
  [
    "translations of machines",
    ({ at }) => `${at}/suggest/machine-translations`,
    "result.DEEPL",
    "output contextDescription",
    ({ keyId, de }) => ({ keyId, targetLanguageId: de, baseText: "Delete 12 files", isPlural: false })
  ]
]

const expectShapes = Effect.fnUntraced(function* (fixture: Fixture, expected: typeof shapes) {
  for (const [title, request, place, fields, body] of expected) {
    const path = request(fixture)
    const response = yield* send(fixture.credential, body ? "POST" : "GET", path, body?.(fixture))
    assert.strictEqual(response.status, 200, title)
    const found = valueAt(response.body, place)
    assert.containsAllKeys(found, fields.split(" "), `${title}: ${JSON.stringify(response.body)}`)
  }
})

/** Services that the server of the tests asks. */
class Machines extends Context.Service<Machines, Effect.Success<typeof startMachines>>()(
  "@dragoman/server/assistance/wire-shapes.test/Machines"
) {}

const startMachines = Effect.all({ deepl: startEngine("DEEPL"), model: startModel("OPENAI") })

const layerServerWithMachines = Layer.unwrap(
  Machines.use(({ deepl, model }) =>
    Effect.succeed(layerTestServer({ ...engineSettings(deepl.config), llmProviders: [providerOf("local", model)] }))
  )
).pipe(Layer.provide(Layer.effect(Machines, startMachines)))

layer(layerServerWithMachines, { excludeTestServices: true, timeout: "60 seconds" })(
  "the console of Tolgee, with machine translation, finds",
  (it) => {
    it.effect("all fields that it reads, and saves settings as it has read them", () =>
      Effect.gen(function* () {
        const fixture = yield* makeFixture
        const { credential, at, de, keyId } = fixture
        yield* expectShapes(fixture, machineShapes)
        const { enabledFeatures } = yield* call(credential, "GET", "/v2/preferred-organization")
        assert.include(enabledFeatures as ReadonlyArray<string>, "AI_PROMPT_CUSTOMIZATION")

        const settingsPath = `${at}/machine-translation-service-settings`
        const listed = (body: unknown) =>
          valueAt(body, "_embedded.languageConfigs") as ReadonlyArray<Record<string, unknown>>
        const [byDefault] = listed(yield* call(credential, "GET", settingsPath))
        const german = {
          ...byDefault,
          targetLanguageId: de,
          primaryServiceInfo: { serviceType: "DEEPL", formality: "FORMAL" },
          enabledServicesInfo: [{ serviceType: "DEEPL", formality: "FORMAL" }, { serviceType: "PROMPT" }]
        }
        const saved = listed(yield* call(credential, "PUT", settingsPath, { settings: [byDefault, german] }))
        assert.deepStrictEqual(listed(yield* call(credential, "PUT", settingsPath, { settings: saved })), saved)

        const automaticPath = `${at}/per-language-auto-translation-settings`
        const automatic = [
          { languageId: null, usingTranslationMemory: true, usingMachineTranslation: false, enableForImport: false },
          { languageId: de, usingTranslationMemory: false, usingMachineTranslation: true, enableForImport: true }
        ]
        const kept = valueAt(yield* call(credential, "PUT", automaticPath, automatic), "_embedded.configs")
        const again = yield* call(credential, "PUT", automaticPath, kept)
        assert.deepStrictEqual(valueAt(again, "_embedded.configs"), kept)

        const streamed = yield* send(credential, "POST", `${at}/suggest/machine-translations-streaming`, {
          keyId,
          targetLanguageId: de,
          baseText: "Delete 12 files",
          isPlural: false
        })
        assert.strictEqual(streamed.status, 200)
        const [first = "", ...lines] = String(streamed.body).trim().split("\n")
        assert.deepStrictEqual(JSON.parse(first), {
          servicesTypes: ["DEEPL", "PROMPT"],
          promptId: null,
          baseBlank: false
        })
        const results = lines.map((line): Read => JSON.parse(line))
        assert.sameMembers(
          results.map(({ serviceType }) => serviceType),
          ["DEEPL", "PROMPT"]
        )
        for (const result of results) {
          assert.containsAllKeys(result, ["result", "promptId", "errorMessage", "errorParams", "errorException"])
          assert.strictEqual(valueAt(result, "result.output"), "[de] Delete 12 files")
        }
      })
    )
  }
)

layer(layerTestServer(), { timeout: "60 seconds" })("the console of Tolgee finds", (it) => {
  it.effect("all fields of checks and memories that it reads", () =>
    Effect.gen(function* () {
      const fixture = yield* makeFixture
      yield* expectShapes(fixture, shapes)
      const { enabledFeatures } = yield* call(fixture.credential, "GET", "/v2/preferred-organization")
      assert.includeMembers([...(enabledFeatures as ReadonlyArray<string>)], ["QA_CHECKS", "TRANSLATION_MEMORY"])
    })
  )
})
