import { valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"
import { TableRow } from "../table/table-row.ts"

/**
 * The rows of a CSV file. A cell in quotes may have delimiters, line ends, and quotes that are doubled or stand behind a
 * backslash; `\\` is one backslash there, any other backslash itself. Lines without a character are no rows.
 * A first line `sep=;`, which Excel writes and reads, names the delimiter.
 * Source: RFC 4180, docs/formats.md#csv.
 */
export const parseCsv: EntryParser<TableRow> = (source, positionOf, visit) => {
  const [firstLine = "", named] = /^sep=([,;\t])(?:\r\n|\r|\n|$)/.exec(source) ?? []
  const delimiter = named ?? delimiterOf(source)
  const delimiterUnit = delimiter.charCodeAt(0)
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, "y")
  const mayEscape = source.includes("\\")
  // A cell takes less memory than a value that is kept: the names of keys and empty cells are none.
  const cellsMax = 2 * valuesMaxOf(source.length)
  let cellCount = 0
  let at = firstLine.length
  const row = new TableRow()

  const readNext = (): ParseFailure | null => {
    if (++cellCount > cellsMax)
      return parseFailure(`The file has too many cells: one of its size may have at most ${cellsMax}`, positionOf(at))
    const offset = at
    const simpleEnd = source.charCodeAt(at) === quote ? source.indexOf('"', at + 1) : -1
    const simple = simpleEnd === -1 ? "" : source.slice(at + 1, simpleEnd)
    if (simpleEnd !== -1 && endsCell(source, simpleEnd + 1, delimiterUnit) && !(mayEscape && simple.includes("\\"))) {
      row.add(row.size, simple, offset)
      at = simpleEnd + 1
    } else {
      const cell = readCell(source, at, delimiter, plain)
      if (cell.error !== null) return parseFailure(cell.error, positionOf(cell.end))
      row.add(row.size, cell.text, offset)
      at = cell.end
    }
    return null
  }
  // One loop for all: V8 compiles a short one inside of another anew for each row, under some circumstances.
  while (at < source.length || row.size > 0) {
    if (row.size === 0 && isLineEnd(source.charCodeAt(at))) {
      at = nextLine(source, at)
      continue
    }
    const failure = readNext()
    if (failure !== null) return failure
    if (source.charCodeAt(at) === delimiterUnit) {
      at++
      continue
    }
    visit(row)
    row.clear()
    at = nextLine(source, at)
  }
  return null
}

/** The most frequent one in the first line, outside of quotes; on a tie the first of the list. */
const delimiterOf = (source: string): string => {
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] ?? ""
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === "\n" || sign === "\r") break
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

/** `plain`: up to the delimiter or the end of the line, sticky. */
const readCell = (source: string, start: number, delimiter: string, plain: RegExp): Cell => {
  const quoteAt = skipSpaces(source, start, delimiter)
  if (source.charCodeAt(quoteAt) === quote) return readQuoted(source, quoteAt, delimiter)
  const end = skip(plain, source, start)
  return { text: source.slice(start, end), end, error: null }
}

const readQuoted = (source: string, quoteAt: number, delimiter: string): Cell => {
  let text = ""
  let partStart = quoteAt + 1
  for (let at = skip(plainQuoted, source, partStart); at < source.length; at = skip(plainQuoted, source, at + 1)) {
    const unit = source.charCodeAt(at)
    const next = source.charCodeAt(at + 1)
    if (next === quote || (unit === backslash && next === backslash)) {
      text += source.slice(partStart, at)
      partStart = ++at
    } else if (unit === quote) {
      const end = skipSpaces(source, at + 1, delimiter)
      const isEnd = end === source.length || source[end] === delimiter || isLineEnd(source.charCodeAt(end))
      const error = isEnd ? null : "A delimiter or the end of the line must follow a closing quote"
      return { text: text + source.slice(partStart, at), end, error }
    }
  }
  return { text: "", end: quoteAt, error: "The quote is not closed" }
}

/** Matches a cell in quotes, up to a character that may mean something else; sticky. */
const plainQuoted = /[^"\\]*/y

/** The offset behind what the pattern matches; it matches at any place. */
const skip = (sticky: RegExp, source: string, start: number): number => {
  sticky.lastIndex = start
  sticky.test(source)
  return sticky.lastIndex
}

const skipSpaces = (source: string, start: number, delimiter: string): number => {
  let at = start
  while (source.charCodeAt(at) === space || (source.charCodeAt(at) === tab && delimiter !== "\t")) at++
  return at
}

const tab = 9
const lineFeed = 10
const carriageReturn = 13
const space = 32
const quote = 0x22
const backslash = 0x5c

const endsCell = (source: string, at: number, delimiterUnit: number): boolean => {
  const unit = source.charCodeAt(at)
  return unit === delimiterUnit || isLineEnd(unit)
}

const isLineEnd = (unit: number): boolean => unit === lineFeed || unit === carriageReturn

const nextLine = (source: string, end: number): number =>
  source.charCodeAt(end) === carriageReturn && source.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
