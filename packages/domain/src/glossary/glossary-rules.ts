import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  firstMessage,
  matches,
  notBlank,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"
import { type GlossaryTermFlags, glossaryTermLimits } from "./glossary-term.ts"

const nameMaxUtf16Units = 50
const tagMaxUtf16Units = 20
const highlightedTextMaxUtf16Units = 65_536

export interface GlossaryInput {
  readonly name?: Optional<string>
  readonly baseLanguageTag?: Optional<string>
  readonly assignedProjectIds?: Optional<ReadonlyArray<number>>
}

export interface GlossaryContent {
  readonly name: string
  readonly baseLanguageTag: string
  /** Each once; null: they stay. */
  readonly assignedProjectIds: ReadonlyArray<number> | null
}

const tagMessage = (tag: Optional<string>) =>
  firstMessage(notBlank(tag), sizeBetween(1, tagMaxUtf16Units, tag), matches(/^[^,]*$/, "can not contain coma", tag))

/** Checks a new glossary, which names its projects. Source: docs/glossaries.md. */
export const validateNewGlossary = (input: GlossaryInput): Validated<GlossaryContent> =>
  validateGlossary(input, notNull(input.assignedProjectIds))

/** Checks the edit of a glossary. */
export const validateEditedGlossary = (input: GlossaryInput): Validated<GlossaryContent> =>
  validateGlossary(input, null)

const validateGlossary = (
  { name, baseLanguageTag, assignedProjectIds }: GlossaryInput,
  projectsMessage: string | null
): Validated<GlossaryContent> =>
  validateFields(
    {
      name: firstMessage(notBlank(name), sizeBetween(1, nameMaxUtf16Units, name)),
      baseLanguageTag: tagMessage(baseLanguageTag),
      assignedProjectIds: projectsMessage
    },
    {
      name: (name ?? "").trim(),
      baseLanguageTag: baseLanguageTag ?? "",
      assignedProjectIds: assignedProjectIds == null ? null : [...new Set(assignedProjectIds)]
    }
  )

export interface TermInput extends Partial<Record<keyof GlossaryTermFlags, Optional<boolean>>> {
  readonly text?: Optional<string>
  readonly description?: Optional<string>
}

/** The fields of a term; those of a term that is edited stay where the body has none. */
export interface TermContent {
  /** In the base language; empty: none. null: it stays. */
  readonly text: string | null
  /** Empty: none. null: it stays. */
  readonly description: string | null
  readonly flags: Partial<GlossaryTermFlags>
}

/** Checks a term of a glossary. */
export const validateTerm = (input: TermInput): Validated<TermContent> =>
  validateFields(
    {
      text: textMessage(input.text),
      description: sizeBetween(0, glossaryTermLimits.descriptionMaxUtf16Units, input.description)
    },
    {
      text: input.text?.trim() ?? null,
      description: input.description?.trim() ?? null,
      flags: {
        ...(input.flagNonTranslatable == null ? {} : { flagNonTranslatable: input.flagNonTranslatable }),
        ...(input.flagCaseSensitive == null ? {} : { flagCaseSensitive: input.flagCaseSensitive }),
        ...(input.flagAbbreviation == null ? {} : { flagAbbreviation: input.flagAbbreviation }),
        ...(input.flagForbiddenTerm == null ? {} : { flagForbiddenTerm: input.flagForbiddenTerm })
      }
    }
  )

const textMessage = (text: Optional<string>) => sizeBetween(0, glossaryTermLimits.textMaxUtf16Units, text)

/** Checks the text of a term in one language. An empty one deletes the text. */
export const validateTermTranslation = (input: {
  readonly languageTag?: Optional<string>
  readonly text?: Optional<string>
}): Validated<{ readonly languageTag: string; readonly text: string }> =>
  validateFields(
    { languageTag: tagMessage(input.languageTag), text: textMessage(input.text) },
    { languageTag: input.languageTag ?? "", text: (input.text ?? "").trim() }
  )

/** Checks whether a term may get a text in a language; null: yes. */
export const checkTranslateTerm = (
  { flagNonTranslatable }: Pick<GlossaryTermFlags, "flagNonTranslatable">,
  languageTag: string,
  baseLanguageTag: string
): DomainError | null =>
  flagNonTranslatable && languageTag !== baseLanguageTag
    ? domainError("glossary_non_translatable_term_cannot_be_translated")
    : null

/** Checks a text in which terms are looked for. */
export const validateHighlightedText = (input: {
  readonly text?: Optional<string>
  readonly languageTag?: Optional<string>
}): Validated<{ readonly text: string; readonly languageTag: string }> =>
  validateFields(
    {
      text: firstMessage(notNull(input.text), sizeBetween(0, highlightedTextMaxUtf16Units, input.text)),
      languageTag: tagMessage(input.languageTag)
    },
    { text: input.text ?? "", languageTag: input.languageTag ?? "" }
  )
