import { assert, describe, it } from "vitest"
import { type CollectableTranslation, type CollectionFacts, collectTranslations } from "./collect-translations.ts"

const translation = (keyName: string, languageName: string, text: string): CollectableTranslation => ({
  keyName,
  languageName,
  text,
  position: null
})

const collect = (
  translations: ReadonlyArray<CollectableTranslation>,
  facts: Partial<CollectionFacts<CollectableTranslation>> = {}
) => {
  const collected = collectTranslations({
    fileIndex: 1,
    translations,
    pairedTag: (languageName) => languageName,
    selectedElsewhere: () => null,
    ...facts
  })
  return {
    stored: collected.stored.map(
      (value) =>
        `${value.translation.languageName}:${value.translation.text}${value.isSelectedToImport ? "" : " (off)"}`
    ),
    issues: collected.issues.map((issue) => issue.type),
    references: collected.issues.flatMap((issue) =>
      issue.params.flatMap((param) => ("reference" in param ? [param.reference] : []))
    )
  }
}

describe("collectTranslations", () => {
  it("keeps the first of several values and reports the others", () => {
    const collected = collect([translation("k", "en", "1"), translation("k", "en", "2"), translation("k", "en", "3")])
    assert.deepStrictEqual(collected.stored, ["en:1"])
    assert.deepStrictEqual(collected.issues, [
      "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
      "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE"
    ])
    assert.deepStrictEqual(collected.references[0], { fileIndex: 1, keyName: "k", languageName: "en" })
  })

  it("drops an equal value silently", () => {
    const collected = collect([translation("k", "en", "1"), translation("k", "en", "1")])
    assert.deepStrictEqual(collected.stored, ["en:1"])
    assert.deepStrictEqual(collected.issues, [])
  })

  it("one key in two languages is no collision", () => {
    const collected = collect([translation("k", "en", "1"), translation("k", "cs", "2")])
    assert.deepStrictEqual(collected.stored, ["en:1", "cs:2"])
    assert.deepStrictEqual(collected.issues, [])
  })

  it("a key of another file stays there, even with an equal text; here it is stored but not selected", () => {
    const elsewhere = { fileIndex: 0, keyName: "k", languageName: "english" }
    const collected = collect([translation("k", "en", "1"), translation("l", "en", "2")], {
      selectedElsewhere: (keyName, tag) => (keyName === "k" && tag === "en" ? elsewhere : null)
    })
    assert.deepStrictEqual(collected.stored, ["en:1 (off)", "en:2"])
    assert.deepStrictEqual(collected.issues, ["TRANSLATION_DEFINED_IN_ANOTHER_FILE"])
    assert.deepStrictEqual(collected.references, [elsewhere, elsewhere])
  })

  it("two languages of one file that are paired with one language collide", () => {
    const collected = collect([translation("k", "source", "1"), translation("k", "target", "2")], {
      pairedTag: () => "en"
    })
    assert.deepStrictEqual(collected.stored, ["source:1", "target:2 (off)"])
    assert.deepStrictEqual(collected.references[0], { fileIndex: 1, keyName: "k", languageName: "source" })
  })

  it("languages without a pairing never collide", () => {
    const collected = collect([translation("k", "a", "1"), translation("k", "b", "2")], { pairedTag: () => null })
    assert.deepStrictEqual(collected.stored, ["a:1", "b:2"])
    assert.deepStrictEqual(collected.issues, [])
  })

  it("names of objects are ordinary names", () => {
    const collected = collect([translation("__proto__", "constructor", "1"), translation("toString", "__proto__", "2")])
    assert.deepStrictEqual(collected.stored, ["constructor:1", "__proto__:2"])
    assert.deepStrictEqual(collected.issues, [])
  })
})
