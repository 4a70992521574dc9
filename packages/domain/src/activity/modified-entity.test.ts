import { assert, describe, it } from "vitest"
import {
  coversTexts,
  type DescribedEntity,
  describeChange,
  describedBeside,
  type EntityChange,
  findDescribedIn,
  hideTextsOfFiles,
  isEntityVisible,
  type ModifiedEntity,
  type VisibleTexts
} from "./modified-entity.ts"

const czech = { tag: "cs", name: "Czech", originalName: "Čeština", flagEmoji: null }
const language = { entityClass: "Language", entityId: 7 } as const

describe("change of an entity", () => {
  it("a new entity has its values as new ones; absent values are left out", () => {
    assert.deepStrictEqual(describeChange({ ...language, before: null, after: czech }), {
      ...language,
      kind: "ADD",
      description: { flagEmoji: null },
      modifications: {
        tag: { old: null, new: "cs" },
        name: { old: null, new: "Czech" },
        originalName: { old: null, new: "Čeština" }
      },
      relations: {}
    })
  })

  it("of a screenshot nothing is recorded but that it came or went", () => {
    const screenshot = { entityClass: "Screenshot", entityId: 9 } as const
    const recorded = { ...screenshot, description: {}, modifications: {}, relations: {} }
    assert.deepStrictEqual(describeChange({ ...screenshot, before: null, after: {} }), { ...recorded, kind: "ADD" })
    assert.deepStrictEqual(describeChange({ ...screenshot, before: {}, after: null }), { ...recorded, kind: "DEL" })
    assert.isNull(describeChange({ ...screenshot, before: {}, after: {} }))
  })

  it("a deleted entity has its values as old ones", () => {
    const change = describeChange({ ...language, before: czech, after: null })
    assert.strictEqual(change?.kind, "DEL")
    assert.deepStrictEqual(change?.modifications["tag"], { old: "cs", new: null })
  })

  it("only changes are modifications, and the description does not repeat them", () => {
    const change = describeChange({ ...language, before: czech, after: { ...czech, name: "Bohemian" } })
    assert.strictEqual(change?.kind, "MOD")
    assert.deepStrictEqual(change?.modifications, { name: { old: "Czech", new: "Bohemian" } })
    assert.deepStrictEqual(change?.description, { tag: "cs", flagEmoji: null })
  })

  it("texts that earlier versions recorded as custom values of a key are not shown", () => {
    const kept = { owner: "web", _poFlags: ["no-wrap"] }
    const hidden = {
      "_fluentPattern:cs": "{ $x }",
      "_poTranslatorComment:cs": "x",
      _xliffOriginalData: [["d1", "<b>"]]
    }
    const shown = hideTextsOfFiles("KeyMeta", {
      modifications: { custom: { old: null, new: { ...kept, ...hidden } }, tags: { old: null, new: ["a"] } }
    })
    assert.deepStrictEqual(shown.modifications, {
      custom: { old: null, new: kept },
      tags: { old: null, new: ["a"] }
    })
  })

  it("references to entities are compared by their content", () => {
    const english = { entityClass: "Language", entityId: 1, data: { tag: "en" } }
    const german = { entityClass: "Language", entityId: 2, data: { tag: "de" } }
    const project = { entityClass: "Project", entityId: 3 } as const
    assert.isNull(
      describeChange({ ...project, before: { baseLanguage: english }, after: { baseLanguage: { ...english } } })
    )
    const change = describeChange({ ...project, before: { baseLanguage: english }, after: { baseLanguage: german } })
    assert.deepStrictEqual(change?.modifications, { baseLanguage: { old: english, new: german } })
  })

  it.each([
    ["nothing changed", { url: "https://a.example/", enabled: true }],
    [
      "only properties changed that are not recorded",
      { url: "https://a.example/", enabled: true, firstFailed: 5, secret: "new" }
    ]
  ])("is none when %s", (_, after) => {
    const before = { url: "https://a.example/", enabled: true, firstFailed: null, secret: "old" }
    assert.isNull(describeChange({ entityClass: "WebhookConfig", entityId: 1, before, after }))
  })

  it("the secret of a webhook configuration is never recorded", () => {
    const after = { url: "https://a.example/", enabled: true, webhookSecret: "whsec_x", secret: "whsec_x" }
    const change = describeChange({ entityClass: "WebhookConfig", entityId: 1, before: null, after })
    assert.notInclude(JSON.stringify(change), "whsec_")
    assert.deepStrictEqual(Object.keys(change?.modifications ?? {}), ["url", "enabled"])
  })
})

describe("descriptions beside the changed entities of a revision", () => {
  const namespace = { namespace: { entityClass: "Namespace", entityId: 4 } } as const
  const key = { entityClass: "Key", entityId: 5 } as const
  const before = { name: "home.title", isPlural: false }
  const described = (name: string, relations: DescribedEntity["relations"] = {}): DescribedEntity => ({
    ...key,
    data: { name },
    relations
  })
  const leftOver = (change: Omit<EntityChange, "entityClass" | "entityId">, entity: DescribedEntity) => {
    const modified = describeChange({ ...key, ...change })
    return describedBeside([entity], modified === null ? [] : [modified])
  }

  it.each<[string, Omit<EntityChange, "entityClass" | "entityId">, DescribedEntity]>([
    ["created", { before: null, after: before }, described("home.title")],
    ["renamed", { before, after: { ...before, name: "home" } }, described("home")],
    ["changed in something else", { before, after: { ...before, isPlural: true } }, described("home.title")],
    ["removed", { before, after: null }, described("home.title")],
    [
      "created in a namespace",
      { before: null, after: before, relations: namespace },
      described("home.title", namespace)
    ]
  ])("are not needed for one that was %s", (_, change, entity) => {
    assert.deepStrictEqual(leftOver(change, entity), [])
  })

  it.each<[string, Omit<EntityChange, "entityClass" | "entityId">, DescribedEntity]>([
    ["did not change", { before, after: before }, described("home.title")],
    ["is described with another name", { before: null, after: before }, described("home")],
    ["is described in a namespace only", { before: null, after: before }, described("home.title", namespace)]
  ])("are kept for one that %s", (_, change, entity) => {
    assert.deepStrictEqual(leftOver(change, entity), [entity])
  })
})

const [de, fr] = [1, 2]

const inLanguage = (entityId: number) => ({ language: { entityClass: "Language", entityId } as const })

const entity = (
  entityClass: ModifiedEntity["entityClass"],
  relations: ModifiedEntity["relations"] = {}
): ModifiedEntity => ({ entityClass, entityId: 7, kind: "MOD", description: {}, modifications: {}, relations })

const commentOn = (entityId: number) =>
  entity("TranslationComment", { translation: { entityClass: "Translation", entityId } })

const described: ReadonlyArray<DescribedEntity> = [
  { entityClass: "Translation", entityId: 10, data: { text: "Hallo" }, relations: inLanguage(de) },
  { entityClass: "Translation", entityId: 20, data: { text: "Bonjour" }, relations: inLanguage(fr) }
]

describe("a changed entity", () => {
  it.each([
    ["a German text is visible to a reader of German", entity("Translation", inLanguage(de)), [de], true],
    ["a French text is hidden from a reader of German", entity("Translation", inLanguage(fr)), [de], false],
    ["a text is hidden from a reader of none", entity("Translation", inLanguage(de)), "none", false],
    ["a text is visible to a reader of all", entity("Translation", inLanguage(fr)), "all", true],
    ["a text of no known language is hidden from a reader of some", entity("Translation"), [de, fr], false],
    ["a comment on a German text is visible to a reader of German", commentOn(10), [de], true],
    ["a comment on a French text is hidden from a reader of German", commentOn(20), [de], false],
    ["a comment on an unknown text is hidden from a reader of some", commentOn(30), [de, fr], false],
    ["a comment is hidden from a reader of none", commentOn(10), "none", false],
    ["a comment is visible to a reader of all", commentOn(30), "all", true],
    ["a key is visible to a reader of none", entity("Key"), "none", true],
    ["a language is visible to a reader of none", entity("Language"), "none", true]
  ] satisfies ReadonlyArray<[string, ModifiedEntity, VisibleTexts, boolean]>)("%s", (_, changed, visible, expected) => {
    assert.strictEqual(isEntityVisible(changed, findDescribedIn(described), visible), expected)
  })
})

describe("texts of one reader", () => {
  it.each([
    ["all", "all", true],
    ["all", [de], true],
    ["all", "none", true],
    [[de, fr], [de], true],
    [[de], [de, fr], false],
    [[de], "all", false],
    [[de], "none", true],
    ["none", "none", true],
    ["none", [de], false],
    ["none", "all", false]
  ] satisfies ReadonlyArray<[VisibleTexts, VisibleTexts, boolean]>)(
    "%s against those of another: %s",
    (one, other, covers) => {
      assert.strictEqual(coversTexts(one, other), covers)
    }
  )
})
