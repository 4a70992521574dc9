import type { GlossaryTerm, GlossaryTermFlags } from "@dragoman/domain/glossary"
import {
  type GlossaryRow,
  type GlossaryTermFields,
  GlossaryTermRepository,
  type GlossaryTermRow,
  type GlossaryTermTextRow
} from "@dragoman/store"
import { Effect } from "effect"

/** The flags of a stored term, by their names in the API. */
export const flagsOf = (term: GlossaryTermFields): GlossaryTermFlags => ({
  flagNonTranslatable: term.isNonTranslatable,
  flagCaseSensitive: term.isCaseSensitive,
  flagAbbreviation: term.isAbbreviation,
  flagForbiddenTerm: term.isForbidden
})

/** Makes a term of its row and its texts in all languages. */
export const toGlossaryTerm = (
  row: GlossaryTermRow,
  texts: ReadonlyArray<GlossaryTermTextRow>,
  baseLanguageTag: string
): GlossaryTerm => {
  const translations = new Map(texts.map(({ languageTag, text }) => [languageTag, text]))
  const baseText = translations.get(baseLanguageTag) ?? ""
  translations.delete(baseLanguageTag)
  return { baseText, description: row.description ?? "", flags: flagsOf(row), translations }
}

/** Reads at most `limit` terms with ids above `afterId`, by id. */
export const termsAfter = Effect.fnUntraced(function* (
  { id: glossaryId, baseLanguageTag }: Pick<GlossaryRow, "id" | "baseLanguageTag">,
  afterId: number,
  limit: number
) {
  const repository = yield* GlossaryTermRepository
  const rows = yield* repository.listAfter(glossaryId, afterId, limit)
  const ids = rows.map(({ id }) => id)
  const texts = Map.groupBy(yield* repository.listTexts(ids, null), ({ termId }) => termId)
  return rows.map((row) => ({ id: row.id, term: toGlossaryTerm(row, texts.get(row.id) ?? [], baseLanguageTag) }))
})
