import type { ArgumentNode, MessageNode } from "../../icu/message-node.ts"
import type { Dialect, PercentSigns, PrintableArgument, TextPart } from "../dialect/dialect.ts"
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
  const percentSigns = percentSignsOf(nodes, dialect, options)
  if (percentSigns === "doubled") return printWith(percentSigns, nodes, dialect, options)
  const printed = printWith(percentSigns, nodes, dialect, options)
  return printed.kind === "printed" ? printed : printWith("doubled", nodes, dialect, options)
}

/** A text with placeholders is a format string: there the dialect decides. */
const percentSignsOf = (
  nodes: ReadonlyArray<MessageNode>,
  dialect: Dialect,
  { percentSigns }: NodeOptions
): PercentSigns => {
  const usual = dialect.percentSigns ?? "doubled"
  return percentSigns !== null && nodes.every(({ kind }) => kind === "literal") ? percentSigns : usual
}

const printWith = (
  percentSigns: PercentSigns,
  nodes: ReadonlyArray<MessageNode>,
  dialect: Dialect,
  { pluralArgumentName, isSpaced }: NodeOptions
): PrintedNodes => {
  const printed: Array<string> = []
  const expected: Array<ReadPart> = []
  const warnings: Array<PrintWarning | null> = []
  const isPositional = nodes
    .filter(({ kind }) => kind !== "literal")
    .every((node, index) => argumentNameOf(node, pluralArgumentName) === String(index))
  let placeholderIndex = 0
  let isOutOfOrder = false
  for (const node of nodes) {
    if (node.kind === "literal") {
      const literal = dialect.printLiteral(node.value, percentSigns)
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
    const placeholder = dialect.printArgument(argument, { placeholderIndex, isOutOfOrder, isPositional, isSpaced })
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
