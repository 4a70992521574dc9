import { expressionsMaxOf, formatLimits, tooDeepSentence, tooManySentence, valuesMaxOf } from "../limits.ts"
import type { ReplacedMember, TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import {
  type Cursor,
  fail,
  isEnd,
  matchAt,
  type PhpError,
  skipExpression,
  skipHeredoc,
  skipQuoted,
  skipSpace,
  skipToken,
  take,
  variableStart
} from "./php-cursor.ts"
import { decodeDoubleQuoted, decodeSingleQuoted, removeIndentation } from "./php-text.ts"

/** The array that a file returns. */
export interface PhpDocument {
  readonly kind: "document"
  /** An object, or a list when no element has a key. */
  readonly root: TreeNode
  /** Values that are no literals, by the offset of their name; of an element without a name by its own. */
  readonly expressions: ReadonlyMap<number, PhpExpression>
  /** Elements whose key is no text and no whole number, and those that are spread. */
  readonly recordedKeys: ReadonlyArray<SkippedKey>
  /** Null = it has no comment. */
  readonly firstCommentOffset: number | null
}

/** An empty object, which has no texts and whose name is known. */
export interface PhpExpression extends TreeObject {
  /** The offset behind it and the space that follows. */
  readonly end: number
}

export interface SkippedKey {
  /** The key as the file spells it. */
  readonly text: string
  /** Among the elements of its array, from 0. */
  readonly index: number
  readonly offset: number
}

/**
 * Parses a file of PHP that does nothing but return an array. Nothing is evaluated: values are literals, joined literals or
 * arrays of them; any other expression is skipped and named. Linear in the length; nesting is bounded.
 * Source: https://www.php.net/manual/en/language.types.string.php, https://www.php.net/manual/en/language.types.array.php
 */
export const parsePhp = (text: string): PhpDocument | PhpError => {
  const cursor: Parsing = {
    text,
    offset: 0,
    groupDepth: 0,
    firstCommentOffset: null,
    valuesLeft: valuesMaxOf(text.length),
    expressionsLeft: expressionsMaxOf(text.length),
    error: null,
    expressions: new Map(),
    recordedKeys: []
  }
  const root = parseFile(cursor)
  const { error, expressions, recordedKeys, firstCommentOffset } = cursor
  return error ?? { kind: "document", root, expressions, recordedKeys, firstCommentOffset }
}

interface Parsing extends Cursor {
  valuesLeft: number
  expressionsLeft: number
  readonly expressions: Map<number, PhpExpression>
  readonly recordedKeys: Array<SkippedKey>
}

const parseFile = (cursor: Parsing): TreeNode => {
  if (matchAt(cursor, /\s*<\?php(?![^\s])/iy) === null) failAsProgram(cursor, "The file does not begin with <?php", 0)
  skipSpace(cursor)
  while (matchAt(cursor, /(?:declare|namespace|use)(?![\w\\])/iy) !== null) skipStatement(cursor)
  if (matchAt(cursor, /return(?![\w\\])/iy) === null) {
    failAsProgram(cursor, "The file has to return an array and do nothing else: nothing in it is run", cursor.offset)
  }
  skipSpace(cursor)
  if (!isArrayStart(cursor)) failAsProgram(cursor, "The file does not return an array", cursor.offset)
  const root = parseArray(cursor, 0)
  skipSpace(cursor)
  const isClosed = take(cursor, ";")
  skipSpace(cursor)
  const hasEndTag = matchAt(cursor, /\?>\s*/y) !== null
  if (!isClosed && !hasEndTag) fail(cursor, "Expected a semicolon behind the array", cursor.offset)
  if (cursor.offset < cursor.text.length) {
    fail(cursor, "The file does more than return an array: nothing in it is run", cursor.offset)
  }
  return root
}

const failAsProgram = (cursor: Parsing, message: string, offset: number): void => {
  cursor.error ??= { kind: "error", message, offset, isProgram: true }
  fail(cursor, message, offset)
}

const skipStatement = (cursor: Parsing): void => {
  while (cursor.error === null && !take(cursor, ";")) {
    if (!take(cursor, ",")) skipToken(cursor)
    skipSpace(cursor)
  }
  skipSpace(cursor)
}

interface Element {
  /** Null = it has no key. */
  readonly name: string | null
  readonly nameOffset: number
  readonly value: TreeNode
}

const isArrayStart = (cursor: Parsing): boolean => cursor.text[cursor.offset] === "[" || arrayStartAt(cursor) !== null

const arrayStartAt = ({ text, offset }: Parsing): RegExpExecArray | null => {
  arrayStart.lastIndex = offset
  return arrayStart.exec(text)
}

const arrayStart = /array\s{0,99}\(/iy

const parseArray = (cursor: Parsing, depth: number): TreeNode => {
  const start = cursor.offset
  const isShort = take(cursor, "[")
  if (!isShort) cursor.offset += arrayStartAt(cursor)?.[0].length ?? 0
  const end = isShort ? "]" : ")"
  const elements: Array<Element> = []
  if (depth === formatLimits.nestingDepthMax) fail(cursor, tooDeepSentence("The array"), start)
  for (let index = 0; cursor.error === null; index++) {
    skipSpace(cursor)
    if (take(cursor, end)) break
    const element = parseElement(cursor, index, depth)
    if (element !== null) elements.push(element)
    skipSpace(cursor)
    if (take(cursor, end)) break
    if (!take(cursor, ",")) fail(cursor, `Expected a comma or "${end}"`, cursor.offset)
  }
  return collectElements(elements, start)
}

/** Null = the element was skipped. */
const parseElement = (cursor: Parsing, index: number, depth: number): Element | null => {
  const nameOffset = cursor.offset
  if (--cursor.valuesLeft < 0) fail(cursor, tooManySentence("values", cursor.text.length), nameOffset)
  if (matchAt(cursor, /\.\.\./y) !== null) {
    skipExpression(cursor, false)
    countExpression(cursor, nameOffset)
    recordKey(cursor, index, nameOffset)
    return null
  }
  const first = parseValue(cursor, depth, true)
  const firstEnd = cursor.offset
  skipSpace(cursor)
  if (matchAt(cursor, /=>/y) === null) {
    if (isExpression(first)) cursor.expressions.set(nameOffset, first)
    return { name: null, nameOffset, value: first }
  }
  skipSpace(cursor)
  const skippedKeyCount = cursor.recordedKeys.length
  const value = parseValue(cursor, depth, false)
  const name = nameOf(first)
  if (name === null) {
    cursor.recordedKeys.length = skippedKeyCount
    cursor.recordedKeys.push({ text: cursor.text.slice(nameOffset, firstEnd).trim(), index, offset: nameOffset })
    return null
  }
  if (isExpression(value)) cursor.expressions.set(nameOffset, value)
  return { name, nameOffset, value }
}

const recordKey = (cursor: Parsing, index: number, offset: number): void => {
  cursor.recordedKeys.push({ text: cursor.text.slice(offset, cursor.offset).trim(), index, offset })
}

/** Texts and whole numbers; PHP makes other things of other keys. Null = none of them. */
const nameOf = (node: TreeNode): string | null => {
  if (node.kind === "text") return node.text
  return node.kind === "scalar" && /^-?\d+$/.test(node.text) ? node.text : null
}

const hasName = (element: Element): element is ReplacedMember => element.name !== null

/** An element without a key has the next whole number; where all of them are without one, they are a list. */
const collectElements = (elements: ReadonlyArray<Element>, offset: number): TreeNode => {
  if (elements.every(({ name }) => name === null)) {
    return { kind: "array", items: elements.map(({ value }) => value), offset }
  }
  const members = new Map<string, ReplacedMember>()
  const replaced: Array<ReplacedMember> = []
  let nextIndex = 0
  for (const element of elements) {
    const name = element.name ?? String(nextIndex)
    if (/^(?:0|[1-9]\d{0,14})$/.test(name)) nextIndex = Math.max(nextIndex, Number(name) + 1)
    const earlier = members.get(name)
    if (earlier !== undefined) replaced.push(earlier)
    members.set(name, hasName(element) ? element : { ...element, name })
  }
  return { kind: "object", members, replaced, offset }
}

const isExpression = (node: TreeNode): node is PhpExpression => "end" in node

/** Shared: a file may have an expression in each line. */
const noMembers: ReadonlyMap<string, TreeMember> = new Map()

/** `isKey`: it ends at an arrow, too. */
const parseValue = (cursor: Parsing, depth: number, isKey: boolean): TreeNode => {
  const { offset } = cursor
  const skippedKeyCount = cursor.recordedKeys.length
  const literal = parseLiteral(cursor, depth)
  skipSpace(cursor)
  if (literal !== null && isEnd(cursor, isKey)) return literal
  if (literal !== null && isTextStart(cursor)) fail(cursor, "Expected a comma", cursor.offset)
  cursor.recordedKeys.length = skippedKeyCount
  skipExpression(cursor, isKey)
  if (cursor.offset === offset) fail(cursor, "Expected a value", offset)
  countExpression(cursor, offset)
  const expression: PhpExpression = { kind: "object", members: noMembers, offset, end: cursor.offset }
  return expression
}

const countExpression = (cursor: Parsing, offset: number): void => {
  const { length } = cursor.text
  if (--cursor.expressionsLeft >= 0) return
  fail(cursor, tooManySentence("values that are no literals", length, expressionsMaxOf(length)), offset)
}

/** Null = the value begins with something else, or goes on with it: the cursor stands behind what was understood. */
const parseLiteral = (cursor: Parsing, depth: number): TreeNode | null => {
  const { offset } = cursor
  if (isArrayStart(cursor)) return parseArray(cursor, depth + 1)
  if (isTextStart(cursor)) {
    const text = parseJoinedTexts(cursor)
    return text === null ? null : { kind: "text", text, offset }
  }
  const word = matchAt(cursor, /(?:null|true|false)(?![\w\\])/iy)?.[0].toLowerCase()
  if (word !== undefined) return word === "null" ? { kind: "null", offset } : { kind: "scalar", text: word, offset }
  const number = matchAt(cursor, numberPattern)?.[0]
  return number === undefined ? null : { kind: "scalar", text: numberText(number), offset }
}

const numberPattern =
  /[-+]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.\d[\d_]*(?:[eE][-+]?\d+)?)/y

/** Whole numbers of other bases in decimal; the rest as it is spelled. */
const numberText = (spelled: string): string => {
  const text = spelled.replaceAll("_", "").replace(/^\+/, "")
  const digits = text.replace(/^-/, "")
  const isOctal = /^0[0-7]+$/.test(digits)
  if ((!isOctal && !/^0[xob]/i.test(digits)) || digits.length > longestWholeNumber) return text
  const value = BigInt(isOctal ? `0o${digits.slice(1)}` : digits)
  return text.startsWith("-") ? String(-value) : String(value)
}

/** 64 bits in base 2, with the prefix. */
const longestWholeNumber = 66

const isTextStart = ({ text, offset }: Parsing): boolean =>
  text[offset] === "'" || text[offset] === '"' || text.startsWith("<<<", offset)

/** Null = a part of it is no literal. */
const parseJoinedTexts = (cursor: Parsing): string | null => {
  const parts: Array<string | null> = [parseText(cursor)]
  for (;;) {
    skipSpace(cursor)
    if (matchAt(cursor, /\.(?![.=\d])/y) === null) break
    skipSpace(cursor)
    parts.push(isTextStart(cursor) ? parseText(cursor) : null)
    if (parts.at(-1) === null) break
  }
  return parts.includes(null) ? null : parts.join("")
}

/** Reads a text from the opening quote to behind the closing one. Null = it holds variables. */
const parseText = (cursor: Parsing): string | null => {
  const { text, offset } = cursor
  if (text[offset] === "<") return parseHeredoc(cursor)
  const isSingle = text[offset] === "'"
  const hasVariables = skipQuoted(cursor)
  if (cursor.error !== null || hasVariables) return null
  const content = text.slice(offset + 1, cursor.offset - 1)
  return isSingle ? decodeSingleQuoted(content) : decodeOrFail(cursor, content, true, offset)
}

const decodeOrFail = (cursor: Parsing, content: string, isQuoted: boolean, offset: number): string | null => {
  const decoded = decodeDoubleQuoted(content, isQuoted)
  if (decoded === null) fail(cursor, "The escapes of a text are no characters of UTF-8", offset)
  return decoded
}

/** A heredoc or nowdoc. Null = it holds variables, or there is no label: the cursor is behind what was understood. */
const parseHeredoc = (cursor: Parsing): string | null => {
  const { offset } = cursor
  const found = skipHeredoc(cursor)
  if (found === null || cursor.error !== null) return null
  const { body, indentation, isNowdoc } = found
  const content = removeIndentation(body, indentation)
  if (content === null) {
    fail(cursor, "The lines of a heredoc are less indented than its end", offset)
    return null
  }
  if (isNowdoc) return content
  return variableStart.test(content.replace(/\\[\s\S]/g, "\\")) ? null : decodeOrFail(cursor, content, false, offset)
}
