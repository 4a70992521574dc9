import { formatLimits } from "../limits.ts"
import type { ArgumentNode, ChoiceNode, ChoiceOption, MessageNode } from "./message-node.ts"

/** A mistake in a message and its UTF-16 offset. */
export interface MessageError {
  readonly kind: "error"
  readonly message: string
  readonly offset: number
}

export type ParsedMessage = { readonly kind: "message"; readonly nodes: ReadonlyArray<MessageNode> } | MessageError

/**
 * Parses an ICU message. An apostrophe quotes only in front of a brace, or of `#` in a plural; a closing brace
 * outside of any argument is text. Linear in the length; nesting is bounded. ADR 23.
 */
export const parseMessage = (text: string): ParsedMessage => {
  const cursor: Cursor = { text, offset: 0 }
  const nodes = parseNodes(cursor, "top", 0)
  return isError(nodes) ? nodes : { kind: "message", nodes }
}

interface Cursor {
  readonly text: string
  offset: number
}

/**
 * Where the nodes stand: decides about `#` and about closing braces. Only the nearest choice counts: inside of a select `#`
 * is text, also when the select stands in a plural form. So ICU and formatjs read it.
 */
type Place = "top" | "plural" | "select"

const parseNodes = (cursor: Cursor, place: Place, depth: number): ReadonlyArray<MessageNode> | MessageError => {
  if (depth > formatLimits.nestingDepthMax) return errorAt("Arguments are nested too deeply", cursor.offset)
  const nodes: Array<MessageNode> = []
  while (cursor.offset < cursor.text.length) {
    const unit = cursor.text[cursor.offset]
    if (unit === "}" && place !== "top") break
    if (unit === "{") {
      const argument = parseArgument(cursor, depth)
      if (isError(argument)) return argument
      nodes.push(argument)
    } else if (unit === "#" && place === "plural") {
      nodes.push({ kind: "numberSign", start: cursor.offset, end: cursor.offset + 1 })
      cursor.offset++
    } else {
      nodes.push(parseLiteral(cursor, place))
    }
  }
  return nodes
}

const parseLiteral = (cursor: Cursor, place: Place): MessageNode => {
  const { text } = cursor
  const start = cursor.offset
  const pieces: Array<string> = []
  let plainStart = start
  let offset = start
  for (; offset < text.length; offset++) {
    const unit = text[offset]
    if (unit === "{" || (unit === "}" && place !== "top") || (unit === "#" && place === "plural")) break
    if (unit !== "'") continue
    const next = text[offset + 1]
    if (next === "'") {
      pieces.push(text.slice(plainStart, offset + 1))
      offset++
      plainStart = offset + 1
    } else if (next === "{" || next === "}" || (next === "#" && place === "plural")) {
      pieces.push(text.slice(plainStart, offset))
      const quoted = readQuoted(text, offset + 1)
      pieces.push(quoted.value)
      offset = quoted.end - 1
      plainStart = quoted.end
    }
  }
  pieces.push(text.slice(plainStart, offset))
  cursor.offset = offset
  return { kind: "literal", value: pieces.join(""), start, end: offset }
}

/** Reads a quote from behind the opening apostrophe to behind the closing one; a quote that is never closed runs to the end. */
const readQuoted = (text: string, from: number): { readonly value: string; readonly end: number } => {
  const pieces: Array<string> = []
  let start = from
  for (;;) {
    const apostrophe = text.indexOf("'", start)
    if (apostrophe === -1) {
      pieces.push(text.slice(start))
      return { value: pieces.join(""), end: text.length }
    }
    pieces.push(text.slice(start, apostrophe))
    if (text[apostrophe + 1] !== "'") return { value: pieces.join(""), end: apostrophe + 1 }
    pieces.push("'")
    start = apostrophe + 2
  }
}

const parseArgument = (cursor: Cursor, depth: number): MessageNode | MessageError => {
  const start = cursor.offset
  cursor.offset++
  const name = readWord(cursor)
  if (name === null) return errorAt("An argument has no name", cursor.offset)
  if (takeUnit(cursor, "}")) return { kind: "argument", name, type: null, style: null, start, end: cursor.offset }
  if (!takeUnit(cursor, ",")) return errorAt("Expected a comma or a closing brace", cursor.offset)
  const type = readWord(cursor)
  if (type === null) return errorAt("An argument has no type", cursor.offset)
  if (type === "plural" || type === "selectordinal" || type === "select") {
    if (!takeUnit(cursor, ",")) return errorAt(`Expected the forms of the ${type}`, cursor.offset)
    return parseChoice(cursor, type, name, start, depth)
  }
  if (takeUnit(cursor, "}")) return { kind: "argument", name, type, style: null, start, end: cursor.offset }
  if (!takeUnit(cursor, ",")) return errorAt("Expected a comma or a closing brace", cursor.offset)
  return readStyle(cursor, name, type, start)
}

/** The style of a simple argument: everything to its closing brace; braces in it are balanced, quotes respected. */
const readStyle = (cursor: Cursor, name: string, type: string, start: number): ArgumentNode | MessageError => {
  const styleStart = cursor.offset
  let openBraces = 0
  for (; cursor.offset < cursor.text.length; cursor.offset++) {
    const unit = cursor.text[cursor.offset]
    if (unit === "'") {
      cursor.offset = readQuoted(cursor.text, cursor.offset + 1).end - 1
    } else if (unit === "{") {
      openBraces++
    } else if (unit === "}" && openBraces-- === 0) {
      const style = cursor.text.slice(styleStart, cursor.offset).trim()
      cursor.offset++
      return { kind: "argument", name, type, style, start, end: cursor.offset }
    }
  }
  return errorAt("An argument is not closed", start)
}

const parseChoice = (
  cursor: Cursor,
  kind: ChoiceNode["kind"],
  name: string,
  start: number,
  depth: number
): ChoiceNode | MessageError => {
  const offset = kind === "select" ? 0 : readPluralOffset(cursor)
  const optionPlace: Place = kind === "select" ? "select" : "plural"
  const options: Array<ChoiceOption> = []
  while (!takeUnit(cursor, "}")) {
    const selector = readSelector(cursor, kind)
    if (selector === null) return errorAt("Expected a form", cursor.offset)
    if (!takeUnit(cursor, "{")) return errorAt(`The form ${selector} has no text`, cursor.offset)
    const optionStart = cursor.offset
    const nodes = parseNodes(cursor, optionPlace, depth + 1)
    if (isError(nodes)) return nodes
    const end = cursor.offset
    if (cursor.text[cursor.offset] !== "}") return errorAt(`The form ${selector} is not closed`, optionStart)
    cursor.offset++
    options.push({ selector, nodes, start: optionStart, end })
  }
  if (!options.some((option) => option.selector === "other")) return errorAt("The form other is missing", start)
  return { kind, name, offset, options, start, end: cursor.offset }
}

const readPluralOffset = (cursor: Cursor): number => {
  const found = matchAt(cursor, /\s*offset:\s*(-?\d{1,9})(?=\s)/y)
  return found === null ? 0 : Number(found[1])
}

const readSelector = (cursor: Cursor, kind: ChoiceNode["kind"]): string | null => {
  const pattern = kind === "select" ? /\s*([\p{L}\p{M}\p{N}_-]+)/uy : /\s*(=\d{1,15}|[\p{L}\p{M}\p{N}_-]+)/uy
  return matchAt(cursor, pattern)?.[1] ?? null
}

/** A name: letters, digits, underscores; spaces around it are dropped. */
const readWord = (cursor: Cursor): string | null => matchAt(cursor, /\s*([\p{L}\p{M}\p{N}_]+)/uy)?.[1] ?? null

const takeUnit = (cursor: Cursor, unit: string): boolean => {
  let offset = cursor.offset
  while (isSpace(cursor.text.charCodeAt(offset))) offset++
  if (cursor.text[offset] !== unit) return false
  cursor.offset = offset + 1
  return true
}

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13)

const matchAt = (cursor: Cursor, sticky: RegExp): RegExpExecArray | null => {
  sticky.lastIndex = cursor.offset
  const found = sticky.exec(cursor.text)
  if (found !== null) cursor.offset = sticky.lastIndex
  return found
}

const errorAt = (message: string, offset: number): MessageError => ({ kind: "error", message, offset })

const isError = (value: object): value is MessageError => "kind" in value && value.kind === "error"
