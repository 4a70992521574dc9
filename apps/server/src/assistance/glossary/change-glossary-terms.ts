import type { GlossaryTermBody, GlossaryTermTranslationBody } from "@dragoman/api"
import {
  checkTranslateTerm,
  noGlossaryTermFlags,
  type TermContent,
  validateTerm,
  validateTermTranslation
} from "@dragoman/domain/glossary"
import { type GlossaryRow, GlossaryTermRepository, type GlossaryTermRow } from "@dragoman/store"
import { Effect } from "effect"
import { failIf, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { flagsOf } from "../term-index/stored-terms.ts"
import { checkTexts } from "./change-glossaries.ts"
import { glossaryObject, termFields, type WrittenTerm } from "./glossary-shapes.ts"
import { findTerm } from "./glossary-term-queries.ts"
import { inGlossary } from "./manage-glossary.ts"

/** Adds a term to a glossary. */
export const createTerm = Effect.fn("createTerm")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  body: GlossaryTermBody
) {
  const content = yield* orFail(validateTerm(body))
  const { caller, organizationId } = access
  return yield* changeTerms(access, glossaryId, (glossary) =>
    Effect.gen(function* () {
      const repository = yield* GlossaryTermRepository
      const fields = termFields(content.description ?? "", { ...noGlossaryTermFlags, ...content.flags })
      const [id = 0] = yield* repository.insert(glossaryId, [fields])
      const written = yield* writeBaseText(glossary, yield* findTerm(glossaryId, id), content)
      const event = { action: "GLOSSARY_TERM_CREATED", object: glossaryObject(glossary), organizationId } as const
      yield* recordAudit(caller, { ...event, after: auditedTerm(written) })
      return written
    })
  )
})

/** Changes the fields of a term that the body has. */
export const editTerm = Effect.fn("editTerm")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  termId: number,
  body: GlossaryTermBody
) {
  const content = yield* orFail(validateTerm(body))
  const { caller, organizationId } = access
  return yield* changeTerms(access, glossaryId, (glossary) =>
    Effect.gen(function* () {
      const repository = yield* GlossaryTermRepository
      const before = yield* findTerm(glossaryId, termId)
      const textBefore = yield* readBaseText(glossary, termId)
      const flags = { ...flagsOf(before), ...content.flags }
      yield* repository.update([{ id: termId, ...termFields(content.description ?? before.description ?? "", flags) }])
      if (flags.flagNonTranslatable) yield* repository.removeOtherTexts([termId], glossary.baseLanguageTag)
      const written = yield* writeBaseText(glossary, yield* findTerm(glossaryId, termId), content)
      const event = { action: "GLOSSARY_TERM_EDITED", object: glossaryObject(glossary), organizationId } as const
      const auditedBefore = auditedTerm({ term: before, baseText: textBefore })
      yield* recordChange(caller, event, auditedBefore, auditedTerm(written))
      return written
    })
  )
})

/** Deletes one term. */
export const deleteTerm = (access: OrganizationAccess<"EDITOR">, glossaryId: number, termId: number) =>
  removeTerms(access, glossaryId, Effect.as(findTerm(glossaryId, termId), [termId]))

/** Deletes terms. Ids of other glossaries are skipped. */
export const deleteTerms = (access: OrganizationAccess<"EDITOR">, glossaryId: number, termIds: ReadonlyArray<number>) =>
  removeTerms(access, glossaryId, Effect.succeed(termIds))

const removeTerms = Effect.fn("removeTerms")(function* <E, R>(
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  find: Effect.Effect<ReadonlyArray<number>, E, R>
) {
  const { caller, organizationId } = access
  yield* changeTerms(access, glossaryId, (glossary) =>
    Effect.gen(function* () {
      const repository = yield* GlossaryTermRepository
      const terms = yield* repository.remove(glossaryId, yield* find)
      if (terms === 0) return
      const event = { action: "GLOSSARY_TERM_DELETED", object: glossaryObject(glossary), organizationId } as const
      yield* recordAudit(caller, { ...event, before: { terms } })
    })
  )
})

/** Sets the text of a term in one language; an empty one is deleted. */
export const setTermText = Effect.fn("setTermText")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  termId: number,
  body: GlossaryTermTranslationBody
) {
  const { languageTag, text } = yield* orFail(validateTermTranslation(body))
  const { caller, organizationId } = access
  yield* changeTerms(access, glossaryId, (glossary) =>
    Effect.gen(function* () {
      const repository = yield* GlossaryTermRepository
      const term = yield* findTerm(glossaryId, termId)
      yield* failIf(checkTranslateTerm(flagsOf(term), languageTag, glossary.baseLanguageTag))
      const [before] = yield* repository.listTexts([termId], [languageTag])
      yield* repository.setTexts(glossaryId, [{ termId, languageTag, text }])
      const event = {
        action: "GLOSSARY_TERM_TRANSLATION_EDITED",
        object: glossaryObject(glossary),
        organizationId
      } as const
      const place = { termId, languageTag }
      if ((before?.text ?? "") === text) return
      yield* recordAudit(caller, {
        ...event,
        before: { ...place, text: before?.text ?? null },
        after: { ...place, text }
      })
    })
  )
  return { languageTag, text }
})

/** Changes terms as `inGlossary` does; then the background checks the texts of its projects. */
const changeTerms = <A, E, R>(
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  change: (glossary: GlossaryRow) => Effect.Effect<A, E, R>
) => Effect.tap(inGlossary(managerOf(access), glossaryId, change), () => checkTexts)

const readBaseText = Effect.fnUntraced(function* ({ baseLanguageTag }: GlossaryRow, termId: number) {
  const repository = yield* GlossaryTermRepository
  const [text] = yield* repository.listTexts([termId], [baseLanguageTag])
  return text ?? null
})

/** Writes the base text if the content has one, and returns the term with it. */
const writeBaseText = Effect.fnUntraced(function* (
  glossary: GlossaryRow,
  term: GlossaryTermRow,
  { text }: Pick<TermContent, "text">
) {
  const repository = yield* GlossaryTermRepository
  const { id: glossaryId, baseLanguageTag: languageTag } = glossary
  if (text !== null) yield* repository.setTexts(glossaryId, [{ termId: term.id, languageTag, text }])
  return { term, baseText: yield* readBaseText(glossary, term.id) } satisfies WrittenTerm
})

const auditedTerm = ({ term, baseText }: WrittenTerm) => ({
  termId: term.id,
  text: baseText?.text ?? null,
  description: term.description,
  ...flagsOf(term)
})
