import { guessLanguageName, type SourcePosition } from "@dragoman/domain/import"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import type { FormatVariant } from "../placeholder/detection/detect-format.ts"
import { detectWhileReading } from "../placeholder/detection/detect-while-reading.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import { type ParseFailure, parseFailure, type ReadOptions, type ReadResult } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"

/** Cells by column; a format may leave cells out. */
export type TableRow = ReadonlyArray<TableCell>

export interface TableCell {
  /** From 0. */
  readonly column: number
  readonly text: string
  /** Its place, to the `positionOf` of the table: most cells are never asked for it. */
  readonly offset: number
}

/** Placeholders of texts in tables, for the formats `CSV_ICU`, `XLSX_ICU` and so on. */
export const tableVariants = (prefix: string): ReadonlyArray<FormatVariant> => [
  { format: `${prefix}_ICU`, dialect: null, weight: 1 },
  { format: `${prefix}_PHP`, dialect: phpDialect, weight: 1 },
  { format: `${prefix}_JAVA`, dialect: javaDialect, weight: 1 },
  { format: `${prefix}_RUBY`, dialect: rubyDialect, weight: 0.95 }
]

/** Takes the rows of tables as they come. */
export interface TableReader {
  /** Before the first row of each table, which names the languages; its first column has the keys. */
  readonly startTable: (positionOf: PositionOf) => void
  readonly addRow: (row: TableRow) => void
  /** Called once, last. */
  readonly finish: () => ReadResult
}

/**
 * Reads tables with a column for each language. Rows without any text are skipped, cells in columns without a language have
 * that of the file name. `fileUtf16Units`: the size of the file.
 * Source: docs/formats.md#csv.
 */
export const startTables = (
  variants: ReadonlyArray<FormatVariant>,
  fallback: string,
  options: ReadOptions,
  fileUtf16Units: number
): TableReader => {
  const builder = buildImportedFile(options.textMaxUtf16Units, fileUtf16Units)
  let failure: ParseFailure | null = null
  let languages: TableLanguages | null = null
  let firstRow: TableRow | null = null
  let positionOf: PositionOf = () => ({ line: 1, column: 1 })
  let hasKey = false
  let keyIndex = 0

  const endTable = () => {
    if (firstRow !== null && !hasKey) failure ??= parseFailure(noKeySentence, placeOf(firstRow[0], positionOf))
    languages = null
    firstRow = null
    hasKey = false
  }
  const addHeader = (header: TableRow): TableLanguages => {
    if (!header.some(({ column, text }) => column > 0 && !isBlank(text))) {
      failure ??= parseFailure(noLanguageSentence, placeOf(header[0], positionOf))
    }
    warnOfHeader(header, builder, positionOf)
    return languagesOf(header, options.path, positionOf)
  }
  const rows = detectWhileReading<RowInTable>(
    options.format,
    variants,
    fallback,
    ({ row }) => row.map(({ text }) => text),
    ({ row, languages: ofTable }, dialect) => {
      if (!builder.hasFailed()) keyIndex += addRow(builder, row, ofTable, keyIndex, dialect, options)
    }
  )
  return {
    startTable: (positionOfCell) => {
      endTable()
      positionOf = positionOfCell
    },
    addRow: (row) => {
      if (failure !== null || row.every(({ text }) => isBlank(text))) return
      if (languages === null) {
        languages = addHeader(row)
        return
      }
      firstRow ??= row
      hasKey ||= row.some(({ column, text }) => column === 0 && !isBlank(text))
      rows.add({ row, languages })
    },
    finish: () => {
      endTable()
      const format = rows.finish()
      return failure ?? builder.finish(format)
    }
  }
}

interface RowInTable {
  readonly row: TableRow
  readonly languages: TableLanguages
}

const placeOf = (cell: TableCell | undefined, positionOf: PositionOf): SourcePosition | null =>
  cell === undefined ? null : positionOf(cell.offset)

const isBlank = (text: string): boolean => text === "" || text.trim() === ""

const noLanguageSentence = "The first row names no language: behind its first cell it must have one for each column"

const noKeySentence = "No row has a key: the first column must have the names of the keys"

/** A table without a header would lose its first key. */
const warnOfHeader = (header: TableRow, builder: ImportedFileBuilder, positionOf: PositionOf): void => {
  const odd = header.find(({ column, text }) => column > 0 && !languageName.test(text))
  if (odd === undefined) return
  const sentence = `The first row must name the languages; "${odd.text.slice(0, namedUtf16Units)}" does not look like one.`
  builder.leaveUnread({ position: positionOf(odd.offset), sentence })
}

const languageName = /^[\p{L}\p{M}\p{N}\s()[\]_.,:@/'’-]{0,60}$/u
const namedUtf16Units = 60

interface TableLanguages {
  readonly byColumn: ReadonlyMap<number, string>
  /** Of keys without a cell in any language. */
  readonly first: string
  /** Of columns without a language. */
  readonly guessed: string
  readonly positionOf: PositionOf
}

const languagesOf = (header: TableRow, path: string, positionOf: PositionOf): TableLanguages => {
  const named = header.filter(({ column, text }) => column > 0 && text.trim() !== "")
  const byColumn = new Map(named.map(({ column, text }) => [column, text.trim()]))
  const guessed = guessLanguageName(path)
  return { byColumn, first: named[0]?.text.trim() ?? guessed, guessed, positionOf }
}

/** Returns the number of its values. */
const addRow = (
  builder: ImportedFileBuilder,
  row: TableRow,
  languages: TableLanguages,
  firstIndex: number,
  dialect: Dialect | null,
  options: ReadOptions
): number => {
  const { positionOf } = languages
  const [first] = row
  const startOffset = first?.offset ?? 0
  // Cells are in the order of their columns, unless a workbook has them in another one.
  const key = first?.column === 0 ? first : row.find(({ column }) => column === 0)
  const keyName = key?.text ?? ""
  let count = 0
  for (const { column, text, offset } of row) {
    const named = languages.byColumn.get(column)
    if (column === 0 || (named === undefined && text === "")) continue
    const value = convertText(text, dialect, options)
    const languageName = named ?? languages.guessed
    // A missing name is the mistake, not the text beside it.
    const position = positionOf(isBlank(keyName) ? startOffset : offset)
    builder.addValue({ keyName, languageName, value, keyIndex: firstIndex + count, position })
    count++
  }
  if (count > 0) return count
  builder.addValue({
    keyName,
    languageName: languages.first,
    value: null,
    keyIndex: firstIndex,
    position: positionOf(startOffset)
  })
  return 1
}
