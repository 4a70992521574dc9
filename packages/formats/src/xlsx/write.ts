import type { MultilingualWarning } from "../exported-file.ts"
import { printCells } from "../table/print-cell.ts"
import { defaultFileStructureTemplate, type ExportFormat, type MultilingualWriter } from "../writer.ts"
import { openWorkbook } from "./write-workbook.ts"

/**
 * Writes a workbook of one sheet: `key` and the language tags, then a row for each key. Every text is a text to the
 * spreadsheet, never a formula. A plural is one ICU message. Source: docs/formats.md#xlsx.
 */
export const writeXlsx: MultilingualWriter = (file, options) => {
  const workbook = openWorkbook("Translations")
  workbook.add([["key", ...file.languageTags]])
  return {
    add: (entries) => {
      const warnings: Array<MultilingualWarning> = []
      const rows = entries.map((entry) => {
        const printed = printCells(entry, file, options)
        for (const warning of printed.warnings) warnings.push(warning)
        return [entry.keyName, ...printed.texts]
      })
      workbook.add(rows)
      return { content: workbook.take(), warnings }
    },
    end: () => {
      workbook.close()
      return { content: workbook.take(), warnings: [] }
    }
  }
}

export const xlsxExport: ExportFormat = {
  format: "XLSX",
  extension: "xlsx",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writeLanguages: writeXlsx
}
