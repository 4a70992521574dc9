import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import type { Table, TableCell } from "../table/read-table.ts"

/**
 * The cells of a CSV file. A cell in quotes may have delimiters, line ends, and quotes that are doubled or stand behind a
 * backslash; `\\` is one backslash there, any other backslash itself. Lines without a character are no rows.
 * Source: RFC 4180, docs/formats.md#csv.
 */
export const parseCsv = (source: string, positionOf: PositionOf): Table | ParseFailure => {
  const delimiter = delimiterOf(source)
  const rows: Array<Array<TableCell>> = []
  let cellCount = 0
  for (let at = 0; at < source.length; ) {
    if (isLineEnd(source[at])) {
      at = nextLine(source, at)
      continue
    }
    const row: Array<TableCell> = []
    for (;;) {
      if (++cellCount > formatLimits.valuesMax) return parseFailure("The file has too many cells", positionOf(at))
      const cell = readCell(source, at, delimiter)
      if (cell.error !== null) return parseFailure(cell.error, positionOf(cell.end))
      row.push({ column: row.length, text: cell.text, position: positionOf(at) })
      at = cell.end
      if (source[at] !== delimiter) break
      at++
    }
    rows.push(row)
    at = nextLine(source, at)
  }
  return rows
}

/** The most frequent one in the first line, outside of quotes; on a tie the first of the list. */
const delimiterOf = (source: string): string => {
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] ?? ""
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (isLineEnd(sign)) break
    const count = counts.get(sign)
    if (count !== undefined) counts.set(sign, count + 1)
  }
  const [[best] = [","]] = [...counts].sort(([, left], [, right]) => right - left)
  return best
}

interface Cell {
  readonly text: string
  /** Offset behind it; with an error the place of the error. */
  readonly end: number
  readonly error: string | null
}

const readCell = (source: string, start: number, delimiter: string): Cell => {
  const quoteAt = skipSpaces(source, start, delimiter)
  if (source[quoteAt] === '"') return readQuoted(source, quoteAt, delimiter)
  let end = start
  while (end < source.length && source[end] !== delimiter && !isLineEnd(source[end])) end++
  return { text: source.slice(start, end), end, error: null }
}

const readQuoted = (source: string, quoteAt: number, delimiter: string): Cell => {
  const parts: Array<string> = []
  let partStart = quoteAt + 1
  for (let at = partStart; at < source.length; at++) {
    const sign = source[at]
    if (sign !== '"' && sign !== "\\") continue
    const next = source[at + 1]
    if (next === '"' || (sign === "\\" && next === "\\")) {
      parts.push(source.slice(partStart, at))
      partStart = ++at
    } else if (sign === '"') {
      const text = parts.join("") + source.slice(partStart, at)
      const end = skipSpaces(source, at + 1, delimiter)
      const isEnd = end === source.length || source[end] === delimiter || isLineEnd(source[end])
      return { text, end, error: isEnd ? null : "A delimiter or the end of the line must follow a closing quote" }
    }
  }
  return { text: "", end: quoteAt, error: "The quote is not closed" }
}

const skipSpaces = (source: string, start: number, delimiter: string): number => {
  let at = start
  while (source[at] === " " || (source[at] === "\t" && delimiter !== "\t")) at++
  return at
}

const isLineEnd = (sign: string | undefined): boolean => sign === "\n" || sign === "\r"

const nextLine = (source: string, end: number): number =>
  source[end] === "\r" && source[end + 1] === "\n" ? end + 2 : end + 1
