import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import type { Text } from "../../base/texts/text.ts"
import type { ViewSearch } from "../../feature/saved-view/saved-views.ts"
import { stateObstacle } from "../translation-list/edit-permission.ts"
import { builtInViews } from "../translation-list/list-view.ts"
import { languagesShownFirst } from "../translation-list/shown-languages.ts"

/** Texts that may wait for a new member. */
export interface FirstTask {
  readonly kind: "review" | "translate"
  /** Tags of the languages, the shown ones. */
  readonly languages: ReadonlyArray<string>
  /** The search parameters of the list of translations for it. */
  readonly search: ViewSearch
}

/** The tasks of a new member in the order in which they are offered; empty for those who manage keys, or only read. */
export const firstTasks = (
  project: ProjectModel,
  languages: ReadonlyArray<LanguageModel>,
  t: Text
): ReadonlyArray<FirstTask> => {
  const { scopes, translateLanguageIds } = project.computedPermission
  const isTranslator =
    scopes.includes("translations.edit") && (translateLanguageIds !== null || !scopes.includes("keys.edit"))
  if (!isTranslator) return []
  const shown = languagesShownFirst(project, languages)
  const [untranslated, toReview] = builtInViews(project, shown, shown, t)
  const own = shown.filter(({ base, id }) => !base && (translateLanguageIds?.includes(id) ?? true))
  const reviewed = own.filter((language) => stateObstacle(project, language) === null)
  const task = (kind: FirstTask["kind"], of: typeof own, search: ViewSearch | undefined): ReadonlyArray<FirstTask> =>
    of.length === 0 || search === undefined ? [] : [{ kind, languages: of.map(({ tag }) => tag), search }]
  return [...task("review", reviewed, toReview?.search), ...task("translate", own, untranslated?.search)]
}
