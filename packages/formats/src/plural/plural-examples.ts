import { parseMessage } from "../icu/parse-message.ts"
import { pluralKeywords, pluralRulesOf } from "./plural-keyword.ts"
import { parsePluralMessage } from "./plural-message.ts"

/** A form that a plural has in another language. */
export interface PluralExample {
  /** `few`, or `=0`. */
  readonly selector: string
  /** A number that selects the form. */
  readonly number: number
  /** The text that the source has for the number, with the number in place of `#`; ICU. */
  readonly text: string
}

/** Numbers of which some selects each form: small whole ones first, fractions last. */
const candidates = [...Array.from({ length: 200 }, (_, index) => index + 1), 0, 1_000_000, 0.5, 0.1, 1.5]

/**
 * Lists the forms of a plural in another language: those for exact numbers of the source, then those of the language. Null: the
 * text is no plural.
 */
export const pluralExamples = (
  text: string,
  sourceTag: string,
  targetTag: string
): { readonly argumentName: string; readonly forms: ReadonlyArray<PluralExample> } | null => {
  const plural = parsePluralMessage(text)
  if (plural === null) return null
  const { argumentName, forms } = plural
  const sourceRules = pluralRulesOf(sourceTag)
  const targetRules = pluralRulesOf(targetTag)
  const categories: ReadonlyArray<string> = targetRules.resolvedOptions().pluralCategories
  const exact = [...forms.keys()]
    .filter((selector) => selector.startsWith("="))
    .map((selector) => ({ selector, number: Number(selector.slice(1)) }))
  const ofLanguage = pluralKeywords
    .filter((keyword) => categories.includes(keyword))
    .map((selector) => {
      const fitting = candidates.filter((number) => targetRules.select(number) === selector)
      return { selector, number: fitting.find((number) => !forms.has(`=${number}`)) ?? fitting[0] ?? 0 }
    })
  return {
    argumentName,
    forms: [...exact, ...ofLanguage].map(({ selector, number }) => {
      const form = forms.get(`=${number}`) || forms.get(sourceRules.select(number)) || forms.get("other") || ""
      return { selector, number, text: putNumber(form, number) }
    })
  }
}

const putNumber = (form: string, number: number): string => {
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
