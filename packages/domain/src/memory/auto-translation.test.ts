import { assert, describe, it } from "vitest"
import {
  type AutoTranslateTargets,
  type AutoTranslationSetting,
  ruleOf,
  similarLanguages,
  usualRule,
  validateAutoTranslation,
  wantedTargets
} from "./auto-translation.ts"

const languages = [
  { id: 1, base: true },
  { id: 2, base: false },
  { id: 3, base: false }
]

const setting = (
  languageId: number | null,
  usesMemory: boolean,
  isForImports = false,
  other: Partial<AutoTranslationSetting> = {}
): AutoTranslationSetting => ({ languageId, usesMemory, usesMachine: false, isForImports, ...usualRule, ...other })

const memory = (...targetLanguageIds: ReadonlyArray<number>): AutoTranslateTargets => ({ targetLanguageIds })

const check = { ...usualRule, memoryMinSimilarity: 80, labelId: 7 }

describe("automatic translation fills", () => {
  it.each([
    ["nothing without settings", [], false, null],
    ["all languages but the base language by default", [setting(null, true)], false, memory(2, 3)],
    ["no imported texts by default", [setting(null, true)], true, null],
    ["imported texts when the project wants it", [setting(null, true, true)], true, memory(2, 3)],
    ["not a language that is left out", [setting(null, true, true), setting(3, false, true)], false, memory(2)],
    ["a language alone", [setting(3, true)], false, memory(3)],
    ["imported texts in a language alone", [setting(null, true), setting(2, true, true)], true, memory(2)],
    ["never the base language", [setting(1, true, true)], true, null],
    [
      "by a machine in the languages that want one",
      [setting(null, true), setting(3, false, false, { usesMachine: true })],
      false,
      { ...memory(2), machineLanguageIds: [3] }
    ],
    [
      "by the rule of a language where it is not the usual one",
      [setting(null, true), setting(3, true, false, check)],
      false,
      { ...memory(2, 3), rules: [{ languageId: 3, ...check }] }
    ],
    [
      "by the default rule in each language without its own",
      [setting(null, true, false, { followsBase: false }), setting(3, true)],
      false,
      { ...memory(2, 3), rules: [{ languageId: 2, ...usualRule, followsBase: false }] }
    ],
    [
      "by no similar text where the memory is not used",
      [setting(3, false, false, { ...check, usesMachine: true })],
      false,
      { ...memory(), machineLanguageIds: [3], rules: [{ languageId: 3, ...usualRule, labelId: 7 }] }
    ],
    ["by no rule of a language that fills nothing", [setting(3, false, false, check)], false, null]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<AutoTranslationSetting>, boolean, AutoTranslateTargets | null]>)(
    "%s",
    (_, settings, isImport, expected) => {
      assert.deepStrictEqual(wantedTargets(settings, languages, isImport), expected)
    }
  )
})

describe("a job that translates automatically", () => {
  const targets = { ...memory(2, 3), rules: [{ languageId: 3, ...check }] }

  it("has the usual rule in languages without another", () => {
    assert.deepStrictEqual(ruleOf(targets, 2), { languageId: 2, ...usualRule })
    assert.deepStrictEqual(ruleOf(targets, 3), { languageId: 3, ...check })
  })

  it("uses similar texts where its rule allows them", () => {
    assert.deepStrictEqual(similarLanguages(targets), [3])
    assert.deepStrictEqual(similarLanguages(memory(2, 3)), [])
  })
})

describe("a setting of automatic translation", () => {
  it.each([
    [49, { memoryMinSimilarity: "must be greater than or equal to 50" }],
    [50, null],
    [100, null],
    [101, { memoryMinSimilarity: "must be less than or equal to 100" }]
  ] as const)("takes a similarity of %d percent or rejects it", (memoryMinSimilarity, messages) => {
    const validated = validateAutoTranslation({ memoryMinSimilarity })
    assert.deepStrictEqual(validated.ok, messages === null)
    if (!validated.ok) assert.include(JSON.stringify(validated.error), JSON.stringify(messages))
  })

  it("fills nothing, and has the usual rule, unless it says so", () => {
    assert.deepStrictEqual(validateAutoTranslation({}), { ok: true, value: setting(null, false) })
  })
})
