import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import type { ErrorCode } from "../error/error-code.ts"
import {
  type AssignableState,
  changedStates,
  changedTexts,
  checkText,
  disable,
  editTranslation,
  enable,
  fillText,
  markOutdated,
  needsStateEdit,
  outdatedTranslations,
  type PlacedTranslation,
  type ReplaceableTexts,
  setState,
  setText,
  type Translation,
  type TranslationChange,
  type TranslationProtection,
  untranslated
} from "./translation.ts"

describe("translation", () => {
  const marks = { outdated: true, auto: true, mtProvider: "PROMPT", promptId: 7 }
  const noMarks = { outdated: false, auto: false, mtProvider: null, promptId: null }
  const translated: Translation = { text: "Dobrý den", state: "TRANSLATED", ...marks }
  const reviewed: Translation = { ...translated, state: "REVIEWED" }
  const disabled: Translation = { ...untranslated, state: "DISABLED" }

  describe("filling from memory", () => {
    const memory = { text: "Ahoj", mtProvider: null, promptId: null }
    const filled: Translation = { ...memory, state: "TRANSLATED", outdated: false, auto: true }
    it.each<[string, Translation, Translation]>([
      ["writes an empty text as automatic", untranslated, filled],
      ["replaces an automatic text whose base text changed", translated, filled],
      [
        "leaves an automatic text that is up to date",
        { ...translated, outdated: false },
        { ...translated, outdated: false }
      ],
      ["leaves what a person wrote", { ...translated, auto: false }, { ...translated, auto: false }],
      ["leaves a reviewed text", reviewed, reviewed],
      ["leaves a disabled one", disabled, disabled]
    ])("%s", (_, before, after) => {
      assert.deepStrictEqual(fillText(before, memory, "EMPTY"), after)
    })
  })

  describe("filling by a machine", () => {
    const written: Translation = { ...translated, ...noMarks }
    const machine = { text: "Ahoj", mtProvider: "PROMPT", promptId: 8 }
    const filled: Translation = { ...machine, state: "TRANSLATED", outdated: false, auto: true }
    it.each<[string, Translation, ReplaceableTexts, Translation]>([
      ["names the service and its prompt", untranslated, "EMPTY", filled],
      ["leaves what a person wrote", written, "EMPTY", written],
      ["replaces an automatic text of a base text of before", { ...translated, auto: true }, "EMPTY", filled],
      ["leaves it when it is asked to", { ...translated, auto: true }, "MISSING", { ...translated, auto: true }],
      ["fills an empty text then, too", untranslated, "MISSING", filled],
      ["replaces it when it is asked to", written, "UNREVIEWED", filled],
      ["leaves a reviewed text", reviewed, "UNREVIEWED", reviewed],
      ["replaces it when it is asked to, without the review", reviewed, "ALL", filled],
      ["leaves an equal text to its author", { ...written, text: "Ahoj" }, "ALL", { ...written, text: "Ahoj" }],
      ["leaves a disabled one", disabled, "ALL", disabled]
    ])("%s", (_, before, texts, after) => {
      assert.deepStrictEqual(fillText(before, machine, texts), after)
    })
  })

  describe("setting a text", () => {
    it.each<[string, Translation, string | null, TranslationProtection, Translation]>([
      ["makes it translated", untranslated, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
      ["resets the marks", translated, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
      ["takes the review back", reviewed, "Ahoj", "NONE", { text: "Ahoj", state: "TRANSLATED", ...noMarks }],
      [
        "keeps a protected review",
        reviewed,
        "Ahoj",
        "PROTECT_REVIEWED",
        { text: "Ahoj", state: "REVIEWED", ...noMarks }
      ],
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
    ])(
      "needs the right to states only where a protected review changes: %s",
      (_, before, text, protection, expected) => {
        assert.strictEqual(needsStateEdit(before, text, protection), expected)
      }
    )
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
})

describe("edit translation", () => {
  const translated: Translation = { ...untranslated, text: "Hello", state: "TRANSLATED" }
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
})

describe("texts that a client expects", () => {
  const present = new Map<string, string | null>([
    ["en", "Hello"],
    ["de", null],
    ["fr", "Bonjour"]
  ])
  it.each([
    [
      "are the present ones",
      [
        ["en", "Hello"],
        ["fr", "Bonjour"]
      ],
      {}
    ],
    [
      "may be none, written in either way",
      [
        ["de", ""],
        ["cs", null]
      ],
      {}
    ],
    [
      "differ from the present ones",
      [
        ["en", "Hi"],
        ["fr", "Bonjour"]
      ],
      { en: "Hello" }
    ],
    ["have been cleared", [["de", "Hallo"]], { de: null }],
    ["have been written", [["fr", null]], { fr: "Bonjour" }],
    ["differ by a space", [["en", "Hello "]], { en: "Hello" }]
  ] as ReadonlyArray<[string, ReadonlyArray<[string, string | null]>, object]>)("%s", (_, expected, changed) => {
    assert.deepStrictEqual(changedTexts(new Map(expected), present), changed)
  })
})
