import { androidExport, composeExport } from "./android/write.ts"
import { appleXliffExport } from "./apple-xliff/write.ts"
import { arbExport } from "./arb/write.ts"
import { csvExport } from "./csv/write.ts"
import { fluentExport } from "./fluent/write.ts"
import { androidSdkExport, appleSdkExport, jsonExport, jsonI18nextExport, jsonTolgeeExport } from "./json/write.ts"
import { laravelExport, phpArrayExport } from "./php/write.ts"
import { poExport } from "./po/write.ts"
import { propertiesExport } from "./properties/write.ts"
import { qtTsExport } from "./qt-ts/write.ts"
import { resxExport } from "./resx/write.ts"
import { appleStringsExport } from "./strings/write.ts"
import { tmxExport } from "./tmx/write.ts"
import { webExtensionExport } from "./web-extension/write.ts"
import type { ExportFormat } from "./writer.ts"
import { xcstringsExport } from "./xcstrings/write.ts"
import { xliffExport } from "./xliff/write.ts"
import { xliff2Export } from "./xliff2/write.ts"
import { xlsxExport } from "./xlsx/write.ts"
import { yamlExport, yamlRubyExport } from "./yaml/write.ts"

/** All export formats, in the order in which they are listed to people. Source: docs/formats.md#what-is-written. */
export const exportFormats: ReadonlyArray<ExportFormat> = [
  jsonExport,
  jsonTolgeeExport,
  xliffExport,
  poExport,
  appleStringsExport,
  appleXliffExport,
  androidExport,
  composeExport,
  arbExport,
  propertiesExport,
  yamlRubyExport,
  yamlExport,
  jsonI18nextExport,
  csvExport,
  resxExport,
  xlsxExport,
  xcstringsExport,
  androidSdkExport,
  appleSdkExport,
  xliff2Export,
  qtTsExport,
  fluentExport,
  tmxExport,
  laravelExport,
  phpArrayExport,
  webExtensionExport
]

/** The format that writes files as an import format reads them; the import format itself when there is none. */
export const exportFormatOf = (importFormat: string): string => {
  if (findExportFormat(importFormat) !== undefined) return importFormat
  if (importFormat === "STRINGS" || importFormat === "STRINGSDICT") return "APPLE_STRINGS_STRINGSDICT"
  const family = importFormat.replace(/_[A-Z0-9]+(_BRACE)?$/, "")
  return [family, `${family}_ICU`].find((name) => findExportFormat(name) !== undefined) ?? importFormat
}

/** The format that the API names so; undefined = there is none. */
export const findExportFormat = (name: string): ExportFormat | undefined =>
  exportFormats.find(({ format }) => format === name)
