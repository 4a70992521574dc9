import { assert, describe, it } from "vitest"
import type { ModifiedEntity, VisibleTexts } from "./modified-entity.ts"
import type { Revision } from "./revision.ts"
import { translationDataChange, translationDataMessage } from "./translation-data.ts"

const english = 11
const german = 12

const key: ModifiedEntity = {
  entityClass: "Key",
  entityId: 5,
  kind: "MOD",
  description: { name: "home" },
  modifications: { maxCharLimit: { old: null, new: 9 } },
  relations: {}
}

const meta: ModifiedEntity = {
  entityClass: "KeyMeta",
  entityId: 5,
  kind: "MOD",
  description: {},
  modifications: { tags: { old: null, new: ["web"] } },
  relations: { key: { entityClass: "Key", entityId: 5 } }
}

const text = (entityId: number, languageId: number): ModifiedEntity => ({
  entityClass: "Translation",
  entityId,
  kind: "MOD",
  description: {},
  modifications: { text: { old: "a", new: "b" } },
  relations: {
    key: { entityClass: "Key", entityId: 5 },
    language: { entityClass: "Language", entityId: languageId }
  }
})

const revision = (entities: ReadonlyArray<ModifiedEntity>): Revision => ({
  id: 52,
  createdAt: 7,
  type: "COMPLEX_EDIT",
  branch: "release",
  author: { id: 2, username: "franta@example.com", name: "Franta", deleted: false, avatar: null },
  entities,
  described: [
    { entityClass: "Key", entityId: 5, data: { name: "home" }, relations: {} },
    { entityClass: "Language", entityId: english, data: { name: "English", tag: "en" }, relations: {} }
  ],
  counts: null,
  params: null
})

const message = (entities: ReadonlyArray<ModifiedEntity>, visible: VisibleTexts = "all") => {
  const change = translationDataChange(revision(entities))
  return change && translationDataMessage(change, visible)
}

const dataOf = (entities: ReadonlyArray<ModifiedEntity>, visible: VisibleTexts = "all") =>
  message(entities, visible)?.data as {
    readonly keys: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly translations: ReadonlyArray<{ readonly id: number }>
    readonly suggestions?: ReadonlyArray<{ readonly id: number }>
  } | null

describe("the realtime message of a revision", () => {
  it("names the author, the keys and the texts, and no address", () => {
    assert.deepStrictEqual(message([key, text(9, english)]) as unknown, {
      actor: { type: "USER", data: { id: 2, username: "", name: "Franta", deleted: false, avatar: null } },
      data: {
        keys: [
          {
            name: "home",
            id: 5,
            modifications: { maxCharLimit: { old: null, new: 9 } },
            changeType: "MOD",
            relations: {}
          }
        ],
        translations: [
          {
            id: 9,
            modifications: { text: { old: "a", new: "b" } },
            changeType: "MOD",
            relations: {
              key: { entityClass: "Key", entityId: 5, data: { name: "home" }, relations: {} },
              language: {
                entityClass: "Language",
                entityId: english,
                data: { name: "English", tag: "en" },
                relations: {}
              }
            }
          }
        ]
      },
      sourceActivity: "COMPLEX_EDIT",
      activityId: 52,
      dataCollapsed: false,
      timestamp: 7,
      branch: "release"
    })
  })

  it("tags belong to their key, whether that changed itself or not", () => {
    const tags = { old: null, new: ["web"] }
    assert.deepStrictEqual(dataOf([meta])?.keys, [
      { name: "home", id: 5, modifications: { tags }, changeType: "MOD", relations: {} }
    ])
    assert.deepStrictEqual(
      dataOf([key, meta])?.keys.map(({ modifications }) => modifications),
      [{ maxCharLimit: { old: null, new: 9 }, tags }]
    )
  })

  it.each<[string, VisibleTexts, ReadonlyArray<number>]>([
    ["all", "all", [1, 2]],
    ["none", "none", []],
    ["of one language", [german], [2]]
  ])("texts and suggestions are shown only to readers who may see them: %s", (_, visible, ids) => {
    const suggestion = (id: number, languageId: number) =>
      ({ ...text(id, languageId), entityClass: "TranslationSuggestion" }) as const
    const suggestions = [suggestion(1, english), suggestion(2, german)]
    const data = dataOf([key, text(1, english), text(2, german), ...suggestions], visible)
    assert.deepStrictEqual(
      data?.translations.map(({ id }) => id),
      ids
    )
    assert.deepStrictEqual(
      data?.suggestions?.map(({ id }) => id),
      ids
    )
    assert.lengthOf(data?.keys ?? [], 1)
  })

  it.each([
    ["Language", true],
    ["Namespace", true],
    ["Project", false],
    ["WebhookConfig", false]
  ] as const)("a change of nothing but a %s is published: %s", (entityClass, isPublished) => {
    const published = message([{ ...key, entityClass }])
    assert.deepStrictEqual(
      published === null ? null : published.data,
      isPublished ? { keys: [], translations: [] } : null
    )
  })

  it("500 entities are not named any more", () => {
    const texts = Array.from({ length: 500 }, (_, index) => text(index, english))
    assert.strictEqual(dataOf(texts.slice(1))?.translations.length, 499)
    assert.deepInclude(message(texts), { data: null, dataCollapsed: true })
  })

  it("of a counted type needs no entities", () => {
    const counted = { ...revision([]), type: "IMPORT" as const, counts: { Key: 100, Translation: 400 } }
    const change = translationDataChange(counted)
    assert.deepInclude(change && translationDataMessage(change, "all"), { data: null, dataCollapsed: true })
    assert.isNull(translationDataChange({ ...counted, counts: { Project: 1 } }))
  })

  it("of the server itself has an unknown actor", () => {
    const change = translationDataChange({ ...revision([key]), author: null })
    assert.deepStrictEqual(change && translationDataMessage(change, "all").actor, { type: "UNKNOWN", data: null })
  })
})
