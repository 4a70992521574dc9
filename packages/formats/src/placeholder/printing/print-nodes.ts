import type { ArgumentNode, MessageNode } from "../../icu/message-node.ts"
import type {
  Dialect,
  PercentSigns,
  PrintableArgument,
  PrintedLiteral,
  PrintPlace,
  TextPart
} from "../dialect/dialect.ts"
import { joinWarnings, type PrintWarning } from "../dialect/print-warning.ts"

export type PrintedNodes =
  | { readonly kind: "printed"; readonly text: string; readonly warning: PrintWarning | null }
  | { readonly kind: "unprintable"; readonly warning: PrintWarning }

export interface NodeOptions {
  /** Null = a singular text. */
  readonly pluralArgumentName: string | null
  /** How the file that the text came from wrote percent signs in plain text; null = as the dialect usually does. */
  readonly percentSigns: PercentSigns | null
  /** The same for a space inside of braces. */
  readonly isSpaced: boolean
}

/**
 * The parts of a message in the spelling of a dialect. The written text is split again by the dialect's own reader:
 * text that became a placeholder, or a placeholder that became another one, makes the message unprintable.
 * Linear in the length.
 */
export const printNodes = (nodes: ReadonlyArray<MessageNode>, dialect: Dialect, options: NodeOptions): PrintedNodes => {
  const printed = printWith(options.percentSigns, nodes, dialect, options)
  return printed.kind === "printed" || options.percentSigns === "doubled"
    ? printed
    : printWith("doubled", nodes, dialect, options)
}

const printWith = (
  percentSigns: PercentSigns | null,
  nodes: ReadonlyArray<MessageNode>,
  dialect: Dialect,
  { pluralArgumentName, isSpaced }: NodeOptions
): PrintedNodes => {
  const printed: Array<string> = []
  const expected: Array<ReadPart> = []
  const warnings: Array<PrintWarning | null> = []
  const literals = printLiterals(percentSigns, nodes, dialect)
  const isPositional = isEachAtItsPlace(nodes, literals, pluralArgumentName)
  const keptNaming = keptNamingOf(literals)
  let placeholderIndex = 0
  let isOutOfOrder = false
  for (const [index, node] of nodes.entries()) {
    const literal = literals[index]
    if (node.kind === "literal") {
      if (literal === undefined || literal === null) continue
      printed.push(literal.text)
      expected.push({ kind: "literal", text: node.value })
      placeholderIndex += literal.placeholderCount
      if (literal.keptPlaceholder !== null) warnings.push(keptPlaceholder(literal.keptPlaceholder))
      continue
    }
    if (node.kind !== "argument" && node.kind !== "numberSign")
      return unprintable("choice", `The ${node.kind} of "${node.name}"`)
    const argument: PrintableArgument =
      node.kind === "argument"
        ? { name: node.name, format: formatOf(node), isNumberSign: false }
        : { name: pluralArgumentName ?? "", format: "number", isNumberSign: true }
    const place = { placeholderIndex, isOutOfOrder, isPositional, keptNaming, isSpaced }
    const placeholder = dialect.printArgument(argument, place)
    if (placeholder === null) return unprintable("argument", `The format "${argument.format}" of "${argument.name}"`)
    printed.push(placeholder.text)
    expected.push(
      placeholder.readAs === "literal"
        ? { kind: "literal", text: placeholder.text }
        : { kind: "argument", ...placeholder.readAs }
    )
    warnings.push(placeholder.warning)
    isOutOfOrder ||= argument.name !== String(placeholderIndex) && /^\d+$/.test(argument.name)
    placeholderIndex++
  }
  const text = printed.join("")
  return isReadAs(dialect.splitText(text), expected)
    ? { kind: "printed", text, warning: joinWarnings(warnings) }
    : { kind: "unprintable", warning: becomesPlaceholder }
}

/** The literal at each place of the message; null = an argument is there. */
type PrintedLiterals = ReadonlyArray<PrintedLiteral | null>

const printLiterals = (
  percentSigns: PercentSigns | null,
  nodes: ReadonlyArray<MessageNode>,
  dialect: Dialect
): PrintedLiterals =>
  nodes.map((node) => (node.kind === "literal" ? dialect.printLiteral(node.value, percentSigns) : null))

const isEachAtItsPlace = (
  nodes: ReadonlyArray<MessageNode>,
  literals: PrintedLiterals,
  pluralArgumentName: string | null
): boolean => {
  let placeholderIndex = 0
  return nodes.every((node, index) => {
    if (node.kind !== "literal") return argumentNameOf(node, pluralArgumentName) === String(placeholderIndex++)
    placeholderIndex += literals[index]?.placeholderCount ?? 0
    return true
  })
}

const keptNamingOf = (literals: PrintedLiterals): PrintPlace["keptNaming"] => {
  let found: PrintPlace["keptNaming"] = null
  for (const literal of literals) {
    if (literal?.keptNaming === "numbered") return "numbered"
    found ??= literal?.keptNaming ?? null
  }
  return found
}

const argumentNameOf = (node: MessageNode, pluralArgumentName: string | null): string | null =>
  node.kind === "numberSign" ? pluralArgumentName : node.kind === "argument" ? node.name : null

type ReadPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "argument"; readonly name: string; readonly format: string | null }

const isReadAs = (read: ReadonlyArray<TextPart>, expected: ReadonlyArray<ReadPart>): boolean => {
  const readShape = shapeOf(read)
  const expectedShape = shapeOf(expected)
  return readShape.length === expectedShape.length && readShape.every((part, index) => part === expectedShape[index])
}

/** One string for each argument, and for each run of literals. */
const shapeOf = (parts: ReadonlyArray<ReadPart>): ReadonlyArray<string> => {
  const shape: Array<string> = []
  let literal = ""
  for (const part of parts) {
    if (part.kind === "literal") {
      literal += part.text
      continue
    }
    shape.push(literal, `${part.name}, ${part.format}`)
    literal = ""
  }
  return [...shape, literal]
}

/** The format of an argument, in the spelling of dialects. */
const formatOf = ({ type, style }: ArgumentNode): string | null =>
  type === null || style === null ? type : `${type}, ${style}`

const unprintable = (reason: "choice" | "argument", what: string): PrintedNodes => ({
  kind: "unprintable",
  warning: { reason, sentence: `${what} has no spelling in the target: the text is written as it is stored.` }
})

const keptPlaceholder = (placeholder: string): PrintWarning => ({
  reason: "keptPlaceholder",
  sentence: `"${placeholder}" is text in ICU; it is written as the placeholder that it is in the target.`
})

const becomesPlaceholder: PrintWarning = {
  reason: "literalText",
  sentence: "A part of the text would become a placeholder of the target: the text is written as it is stored."
}
