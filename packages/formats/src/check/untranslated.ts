import type { CheckContext, FormCheck } from "./check.ts"
import { withoutRanges } from "./protected-ranges.ts"

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

/** Words that languages leave as they are, keys of the keyboard and products among them. */
const international: ReadonlySet<string> = new Set(
  "ok wi-fi wifi pdf csv json xml html css url uri api sdk id ip sms gps usb cpu gpu ram email e-mail internet web blog chat online offline app apps server client login logout menu test status format filter video audio radio podcast android ios iphone ipad google apple microsoft windows linux macos github gitlab twitter facebook instagram youtube whatsapp bluetooth emoji text name version copyright admin proxy cookie cookies cache token tag tags link links plugin plugins hotel taxi bar club sport total normal minimal maximal alpha beta demo info min max ctrl alt shift cmd esc enter tab java markdown slack discord mastodon bluesky fediverse telegram".split(
    " "
  )
)

/** Words that most languages with Latin letters have taken, and others write in letters of their own. */
const latin: ReadonlySet<string> = new Set(
  "administrator album avatar bot bronze browser cluster code controller cursor dashboard desktop digital editor event events export feedback finalist firewall forum global gold hardware host image images import job jobs label labels laptop layout limit log logs manager material media moderator monitor motor namespace node nodes parameter partner party phase pixel plan port poster program radar robot role router script sensor service services shell signal software spam spoiler standard studio symbol system tablet team tempo terminal ticket timer tutorial virus volume zoom".split(
    " "
  )
)

/** The text is the base text, and something in it would be translated. */
export const checkUntranslated: FormCheck = ({ prose, text, base, form }, context) => {
  if (base === null || text !== base.text || areClose(context) || licence.test(text)) return []
  // One of several forms may well be the same.
  if (form !== null && form !== "other") return []
  const isKnown = hasLatinLetters(context.language) ? (word: string) => latin.has(word) : () => false
  const words = wordsOf(withoutNames(prose, context)).filter((word) => !isKnown(word.toLowerCase()))
  if (words.length === 0 || text.trim().length <= 1 || isName(words)) return []
  return [{ message: "qa_untranslated" }]
}

/** The prose without terms that are the same in every language. */
const withoutNames = (prose: string, { checked: { terms } }: CheckContext): string => {
  const names = terms?.findInText(prose).filter(({ value }) => !value.isTranslatable) ?? []
  return withoutRanges(prose, names)
}

const areClose = ({ language, baseLanguage }: CheckContext): boolean =>
  language === baseLanguage || related.some((group) => group.has(language) && group.has(baseLanguage ?? ""))

/** `Apache License 2.0`: names of licences stay. */
const licence = /^(?:\p{Lu}[\p{L}\d]* )+(?:Licen[cs]e|Exception)(?: [\d.]+)?$/u

const hasLatinLetters = (language: string): boolean => {
  const known = latinLanguages.get(language)
  if (known !== undefined) return known
  const isLatin = /^[a-z]{2,3}$/.test(language) && new Intl.Locale(language).maximize().script === "Latn"
  if (isLatin) latinLanguages.set(language, isLatin)
  return isLatin
}

/** Languages with Latin letters that were asked for: their number is bounded by ISO 639. */
const latinLanguages = new Map<string, boolean>()

/** Words that say something: no abbreviations of one or two letters, no patterns such as `MMM yyyy`. */
const wordsOf = (prose: string): ReadonlyArray<string> =>
  [
    ...prose
      .replace(/[#@/\\][\p{L}\p{N}_./\\-]+|[\p{L}\p{N}_-]+(?:[._/\\][\p{L}\p{N}_-]+)+|\b\w+\([^()]*\)/gu, " ")
      .matchAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu)
  ]
    .map(({ 0: word }) => word)
    .filter((word) => word.length > 2 && !/\d|^(\p{L})\1+$/u.test(word) && !international.has(word.toLowerCase()))

/** Abbreviations, and words that have a capital inside, such as `GitHub` and `IFrame`: names, as likely as not. */
const isName = (words: ReadonlyArray<string>): boolean =>
  words.every((word) => !/\p{Ll}/u.test(word)) || words.every((word) => /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(word))
