import type { TranslationState } from "@dragoman/domain/translation"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import type { Text } from "../../base/texts/text.ts"
import type { SavedView, ViewSearch } from "../../feature/saved-view/saved-views.ts"
import { editObstacle, stateObstacle } from "./edit-permission.ts"
import { clearedFilters, filtersOf, type ListSearch, printStates } from "./list-search.ts"

/** The search parameters that a saved view keeps: filters, languages and layout, but neither the task nor the open editor. */
export const viewOf = (search: ListSearch): ViewSearch => {
  const { languages, view, task: _, done: __, ...filters } = search
  return { ...filtersOf(filters), ...(languages && { languages }), ...(view && { view }) } as ViewSearch
}

/** Empty values under an opened view, so that nothing of the previous one stays. */
export const clearedView: ListSearch = { ...clearedFilters, languages: undefined, view: undefined, key: undefined }

/**
 * Views of every project, about the shown languages that the user may edit. Where none of those is shown, they show the
 * languages that are first for the user.
 */
export const builtInViews = (
  project: ProjectModel,
  shown: ReadonlyArray<LanguageModel>,
  shownFirst: ReadonlyArray<LanguageModel>,
  t: Text
): ReadonlyArray<SavedView> => {
  const mayEdit = (language: LanguageModel) => editObstacle(project, language, undefined) === null
  const mayReview = (language: LanguageModel) => stateObstacle(project, language) === null
  const hasOwn = shown.some((language) => mayEdit(language) && (!language.base || shown.length === 1))
  const all = hasOwn ? shown : shownFirst
  const languages = tagsOf(all).join(",")
  const own = orAll(all.filter(mayEdit), all)
  const translated = tagsOf(withoutBase(own))
  const reviewed = tagsOf(withoutBase(orAll(all.filter(mayReview), own)))
  const inState = (tags: ReadonlyArray<string>, state: TranslationState) =>
    printStates(tags.map((languageTag) => ({ languageTag, state })))
  return [
    { name: t("view.untranslated"), search: { state: inState(translated, "UNTRANSLATED"), languages } },
    { name: t("view.to-review"), search: { state: inState(reviewed, "TRANSLATED"), languages } },
    { name: t("view.outdated"), search: { outdated: translated.join(","), languages } },
    { name: t("view.comments"), search: { comments: tagsOf(own).join(","), languages } },
    ...(project.suggestionsMode === "DISABLED"
      ? []
      : [{ name: t("view.suggestions"), search: { suggestions: tagsOf(own).join(","), languages } }]),
    ...(project.useQaChecks ? [{ name: t("view.issues"), search: { issues: tagsOf(own).join(","), languages } }] : [])
  ]
}

type Languages = ReadonlyArray<LanguageModel>

const tagsOf = (languages: Languages) => languages.map(({ tag }) => tag)

const orAll = (some: Languages, all: Languages): Languages => (some.length === 0 ? all : some)

const withoutBase = (languages: Languages): Languages =>
  orAll(
    languages.filter(({ base }) => !base),
    languages
  )
