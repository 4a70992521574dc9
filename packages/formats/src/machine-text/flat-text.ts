import type { ArgumentNode, ChoiceNode, ChoiceOption, MessageNode, NumberSignNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"

/** A node that stands for a value, and its text in the message. */
export interface FlatValue {
  readonly node: ArgumentNode | ChoiceNode | NumberSignNode
  readonly source: string
  /** The plural that counts a number sign; null outside of plurals. */
  readonly counted: ChoiceNode | null
}

/** A message as people see it: without quoting, with one filler in the place of each value. */
export interface FlatText {
  readonly text: string
  /** By the offset of the filler; a filler elsewhere is a character of the text. */
  readonly values: ReadonlyMap<number, FlatValue>
}

const filler = "\uFFFC"

/** Chooses one option of a choice; null: the choice stays a value. */
export type ChooseOption = (node: ChoiceNode) => ChoiceOption | null

export const keepChoices: ChooseOption = () => null

/** Flattens nodes of a message. Literals that become neighbours are one text, in which tags and addresses are found. */
export const flattenNodes = (
  message: string,
  nodes: ReadonlyArray<MessageNode>,
  choose: ChooseOption,
  counted: ChoiceNode | null = null
): FlatText => {
  const values = new Map<number, FlatValue>()
  let text = ""
  const append = (parts: ReadonlyArray<MessageNode>, plural: ChoiceNode | null): void => {
    for (const node of parts) {
      if (node.kind === "literal") {
        text += node.value
        continue
      }
      const option = isChoice(node) ? choose(node) : null
      if (isChoice(node) && option !== null) {
        append(option.nodes, node.kind === "select" ? plural : node)
        continue
      }
      values.set(text.length, { node, source: message.slice(node.start, node.end), counted: plural })
      text += filler
    }
  }
  append(nodes, counted)
  return { text, values }
}

/** Parses the text of a plural form, where `#` is the number. Offsets are those of the returned message around it. */
export const parseForm = (
  form: string
): { readonly message: string; readonly nodes: ReadonlyArray<MessageNode>; readonly plural: ChoiceNode | null } => {
  const message = `{n, plural, other {${form}}}`
  const parsed = parseMessage(message)
  const plural = parsed.kind === "message" ? parsed.nodes[0] : undefined
  if (plural?.kind === "plural") return { message, nodes: plural.options[0]?.nodes ?? [], plural }
  return { message: form, nodes: [{ kind: "literal", value: form, start: 0, end: form.length }], plural: null }
}

export const isChoice = (node: MessageNode): node is ChoiceNode =>
  node.kind === "plural" || node.kind === "selectordinal" || node.kind === "select"

/** All choices, those in the options of others too. */
export const choicesIn = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<ChoiceNode> =>
  nodes.flatMap((node) => (isChoice(node) ? [node, ...node.options.flatMap((option) => choicesIn(option.nodes))] : []))
