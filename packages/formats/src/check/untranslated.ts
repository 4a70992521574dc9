import type { CheckContext, FormCheck } from "./check.ts"

/** Languages that are close enough for many texts to be the same. */
const related: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["en", "ia"]),
  new Set(["nb", "nn", "no", "da"]),
  new Set(["sr", "hr", "bs"]),
  new Set(["cs", "sk"]),
  new Set(["gl", "pt", "es", "ca"]),
  new Set(["id", "ms"]),
  new Set(["zh", "yue"])
]

/** Words that languages leave as they are. */
const international: ReadonlySet<string> = new Set(
  "ok wi-fi wifi pdf csv json xml html css url uri api sdk id ip sms gps usb cpu gpu ram email e-mail internet web blog chat online offline app apps server client login logout menu test status format filter video audio radio podcast android ios iphone ipad google apple microsoft windows linux macos github gitlab twitter facebook instagram youtube whatsapp bluetooth emoji text name version copyright admin proxy cookie cookies cache token tag tags link links plugin plugins hotel taxi bar club sport total normal minimal maximal alpha beta demo info min max".split(
    " "
  )
)

/** The text is the base text, and something in it would be translated. */
export const checkUntranslated: FormCheck = ({ prose, text, base, form }, context) => {
  if (base === null || text !== base.text || areClose(context)) return []
  // One of several forms may well be the same.
  if (form !== null && form !== "other") return []
  const words = wordsOf(prose)
  if (words.length === 0 || text.trim().length <= 1 || isName(words)) return []
  return [{ message: "qa_untranslated" }]
}

const areClose = ({ language, baseLanguage }: CheckContext): boolean =>
  language === baseLanguage || related.some((group) => group.has(language) && group.has(baseLanguage ?? ""))

const wordsOf = (prose: string): ReadonlyArray<string> =>
  [
    ...prose
      .replace(/[#@/\\][\p{L}\p{N}_./\\-]+|[\p{L}\p{N}_-]+(?:[._/\\][\p{L}\p{N}_-]+)+|\b\w+\([^()]*\)/gu, " ")
      .matchAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu)
  ]
    .map(({ 0: word }) => word)
    .filter((word) => word.length > 2 && !/\d/.test(word) && !international.has(word.toLowerCase()))

/** Abbreviations, and one or two words that begin with a capital or have one inside: a name, as likely as not. */
const isName = (words: ReadonlyArray<string>): boolean =>
  words.every((word) => !/\p{Ll}/u.test(word)) || words.every((word) => /\p{Ll}\p{Lu}/u.test(word))
