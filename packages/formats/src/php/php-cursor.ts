import { formatLimits, tooDeepSentence } from "../limits.ts"

/** The error of a file and its UTF-16 offset. */
export interface PhpError {
  readonly kind: "error"
  readonly message: string
  readonly offset: number
  /** Present = the file is a program: it does not begin by returning an array. */
  readonly isProgram?: true
}

/** A place in a file of PHP; what is skipped is not evaluated. */
export interface Cursor {
  readonly text: string
  offset: number
  /** Groups in brackets that are being skipped. */
  groupDepth: number
  /** Null = no comment so far. */
  firstCommentOffset: number | null
  /** The first one; the result does not matter then, and the offset is the end. */
  error: PhpError | null
}

/** Keeps the first error and goes to the end. */
export const fail = (cursor: Cursor, message: string, offset: number): void => {
  cursor.error ??= { kind: "error", message, offset }
  cursor.offset = cursor.text.length
}

/** Matches the start of a variable in a text in double quotes. */
export const variableStart = /\$[A-Za-z_{\u0080-\uffff]|\{\$/

interface Heredoc {
  readonly body: string
  readonly indentation: string
  readonly isNowdoc: boolean
}

/** Null = no label stands behind the signs. The first line that begins with the label ends it. */
export const skipHeredoc = (cursor: Cursor): Heredoc | null => {
  const { text, offset } = cursor
  const start = matchAt(cursor, heredocStart)
  if (start === null) {
    cursor.offset += 3
    return null
  }
  const [, quote = "", label = ""] = start
  const bodyStart = cursor.offset
  const line = new RegExp(`([ \\t]*)${label}(?![\\w\\u0080-\\uffff])|[^\\r\\n]*(?:\\r\\n|[\\r\\n])`, "y")
  for (;;) {
    const lineStart = cursor.offset
    const found = matchAt(cursor, line)
    if (found === null) {
      fail(cursor, "A heredoc is not closed", offset)
      return null
    }
    if (found[1] === undefined) continue
    const body = text.slice(bodyStart, lineStart).replace(/\r?\n$|\r$/, "")
    return { body, indentation: found[1], isNowdoc: quote === "'" }
  }
}

const heredocStart = /<<<[ \t]{0,99}(["']?)([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,199})\1(?:\r\n|[\r\n])/y

/** Skips a text in quotes of any kind. True = it holds variables. */
export const skipQuoted = (cursor: Cursor): boolean => {
  const { text, offset } = cursor
  const quote = text[offset]
  let hasVariables = false
  cursor.offset++
  while (cursor.error === null) {
    const unit = text[cursor.offset]
    if (unit === undefined) fail(cursor, "A text is not closed", offset)
    else if (unit === quote) {
      cursor.offset++
      break
    } else if (unit === "\\") cursor.offset += 2
    else if (quote === "'" || (unit !== "$" && unit !== "{") || !isVariableAt(cursor)) cursor.offset++
    else {
      hasVariables = true
      if (unit === "$") cursor.offset++
      // Code stands in the braces, with texts of its own.
      if (text[cursor.offset] === "{") skipGroup(cursor)
    }
  }
  return hasVariables
}

const isVariableAt = ({ text, offset }: Cursor): boolean => variableStart.test(text.slice(offset, offset + 2))

/** Moves to the comma, the semicolon or the bracket behind the expression. */
export const skipExpression = (cursor: Cursor, isKey: boolean): void => {
  skipSpace(cursor)
  while (cursor.error === null && !isEnd(cursor, isKey)) {
    skipToken(cursor)
    skipSpace(cursor)
  }
}

/** True behind an expression; `isKey`: it ends at an arrow, too. */
export const isEnd = ({ text, offset }: Cursor, isKey: boolean): boolean => {
  const unit = text[offset]
  if (isKey && unit === "=" && text[offset + 1] === ">") return true
  return unit === undefined || unit === "," || unit === ";" || unit === "]" || unit === ")" || unit === "}"
}

const closers: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"]
])

/** A group in brackets is one token. */
export const skipToken = (cursor: Cursor): void => {
  const { text, offset } = cursor
  const unit = text[offset] ?? ""
  if (unit === "" || text.startsWith("?>", offset)) fail(cursor, "The code ends too early", offset)
  else if (closers.has(unit)) skipGroup(cursor)
  else if (unit === "'" || unit === '"' || unit === "`") skipQuoted(cursor)
  else if (text.startsWith("<<<", offset)) skipHeredoc(cursor)
  else matchAt(cursor, /[^\s'"`<#/?()[\]{},;=]+|[\s\S]/y)
}

/** Moves from an opening bracket to behind its closing one. */
const skipGroup = (cursor: Cursor): void => {
  const { text, offset } = cursor
  const closer = closers.get(text[offset] ?? "")
  cursor.offset++
  if (++cursor.groupDepth > formatLimits.nestingDepthMax) fail(cursor, tooDeepSentence("The code"), offset)
  while (cursor.error === null) {
    skipSpace(cursor)
    const unit = text[cursor.offset]
    if (unit !== undefined && unit === closer) {
      cursor.offset++
      break
    }
    if (unit === ")" || unit === "]" || unit === "}") fail(cursor, `Unexpected "${unit}"`, cursor.offset)
    else skipToken(cursor)
  }
  cursor.groupDepth--
}

/** White space and comments. */
export const skipSpace = (cursor: Cursor): void => {
  const { text } = cursor
  for (;;) {
    matchAt(cursor, space)
    const { offset } = cursor
    if (text.startsWith("/*", offset)) {
      const end = text.indexOf("*/", offset + 2)
      if (end === -1) fail(cursor, "A comment is not closed", offset)
      else cursor.offset = end + 2
      cursor.firstCommentOffset ??= offset
    } else if (matchAt(cursor, commentStart) !== null) {
      cursor.firstCommentOffset ??= offset
      commentEnd.lastIndex = cursor.offset
      cursor.offset = commentEnd.exec(text)?.index ?? text.length
    } else return
  }
}

const space = /\s+/y
/** `#[` begins an attribute. */
const commentStart = /\/\/|#(?!\[)/y
/** The line, or PHP. */
const commentEnd = /[\r\n]|\?>/g

/** The match at the cursor, which moves behind it. */
export const matchAt = (cursor: Cursor, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = cursor.offset
  const found = pattern.exec(cursor.text)
  if (found !== null) cursor.offset = pattern.lastIndex
  return found
}

/** True = the character was there; the cursor is behind it. */
export const take = (cursor: Cursor, unit: string): boolean => {
  if (cursor.text[cursor.offset] !== unit) return false
  cursor.offset++
  return true
}
