import { assert, describe, it } from "vitest"
import { engineLanguages } from "./engine-languages.ts"
import { hasFormality, matchLanguage, orderServices } from "./match-language.ts"
import type { TranslationEngineName } from "./translation-service.ts"

const targetsOf = (engine: TranslationEngineName) => engineLanguages[engine].targets ?? []
const sourcesOf = (engine: TranslationEngineName) => engineLanguages[engine].sources ?? []

describe("the tag of an engine", () => {
  it.each([
    // The same one, in the spelling of the list.
    ["DEEPL", "de", "DE"],
    ["DEEPL", "PT-br", "PT-BR"],
    ["DEEPL", "pt_BR", "PT-BR"],
    ["AZURE", "zh-hant", "zh-Hant"],
    ["GOOGLE", "EN", "en"],
    // Without the last subtags.
    ["GOOGLE", "de-AT", "de"],
    ["GOOGLE", "de-Latn-AT-1996", "de"],
    ["AWS", "fr-CA", "fr-CA"],
    ["AWS", "fr-CH", "fr"],
    ["AWS", "es_AR", "es"],
    // Regions that DeepL wants.
    ["DEEPL", "en", "EN-US"],
    ["DEEPL", "en-AU", "EN-US"],
    ["DEEPL", "en-GB", "EN-GB"],
    ["DEEPL", "pt", "PT-PT"],
    ["DEEPL", "pt-AO", "PT-PT"],
    // Other names of a language.
    ["DEEPL", "no", "NB"],
    ["DEEPL", "nn-NO", "NB"],
    ["AWS", "nb", "no"],
    ["AWS", "nn", "no"],
    ["AWS", "iw", "he"],
    ["GOOGLE", "iw", "iw"],
    ["AWS", "fil-PH", "tl"],
    ["AZURE", "tl", "fil"],
    ["GOOGLE", "jw", "jw"],
    // Chinese in both kinds of letters.
    ["AWS", "zh-Hant", "zh-TW"],
    ["AWS", "zh-Hant-HK", "zh-TW"],
    ["AWS", "zh-HK", "zh-TW"],
    ["AWS", "zh-CN", "zh"],
    ["GOOGLE", "zh-Hans", "zh-CN"],
    ["GOOGLE", "zh-Hans-SG", "zh-CN"],
    ["GOOGLE", "zh-HK", "zh-TW"],
    ["AZURE", "zh", "zh-Hans"],
    ["AZURE", "zh-SG", "zh-Hans"],
    ["AZURE", "zh-TW", "zh-Hant"],
    ["BAIDU", "zh-MO", "zh-Hant"],
    ["DEEPL", "zh-TW", "ZH-HANT"],
    // Serbian in both kinds of letters.
    ["AZURE", "sr", "sr-Cyrl"],
    ["AZURE", "sr-Latn-RS", "sr-Latn"],
    ["AZURE", "sh", "sr-Latn"],
    ["AWS", "sr-Cyrl-BA", "sr"],
    ["AWS", "sr-Latn", null],
    // Unknown ones.
    ["DEEPL", "tlh", null],
    ["AWS", "x-klingon", null],
    ["AWS", "", null],
    ["AWS", "constructor", null],
    ["AWS", `de${"-x".repeat(20)}`, "de"],
    ["AWS", `de${"-x".repeat(21)}`, null]
  ] satisfies ReadonlyArray<[TranslationEngineName, string, string | null]>)(
    "of %s as a target for %s is %s",
    (engine, tag, expected) => {
      assert.strictEqual(matchLanguage(tag, targetsOf(engine)), expected)
    }
  )

  it.each([
    ["DEEPL", "en-US", "EN"],
    ["DEEPL", "pt-BR", "PT"],
    ["DEEPL", "zh-Hant", "ZH"],
    ["AWS", "en-GB", "en"]
  ] satisfies ReadonlyArray<[TranslationEngineName, string, string | null]>)(
    "of %s as a source for %s is %s",
    (engine, tag, expected) => {
      assert.strictEqual(matchLanguage(tag, sourcesOf(engine)), expected)
    }
  )

  it("finds each tag of a list by itself, in any case", () => {
    for (const { sources, targets } of Object.values(engineLanguages)) {
      for (const list of [sources ?? [], targets ?? []]) {
        for (const tag of list) assert.strictEqual(matchLanguage(tag.toUpperCase(), list), tag)
        assert.strictEqual(new Set(list.map((tag) => tag.toLowerCase())).size, list.length)
      }
    }
  })
})

describe("polite and familiar forms", () => {
  it.each([
    ["DEEPL", "de-AT", true],
    ["DEEPL", "pt-pt", true],
    ["DEEPL", "pt-BR", true],
    ["DEEPL", "en", false],
    ["AWS", "pt", false],
    ["AWS", "pt-BR", false],
    ["AWS", "es-AR", true],
    ["GOOGLE", "de", false],
    ["LIBRETRANSLATE", "de", false]
  ] satisfies ReadonlyArray<[TranslationEngineName, string, boolean]>)("of %s for %s: %s", (engine, tag, expected) => {
    assert.strictEqual(hasFormality(engine, tag), expected)
  })

  it("are of languages that the engine translates into", () => {
    for (const { targets, formal } of Object.values(engineLanguages)) {
      assert.deepStrictEqual(
        formal.filter((tag) => !(targets ?? []).includes(tag)),
        []
      )
    }
  })
})

describe("the order of services", () => {
  it.each([
    [null, ["PROMPT", "GOOGLE", "DEEPL", "LIBRETRANSLATE"]],
    ["DEEPL", ["DEEPL", "PROMPT", "GOOGLE", "LIBRETRANSLATE"]],
    ["AWS", ["PROMPT", "GOOGLE", "DEEPL", "LIBRETRANSLATE"]]
  ] as const)("with %s as the primary one is %j", (primary, expected) => {
    assert.deepStrictEqual(orderServices(["LIBRETRANSLATE", "DEEPL", "GOOGLE", "PROMPT"], primary), [...expected])
  })
})
