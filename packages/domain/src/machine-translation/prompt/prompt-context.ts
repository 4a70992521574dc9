import type { Formality } from "../translation-service.ts"

/** A text of the key in another language. */
export interface PromptLanguage {
  readonly name: string
  readonly tag: string
  /** ICU message as texts are stored; null: there is none, or the caller may not view it. */
  readonly text: string | null
  /** Guidance of the project for texts in this language; null: none. */
  readonly note: string | null
}

/** A form of a plural that the language needs. */
export interface PromptPluralForm {
  /** CLDR category, or an exact number such as `=0`. */
  readonly selector: string
  /** A number that selects the form, as the language writes no separators: `5` or `0.5`. */
  readonly example: string
  /** The form of the source that the number selects, with the number in place of `#`. */
  readonly sourceText: string
}

export interface PromptPlural {
  readonly argumentName: string
  /** Forms of the target language in the order of an ICU message, exact numbers first. */
  readonly forms: ReadonlyArray<PromptPluralForm>
}

/** Another text of the project or of its memories, with its translation. */
export interface PromptExample {
  readonly source: string
  /** null: it has no translation. */
  readonly target: string | null
  /** Empty: the entry of a memory. */
  readonly key: string
  readonly keyNamespace: string | null
}

/** A glossary term that occurs in the text. */
export interface PromptTerm {
  readonly source: string
  readonly target: string | null
  readonly description: string | null
  readonly isNonTranslatable: boolean
  readonly isCaseSensitive: boolean
  readonly isAbbreviation: boolean
  readonly isForbiddenTerm: boolean
}

/** Facts about a text to translate, which the caller may see. Rendering adds nothing to them. */
export interface PromptContext {
  readonly project: { readonly name: string; readonly note: string | null }
  /** null: a text without a key. */
  readonly key: {
    readonly name: string
    readonly namespace: string | null
    readonly description: string | null
    /** Visible characters of the translation, or of each of its plural forms; null: no limit. */
    readonly maxCharLimit: number | null
  } | null
  readonly source: PromptLanguage
  readonly target: PromptLanguage & { readonly formality: Formality }
  /** Further languages with a text of the key, approved ones first. */
  readonly others: ReadonlyArray<PromptLanguage & { readonly isReviewed: boolean }>
  /** null: the text is no plural. */
  readonly plural: PromptPlural | null
  /** The nearest keys first. */
  readonly relatedKeys: ReadonlyArray<PromptExample>
  /** The most similar texts first. */
  readonly memory: ReadonlyArray<PromptExample>
  readonly terms: ReadonlyArray<PromptTerm>
  /** Ids of the screenshots that show the key. */
  readonly screenshotIds: ReadonlyArray<number>
  /** The translation that was approved before the base text changed; null: the base text did not change. */
  readonly previous: { readonly source: string; readonly target: string } | null
}

/**
 * Limits of the blocks of a prompt, in UTF-16 units; longer ones are cut, lists at the end of an entry. The text to translate is
 * never cut. Our own limits: about 8,000 tokens in all.
 */
export const promptLimits = {
  /** Also the limit of stored notes. */
  noteMax: 2_000,
  descriptionMax: 2_000,
  nameMax: 300,
  /** One text beside the text to translate. */
  textMax: 2_000,
  listMax: 6_000,
  relatedKeysMax: 20,
  memoryMax: 5,
  termsMax: 50,
  othersMax: 20,
  screenshotsMax: 5,
  /** A template of a project. */
  templateMax: 20_000,
  /** A rendered prompt. */
  promptMax: 200_000
} as const
