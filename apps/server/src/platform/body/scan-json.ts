/** Limits of a JSON text, besides its length. */
export interface JsonBounds {
  /** Depth of nested arrays and objects. */
  readonly nestingMax: number
  /** Number of commas, arrays and objects together: approximately the number of values. */
  readonly valuesMax: number
}

/**
 * Why a JSON text is rejected before it is parsed. `unstorable`: a name or a text contains U+0000 or a lone surrogate, which
 * PostgreSQL cannot store.
 */
export type JsonProblem = "tooDeep" | "tooManyValues" | "unstorable"

const quote = 0x22
const comma = 0x2c
const openArray = 0x5b
const backslash = 0x5c
const closeArray = 0x5d
const letterU = 0x75
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Scans the bytes of a JSON text once, without recursion or allocation; null: no problem. The parser checks the syntax.
 */
export const scanJson = (bytes: Uint8Array, { nestingMax, valuesMax }: JsonBounds): JsonProblem | null => {
  let depth = 0
  let values = 0
  let index = 0
  while (index < bytes.length) {
    switch (bytes[index]) {
      case quote: {
        const end = endOfString(bytes, index + 1)
        if (end === unstorable) return "unstorable"
        index = end
        break
      }
      case openArray:
      case openObject:
        depth += 1
        values += 1
        if (depth > nestingMax) return "tooDeep"
        break
      case closeArray:
      case closeObject:
        depth -= 1
        break
      case comma:
        values += 1
        break
    }
    if (values > valuesMax) return "tooManyValues"
    index += 1
  }
  return null
}

const unstorable = -1

/** Index of the closing quote, or the end of the bytes; `unstorable` for a string that cannot be stored. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let index = start
  while (index < bytes.length && bytes[index] !== quote) {
    if (bytes[index] !== backslash) {
      index += 1
      continue
    }
    const unit = escapedUnit(bytes, index)
    if (unit === null) {
      index += 2
      continue
    }
    // Only escapes can contain U+0000 and surrogates: valid UTF-8 contains neither.
    if (unit === 0 || isLowHalf(unit)) return unstorable
    index += escapeLength
    if (!isHighHalf(unit)) continue
    const next = escapedUnit(bytes, index)
    if (next === null || !isLowHalf(next)) return unstorable
    index += escapeLength
  }
  return index
}

/** Length of `\uXXXX`. */
const escapeLength = 6

/** The UTF-16 unit of the escape `\uXXXX` at this index; null: no escape. */
const escapedUnit = (bytes: Uint8Array, index: number): number | null => {
  if (bytes[index] !== backslash || bytes[index + 1] !== letterU) return null
  let unit = 0
  for (let place = index + 2; place < index + escapeLength; place += 1) {
    const digit = hexDigit(bytes[place] ?? 0)
    if (digit === null) return null
    unit = unit * 16 + digit
  }
  return unit
}

const hexDigit = (byte: number): number | null => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : null
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
