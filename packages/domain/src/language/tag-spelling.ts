/** Codes of languages that ISO 639 replaced in 1989, and that Java and Android's folders still have. Source: RFC 5646 section 2.2.1. */
const formerCodes: ReadonlyArray<readonly [code: string, former: string]> = [
  ["he", "iw"],
  ["id", "in"],
  ["yi", "ji"]
]

/** The tag with today's code of its language: `iw-IL` is `he-IL`. */
export const withCurrentCode = (tag: string): string => replaceLanguage(tag, (code) => codeOf(code, 1, 0))

/** The tag with the code that Android's folders have: `he-IL` is `iw-IL`. */
export const withFormerCode = (tag: string): string => replaceLanguage(tag, (code) => codeOf(code, 0, 1))

const codeOf = (code: string, from: 0 | 1, to: 0 | 1): string =>
  formerCodes.find((codes) => codes[from] === code)?.[to] ?? code

const replaceLanguage = (tag: string, codeFor: (code: string) => string): string => {
  const code = /^[a-z]+/.exec(tag)?.[0] ?? ""
  return codeFor(code) + tag.slice(code.length)
}

/**
 * The tag as others spell it, itself first: `de_DE` is `de-DE`, Android's `pt-rBR` and `b+sr+Latn` are `pt-BR` and `sr-Latn`, `iw` and
 * `he` are one language.
 * Source: docs/import.md#what-is-read, https://developer.android.com/guide/topics/resources/providing-resources#table2
 */
export const spellingsOf = (tag: string): ReadonlyArray<string> => {
  const hyphened = tag.replaceAll("_", "-")
  const ordinary = tag.startsWith("b+")
    ? tag.slice("b+".length).replaceAll("+", "-")
    : hyphened.replace(/^([a-z]{2,3})-r([A-Z]{2}|\d{3})$/, "$1-$2")
  return [...new Set([tag, hyphened, ordinary, withCurrentCode(ordinary), withFormerCode(ordinary)])]
}
