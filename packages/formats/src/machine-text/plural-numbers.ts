import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"

/** The plural rules of a language as a table: asking the platform costs microseconds a number. */
export interface PluralNumbers {
  /** Numbers of each form, in the usual order of forms. */
  readonly byCategory: ReadonlyMap<string, ReadonlyArray<number>>
  readonly categoryOf: (number: number) => string
}

/**
 * Numbers of each form of a language: whole ones up to 201, behind which rules repeat; a million or fractions for forms that have no
 * smaller one.
 */
export const pluralNumbersOf = (languageTag: string): PluralNumbers => {
  const known = numbersByTag.get(languageTag)
  if (known !== undefined) return known
  const numbers = countNumbers(pluralRulesOf(languageTag))
  if (numbersByTag.size >= knownTagsMax) numbersByTag.clear()
  numbersByTag.set(languageTag, numbers)
  return numbers
}

/** Rules never change. */
const numbersByTag = new Map<string, PluralNumbers>()
const knownTagsMax = 200

const countNumbers = (rules: Intl.PluralRules): PluralNumbers => {
  const { pluralCategories } = rules.resolvedOptions()
  const byCategory = new Map<string, Array<number>>()
  for (const keyword of pluralKeywords) if (pluralCategories.includes(keyword)) byCategory.set(keyword, [])
  const small: Array<string> = []
  for (let number = 0; number <= repeatingMax; number++) {
    const category = rules.select(number)
    small.push(category)
    if (number > 0) byCategory.get(category)?.push(number)
  }
  // Texts about no thing are rare: another number is the better example.
  byCategory.get(rules.select(0))?.push(0)
  for (const number of rareNumbers) {
    const numbers = byCategory.get(rules.select(number))
    if (numbers?.length === 0) numbers.push(number)
  }
  return { byCategory, categoryOf: (number) => small[number] ?? rules.select(number) }
}

const repeatingMax = 201
const rareNumbers = [1_000_000, 0.5, 0.1, 1.5, 2.5]

/** The first number for each form of another language that the numbers have there; those for which a form of their own exists are left out. */
export const examplesFor = (
  numbers: ReadonlyArray<number>,
  { categoryOf }: PluralNumbers,
  exact: ReadonlySet<number>
): ReadonlyArray<number> => {
  const known = new Set<string>()
  const examples: Array<number> = []
  for (const number of numbers) {
    const category = categoryOf(number)
    if (known.has(category) || exact.has(number)) continue
    known.add(category)
    examples.push(number)
  }
  return examples
}

/** True for the numbers of a form that small whole numbers have: the checks miss no other one. */
export const hasWholeNumber = ([first]: ReadonlyArray<number>): boolean =>
  first !== undefined && first <= repeatingMax && Number.isInteger(first)
