import { escapeMessage } from "../icu/escape-message.ts"
import type { ChoiceNode, MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { formatLimits } from "../limits.ts"

/** A plural with its forms as raw ICU text. */
export interface PluralMessage {
  readonly argumentName: string
  /** By keyword (`one`, `other`) or exact value (`=0`), in the order of the source. */
  readonly forms: ReadonlyMap<string, string>
}

/**
 * The plural as it is stored: one form per line; `other {}` is appended when it is missing.
 * Source: docs/reference/content.md#plurals.
 */
export const printPluralMessage = ({ argumentName, forms }: PluralMessage): string => {
  const lines = [...forms].map(([keyword, form]) => `${keyword} {${form}}`)
  if (!forms.has("other")) lines.push("other {}")
  return `{${argumentName}, plural,\n${lines.join("\n")}\n}`
}

/**
 * Reads an ICU text as a plural: text around the first plural moves into every form. Null = the text is no plural, or
 * has one that could not be written back with the same meaning (an offset, a form given twice, an unknown keyword), or
 * would be far longer than any text may be.
 * A second or nested plural stays raw text.
 */
export const parsePluralMessage = (text: string): PluralMessage | null => {
  if (!text.includes("plural")) return null
  const parsed = parseMessage(text)
  if (parsed.kind === "error") return null
  const pluralIndex = parsed.nodes.findIndex((node) => node.kind === "plural")
  const plural = parsed.nodes[pluralIndex]
  if (plural === undefined || plural.kind !== "plural" || !isRepresentable(plural)) return null

  const before = parsed.nodes.slice(0, pluralIndex)
  const after = parsed.nodes.slice(pluralIndex + 1)
  const isAlone = before.length === 0 && after.length === 0
  if (!isAlone && text.length * plural.options.length > formatLimits.expandedPluralMaxUtf16Units) return null
  const formEntries = plural.options.map(({ selector, nodes, start, end }): [string, string] => [
    selector,
    isAlone ? text.slice(start, end) : joinNodes(text, [...before, ...nodes, ...after])
  ])
  return { argumentName: plural.name, forms: new Map(formEntries) }
}

/** True when no form has a text: tools write this for an untranslated plural. */
export const isEmptyPlural = (forms: ReadonlyMap<string, string>): boolean =>
  [...forms.values()].every((form) => form === "")

/**
 * True when a plural says the same without the form: `other` stands for a keyword that has no text, or the same. Without a
 * form for an exact number its keyword would choose, and which one that is, the language decides.
 */
export const isLeftOut = (keyword: string, form: string, other: string): boolean =>
  !keyword.startsWith("=") && (form === "" || form === other)

/** True when the form is a complete ICU message by itself: then it can stand between the braces of a plural. */
export const isCompleteForm = (form: string): boolean =>
  parsePluralMessage(`{n, plural, other {${form}}}`)?.forms.get("other") === form

const isRepresentable = (plural: ChoiceNode): boolean => {
  const selectors = new Set(plural.options.map((option) => option.selector))
  return (
    plural.offset === 0 &&
    selectors.size === plural.options.length &&
    plural.options.every((option) => /^(?:zero|one|two|few|many|other|=\d+)$/.test(option.selector))
  )
}

/**
 * The nodes as the text of one form. Neighbouring literals are one text before they are escaped: apostrophes that
 * were harmless apart could start a quote together.
 */
const joinNodes = (text: string, nodes: ReadonlyArray<MessageNode>): string => {
  let joined = ""
  let literal = ""
  for (const node of nodes) {
    if (node.kind === "literal") {
      literal += node.value
      continue
    }
    joined += escapeMessage(literal, true) + text.slice(node.start, node.end)
    literal = ""
  }
  return joined + escapeMessage(literal, true)
}
