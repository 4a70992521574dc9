import {
  type ArgumentPart,
  countMatches,
  type Dialect,
  fractionDigitsOf,
  isArgumentName,
  literalPart,
  type PrintableArgument,
  type PrintedArgument,
  type TextPart
} from "./dialect.ts"

/**
 * `{{name}}` and `{{name, number}}` of i18next. Unescaped values `{{- name}}`, other formats and nesting `$t(key)`
 * stay literal, and are written as they are: i18next has no way to escape them.
 * Source: docs/reference/placeholders.md.
 */
export const i18nextDialect: Dialect = {
  countHits: (text) => countMatches(text, hit),
  splitText: (text) => {
    const parts: Array<TextPart> = []
    let literalStart = 0
    for (const match of text.matchAll(placeholder)) {
      parts.push(literalPart(text.slice(literalStart, match.index)))
      literalStart = match.index + match[0].length
      parts.push(argumentOf(match[1] ?? "", match[2]) ?? literalPart(match[0], "placeholder"))
    }
    parts.push(literalPart(text.slice(literalStart)))
    return parts
  },
  pluralArgumentName: "count",
  printLiteral: (text) => ({ text, placeholderCount: 0, keptPlaceholder: null }),
  isSpaced: (text) => {
    const braces = text.match(/\{\{[^{}]{1,400}\}\}/g)
    return braces?.every((placeholder) => /^\{\{ \S(?:.*\S)? \}\}$/.test(placeholder)) ?? false
  },
  printArgument: (argument, { isSpaced }) => {
    const printed = printArgument(argument)
    if (printed === null || !isSpaced || printed.readAs === "literal") return printed
    return { ...printed, text: `{{ ${printed.text.slice(2, -2)} }}` }
  }
}

const hit = /(?<![\w{])(?:\{\{-?[^{}]{1,200}\}\}|\$t\([^()]{1,200}\))/g
/** Not over the end of a line: i18next has no placeholder there. */
const placeholder = /\{\{([^{},\r\n]{1,200})(?:,([^{}\r\n]{0,200}))?\}\}|\$t\([^(){}]{1,200}\)/g

const argumentOf = (spelledName: string, spelledFormat: string | undefined): ArgumentPart | null => {
  const name = spelledName.trim()
  const format = spelledFormat?.trim() ?? null
  if (!isArgumentName(name) || (format !== null && format !== "number")) return null
  return { kind: "argument", name, format, canCount: format === null, naming: "named" }
}

/** The number sign of a plural is `{{count}}`, as files have it: `{{count, number}}` would group the digits. */
const printArgument = ({ name, format, isNumberSign }: PrintableArgument): PrintedArgument | null => {
  if (isNumberSign) return { text: `{{${name}}}`, readAs: { name, format: null }, warning: null }
  if (format === null) return { text: `{{${name}}}`, readAs: { name, format }, warning: null }
  const number = { text: `{{${name}, number}}`, readAs: { name, format: "number" }, warning: null }
  if (format === "number") return number
  if (format === "number, scientific") {
    return {
      ...number,
      warning: {
        reason: "argumentFormat",
        sentence: `i18next has no scientific notation: ${name} is written as an ordinary number.`
      }
    }
  }
  const digits = fractionDigitsOf(format)
  if (digits === null) return null
  return {
    text: `{{${name}, number(minimumFractionDigits: ${digits}; maximumFractionDigits: ${digits})}}`,
    readAs: "literal",
    warning: {
      reason: "argumentFormat",
      sentence: `i18next shows ${name} with its digits, but an import reads the placeholder as text.`
    }
  }
}
