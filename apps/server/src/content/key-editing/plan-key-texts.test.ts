import { untranslated } from "@dragoman/domain/translation"
import { notEstimated, type TranslationRow } from "@dragoman/store"
import { assert, describe, it } from "vitest"
import { planKeyTexts } from "./plan-key-texts.ts"

const en = 1
const de = 2
const fr = 3

const row = (languageId: number, text: string | null): TranslationRow => ({
  ...untranslated,
  ...notEstimated,
  id: 10 + languageId,
  keyId: 7,
  languageId,
  text,
  state: text === null ? "UNTRANSLATED" : "REVIEWED"
})

const keep = { isPlural: undefined, pluralArgumentName: undefined, warnOnDataLoss: false }
const singularKey = { isPlural: false, pluralArgumentName: null }
const pluralKey = { isPlural: true, pluralArgumentName: "n" }

const plural = (argument: string, one: string, other: string) =>
  `{${argument}, plural,\none {${one}}\nother {${other}}\n}`

/** The edited and the converted texts, by language. */
const plan = (...request: Parameters<typeof planKeyTexts>) => {
  const planned = planKeyTexts(...request)
  if (planned.kind !== "planned") return planned
  return {
    argument: planned.pluralArgumentName,
    edits: Object.fromEntries(planned.edits),
    converted: Object.fromEntries(planned.converted.map(({ languageId, text }) => [languageId, text]))
  }
}

describe("the texts of a key that stays singular", () => {
  it("are edited where they differ; without a row null is no edit, but an empty text is", () => {
    const rows = [row(en, "same"), row(de, "old"), row(fr, null)]
    const texts = new Map([
      [en, "same"],
      [de, "new"],
      [fr, ""],
      [4, null],
      [5, ""]
    ])
    assert.deepStrictEqual(plan(singularKey, keep, texts, rows), {
      argument: null,
      edits: { [de]: "new", 5: "" },
      converted: {}
    })
  })

  it("may be plurals, which stay as they are written", () => {
    const text = "{n, plural, other {x}}"
    assert.deepInclude(plan(singularKey, keep, new Map([[en, text]]), []), { edits: { [en]: text } })
  })
})

describe("the texts of a key that stays plural", () => {
  it("get the stored form; another spelling of the same plural is no edit", () => {
    const rows = [row(en, plural("n", "# dog", "# dogs"))]
    const same = new Map([[en, "{n, plural, one {# dog} other {# dogs}}"]])
    assert.deepStrictEqual(plan(pluralKey, keep, same, rows), { argument: "n", edits: {}, converted: {} })
    assert.deepStrictEqual(plan(pluralKey, keep, new Map([[en, "dogs"]]), rows), { kind: "notPlural" })
  })

  it("all get a new argument", () => {
    const rows = [row(en, plural("n", "# dog", "# dogs")), row(de, plural("n", "# Hund", "# Hunde")), row(fr, null)]
    const change = { ...keep, isPlural: true, pluralArgumentName: "count" }
    const texts = new Map([[en, plural("n", "# cat", "# cats")]])
    assert.deepStrictEqual(plan(pluralKey, change, texts, rows), {
      argument: "count",
      edits: { [en]: plural("count", "# cat", "# cats") },
      converted: { [de]: plural("count", "# Hund", "# Hunde") }
    })
  })
})

describe("the texts of a key that becomes plural", () => {
  it("are plurals in the request; stored ones get one form and keep their state", () => {
    const rows = [row(en, "dogs"), row(de, "Hunde"), row(fr, null)]
    const texts = new Map([[en, "{count, plural, one {# dog} other {# dogs}}"]])
    const change = { ...keep, isPlural: true }
    assert.deepStrictEqual(plan(singularKey, change, texts, rows), {
      argument: "count",
      edits: { [en]: plural("count", "# dog", "# dogs") },
      converted: { [de]: "{count, plural,\nother {Hunde}\n}" }
    })
    const planned = planKeyTexts(singularKey, change, texts, rows)
    assert.deepStrictEqual(planned.kind === "planned" && planned.converted.map(({ state }) => state), ["REVIEWED"])
    assert.deepStrictEqual(plan(singularKey, change, new Map([[en, "dogs"]]), rows), { kind: "notPlural" })
  })

  it.each([
    ["the one of the request", { pluralArgumentName: "given" }, "{n, plural, other {x}}", "given"],
    ["else the one of its texts", {}, "{n, plural, other {x}}", "n"],
    ["else the one of the stored texts", {}, null, "m"]
  ])("have as argument %s", (_, change, text, argument) => {
    const rows = [row(en, "a"), row(de, "{m, plural, other {x}}")]
    const planned = plan(singularKey, { ...keep, ...change, isPlural: true }, new Map([[en, text]]), rows)
    assert.deepInclude(planned, { argument })
  })

  it("have value as argument when no text names one", () => {
    assert.deepInclude(plan(singularKey, { ...keep, isPlural: true }, new Map(), [row(en, "a")]), {
      argument: "value",
      converted: { [en]: "{value, plural,\nother {a}\n}" }
    })
  })
})

describe("the texts of a key that becomes singular", () => {
  const rows = [row(en, plural("n", "# dog", "# dogs")), row(de, "{n, plural,\nother {Hunde}\n}"), row(fr, null)]

  it("become the form other", () => {
    const texts = new Map([[de, "Hund"]])
    assert.deepStrictEqual(plan(pluralKey, { ...keep, isPlural: false }, texts, rows), {
      argument: null,
      edits: { [de]: "Hund" },
      converted: { [en]: "# dogs" }
    })
  })

  it("are not lost when the request asks for a warning", () => {
    const change = { ...keep, isPlural: false, warnOnDataLoss: true }
    const lost = plural("n", "# dog", "# dogs")
    assert.deepStrictEqual(plan(pluralKey, change, new Map(), rows), { kind: "dataLoss", languageId: en, text: lost })
    // A text that the request replaces loses no forms.
    assert.deepInclude(plan(pluralKey, change, new Map([[en, "dogs"]]), rows), { edits: { [en]: "dogs" } })
  })
})

describe("a text that becomes empty", () => {
  it("is untranslated, also when it was reviewed: the form other is empty, or all of them are", () => {
    for (const [key, change, text] of [
      [pluralKey, { ...keep, isPlural: false }, plural("n", "dog", "")],
      [singularKey, { ...keep, isPlural: true }, plural("n", "", "")]
    ] as const) {
      const planned = planKeyTexts(key, change, new Map(), [row(de, text)])
      assert.strictEqual(planned.kind, "planned")
      const [converted] = planned.kind === "planned" ? planned.converted : []
      assert.deepStrictEqual([converted?.text, converted?.state], [null, "UNTRANSLATED"])
    }
  })
})
