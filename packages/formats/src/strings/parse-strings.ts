import { tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"

/** `"key" = "text";` */
export interface StringsPair {
  readonly key: string
  readonly text: string
  /** The comments in front of it; null = none. */
  readonly comment: string | null
  /** UTF-16 offsets. */
  readonly keyOffset: number
  readonly textOffset: number
}

/**
 * The pairs of a strings file, in order. A comment between `/*` and its end belongs to the pair behind it, of several the last
 * one with those straight above it; one behind `//` belongs to none, and ends those in front of it. Words without quotes are
 * read, too; a key alone is its own text.
 * Source: https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/LoadingResources/Strings/Strings.html
 */
export const parseStrings: EntryParser<StringsPair> = (source, positionOf, visit) => {
  let comment: { readonly text: string; readonly end: number } | null = null
  const pairsMax = valuesMaxOf(source.length)
  let pairCount = 0
  let at = 0
  const fail = (message: string, offset: number) => parseFailure(message, positionOf(offset))

  /** True = the blanks end with a comment that ends those in front of it, or there is none. */
  const skipBlanks = (): ParseFailure | null => {
    for (;;) {
      while (isBlank(source.charCodeAt(at))) at++
      if (source.startsWith("/*", at)) {
        const end = source.indexOf("*/", at + 2)
        if (end === -1) return fail("A comment is not closed", at)
        const text = source.slice(at + 2, end).trim()
        const isJoined = comment !== null && !/\n\s*\n|\r\s*\r/.test(source.slice(comment.end, at))
        comment = { text: isJoined ? `${comment?.text}\n${text}` : text, end: end + 2 }
        at = end + 2
      } else if (source.startsWith("//", at)) {
        comment = null
        while (at < source.length && source[at] !== "\n" && source[at] !== "\r") at++
      } else {
        return null
      }
    }
  }

  for (;;) {
    const open = skipBlanks()
    if (open !== null) return open
    if (at >= source.length) return null
    const pairComment: string | null = (comment as { readonly text: string } | null)?.text ?? null
    const keyOffset = at
    const key = readToken(source, at)
    if (key.kind === "failure") return fail(key.message, key.offset)
    at = key.end
    const betweenKeyAndSign = skipBlanks()
    if (betweenKeyAndSign !== null) return betweenKeyAndSign
    let text = key
    let textOffset = keyOffset
    if (source[at] === "=") {
      at++
      const betweenSignAndText = skipBlanks()
      if (betweenSignAndText !== null) return betweenSignAndText
      textOffset = at
      const token = readToken(source, at)
      if (token.kind === "failure") return fail(token.message, token.offset)
      text = token
      at = token.end
      const betweenTextAndEnd = skipBlanks()
      if (betweenTextAndEnd !== null) return betweenTextAndEnd
    }
    if (source[at] !== ";") return fail(`Expected ${text === key ? "an equals sign" : "a semicolon"}`, at)
    at++
    if (++pairCount > pairsMax) return fail(tooManySentence("keys", source.length), keyOffset)
    visit({ key: key.text, text: text.text, comment: pairComment, keyOffset, textOffset })
    comment = null
  }
}

const isBlank = (unit: number): boolean =>
  unit === 32 || (unit >= 9 && unit <= 13) || unit === 0x2028 || unit === 0x2029

type Token =
  | { readonly kind: "token"; readonly text: string; readonly end: number }
  | { readonly kind: "failure"; readonly message: string; readonly offset: number }

const word = /[\w.$:/-]+/y

/** Reads a text in double quotes, or a word without them. */
const readToken = (source: string, start: number): Token => {
  if (source[start] !== '"') {
    word.lastIndex = start
    const found = word.exec(source)?.[0]
    return found === undefined
      ? { kind: "failure", message: "Expected a text in double quotes", offset: start }
      : { kind: "token", text: found, end: start + found.length }
  }
  const parts: Array<string> = []
  let partStart = start + 1
  for (let at = partStart; at < source.length; at++) {
    const sign = source[at]
    if (sign === '"') {
      parts.push(source.slice(partStart, at))
      return { kind: "token", text: parts.join(""), end: at + 1 }
    }
    if (sign !== "\\") continue
    parts.push(source.slice(partStart, at))
    escapePattern.lastIndex = at
    const [escaped = "\\"] = escapePattern.exec(source) ?? []
    parts.push(unescapeText(escaped))
    at += escaped.length - 1
    partStart = at + 1
  }
  return { kind: "failure", message: "A text is not closed", offset: start }
}

const escapePattern = /\\(?:[Uu][\dA-Fa-f]{4}|[\s\S]?)/y

const controls: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"]
])

/** An unknown escape is its character. */
const unescapeText = (escaped: string): string =>
  escaped.length === 6
    ? String.fromCharCode(Number.parseInt(escaped.slice(2), 16))
    : (controls.get(escaped.slice(1)) ?? escaped.slice(1))
