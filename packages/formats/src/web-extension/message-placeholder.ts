import { type Dialect, isArgumentName, isPosition, literalPart, type TextPart } from "../placeholder/dialect/dialect.ts"

/**
 * `$NAME$` and `$1` to `$9` of WebExtensions; of several dollar signs in a row one is dropped. The spelling of a name is kept,
 * although `$name$` is the same.
 * Source: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference
 */
export const messageDialect: Dialect = {
  countHits: () => 0,
  splitText: (text) => {
    const parts: Array<TextPart> = []
    let literalStart = 0
    for (const match of text.matchAll(placeholder)) {
      const [spelled, name, digit, signs = ""] = match
      parts.push(literalPart(text.slice(literalStart, match.index)))
      literalStart = match.index + spelled.length
      if (digit !== undefined) parts.push(argument(String(Number(digit) - 1), "numbered"))
      else if (name === undefined) parts.push(literalPart(signs))
      else if (isMessageName(name)) parts.push(argument(name, "named"))
      else parts.push(literalPart(spelled, "placeholder"))
    }
    parts.push(literalPart(text.slice(literalStart)))
    return parts
  },
  pluralArgumentName: null,
  printLiteral: (text) => {
    let keptPlaceholder: string | null = null
    const printed = text.replace(literalSigns, (spelled: string, name?: string) => {
      if (name === undefined || isMessageName(name)) return spelled.replace(/\$+/g, "$$$&")
      keptPlaceholder ??= spelled
      return spelled
    })
    return { text: printed, placeholderCount: 0, keptPlaceholder }
  },
  printArgument: ({ name, format }) => {
    if (format !== null && format !== "number") return null
    const text = isPosition(name) ? `$${Number(name) + 1}` : `$${name}$`
    if (isPosition(name) ? Number(name) > 8 : !isMessageName(name)) return null
    return {
      text,
      readAs: { name, format: null },
      warning:
        format === null
          ? null
          : { reason: "argumentFormat", sentence: `Messages have no formats: ${name} is a plain placeholder.` }
    }
  }
}

const argument = (name: string, naming: "named" | "numbered"): TextPart => ({
  kind: "argument",
  name,
  format: null,
  canCount: false,
  naming
})

const placeholder = /\$([A-Za-z0-9_@]{1,200})\$|\$([1-9])|\$(\$+)/g
const literalSigns = /\$([A-Za-z0-9_@]{1,200})\$|\$+/g

/** Names that ICU takes, too; browsers also allow `@`, and digits at the start. */
const isMessageName = (name: string): boolean =>
  /^[A-Za-z0-9_]+$/.test(name) && isArgumentName(name) && !isPosition(name)
