/** A text that is sought in translations, and how it is compared. */
export interface TextSearch {
  readonly search: string
  /** False: letters are equal in either case. */
  readonly matchCase: boolean
  /** Found only where no letter, digit, mark or underscore continues it. */
  readonly wholeWord: boolean
}

/** Longest text that is sought, or put in its place, in UTF-16 units. Source: docs/batch-jobs.md#find-and-replace. */
export const searchMaxUtf16Units = 500

/**
 * Makes a function that replaces each occurrence in a text. The search is a plain text: its pattern has no repetition, so no text makes
 * it backtrack (ADR 139).
 */
export const makeReplace = (
  { search, matchCase, wholeWord }: TextSearch,
  replacement: string
): ((text: string) => string) => {
  if (search === "") return (text) => text
  const escaped = search.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  const before = wholeWord && startsWithWord.test(search) ? `(?<!${wordCharacter})` : ""
  const after = wholeWord && endsWithWord.test(search) ? `(?!${wordCharacter})` : ""
  const pattern = new RegExp(`${before}${escaped}${after}`, matchCase ? "gu" : "giu")
  // A function, because a dollar sign in a replacement text has a meaning.
  return (text) => text.replace(pattern, () => replacement)
}

const wordCharacter = "[\\p{L}\\p{M}\\p{N}_]"
const startsWithWord = new RegExp(`^${wordCharacter}`, "u")
const endsWithWord = new RegExp(`${wordCharacter}$`, "u")

/** Checks of texts that a replacement may make fail: the preview names them. Types as on the wire. */
export const replacementDamages = [
  "ICU_SYNTAX",
  "INCONSISTENT_HTML",
  "INCONSISTENT_PLACEHOLDERS",
  "KEY_LENGTH_LIMIT"
] as const

export type ReplacementDamage = (typeof replacementDamages)[number]
