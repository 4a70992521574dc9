import { guessLanguageName } from "@dragoman/domain/import"
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
import type { TableRow } from "./table-row.ts"

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
  /** The row may be filled again as soon as it returns. */
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
  /** Where the first row behind the languages begins. */
  let firstOffset: number | null = null
  let positionOf: PositionOf = () => ({ line: 1, column: 1 })
  let hasKey = false
  let keyIndex = 0

  const endTable = () => {
    if (firstOffset !== null && !hasKey) failure ??= parseFailure(noKeySentence, positionOf(firstOffset))
    languages = null
    firstOffset = null
    hasKey = false
  }
  const addHeader = (header: TableRow): TableLanguages => {
    const ofTable = languagesOf(header, options.path, positionOf)
    if (ofTable.first === null) failure ??= parseFailure(noLanguageSentence, positionOf(header.offsetAt(0)))
    warnOfHeader(header, builder, positionOf)
    return ofTable
  }
  const rows = detectWhileReading<RowInTable>(
    options.format,
    variants,
    fallback,
    ({ row }) => Array.from({ length: row.size }, (_, index) => row.textAt(index)),
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
      if (failure !== null || isBlankRow(row)) return
      if (languages === null) {
        languages = addHeader(row)
        return
      }
      firstOffset ??= row.offsetAt(0)
      hasKey ||= hasKeyName(row)
      rows.add({ row: rows.keepsEntries() ? row.copy() : row, languages })
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

const isBlank = (text: string): boolean => text === "" || text.trim() === ""

const isBlankRow = (row: TableRow): boolean => {
  for (let index = 0; index < row.size; index++) if (!isBlank(row.textAt(index))) return false
  return true
}

const hasKeyName = (row: TableRow): boolean => {
  for (let index = 0; index < row.size; index++) {
    if (row.columnAt(index) === 0 && !isBlank(row.textAt(index))) return true
  }
  return false
}

const noLanguageSentence = "The first row names no language: behind its first cell it must have one for each column"

const noKeySentence = "No row has a key: the first column must have the names of the keys"

/** A table without a header would lose its first key. */
const warnOfHeader = (header: TableRow, builder: ImportedFileBuilder, positionOf: PositionOf): void => {
  for (let index = 0; index < header.size; index++) {
    const text = header.textAt(index)
    if (header.columnAt(index) === 0 || languageName.test(text)) continue
    const sentence = `The first row must name the languages; "${text.slice(0, namedUtf16Units)}" does not look like one.`
    builder.skipPart({ position: positionOf(header.offsetAt(index)), sentence })
    return
  }
}

const languageName = /^[\p{L}\p{M}\p{N}\s()[\]_.,:@/'’-]{0,60}$/u
const namedUtf16Units = 60

interface TableLanguages {
  readonly byColumn: ReadonlyMap<number, string>
  /** The language of keys without a cell in any language; null = no column has a language. */
  readonly first: string | null
  /** The language of columns without one. */
  readonly guessed: string
  readonly positionOf: PositionOf
}

const languagesOf = (header: TableRow, path: string, positionOf: PositionOf): TableLanguages => {
  const byColumn = new Map<number, string>()
  let first: string | null = null
  for (let index = 0; index < header.size; index++) {
    const name = header.textAt(index).trim()
    if (header.columnAt(index) === 0 || name === "") continue
    byColumn.set(header.columnAt(index), name)
    first ??= name
  }
  return { byColumn, first, guessed: guessLanguageName(path), positionOf }
}

/** Returns the number of its values. */
const addRow = (
  builder: ImportedFileBuilder,
  row: TableRow,
  { byColumn, first, guessed, positionOf }: TableLanguages,
  firstIndex: number,
  dialect: Dialect | null,
  options: ReadOptions
): number => {
  const keyAt = row.indexOf(0)
  const keyName = keyAt === -1 ? "" : row.textAt(keyAt)
  // A missing name is the mistake, not the text beside it.
  const misplaced = isBlank(keyName) ? row.offsetAt(0) : null
  let count = 0
  for (let index = 0; index < row.size; index++) {
    const column = row.columnAt(index)
    if (column === 0) continue
    const text = row.textAt(index)
    const named = byColumn.get(column)
    if (named === undefined && text === "") continue
    const value = convertText(text, dialect, options)
    const position = positionOf(misplaced ?? row.offsetAt(index))
    builder.addValue({ keyName, languageName: named ?? guessed, value, keyIndex: firstIndex + count, position })
    count++
  }
  if (count > 0) return count
  builder.addValue({
    keyName,
    languageName: first ?? guessed,
    value: null,
    keyIndex: firstIndex,
    position: positionOf(row.offsetAt(0))
  })
  return 1
}
