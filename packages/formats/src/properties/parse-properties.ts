import { formatLimits } from "../limits.ts"
import { parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"

export interface PropertiesEntry {
  readonly key: string
  readonly text: string
  /** The comment lines straight above it, without their signs; null = there are none. */
  readonly comment: string | null
  /** UTF-16 offsets of the key, of the text, and of the first comment line. */
  readonly keyOffset: number
  readonly textOffset: number
  readonly commentOffset: number
}

/**
 * The entries of a file in Java's syntax, in order. An empty line ends a comment: the licence at the top of a file
 * describes no key.
 * Source: https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Properties.html#load(java.io.Reader)
 */
export const parseProperties: EntryParser<PropertiesEntry> = (source, positionOf, visit) => {
  let comments: Array<string> = []
  let commentOffset = 0
  let entryCount = 0
  for (let at = 0; at < source.length; ) {
    const start = skipBlanks(source, at)
    const end = lineEnd(source, start)
    const first = source[start]
    if (start === end) {
      comments = []
      at = nextLine(source, end)
    } else if (first === "#" || first === "!") {
      if (comments.length === 0) commentOffset = start
      comments.push(
        source
          .slice(start + 1, end)
          .replace(/^[ \t\f]/, "")
          .trimEnd()
      )
      at = nextLine(source, end)
    } else {
      if (++entryCount > formatLimits.valuesMax) return parseFailure("The file has too many keys", positionOf(start))
      const key = readPart(source, start, true)
      const textOffset = key.isBroken ? 0 : skipSeparator(source, key.end)
      const text = key.isBroken ? key : readPart(source, textOffset, false)
      if (text.isBroken) return parseFailure("Four hexadecimal digits must follow \\u", positionOf(text.end))
      const comment = comments.length === 0 ? null : comments.join("\n")
      visit({ key: key.text, text: text.text, comment, keyOffset: start, textOffset, commentOffset })
      comments = []
      at = nextLine(source, text.end)
    }
  }
  return null
}

interface Part {
  readonly text: string
  /** Offset behind it; of the backslash when it is broken. */
  readonly end: number
  readonly isBroken: boolean
}

/** A key up to its separator, or a text up to the end of its logical line: a backslash at the end of a line continues it. */
const readPart = (source: string, start: number, isKey: boolean): Part => {
  let text = ""
  let literalStart = start
  let at = start
  for (;;) {
    const sign = source[at]
    if (sign === undefined || isLineEnd(sign) || (isKey && isKeyEnd(sign))) {
      return { text: text + source.slice(literalStart, at), end: at, isBroken: false }
    }
    if (sign !== "\\") {
      at++
      continue
    }
    text += source.slice(literalStart, at)
    const escaped = source[at + 1]
    if (escaped === undefined) return { text, end: at + 1, isBroken: false }
    if (isLineEnd(escaped)) {
      at = skipBlanks(source, nextLine(source, at + 1))
    } else if (escaped === "u") {
      const digits = source.slice(at + 2, at + 6)
      if (!/^[\dA-Fa-f]{4}$/.test(digits)) return { text, end: at, isBroken: true }
      text += String.fromCharCode(Number.parseInt(digits, 16))
      at += 6
    } else {
      text += controlByLetter.get(escaped) ?? escaped
      at += 2
    }
    literalStart = at
  }
}

const controlByLetter: ReadonlyMap<string, string> = new Map([
  ["t", "\t"],
  ["n", "\n"],
  ["r", "\r"],
  ["f", "\f"]
])

const isBlank = (sign: string | undefined): boolean => sign === " " || sign === "\t" || sign === "\f"

const isLineEnd = (sign: string): boolean => sign === "\n" || sign === "\r"

const isKeyEnd = (sign: string): boolean => sign === "=" || sign === ":" || isBlank(sign)

const skipBlanks = (source: string, start: number): number => {
  let at = start
  while (isBlank(source[at])) at++
  return at
}

/** Behind one `=` or `:` and the blanks around it. */
const skipSeparator = (source: string, start: number): number => {
  const at = skipBlanks(source, start)
  return source[at] === "=" || source[at] === ":" ? skipBlanks(source, at + 1) : at
}

const lineEnd = (source: string, start: number): number => {
  let at = start
  while (at < source.length && !isLineEnd(source[at] ?? "")) at++
  return at
}

const nextLine = (source: string, end: number): number =>
  source[end] === "\r" && source[end + 1] === "\n" ? end + 2 : end + 1
