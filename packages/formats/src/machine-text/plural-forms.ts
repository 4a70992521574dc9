import { parseMessage } from "../icu/parse-message.ts"
import { parsePluralMessage, printPluralMessage } from "../plural/plural-message.ts"
import { examplesFor, pluralNumbersOf } from "./plural-numbers.ts"

/** A form that the target language needs, with the text that it is translated from. */
export interface PluralForm {
  /** `few`, or `=0`. */
  readonly keyword: string
  /** A number that has this form in the target language; it is sent in the place of `#`. */
  readonly number: number
  /** The form of the source that the number selects, as ICU text. */
  readonly form: string
}

export interface SplitPlural {
  readonly argumentName: string
  readonly forms: ReadonlyArray<PluralForm>
}

/**
 * Divides a plural into the forms of the target language, those for exact numbers first. The example of a form is a number that the
 * source shows, and that has the same form there, if there is one. Null: the text is no plural.
 */
export const splitPluralForms = (message: string, sourceTag: string, targetTag: string): SplitPlural | null => {
  const plural = parsePluralMessage(message)
  if (plural === null) return null
  const { argumentName, forms } = plural
  const sourceNumbers = pluralNumbersOf(sourceTag)
  const { categoryOf } = sourceNumbers
  // An empty form has no text of its own: `other` is shown.
  const formOf = (number: number): string =>
    forms.get(`=${number}`) || forms.get(categoryOf(number)) || forms.get("other") || ""
  const exact = [...forms.keys()].filter(isExact)
  const exactNumbers = new Set(exact.map(exactNumber))
  const split = exact.map((keyword): PluralForm => {
    return { keyword, number: exactNumber(keyword), form: forms.get(keyword) ?? "" }
  })
  for (const [keyword, numbers] of pluralNumbersOf(targetTag).byCategory) {
    const candidates = examplesFor(numbers, sourceNumbers, exactNumbers)
    const shown = candidates.filter((number) => formOf(number).includes("#"))
    const usable = shown.length > 0 ? shown : candidates
    const number = usable.find((one) => categoryOf(one) === keyword) ?? usable[0] ?? numbers[0] ?? 0
    split.push({ keyword, number, form: formOf(number) })
  }
  return { argumentName, forms: split }
}

/** Returns a form as people read it: its example number stands in the place of `#`. */
export const exampleTextOf = ({ form, number }: Pick<PluralForm, "form" | "number">): string => {
  const start = "{n, plural, other {"
  const message = `${start}${form}}}`
  const parsed = parseMessage(message)
  const [plural] = parsed.kind === "error" ? [] : parsed.nodes
  if (plural?.kind !== "plural") return form
  let text = ""
  let end = start.length
  for (const node of plural.options[0]?.nodes ?? []) {
    if (node.kind !== "numberSign") continue
    text += message.slice(end, node.start) + String(number)
    end = node.end
  }
  return text + message.slice(end, -2)
}

/** Prints translated forms as a plural, as it is stored. */
export const joinPluralForms = (argumentName: string, forms: ReadonlyMap<string, string>): string =>
  printPluralMessage({ argumentName, forms })

export const isExact = (keyword: string): boolean => keyword.startsWith("=")

export const exactNumber = (keyword: string): number => Number(keyword.slice(1))
