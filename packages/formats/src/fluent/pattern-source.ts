import { FluentSerializer, Identifier, Message, type Pattern } from "@fluent/syntax"

const serializer = new FluentSerializer()

/** The pattern as the serializer spells it, without the indentation that it has in a message. */
export const printPatternSource = (pattern: Pattern): string =>
  printPatternInMessage(pattern)
    .replace(/^(?:\n {4}| )/, "")
    .replaceAll("\n    ", "\n")

/** As it stands behind the equals sign of a message. */
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

/** Is the text spelled so in a message of ICU, and as the pattern of a message of Fluent behind the equals sign? */
export const isPlainText = (text: string): boolean => plainText.test(text) && !text.includes("''")

const plainText = /^[^\s{}'.*[](?:[^\r\n{}]*[^\s{}'])?$/
