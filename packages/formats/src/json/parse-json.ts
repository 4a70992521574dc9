import { formatLimits, tooDeepSentence, tooManySentence, valuesMaxOf } from "../limits.ts"
import type { ReplacedMember, TreeMember, TreeNode } from "../tree/tree-node.ts"
import { javaNumberText } from "./java-number-text.ts"

/** The error of a document and its UTF-16 offset. */
export interface JsonError {
  readonly kind: "error"
  readonly message: string
  readonly offset: number
}

/**
 * Parses a JSON document strictly (RFC 8259), with the place of every value. Linear in the length; nesting is bounded.
 * Names are data: members are kept in maps.
 */
export const parseJson = (text: string): TreeNode | JsonError => {
  const cursor: Cursor = { text, offset: 0, valuesLeft: valuesMaxOf(text.length) }
  skipSpace(cursor)
  const root = parseValue(cursor, 0)
  if (root.kind === "error") return root
  skipSpace(cursor)
  return cursor.offset === text.length ? root : errorAt("Unexpected text behind the end of the document", cursor.offset)
}

interface Cursor {
  readonly text: string
  offset: number
  valuesLeft: number
}

const parseValue = (cursor: Cursor, depth: number): TreeNode | JsonError => {
  const { text, offset } = cursor
  if (--cursor.valuesLeft < 0) return errorAt(tooManySentence("values", text.length), offset)
  switch (text.charCodeAt(offset)) {
    case quote: {
      const value = parseText(cursor)
      return typeof value === "string" ? { kind: "text", text: value, offset } : value
    }
    case openBrace:
      return parseObject(cursor, depth)
    case openBracket:
      return parseArray(cursor, depth)
    default:
      return parseWordOrNumber(cursor)
  }
}

const parseObject = (cursor: Cursor, depth: number): TreeNode | JsonError => {
  const start = cursor.offset
  if (depth === formatLimits.nestingDepthMax) return errorAt(tooDeepSentence("The document"), start)
  let replaced: Array<ReplacedMember> | undefined
  cursor.offset++
  skipSpace(cursor)
  if (take(cursor, closeBrace)) return { kind: "object", members: noMembers, offset: start }
  const members = new Map<string, TreeMember>()
  for (;;) {
    const nameOffset = cursor.offset
    if (cursor.text.charCodeAt(nameOffset) !== quote) return errorAt("Expected a name in double quotes", nameOffset)
    const name = parseText(cursor)
    if (typeof name !== "string") return name
    skipSpace(cursor)
    if (!take(cursor, colon)) return errorAt("Expected a colon", cursor.offset)
    skipSpace(cursor)
    const value = parseValue(cursor, depth + 1)
    if (value.kind === "error") return value
    const earlier = members.get(name)
    if (earlier !== undefined) {
      replaced ??= []
      replaced.push({ name, ...earlier })
    }
    members.set(name, { value, nameOffset })
    skipSpace(cursor)
    if (take(cursor, closeBrace)) return { kind: "object", members, replaced, offset: start }
    if (!take(cursor, comma)) return errorAt("Expected a comma or a closing brace", cursor.offset)
    skipSpace(cursor)
  }
}

/** Shared by all empty objects: a map of its own would take more memory than the rest of one. */
const noMembers: ReadonlyMap<string, TreeMember> = new Map()

const parseArray = (cursor: Cursor, depth: number): TreeNode | JsonError => {
  const start = cursor.offset
  if (depth === formatLimits.nestingDepthMax) return errorAt(tooDeepSentence("The document"), start)
  const items: Array<TreeNode> = []
  cursor.offset++
  skipSpace(cursor)
  if (take(cursor, closeBracket)) return { kind: "array", items, offset: start }
  for (;;) {
    const item = parseValue(cursor, depth + 1)
    if (item.kind === "error") return item
    items.push(item)
    skipSpace(cursor)
    if (take(cursor, closeBracket)) return { kind: "array", items, offset: start }
    if (!take(cursor, comma)) return errorAt("Expected a comma or a closing bracket", cursor.offset)
    skipSpace(cursor)
  }
}

/** Reads a text from the opening quote to behind the closing one. */
const parseText = (cursor: Cursor): string | JsonError => {
  const { text } = cursor
  const start = cursor.offset
  let parts: Array<string> | null = null
  let partStart = start + 1
  for (;;) {
    plainText.lastIndex = partStart
    plainText.test(text)
    const offset = plainText.lastIndex
    if (offset === text.length) return errorAt("A text is not closed", start)
    const unit = text.charCodeAt(offset)
    if (unit === quote) {
      cursor.offset = offset + 1
      const lastPart = text.slice(partStart, offset)
      return parts === null ? lastPart : parts.join("") + lastPart
    }
    if (unit !== backslash) return errorAt("A control character in a text has to be escaped", offset)
    parts ??= []
    parts.push(text.slice(partStart, offset))
    const escaped = parseEscape(text, offset)
    if (escaped === null) return errorAt("Unknown escape in a text", offset)
    parts.push(escaped)
    partStart = offset + (text.charCodeAt(offset + 1) === letterU ? 6 : 2)
  }
}

/** Up to the closing quote, an escape or a control character. Sticky; it matches at any place. */
const plainText = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])

const parseEscape = (text: string, offset: number): string | null => {
  if (text.charCodeAt(offset + 1) !== letterU) return shortEscapes.get(text[offset + 1] ?? "") ?? null
  const digits = text.slice(offset + 2, offset + 6)
  return /^[0-9A-Fa-f]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : null
}

const parseWordOrNumber = (cursor: Cursor): TreeNode | JsonError => {
  const { text, offset } = cursor
  for (const word of ["true", "false", "null"]) {
    if (!text.startsWith(word, offset)) continue
    cursor.offset += word.length
    return word === "null" ? { kind: "null", offset } : { kind: "scalar", text: word, offset }
  }
  const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
  number.lastIndex = offset
  const found = number.exec(text)
  if (found === null) return errorAt(offset < text.length ? "Expected a value" : "The document ends too early", offset)
  cursor.offset = number.lastIndex
  const isWhole = found[1] === undefined && found[2] === undefined
  return { kind: "scalar", text: javaNumberText(found[0], isWhole), offset }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterU = 0x75
const openBrace = 0x7b
const closeBrace = 0x7d

const skipSpace = (cursor: Cursor): void => {
  const { text } = cursor
  let offset = cursor.offset
  for (;;) {
    const unit = text.charCodeAt(offset)
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break
    offset++
  }
  cursor.offset = offset
}

const take = (cursor: Cursor, unit: number): boolean => {
  if (cursor.text.charCodeAt(cursor.offset) !== unit) return false
  cursor.offset++
  return true
}

const errorAt = (message: string, offset: number): JsonError => ({ kind: "error", message, offset })
