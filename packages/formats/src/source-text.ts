import type { SourcePosition } from "@dragoman/domain/import"
import { type DecodedText, type ParseFailure, parseFailure } from "./reader.ts"

/**
 * The text of a file. UTF-8 unless a byte order mark says UTF-16 or `declaredEncoding` names another one; the mark is
 * dropped. Strict: bytes that are not valid in the encoding fail with the line they are on, nothing is replaced.
 * U+0000 is an error: no text file has it, and not every database can store it.
 */
export const decodeText = (bytes: Uint8Array, declaredEncoding: string | null = null): DecodedText => {
  const encoding = markedEncoding(bytes) ?? declaredEncoding ?? "utf-8"
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    const zeroOffset = text.indexOf("\u0000")
    if (zeroOffset === -1) return { kind: "text", text }
    return parseFailure("The file holds the character U+0000", positionsIn(text)(zeroOffset))
  } catch {
    return explainFailure(bytes, encoding)
  }
}

/** The text of a file that is not valid, to show it: U+FFFD stands for each invalid part. */
export const decodeDamagedText = (bytes: Uint8Array): string =>
  new TextDecoder(markedEncoding(bytes) ?? "utf-8").decode(bytes)

/** The encoding that a byte order mark names; null = there is none. */
export const markedEncoding = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  return null
}

const explainFailure = (bytes: Uint8Array, encoding: string): ParseFailure => {
  if (!isKnownEncoding(encoding)) {
    return parseFailure(`The encoding ${encoding} is not supported`, { line: 1, column: 1 })
  }
  const validText = textBeforeInvalidByte(bytes, encoding)
  return parseFailure(`The file is not valid ${encoding.toUpperCase()}`, positionsIn(validText)(validText.length))
}

const isKnownEncoding = (encoding: string): boolean => {
  try {
    return new TextDecoder(encoding).encoding !== ""
  } catch {
    return false
  }
}

const blockBytes = 65_536

/** First whole blocks, then the block that fails byte by byte: linear, and characters may span blocks. */
const textBeforeInvalidByte = (bytes: Uint8Array, encoding: string): string => {
  const blocks = decodeWhileValid(bytes, encoding, 0, blockBytes)
  return decodeWhileValid(bytes, encoding, blocks.byteCount, 1).text
}

const decodeWhileValid = (
  bytes: Uint8Array,
  encoding: string,
  validByteCount: number,
  stepBytes: number
): { readonly text: string; readonly byteCount: number } => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const texts = [decoder.decode(bytes.subarray(0, validByteCount), { stream: true })]
  let byteCount = validByteCount
  while (byteCount < bytes.length) {
    const next = Math.min(byteCount + stepBytes, bytes.length)
    try {
      texts.push(decoder.decode(bytes.subarray(byteCount, next), { stream: true }))
    } catch {
      break
    }
    byteCount = next
  }
  return { text: texts.join(""), byteCount }
}

/** Visits the entries of a text in order. Null = all of it was read. */
export type EntryParser<Entry> = (
  source: string,
  positionOf: PositionOf,
  visit: (entry: Entry) => void
) => ParseFailure | null

/** Line and column of a UTF-16 offset in one text, both from 1. */
export type PositionOf = (offset: number) => SourcePosition

/**
 * Prepares the line starts of a text once; a lookup behind the last one is a step, any other one a binary search.
 * Lines end with LF, CRLF or a lone CR.
 */
export const positionsIn = (text: string): PositionOf => {
  const lineStarts = findLineStarts(text)
  let last = 0
  return (offset) => {
    last = lineOf(offset, lineStarts, last)
    return { line: last + 1, column: offset - (lineStarts[last] ?? 0) + 1 }
  }
}

/** Lines from 0. `last`: the line of the lookup before; readers ask for places nearly in the order of the file. */
const lineOf = (offset: number, lineStarts: Uint32Array, last: number): number => {
  if ((lineStarts[last] ?? 0) <= offset) {
    for (let line = last; line < last + nearLines; line++) {
      const end = lineStarts[line + 1]
      if (end === undefined || offset < end) return line
    }
  }
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Lines of one entry in most formats. */
const nearLines = 6

/**
 * Prepares the lines of a text once; finds a line by its number, from 1, without its end. Null: the text has no such line.
 * Lines end as in `positionsIn`.
 */
export const linesIn = (text: string): ((line: number) => string | null) => {
  const lineStarts = findLineStarts(text)
  return (line) => {
    const start = lineStarts[line - 1]
    return start === undefined ? null : text.slice(start, lineStarts[line]).replace(/\r?\n$|\r$/, "")
  }
}

const findLineStarts = (text: string): Uint32Array => {
  let starts = new Uint32Array(firstLineStarts)
  let count = 1
  const add = (start: number) => {
    if (count === starts.length) {
      const larger = new Uint32Array(2 * count)
      larger.set(starts)
      starts = larger
    }
    starts[count++] = start
  }
  if (text.includes("\r")) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) add(at + 1)
    }
  } else {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) add(at + 1)
  }
  return starts.subarray(0, count)
}

/** Lines that there is room for before it grows. */
const firstLineStarts = 64
