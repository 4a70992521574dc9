import { assert, describe, it } from "vitest"
import { type Translation, untranslated } from "../translation/translation.ts"
import { changeTranslation, type TranslationOperation } from "./change-translation.ts"

const hello: Translation = { text: "Hello", state: "TRANSLATED", outdated: false, auto: false, mtProvider: null }
const reviewed: Translation = { ...hello, state: "REVIEWED" }
const marked: Translation = { ...reviewed, outdated: true, auto: true, mtProvider: "DEEPL" }
const disabled: Translation = { ...untranslated, state: "DISABLED" }
const bye: Translation = { ...hello, text: "Bye" }

const set = (state: Translation["state"]): TranslationOperation => ({
  type: "SET_TRANSLATIONS_STATE",
  languageIds: [1],
  state
})
const clear: TranslationOperation = { type: "CLEAR_TRANSLATIONS", languageIds: [1] }
const copy: TranslationOperation = { type: "COPY_TRANSLATIONS", sourceLanguageId: 2, targetLanguageIds: [1] }

describe("a batch operation on one translation", () => {
  it.each([
    ["sets the state of a text", set("REVIEWED"), hello, reviewed],
    ["resets the flags with the state", set("REVIEWED"), marked, reviewed],
    ["leaves an empty translation untranslated", set("TRANSLATED"), untranslated, untranslated],
    ["removes the text for UNTRANSLATED", set("UNTRANSLATED"), marked, untranslated],
    ["disables, without a text", set("DISABLED"), hello, disabled],
    ["leaves disabled translations alone", set("TRANSLATED"), disabled, disabled],
    ["clears a text with its flags", clear, marked, untranslated],
    ["clears nothing twice", clear, untranslated, untranslated],
    ["does not clear a disabled translation", clear, disabled, disabled],
    ["copies over a text", copy, marked, bye],
    ["copies into an empty translation", copy, untranslated, bye],
    ["does not copy into a disabled one", copy, disabled, disabled]
  ] satisfies ReadonlyArray<[string, TranslationOperation, Translation, Translation]>)(
    "%s",
    (_, operation, before, after) => {
      assert.deepStrictEqual(changeTranslation(operation, before, bye, "NONE"), after)
    }
  )

  it("copies an empty text too", () => {
    assert.deepStrictEqual(changeTranslation(copy, marked, untranslated, "NONE"), untranslated)
    assert.strictEqual(changeTranslation(copy, untranslated, untranslated, "NONE"), untranslated)
  })

  it("takes the review back with a copy of the same text, unless reviewed texts are protected", () => {
    assert.deepStrictEqual(changeTranslation(copy, reviewed, hello, "NONE"), hello)
    assert.strictEqual(changeTranslation(copy, reviewed, hello, "PROTECT_REVIEWED"), reviewed)
    assert.deepStrictEqual(changeTranslation(copy, reviewed, bye, "PROTECT_REVIEWED"), { ...bye, state: "REVIEWED" })
  })

  it("gives the same object where nothing changes, so that nothing is written", () => {
    for (const [operation, before] of [
      [set("TRANSLATED"), hello],
      [set("REVIEWED"), reviewed],
      [set("UNTRANSLATED"), untranslated],
      [copy, bye]
    ] as const) {
      assert.strictEqual(changeTranslation(operation, before, bye, "NONE"), before)
    }
  })
})
