import type { ReadableFormat, Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { startTables, tableVariants } from "../table/read-table.ts"
import { parseCsv } from "./parse-csv.ts"

/**
 * Reads a table with a column for each language, in UTF-8. Commas, semicolons or tabs separate its cells.
 * Source: docs/formats.md#csv.
 */
export const readCsv: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const table = startTables(variants, "CSV_ICU", options, decoded.text.length)
  const positionOf = positionsIn(decoded.text)
  table.startTable(positionOf)
  return parseCsv(decoded.text, positionOf, table.addRow) ?? table.finish()
}

const variants = tableVariants("CSV")

export const csvFormat: ReadableFormat = { extensions: ["csv"], variants, read: readCsv }
