import type { TermMatch } from "@dragoman/domain/glossary"
import type { MessageNode } from "../icu/message-node.ts"
import type { ProtectedRange } from "./protected-ranges.ts"

/** A text to check, as it is stored. */
export interface CheckedText {
  readonly text: string
  readonly languageTag: string
  /** In the base language; null = there is none, or the text itself is the base text. */
  readonly base: { readonly text: string; readonly languageTag: string } | null
  /** The key has plural forms: texts are ICU plurals. */
  readonly isPlural: boolean
  /** Texts are ICU messages; false = braces are text, placeholders are those of the program's language. */
  readonly isIcu: boolean
  /** Visible characters; null = no limit. */
  readonly maxCharLimit: number | null
  /** The terms of the glossaries of the project, for this language; absent = there are none. */
  readonly terms?: CheckTerms
}

/** The terms of glossaries, as the checks of one language need them. Made by `makeCheckTerms`, once for all texts. */
export interface CheckTerms {
  /** Finds terms that the base text may have, each of which has a text in the language. */
  readonly findInBase: FindCheckTerms
  /** Finds terms, forbidden ones too, in the language itself. */
  readonly findInText: FindCheckTerms
}

type FindCheckTerms = (prose: string) => ReadonlyArray<TermMatch<CheckTerm>>

export interface CheckTerm {
  /** In the language that is checked. */
  readonly text: string
  readonly isForbidden: boolean
  readonly isTranslatable: boolean
}

/**
 * One problem of a text. Positions are UTF-16 offsets in the stored text, end exclusive; null = it has no place.
 * `replacement` stands in the place of the range when it is certain: an empty one deletes, an empty range inserts.
 */
export interface CheckFinding {
  readonly type: CheckType
  /** A code such as `qa_numbers_missing`, of which `checkMessages` has the sentence. */
  readonly message: string
  readonly params: Readonly<Record<string, string>> | null
  readonly start: number | null
  readonly end: number | null
  readonly replacement: string | null
  /** The plural form, such as `few`; null = the whole text. */
  readonly form: string | null
  /** The same for the same problem after edits elsewhere in the text. */
  readonly identity: string
}

/** The types that Tolgee's clients know, and those behind the blank line, which only Dragoman has. */
export const checkTypes = [
  "EMPTY_TRANSLATION",
  "MISSING_PLURAL_CATEGORIES",
  "CHARACTER_CASE_MISMATCH",
  "REPEATED_WORDS",
  "PUNCTUATION_MISMATCH",
  "TRIM_CHECK",
  "SPACES_MISMATCH",
  "UNMATCHED_NEWLINES",
  "MISSING_NUMBERS",
  "SPECIAL_CHARACTER_MISMATCH",
  "BRACKETS_MISMATCH",
  "BRACKETS_UNBALANCED",
  "KEY_LENGTH_LIMIT",
  "DIFFERENT_URLS",
  "INCONSISTENT_PLACEHOLDERS",
  "INCONSISTENT_HTML",
  "HTML_SYNTAX",
  "ICU_SYNTAX",

  "UNTRANSLATED",
  "PLURAL_FORMS",
  "SCRIPT_CONVENTIONS",
  "UNSAFE_HTML",
  "MARKUP_MISMATCH",
  "BASE_TEXT",
  "TERM_MISSING",
  "FORBIDDEN_TERM"
] as const

/** The types that need a program which knows the language, such as LanguageTool; `checkText` leaves them alone. */
export const proseCheckTypes = ["SPELLING", "GRAMMAR"] as const

export type ProseCheckType = (typeof proseCheckTypes)[number]

export type CheckType = (typeof checkTypes)[number] | ProseCheckType

/** One plural form of a text, or the whole text, with the form of the base text that it is compared with. */
export interface CheckedForm {
  /** Null = the text has no forms. */
  readonly form: string | null
  /** Where it begins in the stored text. */
  readonly start: number
  readonly text: string
  /** Offsets are those of the stored text. */
  readonly nodes: ReadonlyArray<MessageNode>
  /** Arguments, tags, links and addresses, by offset in `text`. */
  readonly ranges: ReadonlyArray<ProtectedRange>
  /** The text with a filler in the place of each protected character: offsets stay. */
  readonly prose: string
  /** Null = nothing to compare with. */
  readonly base: Omit<CheckedForm, "base"> | null
}

/** The facts that all checks of one text share. */
export interface CheckContext {
  readonly checked: CheckedText
  /** Language of the text, such as `cs`. */
  readonly language: string
  readonly baseLanguage: string | null
  /** Where the text does not parse; then it is one form that nothing is protected in. */
  readonly syntaxError: { readonly message: string; readonly offset: number } | null
  /** The base text does not parse either: placeholders are not compared. */
  readonly isBaseBroken: boolean
  readonly forms: ReadonlyArray<CheckedForm>
  readonly baseForms: ReadonlyArray<Omit<CheckedForm, "base">>
}

/** A problem without the type, which its check has, and without an identity. Offsets are those of the form. */
export interface FormProblem {
  readonly message: string
  readonly params?: Readonly<Record<string, string>>
  readonly start?: number
  readonly end?: number
  readonly replacement?: string
}

/** Looks at one form at a time, when it has text. */
export type FormCheck = (form: CheckedForm, context: CheckContext) => ReadonlyArray<FormProblem>
