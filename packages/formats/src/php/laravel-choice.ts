import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import { counts, type LaravelLanguage, lastCount } from "./laravel-language.ts"

/** By selector; null = the text is no plural. */
export const formsIn = (text: string, language: LaravelLanguage): ReadonlyMap<string, string> | null => {
  const choice = parseChoice(text, language)
  return choice === null ? null : formsOf(choice, language)
}

/** The texts of a choice, and for each of `counts` the index of the text that Laravel shows. */
interface Choice {
  readonly texts: ReadonlyArray<string>
  readonly shown: ReadonlyArray<number>
  /** False = a part is never shown. */
  readonly isWhole: boolean
}

/**
 * Null = a text that is no choice for certain: a part without a text, a condition that is no whole number, more parts than
 * the language has forms. A second part in a language with one form is left over from English.
 */
const parseChoice = (text: string, { rule, partIndexes }: LaravelLanguage): Choice | null => {
  const parts = text.split("|", partsMax + 1).map(parsePart)
  if (parts.length < 2 || parts.length > partsMax) return null
  const isUnconditional = parts.every(({ condition }) => condition === null)
  if (isUnconditional && parts.length > Math.max(2, rule.formCount)) return null
  if (parts.some(({ condition }) => condition !== null && Number.isNaN(condition.from + condition.to))) return null
  if (parts.slice(0, -1).some((part) => part.text.trim() === "")) return null
  const texts = [...new Set(parts.flatMap((part) => [part.text, part.text.trim()]))]
  const places = parts.map((part) => texts.indexOf(part.text))
  const conditional = parts.flatMap(({ condition, text: spelled }) =>
    condition === null ? [] : [{ ...condition, place: texts.indexOf(spelled.trim()) }]
  )
  const shown = counts.map((count, index) => {
    // The first condition that holds wins, and its text is trimmed. All parts are counted, with and without a condition.
    for (const { from, to, place } of conditional) if (from <= count && count <= to) return place
    return places[partIndexes[index] ?? 0] ?? places[0] ?? 0
  })
  const seen = new Set([...new Set(shown)].map((place) => texts[place]?.trim()))
  const isLeftOver = parts.length === 2 && seen.size === 1
  return { texts, shown, isWhole: isLeftOver || parts.every((part) => seen.has(part.text.trim())) }
}

/** A rule that repeats for each hundred numbers would have more. */
const partsMax = 50

interface Part {
  /** Null = it has none. */
  readonly condition: { readonly from: number; readonly to: number } | null
  /** Behind the condition, with the spaces. */
  readonly text: string
}

/** `{0}`, `[1,19]`, `[20,*]`; Laravel takes either bracket. NaN = a condition that is no whole number. */
const parsePart = (part: string): Part => {
  const found = /^[{[]([^{}[\]]*)[\]}]/.exec(part)
  if (found === null) return { condition: null, text: part }
  const [spelled, condition = ""] = found
  const [, from, to] = /^(\d{1,9}|\*)(?:,(\d{1,9}|\*))?$/.exec(condition) ?? []
  const first = from === "*" && to !== undefined ? 0 : Number(from)
  const last = to === "*" ? Number.MAX_SAFE_INTEGER : Number(to ?? from)
  return { condition: { from: first, to: last }, text: part.slice(spelled.length) }
}

/**
 * Each keyword has the text of most of its numbers, others have a form of their own. Null = a part is never shown, or ICU would
 * need too many forms.
 */
const formsOf = (choice: Choice, { keywords }: LaravelLanguage): ReadonlyMap<string, string> | null => {
  const { texts, shown, isWhole } = choice
  if (!isWhole) return null
  const partByKeyword = mostFrequentParts(choice, keywords)
  const forms = new Map<string, string>()
  for (const [index, count] of counts.entries()) {
    const part = shown[index] ?? 0
    if (part === partByKeyword.get(keywords[index] ?? "other")) continue
    if (count > lastCount || forms.size === exactFormsMax) return null
    forms.set(`=${count}`, texts[part] ?? "")
  }
  const other = partByKeyword.get("other")
  for (const keyword of pluralKeywords) {
    const part = partByKeyword.get(keyword)
    // `other` covers the same text.
    if (part !== undefined && (keyword === "other" || part !== other)) forms.set(keyword, texts[part] ?? "")
  }
  return forms
}

/** The one of the larger numbers wins among equals: in French 0 and 1 are `one`, and 1 is the usual one. */
const mostFrequentParts = (
  { texts, shown }: Choice,
  keywords: LaravelLanguage["keywords"]
): ReadonlyMap<PluralKeyword, number> => {
  const frequencies = new Map<PluralKeyword, Array<number>>()
  keywords.forEach((keyword, index) => {
    const part = shown[index] ?? 0
    const ofKeyword = frequencies.get(keyword) ?? new Array<number>(texts.length).fill(0)
    ofKeyword[part] = (ofKeyword[part] ?? 0) + 1
    frequencies.set(keyword, ofKeyword)
  })
  const most = new Map<PluralKeyword, number>()
  keywords.forEach((keyword, index) => {
    const part = shown[index] ?? 0
    const ofKeyword = frequencies.get(keyword)
    if ((ofKeyword?.[part] ?? 0) >= (ofKeyword?.[most.get(keyword) ?? part] ?? 0)) most.set(keyword, part)
  })
  return most
}

/** Each number of a range such as `[1,19]` is a form of its own. */
const exactFormsMax = 50

/** Null = Laravel has no text that shows the same, such as forms with a `|`. */
export const composeChoice = (forms: ReadonlyMap<string, string>, language: LaravelLanguage): string | null => {
  const other = forms.get("other") ?? ""
  const shown = counts.map(
    (count, index) => forms.get(`=${count}`) ?? (forms.get(language.keywords[index] ?? "") || other)
  )
  const candidates = [
    () => partsOf(forms, language),
    () => rangesOf(shown).map(printCondition),
    () => withExceptions(forms, shown, language)
  ]
  for (const compose of candidates) {
    const parts = compose()
    const choice = parts.length <= partsMax ? parts.join("|") : ""
    if (isReadAs(choice, shown, language)) return choice
  }
  return null
}

/** The forms of the language, one behind the other. */
const partsOf = (forms: ReadonlyMap<string, string>, language: LaravelLanguage): ReadonlyArray<string> => {
  const parts = [...allPartsOf(forms, language)]
  // Laravel takes the first part for an index that is not there.
  while (parts.length > 2 && parts.at(-1) === parts[0]) parts.pop()
  if (parts.length === 1) parts.push(parts[0] ?? "")
  return parts
}

const allPartsOf = (forms: ReadonlyMap<string, string>, { rule }: LaravelLanguage): ReadonlyArray<string> =>
  rule.keywords.map((keyword) => forms.get(keyword) || (forms.get("other") ?? ""))

/** The forms of the language, and behind them those for numbers that see another text. */
const withExceptions = (
  forms: ReadonlyMap<string, string>,
  shown: ReadonlyArray<string>,
  language: LaravelLanguage
): ReadonlyArray<string> => {
  const parts = allPartsOf(forms, language)
  const others = shown.map((text, index) => (parts[language.partIndexes[index] ?? 0] === text ? null : text))
  return [...parts, ...rangesOf(others).map(printCondition)]
}

interface CountRange {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Neighbours with one text; null = numbers without one. */
const rangesOf = (shown: ReadonlyArray<string | null>): ReadonlyArray<CountRange> => {
  const ranges: Array<{ from: number; to: number; text: string }> = []
  let previous: string | null = null
  for (const [index, text] of shown.entries()) {
    const count = counts[index] ?? 0
    const last = ranges.at(-1)
    if (text !== null && last !== undefined && text === previous) last.to = count
    else if (text !== null) ranges.push({ from: count, to: count, text })
    previous = text
  }
  return ranges
}

const printCondition = ({ from, to, text }: CountRange): string =>
  from === to ? `{${from}} ${text}` : `[${from},${to > lastCount ? "*" : to}] ${text}`

/** True = Laravel shows the right form for each number, and an import takes the text for a plural. */
const isReadAs = (candidate: string, shown: ReadonlyArray<string>, language: LaravelLanguage): boolean => {
  const choice = parseChoice(candidate, language)
  if (choice === null) return false
  return choice.shown.every((part, index) => choice.texts[part] === shown[index]) && formsOf(choice, language) !== null
}
