import type { LanguageModel, ListedTranslationModel, ProjectModel } from "../../base/api/contract.ts"
import type { TextKey } from "../../base/texts/text.ts"

/** Why a text cannot be edited here; null: it can. The server decides, this only says it before. */
export const editObstacle = (
  project: ProjectModel,
  language: LanguageModel,
  translation: ListedTranslationModel | undefined
): TextKey | null => {
  const { scopes, translateLanguageIds } = project.computedPermission
  if (!scopes.includes("translations.edit")) return "obstacle.no-scope"
  if (!isAmong(translateLanguageIds, language.id)) return "obstacle.other-language"
  if (translation?.state === "DISABLED") return "obstacle.disabled"
  const isProtected = project.translationProtection === "PROTECT_REVIEWED" && translation?.state === "REVIEWED"
  return isProtected && stateObstacle(project, language) !== null ? "obstacle.reviewed" : null
}

/** Why the state of a text cannot be changed here; null: it can. */
export const stateObstacle = (project: ProjectModel, language: LanguageModel): TextKey | null => {
  const { scopes, stateChangeLanguageIds } = project.computedPermission
  const mayReview = scopes.includes("translations.state-edit") && isAmong(stateChangeLanguageIds, language.id)
  return mayReview ? null : "obstacle.no-review"
}

/** Why the key cannot be disabled in this language, or enabled again; null: it can. */
export const disableObstacle = (project: ProjectModel, language: LanguageModel): TextKey | null => {
  const { scopes, translateLanguageIds } = project.computedPermission
  if (!scopes.includes("keys.edit")) return "obstacle.no-key-edit"
  return isAmong(translateLanguageIds, language.id) ? null : "obstacle.other-language"
}

/** null: all languages. */
const isAmong = (languageIds: ReadonlyArray<number> | null, languageId: number) =>
  languageIds === null || languageIds.includes(languageId)
