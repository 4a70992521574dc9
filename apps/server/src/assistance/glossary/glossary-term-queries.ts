import type { ListQuery } from "@dragoman/domain/page"
import { type GlossaryRow, GlossaryTermRepository, type GlossaryTermSearch } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { getGlossary } from "./glossary-queries.ts"

export interface TermSearchQuery {
  readonly search?: string | undefined
  readonly languageTags?: ReadonlyArray<string> | undefined
}

export interface TermListQuery extends ListQuery<"glossaryTerms">, TermSearchQuery {}

const searchIn = (glossary: GlossaryRow, { search = "", languageTags = [] }: TermSearchQuery): GlossaryTermSearch => ({
  glossaryId: glossary.id,
  baseLanguageTag: glossary.baseLanguageTag,
  search,
  languageTags: languageTags.filter((tag) => tag !== "")
})

/** Reads a page of the terms of a glossary. */
export const listTerms = Effect.fn("listTerms")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  query: TermListQuery
) {
  const repository = yield* GlossaryTermRepository
  const search = searchIn(yield* getGlossary(access, glossaryId), query)
  return yield* paged("glossaryTerms", query, (rows) => repository.list({ ...search, ...rows }))
})

/** Works like `listTerms`, with the texts in the base language and in the chosen ones. */
export const listTermsWithTexts = Effect.fn("listTermsWithTexts")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  query: TermListQuery
) {
  const repository = yield* GlossaryTermRepository
  const { baseLanguageTag, languageTags } = searchIn(yield* getGlossary(access, glossaryId), query)
  const { rows, page } = yield* listTerms(access, glossaryId, query)
  const texts = yield* repository.listTexts(
    rows.map(({ id }) => id),
    languageTags.length === 0 ? null : [...languageTags, baseLanguageTag]
  )
  const byTerm = Map.groupBy(texts, ({ termId }) => termId)
  return { rows: rows.map((term) => ({ term, texts: byTerm.get(term.id) ?? [] })), page }
})

/** Lists the ids of the terms that a search finds. */
export const listTermIds = Effect.fn("listTermIds")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  query: TermSearchQuery
) {
  const repository = yield* GlossaryTermRepository
  return yield* repository.listIds(searchIn(yield* getGlossary(access, glossaryId), query))
})

/** Finds a term of a glossary. */
export const findTerm = Effect.fn("findTerm")(function* (glossaryId: number, termId: number) {
  const repository = yield* GlossaryTermRepository
  const found = yield* repository.find(glossaryId, termId)
  return Option.isSome(found) ? found.value : yield* failWith("glossary_term_not_found")
})

/** Reads a term with its glossary and all of its texts. */
export const getTerm = Effect.fn("getTerm")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  termId: number
) {
  const repository = yield* GlossaryTermRepository
  const glossary = yield* getGlossary(access, glossaryId)
  const term = yield* findTerm(glossaryId, termId)
  return { glossary, term, texts: yield* repository.listTexts([termId], null) }
})

/** Reads the text of a term in one language. A term that is not translated has its base text in each. */
export const getTermText = Effect.fn("getTermText")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  termId: number,
  languageTag: string
) {
  const { glossary, term, texts } = yield* getTerm(access, glossaryId, termId)
  const wanted = term.isNonTranslatable ? glossary.baseLanguageTag : languageTag
  return { languageTag, text: texts.find((text) => text.languageTag === wanted)?.text ?? "" }
})
