import { assert, describe, it } from "vitest"
import { usualRule } from "../memory/auto-translation.ts"
import { type Translation, untranslated } from "../translation/translation.ts"
import {
  changeTranslation,
  type JobOperation,
  keysPerStep,
  replaceableTexts,
  type TranslationOperation
} from "./batch-job.ts"
import { validateMachineTranslateStart } from "./batch-start.ts"

describe("a step of a batch job", () => {
  it("has fewer keys the more rows each of them means, and at least one", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => index)
    assert.strictEqual(keysPerStep({ type: "DELETE_KEYS" }, 10), 8_000)
    assert.strictEqual(keysPerStep({ type: "RESTORE_KEYS" }, 10), 4_000)
    assert.strictEqual(keysPerStep({ type: "HARD_DELETE_KEYS" }, 10), 400)
    assert.strictEqual(keysPerStep({ type: "CLEAR_TRANSLATIONS", languageIds: [1, 2, 3, 4] }, 10), 666)
    assert.strictEqual(keysPerStep({ type: "CLEAR_TRANSLATIONS", languageIds: many }, 5_000), 1)
    assert.strictEqual(keysPerStep({ type: "TAG_KEYS", tags: ["a", "b"] }, 10), 4_000)
    assert.strictEqual(
      keysPerStep({ type: "AUTO_TRANSLATE", targetLanguageIds: [1], machineLanguageIds: [1, 2] }, 10),
      50
    )
  })
})

describe("a machine", () => {
  const into = (body: { readonly onlyEmpty?: boolean; readonly overwriteReviewed?: boolean }) => {
    const start = validateMachineTranslateStart({ keyIds: [1], targetLanguageIds: [1], ...body })
    if (!start.ok) throw new Error("the start is valid")
    return start.value.operation
  }
  it.each([
    ["replaces texts of people in languages that the author may review", into({}), [1], "UNREVIEWED"],
    ["fills empty texts elsewhere", into({}), [2], "EMPTY"],
    ["fills empty texts when it is asked to", into({ onlyEmpty: true, overwriteReviewed: true }), null, "EMPTY"],
    ["replaces texts of people when it is asked to", into({ onlyEmpty: false }), [], "UNREVIEWED"],
    ["replaces reviewed texts when it is asked to", into({ overwriteReviewed: true }), null, "ALL"],
    [
      "fills empty texts by itself",
      { type: "AUTO_TRANSLATE", targetLanguageIds: [], machineLanguageIds: [1] },
      null,
      "EMPTY"
    ],
    [
      "leaves its texts when the base text changes and the project wants that",
      { type: "AUTO_TRANSLATE", targetLanguageIds: [1], rules: [{ ...usualRule, languageId: 1, followsBase: false }] },
      null,
      "MISSING"
    ]
  ] satisfies ReadonlyArray<[string, JobOperation, ReadonlyArray<number> | null, string]>)(
    "%s",
    (_, operation, reviewLanguageIds, expected) => {
      assert.strictEqual(replaceableTexts(operation, 1, reviewLanguageIds), expected)
    }
  )
})

const hello: Translation = { ...untranslated, text: "Hello", state: "TRANSLATED" }
const reviewed: Translation = { ...hello, state: "REVIEWED" }
const marked: Translation = { ...reviewed, outdated: true, auto: true, mtProvider: "PROMPT", promptId: 7 }
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
