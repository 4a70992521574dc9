import type { GlossaryTermFlags } from "@dragoman/domain/glossary"
import { avatarLinks } from "@dragoman/domain/image"
import type {
  GlossaryRow,
  GlossaryTermFields,
  GlossaryTermRow,
  GlossaryTermTextRow,
  OrganizationRow,
  ProjectOfGlossaryRow
} from "@dragoman/store"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"
import { flagsOf } from "../term-index/stored-terms.ts"

export const simpleGlossaryToModel = ({ id, name, baseLanguageTag }: GlossaryRow) => ({ id, name, baseLanguageTag })

export const glossaryToModel = (glossary: GlossaryRow, organization: OrganizationRow) => ({
  ...simpleGlossaryToModel(glossary),
  organizationOwner: organizationSummaryToModel(organization)
})

export const projectOfGlossaryToModel = ({ id, name, description, slug, avatarHash }: ProjectOfGlossaryRow) => ({
  id,
  name,
  description,
  slug: slug ?? "",
  avatar: avatarLinks(avatarHash)
})

export const glossaryObject = ({ id, name }: { readonly id: number; readonly name: string }) =>
  ({ kind: "GLOSSARY", id, name }) as const

/** The fields that are stored of a term. */
export const termFields = (description: string, flags: GlossaryTermFlags): GlossaryTermFields => ({
  description: description === "" ? null : description,
  isNonTranslatable: flags.flagNonTranslatable,
  isCaseSensitive: flags.flagCaseSensitive,
  isAbbreviation: flags.flagAbbreviation,
  isForbidden: flags.flagForbiddenTerm
})

export const simpleTermToModel = (term: GlossaryTermRow) => ({
  id: term.id,
  description: term.description,
  ...flagsOf(term)
})

/** A term with its texts. */
export interface TermWithTexts {
  readonly term: GlossaryTermRow
  readonly texts: ReadonlyArray<GlossaryTermTextRow>
}

export const termWithTextsToModel = ({ term, texts }: TermWithTexts) => ({
  ...simpleTermToModel(term),
  translations: texts.map(({ languageTag, text }) => ({ languageTag, text }))
})

export const termToModel = (glossary: GlossaryRow, term: TermWithTexts) => ({
  ...termWithTextsToModel(term),
  glossary: simpleGlossaryToModel(glossary)
})

/** A term that was written, with its text in the base language. */
export interface WrittenTerm {
  readonly term: GlossaryTermRow
  readonly baseText: GlossaryTermTextRow | null
}

export const writtenTermToModel = ({ term, baseText }: WrittenTerm) => ({
  term: simpleTermToModel(term),
  translation: baseText && { languageTag: baseText.languageTag, text: baseText.text }
})
