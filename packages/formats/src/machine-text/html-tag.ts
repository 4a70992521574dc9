import { voidElements } from "../check/html.ts"
import type { TextPart } from "./text-part.ts"

/** A tag that is sent as a tag. `element`: its name there. */
export type HtmlTag =
  | { readonly kind: "pair"; readonly element: string; readonly closingStart: number; readonly closingEnd: number }
  | { readonly kind: "closing" | "empty"; readonly element: string }

/**
 * Reads the tags of a text, by the offset at which they begin, without empty elements that HTML does not know; null: they do not
 * nest.
 */
export const nestTags = (parts: ReadonlyArray<TextPart>, text: string): ReadonlyMap<number, HtmlTag> | null => {
  const tags = new Map<number, HtmlTag>()
  const open: Array<{ readonly name: string; readonly start: number }> = []
  for (const { kind, start, end } of parts) {
    if (kind !== "tag") continue
    const { name, isClosing, isEmpty } = readTag(text.slice(start, end))
    const element = sentElement(name)
    if (isClosing) {
      const index = open.findLastIndex((one) => one.name === name || !voidElements.has(one.name))
      const opening = open[index]
      if (opening?.name !== name) return null
      for (const { start: emptyStart } of open.splice(index + 1)) tags.set(emptyStart, lineBreak)
      open.pop()
      tags.set(opening.start, { kind: "pair", element, closingStart: start, closingEnd: end })
      tags.set(start, { kind: "closing", element })
    } else if (voidElements.has(name) && !closable.has(name)) {
      tags.set(start, { kind: "empty", element })
    } else if (!isEmpty) {
      open.push({ name, start })
    }
  }
  if (open.some(({ name }) => !closable.has(name))) return null
  for (const { start } of open) tags.set(start, lineBreak)
  return tags
}

/** A paragraph or a point that is never closed. */
const lineBreak: HtmlTag = { kind: "empty", element: "br" }

/** Reads a tag in lower case; it may have spaces anywhere. */
export const readTag = (
  tag: string
): { readonly name: string; readonly isClosing: boolean; readonly isEmpty: boolean } => {
  const content = tag.slice(1, -1).trim()
  const isClosing = content.startsWith("/")
  const name = /^[\w:.-]+/.exec(isClosing ? content.slice(1).trimStart() : content)?.[0] ?? ""
  return { name: name.toLowerCase(), isClosing, isEmpty: !isClosing && content.endsWith("/") }
}

/** Elements that are closed in some texts, and not in others. */
const closable: ReadonlySet<string> = new Set(["p", "li"])

/** Elements that engines know stay; an engine ignores `x`, and XML knows no prefix that is not declared. */
const sentElement = (name: string): string => (/^[a-z][\w-]*$/.test(name) && name !== "x" ? name : "g")
