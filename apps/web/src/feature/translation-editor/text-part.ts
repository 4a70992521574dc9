import { type MessageError, type MessageNode, parseMessage } from "@dragoman/formats/icu"

/** The context of a text, which decides about `#` and closing braces. */
export type TextPlace = "message" | "plural" | "select"

export type ParsedPart = { readonly kind: "part"; readonly nodes: ReadonlyArray<MessageNode> } | MessageError

/** Parses the text of a form, or a whole message. Offsets are those of the text itself. */
export const parsePart = (text: string, place: TextPlace): ParsedPart => {
  if (place === "message") {
    const parsed = parseMessage(text)
    return parsed.kind === "error" ? parsed : { kind: "part", nodes: parsed.nodes }
  }
  const before = `{n, ${place}, other {`
  const parsed = parseMessage(`${before}${text}}}`)
  if (parsed.kind === "error") return { ...parsed, offset: clamp(parsed.offset - before.length, text.length) }
  const [choice] = parsed.nodes
  const option = choice !== undefined && "options" in choice ? choice.options[0] : undefined
  const end = (option?.end ?? 0) - before.length
  // A closing brace in the text would end the form.
  if (option === undefined || end !== text.length || parsed.nodes.length !== 1) {
    return { kind: "error", message: "A brace closes the form", offset: clamp(end, text.length) }
  }
  return { kind: "part", nodes: option.nodes.map((node) => movedNode(node, before.length)) }
}

const clamp = (offset: number, length: number): number => Math.min(length, Math.max(0, offset))

const movedNode = (node: MessageNode, by: number): MessageNode => {
  const moved = { ...node, start: node.start - by, end: node.end - by }
  if (!("options" in moved)) return moved
  return {
    ...moved,
    options: moved.options.map((option) => ({
      ...option,
      start: option.start - by,
      end: option.end - by,
      nodes: option.nodes.map((inner) => movedNode(inner, by))
    }))
  }
}
