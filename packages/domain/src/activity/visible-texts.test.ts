import { assert, describe, it } from "vitest"
import type { DescribedEntity, ModifiedEntity } from "./modified-entity.ts"
import { findDescribedIn } from "./modified-entity.ts"
import { coversTexts, isEntityVisible, type VisibleTexts } from "./visible-texts.ts"

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
