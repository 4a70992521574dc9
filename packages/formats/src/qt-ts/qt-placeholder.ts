import { type Dialect, isPosition, literalPart, type TextPart } from "../placeholder/dialect/dialect.ts"

/**
 * `%1` and `%L1` of Qt's `QString::arg`, up to 99; in a plural `%n` is the number and `%Ln` the number as the language writes
 * it. A percent sign cannot be escaped.
 * Source: https://doc.qt.io/qt-6/qstring.html#arg, https://doc.qt.io/qt-6/i18n-plural-rules.html
 */
const qtDialect = (isPlural: boolean): Dialect => {
  const placeholder = isPlural ? /%(L?)([1-9]\d?|n)/g : /%(L?)([1-9]\d?)/g
  return {
    countHits: () => 0,
    splitText: (text) => {
      const parts: Array<TextPart> = []
      let literalStart = 0
      for (const match of text.matchAll(placeholder)) {
        parts.push(literalPart(text.slice(literalStart, match.index)))
        literalStart = match.index + match[0].length
        const [, localized, place = ""] = match
        parts.push({
          kind: "argument",
          name: place === "n" ? "n" : String(Number(place) - 1),
          format: localized === "L" ? "number" : null,
          canCount: place === "n" && localized === "",
          naming: place === "n" ? "named" : "numbered"
        })
      }
      parts.push(literalPart(text.slice(literalStart)))
      return parts
    },
    pluralArgumentName: "n",
    printLiteral: (text) => ({ text, placeholderCount: 0, keptPlaceholder: null }),
    printArgument: ({ name, format, isNumberSign }, { placeholderIndex }) => {
      if (isNumberSign) return { text: "%n", readAs: { name: "n", format: null }, warning: null }
      if (format !== null && format !== "number") return null
      const sign = format === "number" ? "%L" : "%"
      if (isPlural && name === "n") return { text: `${sign}n`, readAs: { name: "n", format }, warning: null }
      const position = isPosition(name) ? Number(name) : placeholderIndex
      if (position > 98) return null
      return {
        text: `${sign}${position + 1}`,
        readAs: { name: String(position), format },
        warning: isPosition(name)
          ? null
          : {
              reason: "argumentName",
              sentence: `Qt has no named placeholders: "${name}" is written as the placeholder at its place.`
            }
      }
    }
  }
}

export const qtTextDialect: Dialect = qtDialect(false)

export const qtPluralDialect: Dialect = qtDialect(true)
