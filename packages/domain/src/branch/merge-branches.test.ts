import { assert, describe, it } from "vitest"
import type { KeyVersion, KeyVersions, MergeChangeType, TextVersion } from "./key-version.ts"
import {
  type ConflictingField,
  changedTranslations,
  compareKey,
  effectiveResolution,
  mergeKey
} from "./merge-branches.ts"

const [en, de, fr] = [1, 2, 3]

const text = (
  value: string | null,
  state: TextVersion["state"] = "TRANSLATED",
  labelIds: ReadonlyArray<number> = []
) => ({
  text: value,
  state,
  labelIds
})

const base: KeyVersion = {
  name: "home.title",
  namespace: null,
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null,
  description: "Heading",
  customValues: { owner: "web", deep: { a: 1, b: [1] } },
  tags: ["draft", "web"],
  screenshotIds: [7],
  texts: { [en]: text("Home", "TRANSLATED", [4]), [de]: text("Start") }
}

const changed = (change: Partial<KeyVersion>): KeyVersion => ({ ...base, ...change })
const inEnglish = (version: TextVersion): KeyVersion => changed({ texts: { ...base.texts, [en]: version } })

const described = changed({ description: "Title" })

describe("what a merge makes of a key", () => {
  it.each<[string, KeyVersions, MergeChangeType | null]>([
    ["new in the source", { base: null, source: base, target: null }, "ADD"],
    ["new in the target", { base: null, source: null, target: base }, null],
    ["new in both, and different", { base: null, source: base, target: described }, "CONFLICT"],
    ["new in both, and equal", { base: null, source: base, target: changed({}) }, null],
    ["deleted, unchanged in the target", { base, source: null, target: changed({}) }, "DELETE"],
    ["deleted, changed in the target", { base, source: null, target: described }, "CONFLICT"],
    ["deleted in both", { base, source: null, target: null }, null],
    ["unchanged, deleted in the target", { base, source: changed({}), target: null }, null],
    ["changed, deleted in the target", { base, source: described, target: null }, "ADD"],
    ["changed, unchanged in the target", { base, source: described, target: base }, "UPDATE"],
    ["unchanged, changed in the target", { base, source: base, target: described }, null],
    ["changed in both to the same", { base, source: described, target: changed({ description: "Title" }) }, null],
    ["changed in both, in other fields", { base, source: described, target: changed({ maxCharLimit: 9 }) }, "UPDATE"],
    ["changed in both, differently", { base, source: described, target: changed({ description: "H" }) }, "CONFLICT"]
  ])("%s", (_, versions, type) => {
    assert.strictEqual(compareKey(versions)?.type ?? null, type)
  })

  it.each<[string, Partial<KeyVersion>]>([
    ["name", { name: "home.heading" }],
    ["namespace", { namespace: "web" }],
    ["plural", { isPlural: true }],
    ["argument", { pluralArgumentName: "count" }],
    ["character limit", { maxCharLimit: 20 }],
    ["description", { description: null }],
    ["custom values", { customValues: { owner: "web", deep: { a: 1, b: [2] } } }],
    ["tags", { tags: ["web"] }],
    ["screenshots", { screenshotIds: [7, 8] }],
    ["a text", { texts: { ...base.texts, [de]: text("Anfang") } }],
    ["a new text", { texts: { ...base.texts, [fr]: text("Accueil") } }],
    ["a removed text", { texts: { [en]: text("Home", "TRANSLATED", [4]) } }],
    ["a state", { texts: { ...base.texts, [de]: text("Start", "REVIEWED") } }],
    ["labels", { texts: { ...base.texts, [de]: text("Start", "TRANSLATED", [4]) } }]
  ])("a change of %s is an update, which the target gets and can leave out", (_, change) => {
    const versions = { base, source: changed(change), target: base }
    assert.strictEqual(compareKey(versions)?.type, "UPDATE")
    assert.deepStrictEqual(mergeKey(versions, "SOURCE"), versions.source)
    assert.deepStrictEqual(mergeKey(versions, "TARGET"), base)
    assert.isNull(compareKey({ base, source: base, target: versions.source }))
  })

  it.each<[string, KeyVersion]>([
    ["a missing text is an empty one", changed({ texts: { ...base.texts, [fr]: text(null, "UNTRANSLATED") } })],
    ["custom values have no order", changed({ customValues: { deep: { b: [1], a: 1 }, owner: "web" } })]
  ])("no change: %s", (_, source) => {
    assert.isNull(compareKey({ base, source, target: described }))
  })
})

describe("conflicts", () => {
  it.each<[string, KeyVersion, KeyVersion, ReadonlyArray<ConflictingField>, ReadonlyArray<number>]>([
    ["of names", changed({ name: "a" }), changed({ name: "b" }), ["name"], []],
    ["of namespaces", changed({ namespace: "a" }), changed({ namespace: "b" }), ["namespace"], []],
    ["of limits", changed({ maxCharLimit: 1 }), changed({ maxCharLimit: 2 }), ["maxCharLimit"], []],
    ["of a removed value and a changed one", changed({ description: null }), described, ["description"], []],
    ["of custom values", changed({ customValues: {} }), changed({ customValues: { a: 1 } }), ["customValues"], []],
    ["of texts", inEnglish(text("Hi")), inEnglish(text("Hello")), ["texts"], [en]],
    ["of states", inEnglish(text("Home", "REVIEWED")), inEnglish(text(null, "DISABLED")), ["texts"], [en]],
    [
      "of a language that both added",
      changed({ texts: { ...base.texts, [fr]: text("Accueil") } }),
      changed({ texts: { ...base.texts, [fr]: text("Maison") } }),
      ["texts"],
      [fr]
    ],
    [
      "in several fields and languages",
      { ...inEnglish(text("Hi")), description: "A", isPlural: true },
      { ...changed({ texts: { [en]: text("Hello"), [de]: text("Los") } }), description: "B" },
      ["description", "texts"],
      [en]
    ]
  ])("%s are named, and the resolution decides", (_, source, target, fields, languageIds) => {
    const versions = { base, source, target }
    assert.deepStrictEqual(compareKey(versions), {
      type: "CONFLICT",
      conflictingFields: fields,
      conflictingLanguageIds: languageIds
    })
    for (const [side, winner] of [
      ["SOURCE", source],
      ["TARGET", target]
    ] as const) {
      const merged = mergeKey(versions, side)
      for (const field of fields) {
        if (field !== "texts") assert.deepStrictEqual(merged?.[field], winner[field], `${side} ${field}`)
      }
      for (const id of languageIds) assert.deepStrictEqual(merged?.texts[id]?.text, winner.texts[id]?.text)
    }
  })

  it.each<[string, KeyVersion, KeyVersion]>([
    ["tags", changed({ tags: ["a"] }), changed({ tags: ["b"] })],
    ["screenshots", changed({ screenshotIds: [1] }), changed({ screenshotIds: [2] })],
    ["labels", inEnglish(text("Home", "TRANSLATED", [1])), inEnglish(text("Home", "TRANSLATED", [2]))]
  ])("%s never conflict", (_, source, target) => {
    assert.strictEqual(compareKey({ base, source, target })?.type, "UPDATE")
  })

  it("a key that one side deleted goes or stays as resolved", () => {
    const versions = { base, source: null, target: described }
    assert.isNull(mergeKey(versions, "SOURCE"))
    assert.strictEqual(mergeKey(versions, "TARGET"), described)
  })

  it("a key that both sides created has the values of both, and the chosen ones where they differ", () => {
    const source = { ...base, maxCharLimit: 10, tags: ["a"], texts: { [en]: text("Home"), [de]: text("Start") } }
    const target = { ...base, description: "Top", tags: ["b"], texts: { [en]: text("Hi"), [fr]: text("Accueil") } }
    const both = { ...base, maxCharLimit: 10, tags: ["a", "b"] }
    assert.deepStrictEqual(mergeKey({ base: null, source, target }, "SOURCE"), {
      ...both,
      texts: { [en]: text("Home"), [de]: text("Start"), [fr]: text("Accueil") }
    })
    assert.deepStrictEqual(mergeKey({ base: null, source, target }, "TARGET"), {
      ...both,
      description: "Top",
      texts: { [en]: text("Hi"), [de]: text("Start"), [fr]: text("Accueil") }
    })
  })
})

describe("the merged key", () => {
  it("has the changes of both sides", () => {
    const source = { ...described, name: "home.heading", tags: ["web", "x"], screenshotIds: [7, 9] }
    const target = { ...base, namespace: "web", tags: ["draft", "ready", "web"], screenshotIds: [] }
    assert.deepStrictEqual(mergeKey({ base, source, target }, "SOURCE"), {
      ...base,
      name: "home.heading",
      namespace: "web",
      description: "Title",
      tags: ["ready", "web", "x"],
      screenshotIds: [9]
    })
  })

  it.each<[string, TextVersion, TextVersion, TextVersion]>([
    [
      "the text of one, the labels of both",
      text("Hi", "TRANSLATED", [4, 5]),
      text("Home", "TRANSLATED", []),
      text("Hi", "TRANSLATED", [5])
    ],
    ["no review of another text", text("Hi"), text("Home", "REVIEWED", [4]), text("Hi", "TRANSLATED", [])],
    ["the review of the same text", text("Hi"), text("Hi", "REVIEWED"), text("Hi", "REVIEWED")]
  ])("has of a text %s", (_, source, target, merged) => {
    const versions = { base, source: inEnglish(source), target: inEnglish(target) }
    assert.deepStrictEqual(
      mergeKey({ ...versions, source: { ...versions.source, maxCharLimit: 3 } }, "SOURCE")?.texts[en],
      merged
    )
  })

  it.each<[string, KeyVersions, "SOURCE" | "TARGET", KeyVersion | null]>([
    ["an addition is left out", { base: null, source: base, target: null }, "TARGET", null],
    ["an addition is made", { base: null, source: base, target: null }, "SOURCE", base],
    ["a deleted key comes back", { base, source: described, target: null }, "SOURCE", described],
    ["a deletion is left out", { base, source: null, target: base }, "TARGET", base],
    ["a deletion is made", { base, source: null, target: base }, "SOURCE", null],
    ["nothing changes the target", { base, source: base, target: described }, "SOURCE", described]
  ])("%s", (_, versions, side, merged) => {
    assert.deepStrictEqual(mergeKey(versions, side), merged)
  })
})

it("changed translations are those whose texts differ between the two branches", () => {
  const source = changed({ texts: { [fr]: text("Accueil"), [en]: text("Home", "REVIEWED"), [de]: text("Anfang") } })
  assert.deepStrictEqual(changedTranslations({ base, source, target: base }), [de, fr])
  assert.isNull(changedTranslations({ base, source, target: null }))
  assert.isNull(changedTranslations({ base, source: null, target: base }))
})

it("changes are merged unless they are left out; conflicts once they are resolved", () => {
  assert.strictEqual(effectiveResolution("UPDATE", null), "SOURCE")
  assert.strictEqual(effectiveResolution("DELETE", "TARGET"), "TARGET")
  assert.strictEqual(effectiveResolution("CONFLICT", "TARGET"), "TARGET")
  assert.isNull(effectiveResolution("CONFLICT", null))
})
