/** A plural category of a language with numbers that belong to it. */
export interface PluralCategory {
  readonly name: Intl.LDMLPluralRule
  /** Three at most; decimals and large numbers only where no small one belongs to it. */
  readonly examples: ReadonlyArray<number>
  /** Whether more than one number has this form: then the number has to be in it. */
  readonly hasSeveralNumbers: boolean
}

/** The order of the tabs. */
const categoryOrder: ReadonlyArray<Intl.LDMLPluralRule> = ["zero", "one", "two", "few", "many", "other"]

const smallNumbers = Array.from({ length: 201 }, (_, number) => number)
const rareNumbers = [1_000_000, 0.5, 1.5, 0.1]
const examplesMax = 3

const known = new Map<string, ReadonlyArray<PluralCategory>>()

/** The categories of a language, which has none of its own when the tag is not a registered one: then `other` alone. */
export const pluralCategories = (
  languageTag: string,
  type: "cardinal" | "ordinal" = "cardinal"
): ReadonlyArray<PluralCategory> => {
  const name = `${type} ${languageTag}`
  const found = known.get(name) ?? findCategories(languageTag, type)
  known.set(name, found)
  return found
}

const findCategories = (languageTag: string, type: "cardinal" | "ordinal"): ReadonlyArray<PluralCategory> => {
  const rules = rulesOf(languageTag, type)
  const names = new Set(rules.resolvedOptions().pluralCategories)
  const small = Map.groupBy(smallNumbers, (number) => rules.select(number))
  const rare = Map.groupBy(type === "cardinal" ? rareNumbers : [], (number) => rules.select(number))
  return categoryOrder
    .filter((category) => names.has(category))
    .map((category) => {
      const numbers = small.get(category) ?? rare.get(category) ?? []
      return { name: category, examples: numbers.slice(0, examplesMax), hasSeveralNumbers: numbers.length !== 1 }
    })
}

const rulesOf = (languageTag: string, type: "cardinal" | "ordinal"): Intl.PluralRules => {
  try {
    return new Intl.PluralRules(languageTag, { type })
  } catch {
    return new Intl.PluralRules("ja", { type: "cardinal" })
  }
}
