import { noGlossaryTermFlags, termTextIn } from "@dragoman/domain/glossary"

interface PlacedTerm {
  readonly position: { readonly start: number; readonly end: number }
  readonly value: {
    readonly id: number
    readonly flagNonTranslatable: boolean
    readonly glossary: { readonly baseLanguageTag: string }
    readonly translations: ReadonlyArray<{ readonly languageTag: string; readonly text: string }>
  }
}

/** Returns the terms to mark in a text, in its order: of those that overlap the first one, of those that begin together the longest. */
export const markedTerms = <Term extends PlacedTerm>(terms: ReadonlyArray<Term>): ReadonlyArray<Term> => {
  const ordered = terms.toSorted(
    (one, other) => one.position.start - other.position.start || other.position.end - one.position.end
  )
  const marked: Array<Term> = []
  for (const term of ordered) {
    if (term.position.start >= (marked.at(-1)?.position.end ?? 0)) marked.push(term)
  }
  return marked
}

/** Returns each term once, by its first place in the text. */
export const distinctTerms = <Term extends PlacedTerm>(terms: ReadonlyArray<Term>): ReadonlyArray<Term["value"]> => {
  const byId = new Map<number, Term["value"]>()
  const ordered = terms.toSorted((one, other) => one.position.start - other.position.start)
  for (const { value } of ordered) if (!byId.has(value.id)) byId.set(value.id, value)
  return [...byId.values()]
}

/** Returns the text of a term in a language, or in the language without its region; the base text if it is not translated. Empty: it has none. */
export const termText = (term: PlacedTerm["value"], languageTag: string): string => {
  const { flagNonTranslatable, glossary, translations } = term
  const texts = new Map(translations.map((one) => [one.languageTag, one.text]))
  const baseText = texts.get(glossary.baseLanguageTag) ?? ""
  const flags = { ...noGlossaryTermFlags, flagNonTranslatable }
  const stored = { baseText, description: "", flags, translations: texts }
  return termTextIn(stored, glossary.baseLanguageTag, languageTag) ?? ""
}
