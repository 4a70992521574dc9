import type { MessageNode } from "./message-node.ts"
import { parseMessage } from "./parse-message.ts"

/**
 * How many UTF-16 units of a text a person sees, as far as that is known before it is formatted: arguments, the number of
 * a plural and markup (`<b>`) count nothing; of the forms of a choice the longest counts.
 */
export const visibleLength = (text: string): number => visibleText(text).length

/** Returns the characters that `visibleLength` counts. */
export const visibleText = (text: string): string => {
  const parsed = parseMessage(text)
  return withoutMarkup(parsed.kind === "error" ? text : longestOf(parsed.nodes))
}

const longestOf = (nodes: ReadonlyArray<MessageNode>): string => nodes.map(longestNode).join("")

const longestNode = (node: MessageNode): string => {
  if (node.kind === "literal") return node.value
  if (node.kind === "argument" || node.kind === "numberSign") return ""
  return node.options
    .map(({ nodes }) => longestOf(nodes))
    .reduce((longest, form) => (withoutMarkup(form).length > withoutMarkup(longest).length ? form : longest), "")
}

const withoutMarkup = (text: string): string => text.replace(/<[^<>]*>/g, "")
