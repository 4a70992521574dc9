import { customErrors, domainError } from "../error/domain-error.ts"
import {
  type LanguageContent,
  type LanguageInput,
  languageMessages,
  toLanguageContent
} from "../language/language-rules.ts"
import type { SuggestionsMode } from "../suggestion/suggestion.ts"
import type { TranslationProtection } from "../translation/translation.ts"
import {
  atLeast,
  eachItem,
  firstMessage,
  invalid,
  matches,
  notBlank,
  notEmpty,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"
import { slugLimits, slugPattern } from "./slug.ts"

/** The fields of a creation's body. */
export interface ProjectCreationInput {
  readonly name?: Optional<string>
  readonly languages?: Optional<ReadonlyArray<LanguageInput>>
  readonly slug?: Optional<string>
  readonly organizationId?: Optional<number>
  readonly baseLanguageTag?: Optional<string>
  readonly icuPlaceholders?: Optional<boolean>
}

export interface ProjectCreation {
  readonly name: string
  /** At least one; tags and names differ. */
  readonly languages: ReadonlyArray<LanguageContent>
  /** null: to be generated. */
  readonly slug: string | null
  readonly organizationId: number
  /** null: the first language. */
  readonly baseLanguageTag: string | null
  readonly icuPlaceholders: boolean
}

/** The fields of an edit's body: a full replacement. */
export interface ProjectEditInput {
  readonly name?: Optional<string>
  readonly slug?: Optional<string>
  readonly description?: Optional<string>
  readonly baseLanguageId?: Optional<number>
  readonly useNamespaces?: Optional<boolean>
  readonly defaultNamespaceId?: Optional<number>
  readonly icuPlaceholders?: Optional<boolean>
  readonly translationProtection?: Optional<TranslationProtection>
  readonly suggestionsMode?: Optional<SuggestionsMode>
  readonly rejectBrokenIcu?: Optional<boolean>
  readonly markTaskKeysDone?: Optional<boolean>
  readonly useBranching?: Optional<boolean>
}

export interface ProjectEdit {
  readonly name: string
  /** null: unchanged. */
  readonly slug: string | null
  readonly description: string | null
  /** null: unchanged. */
  readonly baseLanguageId: number | null
  readonly useNamespaces: boolean
  readonly defaultNamespaceId: number | null
  readonly icuPlaceholders: boolean
  /** null: unchanged, so that a client that does not know it never opens reviewed texts. */
  readonly translationProtection: TranslationProtection | null
  /** null: unchanged, for the same reason. */
  readonly suggestionsMode: SuggestionsMode | null
  /** null: unchanged, because clients of Tolgee do not know it. */
  readonly rejectsBrokenIcu: boolean | null
  /** null: unchanged, for the same reason. */
  readonly marksTaskKeysDone: boolean | null
  /** null: unchanged, so that a client that does not know branches never hides them. */
  readonly useBranching: boolean | null
}

/** Languages of one creation; a project may get any number of them later. Our own limit: each of them costs time. */
const languagesMax = 1_000

/** Source: docs/reference/projects.md#creating-a-project. */
export const validateProjectCreation = (input: ProjectCreationInput): Validated<ProjectCreation> => {
  const languagesMessage = firstMessage(notEmpty(input.languages), sizeBetween(1, languagesMax, input.languages))
  // Too many of them are not looked at one by one.
  const inputLanguages = languagesMessage === null ? (input.languages ?? []) : []
  const languages = inputLanguages.map(toLanguageContent)
  const checked = validateFields(
    {
      name: nameMessage(input.name),
      languages: languagesMessage,
      ...eachItem("languages", inputLanguages, languageMessages),
      slug: slugMessage(input.slug),
      organizationId: firstMessage(notNull(input.organizationId), atLeast(1, input.organizationId))
    },
    {
      name: input.name ?? "",
      languages,
      slug: input.slug ?? null,
      organizationId: input.organizationId ?? 0,
      baseLanguageTag: input.baseLanguageTag ?? null,
      icuPlaceholders: input.icuPlaceholders ?? true
    }
  )
  if (!checked.ok) return checked
  // The original has no error for these; here they break the rules that a single language would break.
  const repeatedTag = hasRepeats(languages.map(({ tag }) => tag))
  const repeatedName = hasRepeats(languages.map(({ name }) => name))
  if (!repeatedTag && !repeatedName) return checked
  return invalid(
    customErrors({
      ...(repeatedTag ? { language_tag_exists: [] } : {}),
      ...(repeatedName ? { language_name_exists: [] } : {})
    })
  )
}

/** Which of the languages is the base one: its index. Source: docs/reference/projects.md#creating-a-project. */
export const baseLanguageIndex = ({ languages, baseLanguageTag }: ProjectCreation): Validated<number> => {
  const index = baseLanguageTag === null ? 0 : languages.findIndex(({ tag }) => tag === baseLanguageTag)
  return index < 0 ? invalid(domainError("language_with_base_language_tag_not_found")) : valid(index)
}

/** Source: docs/reference/projects.md#editing-a-project. */
export const validateProjectEdit = (input: ProjectEditInput): Validated<ProjectEdit> =>
  validateFields(
    {
      name: nameMessage(input.name),
      slug: slugMessage(input.slug),
      description: sizeBetween(3, 2000, input.description)
    },
    {
      name: input.name ?? "",
      slug: input.slug ?? null,
      description: input.description ?? null,
      baseLanguageId: input.baseLanguageId ?? null,
      useNamespaces: input.useNamespaces ?? false,
      defaultNamespaceId: input.defaultNamespaceId ?? null,
      icuPlaceholders: input.icuPlaceholders ?? true,
      translationProtection: input.translationProtection ?? null,
      suggestionsMode: input.suggestionsMode ?? null,
      rejectsBrokenIcu: input.rejectBrokenIcu ?? null,
      marksTaskKeysDone: input.markTaskKeysDone ?? null,
      useBranching: input.useBranching ?? null
    }
  )

const nameMessage = (name: Optional<string>): string | null => firstMessage(notBlank(name), sizeBetween(3, 50, name))

/** Checks a slug of a project or an organization; an absent one is fine. */
const slugMessage = (slug: Optional<string>): string | null =>
  firstMessage(sizeBetween(slugLimits.minimum, slugLimits.maximum, slug), matches(slugPattern, "invalid_pattern", slug))

const hasRepeats = (texts: ReadonlyArray<string>): boolean => new Set(texts).size < texts.length
