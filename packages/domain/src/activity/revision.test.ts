import { assert, describe, it } from "vitest"
import { describeChange, type ModifiedEntity, type VisibleTexts } from "./modified-entity.ts"
import { type Revision, renderEntity, renderRevision } from "./revision.ts"

const entity = (entityClass: ModifiedEntity["entityClass"], entityId: number): ModifiedEntity => ({
  entityClass,
  entityId,
  kind: "MOD",
  description: { tag: "cs" },
  modifications: { name: { old: "a", new: "b" } },
  relations: {}
})

const revision: Revision = {
  id: 52,
  createdAt: 1_767_225_600_000,
  type: "EDIT_LANGUAGE",
  branch: "main",
  author: { id: 2, username: "franta@example.com", name: "Franta", deleted: false, avatar: null },
  entities: [entity("Language", 7), entity("Project", 3), entity("Language", 8)],
  described: [],
  counts: null,
  params: null
}

it("shows the first key of a screenshot, and hides the others, which are recorded", () => {
  const key = (entityId: number) => ({ entityClass: "Key", entityId }) as const
  const recorded = describeChange({
    entityClass: "Screenshot",
    entityId: 9,
    before: null,
    after: {},
    relations: { key: key(1) },
    otherKeys: [key(2), key(3)]
  })
  assert.isNotNull(recorded)
  assert.deepStrictEqual(recorded.description, { otherKeyIds: [2, 3] })
  const { description, relations } = renderEntity(
    recorded,
    () => undefined,
    () => null
  )
  assert.deepStrictEqual(description, {})
  assert.strictEqual(relations["key"]?.entityId, 1)
})

describe("rendered revision", () => {
  it("groups entities by class and says which of them still exist, where the class reports it", () => {
    const asked: Array<string> = []
    const rendered = renderRevision(
      revision,
      (entityClass, id) => {
        asked.push(`${entityClass} ${id}`)
        return id === 7
      },
      "all"
    )
    const shown = Object.entries(rendered.modifiedEntities ?? {}).map(([entityClass, entities]) => [
      entityClass,
      entities.map(({ entityId, exists }) => [entityId, exists])
    ])
    assert.deepStrictEqual(shown, [
      [
        "Language",
        [
          [7, true],
          [8, false]
        ]
      ],
      ["Project", [[3, null]]]
    ])
    assert.deepStrictEqual(asked, ["Language 7", "Language 8"])
  })

  it("has all fields in the order of the reference and does not show the kind of change", () => {
    const text = JSON.stringify(renderRevision({ ...revision, entities: [entity("Language", 7)] }, () => true, "all"))
    assert.strictEqual(
      text,
      '{"revisionId":52,"timestamp":1767225600000,"type":"EDIT_LANGUAGE","branch":"main",' +
        '"author":{"id":2,"username":"franta@example.com","name":"Franta","deleted":false,"avatar":null},' +
        '"modifiedEntities":{"Language":[{"entityClass":"Language","entityId":7,"description":{"tag":"cs"},' +
        '"modifications":{"name":{"old":"a","new":"b"}},"relations":{},"exists":true}]},' +
        '"meta":null,"counts":null,"params":null}'
    )
  })

  it("without visible entities has null, never an empty object", () => {
    assert.isNull(renderRevision({ ...revision, entities: [] }, () => true, "all").modifiedEntities)
  })

  it("of the server itself has no author", () => {
    assert.isNull(renderRevision({ ...revision, author: null }, () => true, "all").author)
  })

  it("of very many entities takes time in proportion to their number", () => {
    const entities = Array.from({ length: 100_000 }, (_, index) => entity("Language", index + 1))
    const { modifiedEntities } = renderRevision({ ...revision, entities }, () => true, "all")
    assert.lengthOf(modifiedEntities?.["Language"] ?? [], entities.length)
  })

  it("leaves out texts that the reader may not see, and says so", () => {
    const inLanguage = (entityId: number, language: number): ModifiedEntity => ({
      ...entity("Translation", entityId),
      relations: { language: { entityClass: "Language", entityId: language } }
    })
    const texts: Revision = {
      ...revision,
      type: "SET_TRANSLATIONS",
      entities: [inLanguage(1, 7), inLanguage(2, 8), entity("Key", 3)]
    }
    const render = (visible: VisibleTexts) => {
      const { modifiedEntities, meta } = renderRevision(texts, () => true, visible)
      const shown = Object.values(modifiedEntities ?? {}).flat()
      return { shown: shown.map(({ entityClass, entityId }) => `${entityClass} ${entityId}`), meta }
    }
    assert.deepStrictEqual(render("all"), { shown: ["Translation 1", "Translation 2", "Key 3"], meta: null })
    assert.deepStrictEqual(render([7, 8]), { shown: ["Translation 1", "Translation 2", "Key 3"], meta: null })
    assert.deepStrictEqual(render([8]), { shown: ["Translation 2", "Key 3"], meta: { textsHidden: true } })
    assert.deepStrictEqual(render("none"), { shown: ["Key 3"], meta: { textsHidden: true } })
  })
})
