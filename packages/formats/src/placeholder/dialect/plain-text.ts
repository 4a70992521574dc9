import { type Dialect, literalPart } from "./dialect.ts"

/** Texts without placeholders: all of them is literal. */
export const plainDialect: Dialect = {
  countHits: () => 0,
  splitText: (text) => [literalPart(text)],
  pluralArgumentName: null,
  printLiteral: (text) => ({ text, placeholderCount: 0, keptPlaceholder: null }),
  printArgument: () => null
}
