import { escapeMessage } from "./escape-message.ts"
import type { ArgumentNode, ChoiceNode, MessageNode } from "./message-node.ts"

/** `#` is the number in the text of a plural form, and a character everywhere else. */
export interface Move {
  readonly isFromPlural: boolean
  readonly isIntoPlural: boolean
  /** The new name of an argument. */
  readonly renameArgument: (name: string) => string
}

const sameName = (name: string): string => name

/** A text without a plural becomes a form of one. */
export const intoForm: Move = { isFromPlural: false, isIntoPlural: true, renameArgument: sameName }

/** A form becomes a text by itself. */
export const outOfForm: Move = { isFromPlural: true, isIntoPlural: false, renameArgument: sameName }

/**
 * Nodes of the message `text` as text for another place, with the meaning that they have in theirs. The number sign of
 * a form becomes the character where there is no plural to count. What needs no change stays as it was written.
 * Linear in the length.
 */
export const moveNodes = (text: string, nodes: ReadonlyArray<MessageNode>, move: Move): string => {
  const staysInPlace = move.isFromPlural === move.isIntoPlural
  let moved = ""
  // Neighbouring literals are escaped as one: apostrophes that were harmless apart could start a quote together.
  let literal = ""
  for (const node of nodes) {
    if (!staysInPlace && (node.kind === "literal" || node.kind === "numberSign")) {
      literal += node.kind === "literal" ? node.value : "#"
      continue
    }
    moved += escapeMessage(literal, move.isIntoPlural) + moveNode(text, node, move)
    literal = ""
  }
  return moved + escapeMessage(literal, move.isIntoPlural)
}

const moveNode = (text: string, node: MessageNode, move: Move): string => {
  if (node.kind === "literal" || node.kind === "numberSign") return text.slice(node.start, node.end)
  if (node.kind === "argument") return moveArgument(text, node, node.end, move)
  // A choice decides what `#` means in its forms, wherever the choice stands.
  const inOption = { ...move, isFromPlural: true, isIntoPlural: true }
  let moved = moveArgument(text, node, node.options[0]?.start ?? node.end, move)
  node.options.forEach(({ nodes, end }, index) => {
    moved += moveNodes(text, nodes, inOption) + text.slice(end, node.options[index + 1]?.start ?? node.end)
  })
  return moved
}

/** Prints the argument from the opening brace to `end`, with the new name. */
const moveArgument = (text: string, node: ArgumentNode | ChoiceNode, end: number, move: Move): string => {
  const nameStart = text.indexOf(node.name, node.start)
  const nameEnd = nameStart + node.name.length
  return text.slice(node.start, nameStart) + move.renameArgument(node.name) + text.slice(nameEnd, end)
}
