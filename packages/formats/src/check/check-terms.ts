import {
  buildTermIndex,
  findTerms,
  type GlossaryTerm,
  type IndexedTerm,
  type TermIndex,
  type TermMatch,
  termTextIn
} from "@dragoman/domain/glossary"
import type { CheckTerm, CheckTerms } from "./check.ts"
import { makeContext } from "./check-context.ts"

/** The terms of a glossary, with the language of their base texts. */
export interface CheckGlossary {
  readonly baseLanguageTag: string
  readonly terms: Iterable<GlossaryTerm>
}

/** Indexes the terms of glossaries, in the order in which they are assigned, for the checks of one language. */
export const makeCheckTerms = (
  glossaries: Iterable<CheckGlossary>,
  { baseLanguageTag, languageTag }: { readonly baseLanguageTag: string; readonly languageTag: string }
): CheckTerms => {
  const inBase: Array<IndexedTerm<CheckTerm>> = []
  const inText: Array<IndexedTerm<CheckTerm>> = []
  for (const glossary of glossaries) {
    for (const term of glossary.terms) {
      const text = termTextIn(term, glossary.baseLanguageTag, languageTag)
      if (text === null) continue
      const { flagCaseSensitive, flagForbiddenTerm, flagNonTranslatable } = term.flags
      const value = { text, isForbidden: flagForbiddenTerm, isTranslatable: !flagNonTranslatable }
      const baseText = termTextIn(term, glossary.baseLanguageTag, baseLanguageTag)
      if (baseText !== null && !flagForbiddenTerm) {
        inBase.push({ text: baseText, isCaseSensitive: flagCaseSensitive, value })
      }
      // A translation begins a sentence where the base text does not.
      const isCaseSensitive = flagCaseSensitive && (flagForbiddenTerm || flagNonTranslatable)
      inText.push({ text, isCaseSensitive, value })
    }
  }
  const base = buildTermIndex(baseLanguageTag, inBase)
  const own = buildTermIndex(languageTag, inText)
  return { findInBase: (prose) => findTerms(base, prose), findInText: (prose) => findTerms(own, prose) }
}

/**
 * Finds the terms of an index in a text as it is stored, form by form; offsets are those of the stored text. Arguments, tags,
 * links and placeholders have none.
 */
export const findTermsInText = <Value>(
  index: TermIndex<Value>,
  { text, languageTag, isIcu }: { readonly text: string; readonly languageTag: string; readonly isIcu: boolean }
): ReadonlyArray<TermMatch<Value>> => {
  const { forms } = makeContext({ text, languageTag, base: null, isPlural: false, isIcu, maxCharLimit: null })
  return forms.flatMap(({ start: shift, prose }) =>
    findTerms(index, prose).map((match) => ({ ...match, start: match.start + shift, end: match.end + shift }))
  )
}

/**
 * Counts the terms of a base text, and those of them whose text the translation has; one of several glossaries is enough. Forbidden
 * terms, and those without a text in the language, do not count.
 */
export const countKeptTerms = (
  terms: CheckTerms,
  { base, translation, isIcu }: { readonly base: TaggedText; readonly translation: TaggedText; readonly isIcu: boolean }
): { readonly expected: number; readonly kept: number } => {
  const findIn = ({ text, languageTag }: TaggedText, find: CheckTerms["findInBase"]) => {
    const { forms } = makeContext({ text, languageTag, base: null, isPlural: false, isIcu, maxCharLimit: null })
    return forms.flatMap(({ start, prose }) => find(prose).map((match) => ({ ...match, start: match.start + start })))
  }
  const own = new Set(findIn(translation, terms.findInText).map(({ value }) => value))
  const places = [...Map.groupBy(findIn(base, terms.findInBase), ({ start }) => start).values()]
  return {
    expected: places.length,
    kept: places.filter((matches) => matches.some(({ value }) => own.has(value))).length
  }
}

interface TaggedText {
  readonly text: string
  readonly languageTag: string
}
