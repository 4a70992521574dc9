import { assert, describe, it } from "vitest"
import type { ErrorCode } from "../error/error-code.ts"
import {
  checkText,
  disable,
  enable,
  markOutdated,
  needsStateEdit,
  setState,
  setText,
  type Translation,
  type TranslationProtection,
  untranslated
} from "./translation.ts"

const marks = { outdated: true, auto: true, mtProvider: "DEEPL" }
const noMarks = { outdated: false, auto: false, mtProvider: null }
const translated: Translation = { text: "Dobrý den", state: "TRANSLATED", ...marks }
const reviewed: Translation = { ...translated, state: "REVIEWED" }
const disabled: Translation = { ...untranslated, state: "DISABLED" }

describe("setting a text", () => {
  it.each<[string, Translation, string | null, TranslationProtection, Translation]>([
    ["makes it translated", untranslated, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
    ["resets the marks", translated, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
    ["takes the review back", reviewed, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
    ["keeps a protected review", reviewed, "Ahoj", "PROTECT_REVIEWED", { text: "Ahoj", state: "REVIEWED", ...noMarks }],
    [
      "of one that was not reviewed makes it translated, protected or not",
      translated,
      "Ahoj",
      "PROTECT_REVIEWED",
      { text: "Ahoj", state: "TRANSLATED", ...noMarks }
    ],
    ["to nothing leaves it untranslated", reviewed, "", "PROTECT_REVIEWED", untranslated],
    ["leaves a disabled one disabled", disabled, "Ahoj", "NONE", { ...disabled, text: "Ahoj" }]
  ])("%s", (_, before, text, protection, expected) => {
    assert.deepStrictEqual(setText(before, text, protection), expected)
  })

  it("to the same text changes nothing", () => {
    assert.strictEqual(setText(reviewed, reviewed.text, "NONE"), reviewed)
    assert.strictEqual(setText(untranslated, "", "NONE"), untranslated)
  })

  it.each<[string, Translation, string | null, ErrorCode | null]>([
    ["takes 10,000 characters", untranslated, "x".repeat(10_000), null],
    ["takes no more", untranslated, "x".repeat(10_001), "translation_text_too_long"],
    ["takes none where it is disabled", disabled, "x", "cannot_modify_disabled_translation"],
    ["may always be nothing", disabled, "", null]
  ])("%s", (_, before, text, code) => {
    const error = checkText(before, text)
    assert.strictEqual(error !== null && "code" in error ? error.code : error, code)
  })

  it.each<[string, Translation, string | null, TranslationProtection, boolean]>([
    ["a protected review is changed", reviewed, "Ahoj", "PROTECT_REVIEWED", true],
    ["a protected review is emptied", reviewed, "", "PROTECT_REVIEWED", true],
    ["nothing is protected", reviewed, "Ahoj", "NONE", false],
    ["nothing was reviewed", translated, "Ahoj", "PROTECT_REVIEWED", false],
    ["the text stays", reviewed, reviewed.text, "PROTECT_REVIEWED", false]
  ])("needs the right to states only where a protected review changes: %s", (_, before, text, protection, expected) => {
    assert.strictEqual(needsStateEdit(before, text, protection), expected)
  })
})

describe("setting a state", () => {
  it("resets the marks, and leaves a translation without a text untranslated", () => {
    assert.deepStrictEqual(setState(translated, "REVIEWED"), { text: translated.text, state: "REVIEWED", ...noMarks })
    assert.deepStrictEqual(setState(disabled, "REVIEWED"), untranslated)
  })

  it("disabling removes the text; enabling does not restore it", () => {
    assert.deepStrictEqual(disable(reviewed), disabled)
    assert.strictEqual(disable(disabled), disabled)
    assert.deepStrictEqual(enable(disabled), untranslated)
    assert.strictEqual(enable(reviewed), reviewed)
  })
})

describe("a new base text", () => {
  const current: Translation = { ...reviewed, outdated: false }

  it.each<[string, Translation, TranslationProtection, boolean, Translation]>([
    ["marks", current, "NONE", false, { ...current, outdated: true }],
    [
      "takes the review back in single edits",
      current,
      "NONE",
      true,
      { ...current, outdated: true, state: "TRANSLATED" }
    ],
    ["leaves a protected review", current, "PROTECT_REVIEWED", true, { ...current, outdated: true }]
  ])("%s", (_, before, protection, dropsReview, expected) => {
    assert.deepStrictEqual(markOutdated(before, protection, dropsReview), expected)
  })

  it("changes nothing where there is no text, or where it is marked already", () => {
    assert.strictEqual(markOutdated(untranslated, "NONE", true), untranslated)
    assert.strictEqual(markOutdated(translated, "NONE", true), translated)
  })
})
