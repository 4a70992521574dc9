import { tooManySentence, valuesMaxOf } from "../limits.ts"
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
  const keysMax = valuesMaxOf(source.length)
  let comments: Array<string> = []
  let commentOffset = 0
  let keyCount = 0
  for (let at = 0; at < source.length; ) {
    const start = skip(blanks, source, at)
    const first = source.charCodeAt(start)
    if (start === source.length || isLineEnd(first)) {
      if (comments.length > 0) comments = []
      at = nextLine(source, start)
    } else if (first === numberSign || first === exclamationMark) {
      const end = skip(restOfLine, source, start)
      if (comments.length === 0) commentOffset = start
      comments.push(
        source
          .slice(start + 1, end)
          .replace(/^[ \t\f]/, "")
          .trimEnd()
      )
      at = nextLine(source, end)
    } else {
      if (++keyCount > keysMax) return parseFailure(tooManySentence("keys", source.length), positionOf(start))
      const key = readPart(source, start, plainKey)
      const textOffset = key.isBroken ? 0 : skip(separator, source, key.end)
      const text = key.isBroken ? key : readPart(source, textOffset, plainText)
      if (text.isBroken) return parseFailure("Four hexadecimal digits must follow \\u", positionOf(text.end))
      const comment = comments.length === 0 ? null : comments.join("\n")
      visit({ key: key.text, text: text.text, comment, keyOffset: start, textOffset, commentOffset })
      if (comments.length > 0) comments = []
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

/**
 * A key up to its separator, or a text up to the end of its logical line: a backslash at the end of a line continues it.
 * `plain`: what stands there without an escape.
 */
const readPart = (source: string, start: number, plain: RegExp): Part => {
  let end = skip(plain, source, start)
  let text = source.slice(start, end)
  while (source.charCodeAt(end) === backslash) {
    const escaped = source[end + 1]
    let next = end + 2
    if (escaped === undefined) return { text, end: end + 1, isBroken: false }
    if (escaped === "\n" || escaped === "\r") {
      next = skip(blanks, source, nextLine(source, end + 1))
    } else if (escaped === "u") {
      const unit = readUnicodeEscape(source, end + 2)
      if (unit === null) return { text, end, isBroken: true }
      text += unit.text
      next = unit.end
    } else {
      text += controlByLetter.get(escaped) ?? escaped
    }
    end = skip(plain, source, next)
    text += source.slice(next, end)
  }
  return { text, end, isBroken: false }
}

/** The unit behind `\u`; a line may be continued between its digits. Null = there are no four. */
const readUnicodeEscape = (source: string, start: number): { readonly text: string; readonly end: number } | null => {
  let digits = ""
  let at = start
  while (digits.length < 4) {
    const sign = source[at] ?? ""
    if (sign === "\\" && isLineEnd(source.charCodeAt(at + 1))) {
      at = skip(blanks, source, nextLine(source, at + 1))
      continue
    }
    if (!/[\dA-Fa-f]/.test(sign)) return null
    digits += sign
    at++
  }
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at }
}

const controlByLetter: ReadonlyMap<string, string> = new Map([
  ["t", "\t"],
  ["n", "\n"],
  ["r", "\r"],
  ["f", "\f"]
])

// Sticky, and each matches at any place.
const blanks = /[ \t\f]*/y
const restOfLine = /[^\r\n]*/y
const plainKey = /[^\\\r\n=: \t\f]*/y
const plainText = /[^\\\r\n]*/y
/** One `=` or `:` and the blanks around it. */
const separator = /[ \t\f]*(?:[=:][ \t\f]*)?/y

/** The offset behind what the pattern matches. */
const skip = (sticky: RegExp, source: string, start: number): number => {
  sticky.lastIndex = start
  sticky.test(source)
  return sticky.lastIndex
}

const lineFeed = 10
const carriageReturn = 13
const exclamationMark = 0x21
const numberSign = 0x23
const backslash = 0x5c

const isLineEnd = (unit: number): boolean => unit === lineFeed || unit === carriageReturn

const nextLine = (source: string, end: number): number =>
  source.charCodeAt(end) === carriageReturn && source.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
