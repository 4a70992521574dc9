import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { editObstacle } from "./edit-permission.ts"
import { parseLanguages } from "./list-search.ts"

/** Languages beside the base that are shown until the user has chosen some. */
const othersShownFirst = 2

/** The same for a user who may translate some languages only: all of theirs, as far as rows stay readable. */
const ownShownFirst = 5

/** The base first, then the languages with these tags in the order of the project. */
const languagesByTags = (
  languages: ReadonlyArray<LanguageModel>,
  tags: ReadonlyArray<string>
): ReadonlyArray<LanguageModel> => languages.filter(({ tag, base }) => base || tags.includes(tag))

/** Languages that are shown until the user has chosen some: the base, then those that the user may translate. */
export const languagesShownFirst = (
  project: ProjectModel,
  languages: ReadonlyArray<LanguageModel>
): ReadonlyArray<LanguageModel> => {
  const others = languages.filter(({ base }) => !base)
  const own = others.filter((language) => editObstacle(project, language, undefined) === null)
  const isTranslatorOfSome = own.length > 0 && own.length < others.length
  const shown = isTranslatorOfSome ? own.slice(0, ownShownFirst) : others.slice(0, othersShownFirst)
  return languagesByTags(
    languages,
    shown.map(({ tag }) => tag)
  )
}

/**
 * Languages that an address shows. With a search they decide which keys are found, so an address that names no languages
 * shows the first ones of the project to every user; without one, the languages that the user chose last, or the first of theirs.
 */
export const shownLanguages = (
  project: ProjectModel,
  languages: ReadonlyArray<LanguageModel>,
  search: { readonly search?: string | undefined; readonly languages?: string | undefined },
  chosenLast: ReadonlyArray<string>
): ReadonlyArray<LanguageModel> => {
  const named = parseLanguages(search.languages)
  if (named.length > 0) return languagesByTags(languages, named)
  if (search.search !== undefined) return languages.slice(0, 1 + othersShownFirst)
  const chosen = languagesByTags(languages, chosenLast)
  return chosen.some(({ base }) => !base) ? chosen : languagesShownFirst(project, languages)
}

const storageName = (userId: number, projectId: number) => `dragoman.languages.${userId}.${projectId}`

/** Tags of the languages that the user chose last for this project, in this browser. */
export const chosenLanguages = (userId: number, projectId: number): ReadonlyArray<string> =>
  parseLanguages(localStorage.getItem(storageName(userId, projectId)) ?? undefined)

export const rememberLanguages = (userId: number, projectId: number, languages: string): void => {
  try {
    localStorage.setItem(storageName(userId, projectId), languages)
  } catch {
    // The quota of the browser: the next visit shows the first languages again.
  }
}
