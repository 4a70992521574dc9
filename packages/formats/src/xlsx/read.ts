import type { SourcePosition } from "@dragoman/domain/import"
import { parseFailure, type ReadableFormat, type Reader } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { startTables, tableVariants } from "../table/read-table.ts"
import { visitWorkbook } from "./read-workbook.ts"

/**
 * Reads every sheet of a workbook as a table with a column for each language.
 * Source: docs/formats.md#xlsx.
 */
export const readXlsx: Reader = (bytes, options) => {
  if (isCompoundFile(bytes)) return parseFailure(unreadableWorkbook, null)
  // The memory of the workbook is bounded while it is unpacked.
  const tables = startTables(variants, "XLSX_ICU", options, Number.POSITIVE_INFINITY)
  return visitWorkbook(bytes, { sheet: tables.startTable, row: tables.addRow }) ?? tables.finish()
}

/** How files of Excel 97 to 2003 begin, and workbooks with a password. Source: [MS-CFB] section 2.2 */
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const isCompoundFile = (bytes: Uint8Array): boolean =>
  compoundFileSignature.every((byte, index) => bytes[index] === byte)

/** Also for files that are named like one. */
export const unreadableWorkbook =
  "Workbooks of Excel 97 to 2003 (.xls), and those with a password, cannot be read. Save the file as an Excel workbook (.xlsx) without a password, or as CSV, and import that."

const variants = tableVariants("XLSX")

/** Cells of one sheet are found by its name, which only one sheet of a workbook has. */
const cellsOf: ReadableFormat["cellsOf"] = (bytes) => {
  const texts = new Map<string, string>()
  const nameOf = ({ sheet, line, column }: SourcePosition) => `${line}:${column}:${sheet}`
  let positionOf: PositionOf | null = null
  const failure = visitWorkbook(bytes, {
    sheet: (positionOfCell) => {
      positionOf = positionOfCell
    },
    row: (row) => {
      for (let index = 0; index < row.size; index++) {
        if (positionOf !== null) texts.set(nameOf(positionOf(row.offsetAt(index))), row.textAt(index))
      }
    }
  })
  if (failure !== null) texts.clear()
  return (position) => texts.get(nameOf(position)) ?? null
}

export const xlsxFormat: ReadableFormat = { extensions: ["xlsx"], variants, read: readXlsx, cellsOf }
