import type { MessageNode } from "@dragoman/formats/icu"
import { parsePart, type TextPlace } from "./text-part.ts"

/** A piece of a text that stays whole: an argument, the number of a plural form, or a markup tag. */
export interface Placeholder {
  readonly kind: "argument" | "number" | "tag"
  /** The text on the chip. */
  readonly label: string
  /** The source, as written in the text. */
  readonly source: string
  /** UTF-16 offsets in the text. */
  readonly start: number
  readonly end: number
}

const tagPattern = /<\/?[A-Za-z][^<>]*>/g

/** The placeholders of parsed nodes in their order. Those inside of a choice are part of its source and stay text. */
export const placeholdersOf = (nodes: ReadonlyArray<MessageNode>, text: string): ReadonlyArray<Placeholder> =>
  nodes.flatMap((node): ReadonlyArray<Placeholder> => {
    const { start, end } = node
    const source = text.slice(start, end)
    if (node.kind === "argument") {
      const details = [node.type, node.style].filter((part) => part !== null)
      return [{ kind: "argument", label: [node.name, ...details].join(", "), source, start, end }]
    }
    if (node.kind === "numberSign") return [{ kind: "number", label: "#", source, start, end }]
    if (node.kind !== "literal") return []
    return [...source.matchAll(tagPattern)].map((found) => ({
      kind: "tag",
      label: found[0],
      source: found[0],
      start: start + found.index,
      end: start + found.index + found[0].length
    }))
  })

/** The placeholders of a text; none while it does not parse. */
export const findPlaceholders = (text: string, place: TextPlace): ReadonlyArray<Placeholder> => {
  const parsed = parsePart(text, place)
  return parsed.kind === "error" ? [] : placeholdersOf(parsed.nodes, text)
}

/** Names a placeholder as checks do: without type and style. */
export const shownName = ({ kind, label, source }: Placeholder): string =>
  kind === "argument" ? `{${label.split(", ")[0]}}` : source

/** Each source once, in the order of the text. */
export const distinctPlaceholders = (placeholders: ReadonlyArray<Placeholder>): ReadonlyArray<Placeholder> => [
  ...new Map(placeholders.map((placeholder) => [placeholder.source, placeholder])).values()
]
