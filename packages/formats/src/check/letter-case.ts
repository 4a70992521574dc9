import type { CheckContext, FormCheck } from "./check.ts"

/** Languages that write nouns, or a polite "you", with a capital: where the base begins small, so may not they. */
const capitalizedNouns: ReadonlySet<string> = new Set(["de", "lb"])

/** Languages whose script has no case: a word of another script in front says nothing. */
const withoutCase: ReadonlySet<string> = new Set(
  "ja zh ko ar fa ur he yi th lo km my hi bn mr ne ta te kn ml gu pa si am ka".split(" ")
)

/** Texts that begin with a letter begin with one of the same case. */
export const checkLetterCase: FormCheck = ({ prose, base }, context) => {
  if (base === null || withoutCase.has(context.language)) return []
  const own = firstLetter(prose)
  const other = firstLetter(base.prose)
  if (own === null || other === null || isBrand(prose.slice(own.offset))) return []
  const wanted = caseOf(other.letter)
  if (wanted === null || caseOf(own.letter) === null || caseOf(own.letter) === wanted) return []
  if (isBrand(base.prose.slice(other.offset)) || isAbbreviation(base.prose.slice(other.offset))) return []
  if (wanted === "lower" && (capitalizedNouns.has(context.language) || isOneWord(base.prose))) return []
  const replacement = wanted === "upper" ? upper(own.letter, context) : own.letter.toLocaleLowerCase(tagOf(context))
  const message = wanted === "upper" ? "qa_case_capitalize" : "qa_case_lowercase"
  return [{ message, start: own.offset, end: own.offset + own.letter.length, replacement }]
}

/** The first letter, if nothing that is protected and no digit stands before it. */
const firstLetter = (prose: string): { readonly letter: string; readonly offset: number } | null => {
  const found = /^\s*[\p{Ps}\p{Pi}\p{Po}]*(\p{L})/u.exec(prose)
  return found?.[1] === undefined ? null : { letter: found[1], offset: found[0].length - found[1].length }
}

const caseOf = (letter: string): "upper" | "lower" | null => {
  if (/\p{Lu}/u.test(letter)) return "upper"
  // Scripts without case, and letters without a capital, have none.
  return /\p{Ll}/u.test(letter) && letter.toUpperCase() !== letter ? "lower" : null
}

/** `iPhone`, `eBay`, `NASA`, `Wi-Fi`: names keep their letters. */
const isBrand = (text: string): boolean => {
  const word = /^[\p{L}\p{N}-]+/u.exec(text)?.[0] ?? ""
  return /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(word)
}

/** `e.g.` stays small at the beginning of a sentence, and the words that it becomes do not. */
const isAbbreviation = (text: string): boolean => /^\p{L}\.\s?\p{L}\./u.test(text)

/** A single word, such as `px`, is more often a name or a unit than the beginning of a sentence. */
const isOneWord = (prose: string): boolean => !/\p{L}[\s\S]*\s[\s\S]*\p{L}/u.test(prose)

const upper = (letter: string, context: CheckContext): string => letter.toLocaleUpperCase(tagOf(context))

/** Only Turkish and its likes need a tag, and a wrong one throws. */
const tagOf = ({ language }: CheckContext): string => (["tr", "az", "lt"].includes(language) ? language : "en")
