import { FluentSerializer, Identifier, Message, type Pattern } from "@fluent/syntax"

const serializer = new FluentSerializer()

/** The pattern as the serializer spells it, without the indentation that it has in a message. */
export const printPatternSource = (pattern: Pattern): string =>
  printPatternInMessage(pattern)
    .replace(/^(?:\n {4}| )/, "")
    .replaceAll("\n    ", "\n")

/** The source of a pattern, as it stands behind the equals sign of a message. */
export const printPatternInMessage = (pattern: Pattern): string =>
  serializer.serializeEntry(new Message(new Identifier("a"), pattern)).slice("a =".length, -1)

/**
 * The text of a pattern that is spelled like the text that is stored, on one line; null = it has placeables, or signs that mean
 * something in one of the two.
 */
export const plainTextOf = ({ elements }: Pattern): string | null => {
  const [first] = elements
  return elements.length === 1 && first?.type === "TextElement" && isPlainText(first.value) ? first.value : null
}

/**
 * A text of ICU as the pattern of a message of Fluent behind the equals sign, as the serializer spells it; null = it has more than
 * text on one line and arguments without a format, or signs that mean something in one of the two.
 */
export const printSimpleText = (text: string, icuPlaceholders: boolean): string | null => {
  if (isPlainText(text)) return text
  return icuPlaceholders && textWithArguments.test(text) ? text.replace(simpleArgument, "{ $$$1 }") : null
}

/** True if the text is spelled so in a message of ICU, and as the pattern of a message of Fluent behind the equals sign. */
const isPlainText = (text: string): boolean => plainText.test(text) && !text.includes("''")

const plainText = /^[^\s{}'.*[](?:[^\r\n{}]*[^\s{}'])?$/

/** Linear: what may follow shows in the first character. No apostrophe stands where it could quote. */
const textWithArguments = /^(?![\s.*[])(?:[^\r\n{}']|'(?![{}']|$)|\{[A-Za-z]\w*\})+(?<!\s)$/

const simpleArgument = /\{(\w+)\}/g
