import { assert, describe, it } from "vitest"
import { type DescribedEntity, describeChange, type EntityChange } from "../activity/modified-entity.ts"
import { type ActivityType, activityTypes } from "../activity/revision.ts"
import { fieldErrors, type JsonObject } from "../error/domain-error.ts"
import {
  type ChangedPlace,
  collectPlaces,
  type EventFilter,
  matchesEventFilter,
  validateEventFilter
} from "./webhook-event.ts"

const namespace = (name: string): DescribedEntity => ({
  entityClass: "Namespace",
  entityId: name === "web" ? 1 : 2,
  data: { name },
  relations: {}
})
const language = (entityId: number, tag: string): DescribedEntity => ({
  entityClass: "Language",
  entityId,
  data: { tag },
  relations: {}
})
const inNamespace = (id: number) => ({ namespace: { entityClass: "Namespace" as const, entityId: id } })

/** Key 1 lies in `web`, key 2 in `app`, key 3 in none; key 9 is described nowhere. */
const described: ReadonlyArray<DescribedEntity> = [
  namespace("web"),
  namespace("app"),
  language(1, "en"),
  language(2, "de"),
  { entityClass: "Key", entityId: 1, data: {}, relations: inNamespace(1) },
  { entityClass: "Key", entityId: 2, data: {}, relations: inNamespace(2) },
  { entityClass: "Key", entityId: 3, data: {}, relations: {} },
  {
    entityClass: "Translation",
    entityId: 12,
    data: {},
    relations: { key: { entityClass: "Key", entityId: 1 }, language: { entityClass: "Language", entityId: 2 } }
  }
]

const keyOf = (entityId: number) => ({ key: { entityClass: "Key" as const, entityId } })
const languageOf = (entityId: number) => ({ language: { entityClass: "Language" as const, entityId } })
const namespaceValue = (name: string): JsonObject => ({ entityClass: "Namespace", entityId: 1, data: { name } })

const translation = (key: number, languageId: number): EntityChange => ({
  entityClass: "Translation",
  entityId: key * 10 + languageId,
  before: { text: "old" },
  after: { text: "new" },
  relations: { ...keyOf(key), ...languageOf(languageId) }
})
const key = (
  before: JsonObject | null,
  after: JsonObject | null,
  relations: EntityChange["relations"] = {}
): EntityChange => ({ entityClass: "Key", entityId: 1, before, after, relations })

const placesOf = (...changes: ReadonlyArray<EntityChange>): ReadonlyArray<ChangedPlace> => {
  const collector = collectPlaces()
  for (const change of changes)
    collector.add(
      [describeChange(change)].flatMap((one) => one ?? []),
      described
    )
  return collector.places()
}
const texts = (places: ReadonlyArray<ChangedPlace>) =>
  places.map(({ namespace, languageTag }) => `${namespace ?? "*"}/${languageTag ?? "*"}`)

describe("a change lies", () => {
  it.each<[string, EntityChange, ReadonlyArray<string>]>([
    ["for a text, in the namespace of its key and in its language", translation(1, 2), ["web/de"]],
    ["for a text of a key without namespace, in the default one", translation(3, 1), ["/en"]],
    ["for a text whose key is not described, in any namespace", translation(9, 1), ["*/en"]],
    [
      "for a screenshot, where its keys do",
      {
        entityClass: "Screenshot",
        entityId: 1,
        before: null,
        after: {},
        relations: keyOf(1),
        otherKeys: [keyOf(2).key, keyOf(3).key]
      },
      ["web/*", "app/*", "/*"]
    ],
    [
      "for a comment, where its translation does",
      {
        entityClass: "TranslationComment",
        entityId: 1,
        before: null,
        after: { text: "why?" },
        relations: { translation: { entityClass: "Translation", entityId: 12 } }
      },
      ["web/de"]
    ],
    ["for a key, in its namespace and all languages", key({ name: "a" }, { name: "b" }, inNamespace(2)), ["app/*"]],
    ["for a new key, where it is", key(null, { name: "a", namespace: namespaceValue("web") }), ["web/*"]],
    ["for a new key without namespace, in the default one", key(null, { name: "a" }), ["/*"]],
    ["for an erased key, where it was", key({ name: "a", namespace: namespaceValue("web") }, null), ["web/*"]],
    [
      "for a moved key, where it was and where it is",
      key({ namespace: namespaceValue("web") }, { namespace: null }),
      ["web/*", "/*"]
    ],
    [
      "for a key that is moved out of the default namespace, where it was and where it is",
      key({ namespace: null }, { namespace: namespaceValue("web") }),
      ["/*", "web/*"]
    ],
    [
      "for tags, in the namespace of their key",
      { entityClass: "KeyMeta", entityId: 1, before: null, after: { tags: ["t"] }, relations: keyOf(1) },
      ["web/*"]
    ],
    [
      "for a renamed namespace, in both names",
      { entityClass: "Namespace", entityId: 1, before: { name: "web" }, after: { name: "site" } },
      ["web/*", "site/*"]
    ],
    [
      "for a deleted language, in that language and all namespaces",
      { entityClass: "Language", entityId: 2, before: { tag: "de", name: "German" }, after: null },
      ["*/de"]
    ],
    [
      "for an edited language, in that language",
      { entityClass: "Language", entityId: 2, before: { tag: "de", name: "G" }, after: { tag: "de", name: "German" } },
      ["*/de"]
    ],
    [
      "for a language with another tag, in both",
      { entityClass: "Language", entityId: 2, before: { tag: "de" }, after: { tag: "de-AT" } },
      ["*/de", "*/de-AT"]
    ],
    [
      "for the project, everywhere",
      { entityClass: "Project", entityId: 1, before: null, after: { name: "P" } },
      ["*/*"]
    ]
  ])("%s", (_, change, places) => {
    assert.deepStrictEqual(texts(placesOf(change)), places)
  })

  it("in each place once, however many entities it has", () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => translation((index % 3) + 1, (index % 2) + 1))
    assert.sameMembers(texts(placesOf(...changes)), ["web/en", "web/de", "app/en", "app/de", "/en", "/de"])
  })
})

describe("a configuration", () => {
  const change = placesOf(translation(1, 1), translation(2, 2))
  it.each<[string, EventFilter, ActivityType, ReadonlyArray<ChangedPlace>, boolean]>([
    ["with an empty filter gets everything", {}, "IMPORT", change, true],
    ["gets its types", { activityTypes: ["IMPORT", "CREATE_KEY"] }, "IMPORT", change, true],
    ["does not get other types", { activityTypes: ["CREATE_KEY"] }, "IMPORT", change, false],
    ["gets its namespaces", { namespaces: ["app"] }, "IMPORT", change, true],
    ["does not get other namespaces", { namespaces: ["App", ""] }, "IMPORT", change, false],
    ["gets its languages", { languageTags: ["fr", "de"] }, "IMPORT", change, true],
    ["does not get other languages", { languageTags: ["fr"] }, "IMPORT", change, false],
    ["needs one place that is in all lists", { namespaces: ["web"], languageTags: ["de"] }, "IMPORT", change, false],
    ["with all lists gets such a place", { namespaces: ["web"], languageTags: ["en"] }, "IMPORT", change, true],
    [
      "gets changes that concern every language",
      { languageTags: ["de"] },
      "KEY_NAME_EDIT",
      placesOf(key({ name: "a" }, { name: "b" })),
      true
    ],
    [
      "gets changes that concern every namespace",
      { namespaces: ["web"] },
      "EDIT_PROJECT",
      [{ namespace: null, languageTag: null }],
      true
    ],
    [
      "needs the type as well",
      { activityTypes: ["CREATE_KEY"], namespaces: ["web"], languageTags: ["en"] },
      "IMPORT",
      change,
      false
    ],
    ["gets its branches", { branches: ["release", "main"] }, "IMPORT", change, true],
    ["does not get other branches", { branches: ["release"] }, "IMPORT", change, false],
    [
      "needs the branch as well",
      { namespaces: ["web"], languageTags: ["en"], branches: ["release"] },
      "IMPORT",
      change,
      false
    ]
  ])("%s", (_, filter, type, places, isTold) => {
    assert.strictEqual(matchesEventFilter(filter, { type, branch: "main", places }), isTold)
  })

  it("whose filter has every type gets as much as one without", () => {
    for (const type of activityTypes) {
      assert.isTrue(matchesEventFilter({ activityTypes }, { type, branch: null, places: [] }))
      assert.isTrue(matchesEventFilter({}, { type, branch: null, places: [] }))
    }
  })

  it("gets all changes of a project that uses no branches, whatever branches its filter has", () => {
    assert.isTrue(matchesEventFilter({ branches: ["release"] }, { type: "IMPORT", branch: null, places: change }))
  })

  it("with more lists never gets more", () => {
    const lists: EventFilter = {
      activityTypes: ["IMPORT"],
      namespaces: ["web", ""],
      languageTags: ["en"],
      branches: ["main"]
    }
    const names = ["activityTypes", "namespaces", "languageTags", "branches"] as const
    const placeLists = [[], change, placesOf(translation(3, 1)), placesOf(translation(3, 2)), placesOf(key(null, {}))]
    for (let set = 0; set < 16; set++) {
      const some = Object.fromEntries(names.flatMap((name, bit) => (set & (1 << bit) ? [[name, lists[name]]] : [])))
      for (const type of ["IMPORT", "CREATE_KEY"] as const) {
        for (const places of placeLists) {
          if (!matchesEventFilter(lists, { type, branch: "main", places })) continue
          assert.isTrue(matchesEventFilter(some, { type, branch: "main", places }))
        }
      }
    }
  })
})

describe("a filter in a body", () => {
  const many = Array.from({ length: 101 }, (_, index) => String(index))
  it.each([
    ["that is null is none", null, null],
    ["without lists is none", {}, null],
    ["with null lists is none", { namespaces: null, languageTags: null, activityTypes: null }, null],
    ["keeps its lists only", { namespaces: [""], languageTags: null }, { namespaces: [""] }],
    ["may have a hundred items", { languageTags: many.slice(1) }, { languageTags: many.slice(1) }]
  ])("%s", (_, input, value) => {
    assert.deepStrictEqual(validateEventFilter(input), { ok: true, value })
  })

  it("is invalid with empty lists, which nothing could match, and with very long ones", () => {
    const message = "size must be between 1 and 100"
    assert.deepStrictEqual(validateEventFilter({ activityTypes: [], namespaces: ["a"], languageTags: many }), {
      ok: false,
      error: fieldErrors({ "eventFilter.activityTypes": message, "eventFilter.languageTags": message })
    })
  })
})
