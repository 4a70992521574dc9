import { assert, describe, it } from "vitest"
import { type AutoTranslationSetting, filledLanguageIds } from "./auto-translation.ts"

const languages = [
  { id: 1, base: true },
  { id: 2, base: false },
  { id: 3, base: false }
]

const setting = (languageId: number | null, usesMemory: boolean, isForImports = false): AutoTranslationSetting => ({
  languageId,
  usesMemory,
  usesMachine: false,
  isForImports
})

describe("automatic translation fills", () => {
  it.each([
    ["nothing without settings", [], false, []],
    ["all languages but the base language by default", [setting(null, true)], false, [2, 3]],
    ["no imported texts by default", [setting(null, true)], true, []],
    ["imported texts when the project wants it", [setting(null, true, true)], true, [2, 3]],
    ["not a language that is left out", [setting(null, true, true), setting(3, false, true)], false, [2]],
    ["a language alone", [setting(3, true)], false, [3]],
    ["imported texts in a language alone", [setting(null, true), setting(2, true, true)], true, [2]],
    ["never the base language", [setting(1, true, true)], true, []]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<AutoTranslationSetting>, boolean, ReadonlyArray<number>]>)(
    "%s",
    (_, settings, isImport, expected) => {
      assert.deepStrictEqual(filledLanguageIds(settings, languages, isImport, "usesMemory"), expected)
    }
  )

  it("by a machine in the languages that want one", () => {
    const settings = [setting(null, true), { ...setting(3, false), usesMachine: true }]
    assert.deepStrictEqual(filledLanguageIds(settings, languages, false, "usesMachine"), [3])
  })
})
