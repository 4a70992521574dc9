import type { GlossaryHighlightBody } from "@dragoman/api"
import { validateHighlightedText } from "@dragoman/domain/glossary"
import { findTermsInText } from "@dragoman/formats/check"
import { GlossaryRepository, GlossaryTermRepository } from "@dragoman/store"
import { Effect } from "effect"
import { orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { TermIndexes } from "../term-index/term-indexes.ts"

/** Matches in one response: each has its term with all translations. */
const highlightsMax = 500

/** Finds terms of the project's glossaries in a text, also those that a longer one overlaps. */
export const highlightTerms = Effect.fn("highlightTerms")(function* (
  { projectId }: ProjectAccess<"translations.view">,
  body: GlossaryHighlightBody
) {
  const { text, languageTag } = yield* orFail(validateHighlightedText(body))
  const terms = yield* (yield* TermIndexes).get(projectId)
  if (terms === null) return []
  const found = findTermsInText(terms.indexIn(languageTag), { text, languageTag, isIcu: true })
  const matches = found.slice(0, highlightsMax)
  if (matches.length === 0) return []
  const glossaries = yield* (yield* GlossaryRepository).listOfProject(projectId)
  const repository = yield* GlossaryTermRepository
  const ids = [...new Set(matches.map(({ value }) => value.id))]
  const rows = new Map((yield* repository.listByIds(ids)).map((term) => [term.id, term]))
  const texts = Map.groupBy(yield* repository.listTexts(ids, null), ({ termId }) => termId)
  return matches.flatMap(({ value, start, end, kind, isOverlapped }) => {
    const glossary = glossaries.find(({ id }) => id === value.glossaryId)
    const term = rows.get(value.id)
    // It was deleted meanwhile.
    if (glossary === undefined || term === undefined) return []
    return [{ start, end, kind, overlapped: isOverlapped, glossary, term, texts: texts.get(value.id) ?? [] }]
  })
})
