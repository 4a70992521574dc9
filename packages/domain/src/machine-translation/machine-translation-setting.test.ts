import { assert, describe, it } from "vitest"
import { endOfKey, type LlmProviderInput, validateLlmProvider } from "./llm-provider.ts"
import {
  checkMachineTranslation,
  chosenIn,
  effectiveMachineTranslation,
  type MachineTranslationFacts,
  type MachineTranslationInput,
  type MachineTranslationSetting,
  type SupportedService,
  withDefaultPrompt
} from "./machine-translation-setting.ts"
import { validatePrompt } from "./prompt.ts"
import { defaultServices } from "./service-choice.ts"
import type { TranslationService } from "./translation-service.ts"

const chosen = (service: TranslationService, more: object = {}) => ({
  service,
  formality: null,
  promptId: null,
  ...more
})

const setting = (
  languageId: number | null,
  primary: MachineTranslationSetting["primary"],
  ...enabled: MachineTranslationSetting["enabled"]
): MachineTranslationSetting => ({ languageId, primary, enabled })

describe("a language has", () => {
  const defaults = { enabled: ["GOOGLE", "DEEPL"], primary: "GOOGLE" } as const
  const supported: ReadonlyArray<SupportedService> = [
    { service: "PROMPT", hasFormality: true },
    { service: "GOOGLE", hasFormality: false },
    { service: "DEEPL", hasFormality: true }
  ]
  const formal = { formality: "FORMAL" }

  it.each([
    ["the services of the server without settings", [], "GOOGLE", ["GOOGLE", "DEEPL"]],
    ["those of the project before those of the server", [setting(null, chosen("PROMPT"))], "PROMPT", []],
    [
      "its own before those of the project",
      [setting(null, chosen("PROMPT")), setting(7, chosen("DEEPL"))],
      "DEEPL",
      []
    ],
    ["no primary one if its setting has none", [setting(null, chosen("PROMPT")), setting(7, null)], null, []],
    ["not those of another language", [setting(8, chosen("DEEPL"))], "GOOGLE", ["GOOGLE", "DEEPL"]],
    ["none that does not know it", [setting(7, chosen("AWS"), chosen("BAIDU"), chosen("DEEPL"))], null, ["DEEPL"]],
    ["them in one order", [setting(7, null, chosen("DEEPL"), chosen("PROMPT"))], null, ["PROMPT", "DEEPL"]]
  ] as ReadonlyArray<[string, ReadonlyArray<MachineTranslationSetting>, string | null, ReadonlyArray<string>]>)(
    "%s",
    (_, settings, primary, enabled) => {
      const found = effectiveMachineTranslation(settings, 7, defaults, supported)
      assert.deepStrictEqual(
        [found.primary?.service ?? null, found.enabled.map(({ service }) => service)],
        [primary, enabled]
      )
    }
  )

  it("a formality only from services that know it", () => {
    const settings = [setting(7, chosen("DEEPL", formal), chosen("GOOGLE", formal))]
    const { primary, enabled } = effectiveMachineTranslation(settings, 7, defaults, supported)
    assert.deepStrictEqual([primary?.formality, enabled[0]?.formality], ["FORMAL", null])
  })

  it("one use of a service, that of automatic translation before that of suggestions", () => {
    const own = setting(7, chosen("PROMPT", formal), chosen("PROMPT"), chosen("DEEPL"))
    const uses = (["PROMPT", "DEEPL", "GOOGLE"] as const).map((service) => chosenIn(own, service))
    assert.deepStrictEqual(uses, [chosen("PROMPT", formal), chosen("DEEPL"), null])
  })
})

describe("the server", () => {
  it.each([
    [["PROMPT", "GOOGLE"], { enabled: ["GOOGLE"], primary: "PROMPT" }],
    [["DEEPL"], { enabled: [], primary: "DEEPL" }],
    [[], { enabled: [], primary: null }]
  ] as ReadonlyArray<[ReadonlyArray<TranslationService>, object]>)(
    "with %j offers those of its wishes that exist",
    (existing, expected) => {
      const wished = { enabled: ["GOOGLE", "AWS"], primary: ["AWS", "PROMPT", "DEEPL"] } as const
      assert.deepStrictEqual(defaultServices(existing, wished), expected as never)
    }
  )
})

describe("settings", () => {
  const facts: MachineTranslationFacts = {
    languages: [{ id: 7, tag: "de" }],
    services: ["PROMPT", "GOOGLE", "DEEPL", "AZURE"],
    supportedIn: () => [
      { service: "PROMPT", hasFormality: true },
      { service: "AZURE", hasFormality: false },
      { service: "DEEPL", hasFormality: true }
    ],
    promptIds: [1]
  }
  const check = (...entries: ReadonlyArray<MachineTranslationInput>) => {
    const checked = checkMachineTranslation(entries, facts)
    return checked.ok ? checked.value : "code" in checked.error ? [checked.error.code, checked.error.params] : []
  }

  it.each([
    [
      "skip services that the server does not have",
      { primaryService: "AWS", enabledServices: ["AWS", "DEEPL"] },
      [setting(null, null, chosen("DEEPL"))]
    ],
    [
      "take both lists, once",
      { enabledServices: ["DEEPL"], enabledServicesInfo: [{ serviceType: "DEEPL", formality: "FORMAL" }] },
      [setting(null, null, chosen("DEEPL", { formality: "FORMAL" }))]
    ],
    [
      "take the newer form before the older one",
      { primaryService: "GOOGLE", primaryServiceInfo: { serviceType: "DEEPL" } },
      [setting(null, chosen("DEEPL"))]
    ],
    [
      "keep prompts of language models alone",
      { enabledServicesInfo: [{ serviceType: "DEEPL", promptId: 9 }] },
      [setting(null, null, chosen("DEEPL"))]
    ],
    ["need languages of the project", { targetLanguageId: 8 }, ["language_not_found", null]],
    [
      "need prompts of the project",
      { primaryServiceInfo: { serviceType: "PROMPT", promptId: 2 } },
      ["prompt_not_found", null]
    ],
    [
      "need services that know the language",
      { targetLanguageId: 7, enabledServices: ["GOOGLE"] },
      ["language_not_supported_by_service", ["GOOGLE", "de"]]
    ],
    [
      "need services that know the form",
      { targetLanguageId: 7, primaryServiceInfo: { serviceType: "AZURE", formality: "FORMAL" } },
      ["formality_not_supported_by_service", ["AZURE", "de", "FORMAL"]]
    ],
    [
      "may name the default form",
      { targetLanguageId: 7, primaryServiceInfo: { serviceType: "PROMPT", formality: "DEFAULT" } },
      [setting(7, chosen("PROMPT", { formality: "DEFAULT" }))]
    ]
  ] as ReadonlyArray<[string, MachineTranslationInput, unknown]>)("%s", (_, entry, expected) => {
    assert.deepStrictEqual(check(entry), expected as never)
  })

  it("have one entry for a language, the last one", () => {
    const entries = [{ targetLanguageId: 7, primaryService: "DEEPL" }, { targetLanguageId: 7 }]
    assert.deepStrictEqual(check(...entries), [setting(7, null)])
  })

  it("take a prompt for language models alone", () => {
    const before = [setting(null, chosen("PROMPT"), chosen("PROMPT"), chosen("DEEPL"))]
    const after = chosen("PROMPT", { promptId: 4 })
    assert.deepStrictEqual(withDefaultPrompt(before, 4), [setting(null, after, after, chosen("DEEPL"))])
  })
})

describe("a prompt", () => {
  it("has the default provider and the default template unless it names others", () => {
    assert.deepStrictEqual(
      validatePrompt({ name: "Warm", template: " ", basicPromptOptions: ["GLOSSARY", "GLOSSARY"] }),
      {
        ok: true,
        value: { name: "Warm", providerName: "default", template: null, options: ["GLOSSARY"] }
      }
    )
  })
})

describe("a provider", () => {
  it.each([
    [{ name: "a", type: "openai", model: "m" }, []],
    [{ name: "a", type: "OPENAI_AZURE", apiUrl: "https://a.example", deployment: "d" }, []],
    [{ name: "a", type: "OPENAI_AZURE", model: "m" }, ["apiUrl", "deployment"]],
    [{ name: "a", type: "OPENAI", model: "m", priority: "MIDDLE", format: "xml" }, ["priority", "format"]],
    [{}, ["name", "type", "model"]]
  ] as ReadonlyArray<[LlmProviderInput, ReadonlyArray<string>]>)("%j breaks the rules of %j", (input, fields) => {
    const checked = validateLlmProvider(input)
    const broken = checked.ok
      ? []
      : "messages" in checked.error
        ? Object.keys(checked.error.messages)
        : ["another error"]
    assert.deepStrictEqual(broken, fields as Array<string>)
  })

  it("shows the end of a long key alone", () => {
    assert.deepStrictEqual(["sk-correct-horse-7f3a", "sk-horse-7f", ""].map(endOfKey), ["7f3a", "", ""])
  })
})
