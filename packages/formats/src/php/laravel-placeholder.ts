import { countMatches, type Dialect, isPosition, literalPart, type TextPart } from "../placeholder/dialect/dialect.ts"

/**
 * `:name` of Laravel; `:Name` and `:NAME` are the same value with a capital, and in capitals, so the spelling of the name is
 * kept. In a plural `:count` is the number. A colon cannot be escaped.
 * Source: https://laravel.com/docs/12.x/localization#replacing-parameters-in-translation-strings
 */
export const laravelDialect: Dialect = {
  countHits: (text) => countMatches(text, hit),
  splitText: (text) => {
    const parts: Array<TextPart> = []
    let literalStart = 0
    for (const match of text.matchAll(placeholder)) {
      const [spelled, name = ""] = match
      parts.push(literalPart(text.slice(literalStart, match.index)))
      literalStart = match.index + spelled.length
      parts.push({ kind: "argument", name, format: null, canCount: name === pluralArgument, naming: "named" })
    }
    parts.push(literalPart(text.slice(literalStart)))
    return parts
  },
  pluralArgumentName: "count",
  printLiteral: (text) => ({ text, placeholderCount: 0, keptPlaceholder: null }),
  printArgument: ({ name, format, isNumberSign }) => {
    if (isNumberSign) {
      return { text: `:${pluralArgument}`, readAs: { name: pluralArgument, format: null }, warning: null }
    }
    if (format !== null && format !== "number") return null
    if (isPosition(name)) {
      const sentence = "Laravel has names: positions are written as :0, which an import reads as text."
      return { text: `:${name}`, readAs: "literal", warning: { reason: "argumentName", sentence } }
    }
    if (!/^[A-Za-z_]\w*$/.test(name)) return null
    return {
      text: `:${name}`,
      readAs: { name, format: null },
      warning:
        format === null ? null : { reason: "argumentFormat", sentence: `Laravel has no formats: ${name} is plain.` }
    }
  }
}

const pluralArgument = "count"

/** Not behind a colon, which is a method of a class. */
const placeholder = /(?<!:):([A-Za-z_]\w{0,199})/g

/** Also a condition of a plural. */
const hit = /(?<![\w:]):[A-Za-z_]\w{0,199}|(?<![^|])[[{](?:\d{1,9}|\*)(?:,(?:\d{1,9}|\*))?[\]}]/g
