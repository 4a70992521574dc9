import type { CheckType } from "@dragoman/formats/check"
import type { Text, TextKey } from "../../base/texts/text.ts"

const names: Readonly<Record<CheckType | "GRAMMAR" | "SPELLING", TextKey>> = {
  BASE_TEXT: "check.BASE_TEXT",
  BRACKETS_MISMATCH: "check.BRACKETS_MISMATCH",
  BRACKETS_UNBALANCED: "check.BRACKETS_UNBALANCED",
  CHARACTER_CASE_MISMATCH: "check.CHARACTER_CASE_MISMATCH",
  DIFFERENT_URLS: "check.DIFFERENT_URLS",
  EMPTY_TRANSLATION: "check.EMPTY_TRANSLATION",
  FORBIDDEN_TERM: "check.FORBIDDEN_TERM",
  GRAMMAR: "check.GRAMMAR",
  HTML_SYNTAX: "check.HTML_SYNTAX",
  ICU_SYNTAX: "check.ICU_SYNTAX",
  INCONSISTENT_HTML: "check.INCONSISTENT_HTML",
  INCONSISTENT_PLACEHOLDERS: "check.INCONSISTENT_PLACEHOLDERS",
  KEY_LENGTH_LIMIT: "check.KEY_LENGTH_LIMIT",
  MARKUP_MISMATCH: "check.MARKUP_MISMATCH",
  MISSING_NUMBERS: "check.MISSING_NUMBERS",
  MISSING_PLURAL_CATEGORIES: "check.MISSING_PLURAL_CATEGORIES",
  PLURAL_FORMS: "check.PLURAL_FORMS",
  PUNCTUATION_MISMATCH: "check.PUNCTUATION_MISMATCH",
  REPEATED_WORDS: "check.REPEATED_WORDS",
  SCRIPT_CONVENTIONS: "check.SCRIPT_CONVENTIONS",
  SPACES_MISMATCH: "check.SPACES_MISMATCH",
  SPECIAL_CHARACTER_MISMATCH: "check.SPECIAL_CHARACTER_MISMATCH",
  SPELLING: "check.SPELLING",
  TERM_MISSING: "check.TERM_MISSING",
  TRIM_CHECK: "check.TRIM_CHECK",
  UNMATCHED_NEWLINES: "check.UNMATCHED_NEWLINES",
  UNSAFE_HTML: "check.UNSAFE_HTML",
  UNTRANSLATED: "check.UNTRANSLATED"
}

/** Says a type of check in the language of the console; a newer server has types that it does not know. */
export const checkTypeName = (type: string, t: Text): string => {
  const name = (names as Readonly<Record<string, TextKey>>)[type]
  return name === undefined ? type : t(name)
}
