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

export const xlsxFormat: ReadableFormat = { extensions: ["xlsx"], variants, read: readXlsx }
