import { requestedPseudoLocales } from "@dragoman/domain/language"
import type { ContentPlace, LanguageRow } from "@dragoman/store"
import type { ExportedLanguage, ExportJob } from "./export-messages.ts"
import type { ExportRequest } from "./export-request.ts"

/** The content that an export renders: languages in any order, and the base language. */
export interface ExportedContent extends Pick<ExportJob, "languages" | "baseLanguage"> {
  readonly place: ContentPlace
  readonly icuPlaceholders: boolean
}

/** Builds the job of an export. */
export const exportJobOf = (request: ExportRequest, content: ExportedContent): ExportJob => ({
  place: content.place,
  languages: content.languages.toSorted((left, right) => (left.tag < right.tag ? -1 : 1)),
  baseLanguage: content.baseLanguage,
  keys: request.keys,
  states: request.states,
  order: request.order,
  format: request.format.format,
  template: request.template,
  options: {
    messageFormat: request.messageFormat,
    structureDelimiter: request.structureDelimiter,
    supportArrays: request.supportArrays,
    escapeHtml: request.escapeHtml,
    icuPlaceholders: content.icuPlaceholders
  }
})

/** Lists the languages of an export among those of the project. `tags` null: all of them, without pseudo-locales. */
export const exportedLanguages = (
  languages: ReadonlyArray<LanguageRow>,
  tags: ReadonlyArray<string> | null
): ReadonlyArray<ExportedLanguage> => {
  const base = languages.find((language) => language.base)
  const pseudo = base === undefined ? [] : requestedPseudoLocales(tags, languages)
  return [
    ...languages.filter(({ tag }) => tags?.includes(tag) ?? true).map(({ id, tag }) => ({ id, tag, pseudo: null })),
    ...pseudo.map((locale) => ({ id: base?.id ?? 0, tag: locale, pseudo: locale }))
  ]
}
