import { printCells } from "../table/print-cell.ts"
import { defaultFileStructureTemplate, type ExportFormat, type MultilingualWriter } from "../writer.ts"
import { printCsvRow } from "./print-csv-row.ts"

/**
 * Writes a table in UTF-8: `"key"` and the language tags, then a row for each key, every cell in quotes. A plural is one ICU
 * message. Texts are written as they are, also those that a spreadsheet takes for a formula.
 * Source: docs/formats.md#csv.
 */
export const writeCsv: MultilingualWriter = (file, options) => {
  let start = printCsvRow(["key", ...file.languageTags])
  return {
    add: (entries) => {
      const printed = entries.map((entry) => ({ entry, ...printCells(entry, file, options) }))
      const rows = printed.map(({ entry, texts }) => printCsvRow([entry.keyName, ...texts]))
      const content = start + rows.join("")
      start = ""
      return { content, warnings: printed.flatMap(({ warnings }) => warnings) }
    },
    end: () => ({ content: start, warnings: [] })
  }
}

export const csvExport: ExportFormat = {
  format: "CSV",
  extension: "csv",
  mediaType: "text/csv",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writeLanguages: writeCsv
}
