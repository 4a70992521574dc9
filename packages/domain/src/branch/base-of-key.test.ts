import { assert, describe, it } from "vitest"
import { describeChange, type EntityChange } from "../activity/modified-entity.ts"
import type { JsonObject } from "../error/domain-error.ts"
import { baseOfErasedKey, baseOfKey, type KeyModification, keyIdsOf, type SharedParts } from "./base-of-key.ts"
import type { KeyVersion } from "./key-version.ts"

const [en, de, removedLanguage] = [1, 2, 9]
const keyId = 5
const key = { entityClass: "Key", entityId: keyId } as const

const shared: SharedParts = {
  namespaces: new Map([[3, "renamed"]]),
  languageIds: new Set([en, de]),
  labelIds: new Set([4, 6])
}

const now: KeyVersion = {
  name: "home.title",
  namespace: null,
  isPlural: true,
  pluralArgumentName: "count",
  maxCharLimit: 20,
  description: "Heading",
  customValues: { a: 1 },
  tags: ["b", "c"],
  screenshotIds: [7, 8],
  texts: { [en]: { text: "Home", state: "TRANSLATED", labelIds: [4] } }
}

const changed = (change: EntityChange): KeyModification => {
  const described = describeChange(change)
  assert.isNotNull(described)
  return described
}
const ofKey = (before: JsonObject | null, after: JsonObject | null) => changed({ ...key, before, after })
const ofMeta = (before: JsonObject | null, after: JsonObject) =>
  changed({ entityClass: "KeyMeta", entityId: keyId, before, after, relations: { key } })
const ofText = (languageId: number, before: JsonObject | null, after: JsonObject) =>
  changed({
    entityClass: "Translation",
    entityId: 100 + languageId,
    before,
    after,
    relations: { key, language: { entityClass: "Language", entityId: languageId } }
  })
const ofScreenshot = (entityId: number, kind: "ADD" | "DEL") =>
  changed({
    entityClass: "Screenshot",
    entityId,
    before: kind === "ADD" ? null : {},
    after: kind === "ADD" ? {} : null,
    relations: { key }
  })
const namespace = (entityId: number, name: string) => ({ entityClass: "Namespace", entityId, data: { name } })
const english = (change: object) => ({ texts: { [en]: { ...now.texts[en], ...change } } })

describe("the base of a key", () => {
  it.each<[string, ReadonlyArray<KeyModification>, object]>([
    ["nothing", [], {}],
    ["a name", [ofKey({ name: "old" }, { name: "home.title" })], { name: "old" }],
    [
      "a move out of a namespace that was renamed",
      [ofKey({ namespace: namespace(3, "x") }, {})],
      { namespace: "renamed" }
    ],
    ["a move out of a namespace that was removed", [ofKey({ namespace: namespace(2, "x") }, {})], { namespace: "x" }],
    [
      "a plural and a limit",
      [
        ofKey(
          { isPlural: false, pluralArgName: null, maxCharLimit: null },
          { isPlural: true, pluralArgName: "count", maxCharLimit: 20 }
        )
      ],
      { isPlural: false, pluralArgumentName: null, maxCharLimit: null }
    ],
    [
      "tags, a description and custom values",
      [
        ofMeta(
          { tags: ["c", "a"], description: null, custom: { b: 2 } },
          { tags: ["b", "c"], description: "Heading", custom: { a: 1 } }
        )
      ],
      { tags: ["a", "c"], description: null, customValues: { b: 2 } }
    ],
    ["the first tags", [ofMeta(null, { tags: ["b", "c"] })], { tags: [] }],
    [
      "an edited text",
      [ofText(en, { text: "Hi", state: "REVIEWED" }, { text: "Home", state: "TRANSLATED" })],
      english({ text: "Hi", state: "REVIEWED" })
    ],
    [
      "a new text with a label",
      [ofText(en, null, { text: "Home", state: "TRANSLATED", labels: [{ id: 4 }] })],
      english({ text: null, state: "UNTRANSLATED", labelIds: [] })
    ],
    [
      "labels, but for those that were deleted since",
      [ofText(en, { labels: [{ id: 6 }, { id: 2 }, { id: 4 }] }, { labels: [{ id: 4 }] })],
      english({ labelIds: [4, 6] })
    ],
    ["a text in a language that was deleted since", [ofText(removedLanguage, { text: "x" }, { text: "y" })], {}],
    ["screenshots", [ofScreenshot(8, "ADD"), ofScreenshot(6, "DEL")], { screenshotIds: [6, 7] }],
    ["a screenshot that came and went", [ofScreenshot(6, "DEL"), ofScreenshot(6, "ADD")], {}],
    [
      "several changes, whatever their order: a job records its changes under its first revision",
      [
        ofText(en, { text: "A" }, { text: "B" }),
        ofText(en, { text: "B" }, { text: "Home" }),
        ofText(en, { text: "X" }, { text: "A" })
      ],
      english({ text: "X" })
    ],
    [
      "changes with a gap, by the oldest of them",
      [ofText(en, { text: "C" }, { text: "D" }), ofText(en, { text: "A" }, { text: "B" })],
      english({ text: "A" })
    ],
    ["a deletion that was taken back", [ofKey({ deletedAt: "t" }, {}), ofKey({}, { deletedAt: "t" })], {}]
  ])("takes back %s", (_, modifications, difference) => {
    assert.deepStrictEqual(baseOfKey({ version: now, isDeleted: false }, modifications, shared), {
      ...now,
      ...difference
    })
  })

  it("of a deleted key is the key with what it had", () => {
    const deletion = ofKey({ name: "home.title", deletedAt: null }, { name: "home.title", deletedAt: "t" })
    assert.deepStrictEqual(baseOfKey({ version: now, isDeleted: true }, [deletion], shared), now)
  })

  it.each<[string, boolean, KeyModification]>([
    ["was created since", false, ofKey(null, { name: "home.title" })],
    ["was restored since", false, ofKey({ deletedAt: "t" }, { deletedAt: null })],
    ["lay in the trash all the time", true, ofKey({ name: "a" }, { name: "home.title" })]
  ])("is none when the key %s", (_, isDeleted, modification) => {
    assert.isNull(baseOfKey({ version: now, isDeleted }, [modification], shared))
  })
})

it.each<[string, KeyModification, ReadonlyArray<number>]>([
  ["a key", ofKey(null, { name: "a" }), [keyId]],
  ["tags of a key", ofMeta(null, { tags: ["a"] }), [keyId]],
  ["a text", ofText(en, null, { text: "a" }), [keyId]],
  ["a screenshot", ofScreenshot(8, "ADD"), [keyId]],
  [
    "a screenshot of several keys",
    changed({
      entityClass: "Screenshot",
      entityId: 8,
      before: null,
      after: {},
      relations: { key },
      otherKeys: [{ entityClass: "Key", entityId: 6 }]
    }),
    [keyId, 6]
  ],
  ["a language", changed({ entityClass: "Language", entityId: 1, before: null, after: { tag: "en" } }), []]
])("a change of %s belongs to its keys", (_, modification, keyIds) => {
  assert.deepStrictEqual(keyIdsOf(modification), keyIds)
})

it("the base of an erased key has what its erasure recorded", () => {
  const erasure = ofKey({ name: "b", namespace: namespace(3, "web"), isPlural: false, maxCharLimit: 9 }, null)
  const deletion = ofKey({ deletedAt: null }, { deletedAt: "t" })
  const renaming = ofKey({ name: "a" }, { name: "b" })
  const base = baseOfErasedKey([erasure, deletion, renaming], shared)
  assert.deepStrictEqual([base?.name, base?.namespace, base?.maxCharLimit, base?.texts], ["a", "renamed", 9, {}])
  assert.isNull(baseOfErasedKey([erasure], shared), "it lay in the trash")
  assert.isNull(baseOfErasedKey([erasure, deletion, ofKey(null, { name: "b" })], shared), "it was created since")
})
