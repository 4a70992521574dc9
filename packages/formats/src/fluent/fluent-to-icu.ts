import {
  type Expression,
  type Pattern,
  type PatternElement,
  Placeable,
  type SelectExpression,
  serializeExpression,
  type Variant
} from "@fluent/syntax"
import { escapeMessage } from "../icu/escape-message.ts"
import { formatLimits } from "../limits.ts"
import { isArgumentName } from "../placeholder/dialect/dialect.ts"
import {
  type ConversionOptions,
  type ConvertedText,
  convertText,
  keptAsTextSentence,
  unknownToIcu
} from "../placeholder/reading/convert-text.ts"
import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"
import { formatOfCall, isOrdinal, variableOfCall } from "./argument-format.ts"
import { printPatternSource } from "./pattern-source.ts"

/**
 * A pattern as it is stored: variables, `NUMBER` and `DATETIME` are arguments, selectors plurals or selects. Parts that ICU has
 * no equivalent for are text, spelled as the serializer does it. Without a conversion the pattern is text as a whole.
 * Source: docs/formats.md#fluent.
 */
export const convertPattern = (pattern: Pattern, languageName: string, options: ConversionOptions): ConvertedText => {
  const source = printPatternSource(pattern)
  if (!options.icuPlaceholders) return { text: source, pluralArgumentName: null }
  if (!options.convertPlaceholders) return { text: escapeMessage(source, false), pluralArgumentName: null }
  const messageMaxUtf16Units = Math.max(options.textMaxUtf16Units, source.length) * expansionMax
  const context: Context = { languageName, messageMaxUtf16Units, keptParts: [] }
  const message = printElements(pattern.elements, null, context)
  if (message === null) {
    const warning = keptAsTextSentence([shorten(source)], "its variants would make the message far too long")
    return { text: escapeMessage(source, false), pluralArgumentName: null, ...(warning === null ? {} : { warning }) }
  }
  const converted = convertText(message, null, options)
  const kept = keptAsTextSentence(context.keptParts.map(shorten), unknownToIcu)
  const warnings = [converted.warning, kept].filter((sentence) => typeof sentence === "string")
  return { ...converted, ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }) }
}

/** How many times longer a message may be than its pattern, or than any text: a default variant stands for several forms. */
const expansionMax = 10

const shorten = (source: string): string =>
  source.length > shownUtf16Units ? `${source.slice(0, shownUtf16Units)}…` : source
const shownUtf16Units = 60

/** True if it is text in a message, because ICU has no equivalent. */
export const isKeptAsText = (placeable: Placeable): boolean => {
  const context: Context = {
    languageName: "en",
    messageMaxUtf16Units: formatLimits.expandedPluralMaxUtf16Units,
    keptParts: []
  }
  const printed = printExpression(placeable.expression, null, context)
  return printed === null || context.keptParts[0] === serializeExpression(placeable)
}

interface Context {
  readonly languageName: string
  readonly messageMaxUtf16Units: number
  readonly keptParts: Array<string>
}

type Printed = { readonly kind: "literal" | "argument"; readonly text: string }

/** `pluralName`: the argument of the choice around it, when that is a plural. Null = the message would be too long. */
const printElements = (
  elements: ReadonlyArray<PatternElement>,
  pluralName: string | null,
  context: Context
): string | null => {
  let message = ""
  let literal = ""
  for (const element of elements) {
    const printed: Printed | null =
      element.type === "TextElement"
        ? { kind: "literal", text: element.value }
        : printExpression(element.expression, pluralName, context)
    if (printed === null || message.length > context.messageMaxUtf16Units) return null
    if (printed.kind === "literal") {
      literal += printed.text
      continue
    }
    message += escapeMessage(literal, pluralName !== null) + printed.text
    literal = ""
  }
  return message + escapeMessage(literal, pluralName !== null)
}

const printExpression = (expression: Expression, pluralName: string | null, context: Context): Printed | null => {
  if (expression.type === "Placeable") return printExpression(expression.expression, pluralName, context)
  if (expression.type === "StringLiteral") return { kind: "literal", text: expression.parse().value }
  if (expression.type === "SelectExpression") return printSelect(expression, context)
  const name = expression.type === "VariableReference" ? expression.id.name : nameOfCall(expression)
  if (name === null || !isArgumentName(name)) return keep(expression, context)
  if (expression.type !== "FunctionReference") {
    return { kind: "argument", text: name === pluralName ? "#" : `{${name}}` }
  }
  const format = formatOfCall(expression)
  return format === null ? keep(expression, context) : { kind: "argument", text: `{${name}, ${format}}` }
}

const nameOfCall = (expression: Expression): string | null =>
  expression.type === "FunctionReference" ? variableOfCall(expression) : null

const keep = (expression: Expression, { keptParts }: Context): Printed => {
  const text = serializeExpression(new Placeable(expression))
  keptParts.push(text)
  return { kind: "literal", text }
}

const printSelect = (select: SelectExpression, context: Context): Printed | null => {
  const choice = choiceOf(select, context.languageName)
  if (choice === null) return keep(select, context)
  const { kind, name, options } = choice
  const printed = new Map<Variant, string>()
  let text = `{${name}, ${kind},`
  for (const [selector, variant] of inUsualOrder([...options], ([selector]) => selector)) {
    const form = printed.get(variant) ?? printElements(variant.value.elements, kind === "select" ? null : name, context)
    if (form === null) return null
    printed.set(variant, form)
    text += ` ${selector} {${form}}`
    if (text.length > context.messageMaxUtf16Units) return null
  }
  return { kind: "argument", text: `${text}}` }
}

/** Exact numbers first, for Fluent takes the first variant that matches, and `other` last. */
export const inUsualOrder = <A>(options: ReadonlyArray<A>, selectorOf: (option: A) => string): ReadonlyArray<A> => {
  const rank = (option: A) => {
    const selector = selectorOf(option)
    return selector === "other" ? 2 : selector.startsWith("=") ? 0 : 1
  }
  return options.toSorted((left, right) => rank(left) - rank(right))
}

interface Choice {
  readonly kind: "plural" | "selectordinal" | "select"
  readonly name: string
  readonly options: ReadonlyMap<string, Variant>
}

/** Null = ICU cannot choose so. */
const choiceOf = ({ selector, variants }: SelectExpression, languageName: string): Choice | null => {
  const isCall = selector.type === "FunctionReference"
  const isNumber =
    isCall && (isOrdinal(selector) || (selector.id.name === "NUMBER" && formatOfCall(selector) === "number"))
  const name = selector.type === "VariableReference" ? selector.id.name : isNumber ? variableOfCall(selector) : null
  if (name === null || !isArgumentName(name)) return null
  if (variants.every(isPluralVariant)) {
    const kind = isCall && isOrdinal(selector) ? "selectordinal" : "plural"
    return { kind, name, options: pluralOptions(variants, rulesOf(languageName, kind)) }
  }
  const options = isCall ? null : selectOptions(variants)
  return options === null ? null : { kind: "select", name, options }
}

const keywords: ReadonlyArray<string> = pluralKeywords

/** The keys that a plural and a select of Fluent share make it a plural. */
const isPluralVariant = ({ key }: Variant): boolean =>
  key.type === "Identifier" ? keywords.includes(key.name) : /^(?:0|[1-9]\d{0,14})$/.test(key.value)

const rulesOf = (languageName: string, kind: "plural" | "selectordinal"): Intl.PluralRules => {
  const rules = pluralRulesOf(languageName)
  return kind === "plural" ? rules : new Intl.PluralRules(rules.resolvedOptions().locale, { type: "ordinal" })
}

/** The first variant that matches counts in Fluent; in ICU an exact number wins over its keyword. */
const pluralOptions = (variants: ReadonlyArray<Variant>, rules: Intl.PluralRules): ReadonlyMap<string, Variant> => {
  const options = new Map<string, Variant>()
  for (const variant of variants) {
    const { key } = variant
    const isReached = key.type === "Identifier" || !options.has(rules.select(Number(key.value)))
    const selector = key.type === "Identifier" ? key.name : `=${key.value}`
    if (isReached && !options.has(selector)) options.set(selector, variant)
  }
  const fallback = variants.find((variant) => variant.default)
  if (fallback === undefined || keyOf(fallback) === "other") return options
  for (const keyword of [...rules.resolvedOptions().pluralCategories, "other"]) {
    if (!options.has(keyword)) options.set(keyword, fallback)
  }
  return options
}

/** Null = a key is a number, or `other` is not the default. */
const selectOptions = (variants: ReadonlyArray<Variant>): ReadonlyMap<string, Variant> | null => {
  const options = new Map<string, Variant>()
  for (const variant of variants) {
    if (variant.key.type !== "Identifier") return null
    if (!options.has(variant.key.name)) options.set(variant.key.name, variant)
  }
  const fallback = variants.find((variant) => variant.default)
  const other = options.get("other") ?? fallback
  if (other === undefined || other !== fallback) return null
  return options.set("other", other)
}

const keyOf = ({ key }: Variant): string => (key.type === "Identifier" ? key.name : key.value)
