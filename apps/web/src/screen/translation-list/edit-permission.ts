import type { LanguageModel, ListedKeyModel, ListedTranslationModel, ProjectModel } from "../../base/api/contract.ts"
import type { Text, TextKey } from "../../base/texts/text.ts"

/** The open tasks of a key, as lists show them. Those of the caller give rights in their language. */
type Tasks = ListedKeyModel["tasks"]

const hasTask = (tasks: Tasks, language: LanguageModel, type: "TRANSLATE" | "REVIEW" | null): boolean =>
  tasks?.some(
    (task) => task.userAssigned && task.languageId === language.id && (type === null || task.type === type)
  ) ?? false

/**
 * Why a text cannot be edited here; null: it can. The server decides, this only says it before. `tasks`: of the key; null: none,
 * or no key is meant.
 */
export const editObstacle = (
  project: ProjectModel,
  language: LanguageModel,
  translation: ListedTranslationModel | undefined,
  tasks: Tasks = null
): TextKey | null => {
  const { scopes, translateLanguageIds } = project.computedPermission
  if (!hasTask(tasks, language, "TRANSLATE")) {
    if (!scopes.includes("translations.edit")) return "obstacle.no-scope"
    if (!isAmong(translateLanguageIds, language.id)) return "obstacle.other-language"
  }
  if (translation?.state === "DISABLED") return "obstacle.disabled"
  const protects = project.translationProtection === "PROTECT_REVIEWED" || project.suggestionsMode === "ENFORCED"
  const isProtected = protects && translation?.state === "REVIEWED"
  return isProtected && stateObstacle(project, language, tasks) !== null ? "obstacle.reviewed" : null
}

/** Says below the list why the active text is as it is: the quality of a text by a machine, and why it cannot be edited; null: nothing. */
export const textRemark = (
  project: ProjectModel,
  language: LanguageModel,
  translation: ListedTranslationModel | undefined,
  tasks: Tasks,
  t: Text
): string | null => {
  const obstacle = editObstacle(project, language, translation, tasks)
  const isSuggestion = writingMode(project, language, translation, tasks) === "suggest"
  const remarks = [
    translation?.auto === true ? translation.qualityReason : null,
    obstacle === null ? null : t(isSuggestion ? "suggestion.possible" : obstacle)
  ]
  return remarks.filter((remark) => remark !== null).join(" ") || null
}

/** Returns how a text can be written here: at once, or as a suggestion for those who may edit it; null: not at all. */
export const writingMode = (
  project: ProjectModel,
  language: LanguageModel,
  translation: ListedTranslationModel | undefined,
  tasks: Tasks = null
): "edit" | "suggest" | null => {
  if (editObstacle(project, language, translation, tasks) === null) return "edit"
  const { scopes, viewLanguageIds } = project.computedPermission
  const sees = scopes.includes("translations.view") && isAmong(viewLanguageIds, language.id)
  const mayView = sees || hasTask(tasks, language, null)
  const isPossible = project.suggestionsMode !== "DISABLED" && translation?.state !== "DISABLED"
  return mayView && isPossible ? "suggest" : null
}

/** Why the state of a text cannot be changed here; null: it can. */
export const stateObstacle = (project: ProjectModel, language: LanguageModel, tasks: Tasks = null): TextKey | null => {
  if (hasTask(tasks, language, "REVIEW")) return null
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
