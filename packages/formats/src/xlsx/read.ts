import type { SourcePosition } from "@dragoman/domain/import"
import type { ReadableFormat, Reader } from "../reader.ts"
import { readTables, tableVariants } from "../table/read-table.ts"
import { readWorkbook } from "./read-workbook.ts"

/**
 * Reads every sheet of a workbook as a table with a column for each language.
 * Source: docs/formats.md#xlsx.
 */
export const readXlsx: Reader = (bytes, options) => {
  const tables = readWorkbook(bytes)
  return "kind" in tables ? tables : readTables(tables, variants, "XLSX_ICU", options)
}

const variants = tableVariants("XLSX")

/** Cells of one sheet are found by its name, which only one sheet of a workbook has. */
const cellsOf: ReadableFormat["cellsOf"] = (bytes) => {
  const tables = readWorkbook(bytes)
  const cells = "kind" in tables ? [] : tables.flat(2)
  const nameOf = ({ sheet, line, column }: SourcePosition) => `${line}:${column}:${sheet}`
  const texts = new Map(cells.map(({ position, text }) => [nameOf(position), text]))
  return (position) => texts.get(nameOf(position)) ?? null
}

export const xlsxFormat: ReadableFormat = { extensions: ["xlsx"], variants, read: readXlsx, cellsOf }
