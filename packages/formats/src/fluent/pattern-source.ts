import { FluentSerializer, Identifier, Message, type Pattern } from "@fluent/syntax"

const serializer = new FluentSerializer()

/** The pattern as the serializer spells it, without the indentation that it has in a message. */
export const printPatternSource = (pattern: Pattern): string =>
  serializer
    .serializeEntry(new Message(new Identifier("a"), pattern))
    .slice("a =".length, -1)
    .replace(/^(?:\n {4}| )/, "")
    .replaceAll("\n    ", "\n")
