import type { TranslationState } from "@dragoman/domain/translation"
import type { LanguageModel } from "../api/contract.ts"
import type { SavedView, ViewSearch } from "../saved-view/saved-views.ts"
import type { Text } from "../texts/text.ts"
import { clearedFilters, filtersOf, type ListSearch, printStates } from "./list-search.ts"

/** What a saved view keeps of the address: filters, languages and layout, but not the open editor. */
export const viewOf = (search: ListSearch): ViewSearch => {
  const { languages, view } = search
  return { ...filtersOf(search), ...(languages && { languages }), ...(view && { view }) } as ViewSearch
}

/** What a view is opened over, so that nothing of the view before stays. */
export const clearedView: ListSearch = { ...clearedFilters, languages: undefined, view: undefined, key: undefined }

/** Views of every project, about the languages that are shown. */
export const builtInViews = (shown: ReadonlyArray<LanguageModel>, t: Text): ReadonlyArray<SavedView> => {
  const all = shown.map(({ tag }) => tag)
  const others = shown.filter(({ base }) => !base).map(({ tag }) => tag)
  const translated = others.length === 0 ? all : others
  const languages = all.join(",")
  const inState = (state: TranslationState) => printStates(translated.map((languageTag) => ({ languageTag, state })))
  return [
    { name: t("view.untranslated"), search: { state: inState("UNTRANSLATED"), languages } },
    { name: t("view.to-review"), search: { state: inState("TRANSLATED"), languages } },
    { name: t("view.outdated"), search: { outdated: translated.join(","), languages } },
    { name: t("view.comments"), search: { comments: all.join(","), languages } }
  ]
}
