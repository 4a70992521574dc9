import type { FindDescribed, ModifiedEntity } from "./modified-entity.ts"

/** In which languages a reader may see texts: in all of them, in none, or in those with these ids. */
export type VisibleTexts = "all" | "none" | ReadonlyArray<number>

/** null: of no known language, so for readers of all languages only. */
export const isLanguageVisible = (languageId: number | null, visible: VisibleTexts): boolean =>
  visible === "all" || (visible !== "none" && languageId !== null && visible.includes(languageId))

/** Whether every text that the second reader may see is one that the first may see. */
export const coversTexts = (visible: VisibleTexts, other: VisibleTexts): boolean => {
  if (visible === "all" || other === "none") return true
  if (visible === "none" || other === "all") return false
  return other.every((languageId) => visible.includes(languageId))
}

/** Whether a reader may see a changed entity. Translations and their comments are texts of a language, all else is not. */
export const isEntityVisible = (entity: ModifiedEntity, find: FindDescribed, visible: VisibleTexts): boolean => {
  switch (entity.entityClass) {
    case "Translation":
      return isLanguageVisible(entity.relations["language"]?.entityId ?? null, visible)
    case "TranslationComment": {
      const { translation } = entity.relations
      const language = translation && find(translation)?.relations["language"]
      return isLanguageVisible(language?.entityId ?? null, visible)
    }
    default:
      return true
  }
}
