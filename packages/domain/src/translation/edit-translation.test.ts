import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import {
  changedStates,
  editTranslation,
  outdatedTranslations,
  type PlacedTranslation,
  type TranslationChange
} from "./edit-translation.ts"
import { type AssignableState, type Translation, type TranslationProtection, untranslated } from "./translation.ts"

const translated: Translation = { text: "Hello", state: "TRANSLATED", outdated: false, auto: false, mtProvider: null }
const reviewed: Translation = { ...translated, state: "REVIEWED" }

describe("an edit of a translation", () => {
  it.each<[string, Translation, TranslationChange, TranslationProtection, Translation]>([
    ["writes a text", untranslated, { text: "Hello" }, "NONE", translated],
    ["sets a state", translated, { state: "REVIEWED" }, "NONE", reviewed],
    ["sets the state of the new text", untranslated, { text: "Hello", state: "REVIEWED" }, "NONE", reviewed],
    ["sets no state without a text", reviewed, { text: "", state: "REVIEWED" }, "NONE", untranslated],
    ["takes back a review", reviewed, { text: "Hi" }, "NONE", { ...translated, text: "Hi" }],
    ["keeps a protected review", reviewed, { text: "Hi" }, "PROTECT_REVIEWED", { ...reviewed, text: "Hi" }]
  ])("%s", (_, before, change, protection, expected) => {
    assert.deepStrictEqual(editTranslation(before, change, protection), expected)
  })

  it.each([
    ["is empty", {}],
    ["repeats the text", { text: "Hello" }],
    ["repeats text and state", { text: "Hello", state: "TRANSLATED" }]
  ] satisfies ReadonlyArray<[string, TranslationChange]>)("changes nothing when it %s", (_, change) => {
    assert.strictEqual(editTranslation(translated, change, "NONE"), translated)
  })
})

describe("the wanted state of a language", () => {
  const en = 1
  type Stored = Translation | undefined
  it.each<[string, AssignableState, string | null | undefined, Stored, TranslationProtection, boolean]>([
    ["is a change of another state", "REVIEWED", undefined, translated, "NONE", true],
    ["is no change of the same state", "REVIEWED", undefined, reviewed, "NONE", false],
    ["is no change of what a new text gets anyway", "TRANSLATED", "Hi", undefined, "NONE", false],
    ["is no change of what a new text leaves of a review", "TRANSLATED", "Hi", reviewed, "NONE", false],
    ["is a change where the review is protected", "TRANSLATED", "Hi", reviewed, "PROTECT_REVIEWED", true],
    ["is a change of what a new text takes back", "REVIEWED", "Hi", reviewed, "NONE", true],
    ["is no change without a text", "REVIEWED", null, reviewed, "NONE", false]
  ])("%s", (_, state, text, stored, protection, isChange) => {
    const texts = new Map(text === undefined ? [] : [[en, text]])
    const rows = new Map(stored === undefined ? [] : [[en, stored]])
    assert.deepStrictEqual(changedStates(new Map([[en, state]]), texts, rows, protection), {
      ok: true,
      value: new Map(isChange ? [[en, state]] : [])
    })
  })

  it("is an error where there is neither a translation nor a text", () => {
    assert.deepStrictEqual(changedStates(new Map([[en, "REVIEWED"]]), new Map(), new Map(), "NONE"), {
      ok: false,
      error: domainError("translation_not_found")
    })
  })
})

describe("a new base text", () => {
  const [key, otherKey] = [1, 2]
  const [en, de, fr] = [10, 11, 12]
  const place = (keyId: number, languageId: number, translation: Translation = translated): PlacedTranslation => ({
    ...translation,
    keyId,
    languageId
  })
  const stored = [place(key, en), place(key, de), place(key, fr, reviewed), place(otherKey, en), place(otherKey, de)]
  const newBase = place(key, en, { ...translated, text: "Hi" })
  const languagesOf = (
    saved: ReadonlyArray<PlacedTranslation>,
    { baseLanguageId = en, written = [] }: { baseLanguageId?: number; written?: ReadonlyArray<number> } = {}
  ) =>
    outdatedTranslations({
      baseLanguageId,
      protection: "NONE",
      dropsReview: false,
      stored,
      saved,
      isWritten: ({ languageId }) => written.includes(languageId)
    }).map(({ keyId, languageId }) => [keyId, languageId])

  it.each<[string, ReadonlyArray<PlacedTranslation>, Parameters<typeof languagesOf>[1], unknown]>([
    [
      "outdates the other languages of its key",
      [newBase],
      {},
      [
        [key, de],
        [key, fr]
      ]
    ],
    ["outdates no translation that is written with it", [newBase], { written: [en, de] }, [[key, fr]]],
    ["is none when only its state changes", [place(key, en, reviewed)], {}, []],
    ["is none in another language", [place(key, de, { ...translated, text: "Hi" })], {}, []],
    ["is also a text that is removed", [place(otherKey, en, untranslated)], {}, [[otherKey, de]]],
    ["outdates nothing of a key without other translations", [place(3, en)], {}, []]
  ])("%s", (_, saved, options, expected) => {
    assert.deepStrictEqual(languagesOf(saved, options), expected)
  })

  it("keeps reviews in bulk operations, and takes them back in single edits", () => {
    const outdate = (dropsReview: boolean) =>
      outdatedTranslations({
        baseLanguageId: en,
        protection: "NONE",
        dropsReview,
        stored,
        saved: [newBase],
        isWritten: ({ languageId }) => languageId === de
      })
    assert.deepStrictEqual(outdate(false), [place(key, fr, { ...reviewed, outdated: true })])
    assert.deepStrictEqual(outdate(true), [place(key, fr, { ...translated, outdated: true })])
  })
})
