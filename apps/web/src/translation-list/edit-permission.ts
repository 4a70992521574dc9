import type { LanguageModel, ListedTranslationModel, ProjectModel } from "../api/contract.ts"
import type { TextKey } from "../texts/text.ts"

/** Why a text cannot be edited here; null: it can. The server decides, this only says it before. */
export const editObstacle = (
  project: ProjectModel,
  language: LanguageModel,
  translation: ListedTranslationModel | undefined
): TextKey | null => {
  const { scopes, translateLanguageIds, stateChangeLanguageIds } = project.computedPermission
  if (!scopes.includes("translations.edit")) return "obstacle.no-scope"
  if (!isAmong(translateLanguageIds, language.id)) return "obstacle.other-language"
  if (translation?.state === "DISABLED") return "obstacle.disabled"
  const mayReview = scopes.includes("translations.state-edit") && isAmong(stateChangeLanguageIds, language.id)
  const isProtected = project.translationProtection === "PROTECT_REVIEWED" && translation?.state === "REVIEWED"
  return isProtected && !mayReview ? "obstacle.reviewed" : null
}

/** null: all languages. */
const isAmong = (languageIds: ReadonlyArray<number> | null, languageId: number) =>
  languageIds === null || languageIds.includes(languageId)
