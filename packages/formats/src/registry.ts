import { androidFormat } from "./android/read.ts"
import { readXliff, xliffFormat } from "./apple-xliff/read.ts"
import { arbFormat } from "./arb/read.ts"
import { csvFormat } from "./csv/read.ts"
import { fluentFormat } from "./fluent/read.ts"
import { jsonFormat } from "./json/read.ts"
import { phpFormat } from "./php/read.ts"
import { poFormat } from "./po/read.ts"
import { propertiesFormat } from "./properties/read.ts"
import { qtTsFormat } from "./qt-ts/read.ts"
import { parseFailure, type ReadableFormat, type ReadOptions, type ReadResult } from "./reader.ts"
import { resxFormat } from "./resx/read.ts"
import { stringsFormat } from "./strings/read.ts"
import { stringsdictFormat } from "./stringsdict/read.ts"
import { tmxFormat } from "./tmx/read.ts"
import { withWebExtension } from "./web-extension/read.ts"
import { xcstringsFormat } from "./xcstrings/read.ts"
import { withXliff2 } from "./xliff2/read.ts"
import { unreadableWorkbook, xlsxFormat } from "./xlsx/read.ts"
import { yamlFormat } from "./yaml/read.ts"

/** All formats, in the order in which their extensions are listed to people. Archives are no format: `unpackArchive` goes first. */
const readableFormats: ReadonlyArray<ReadableFormat> = [
  withWebExtension(jsonFormat),
  poFormat,
  yamlFormat,
  withXliff2(xliffFormat, readXliff),
  propertiesFormat,
  resxFormat,
  csvFormat,
  xcstringsFormat,
  xlsxFormat,
  androidFormat,
  arbFormat,
  stringsFormat,
  stringsdictFormat,
  qtTsFormat,
  phpFormat,
  fluentFormat,
  tmxFormat
]

const formatsByExtension: ReadonlyMap<string, ReadableFormat> = new Map(
  readableFormats.flatMap((format) => format.extensions.map((extension) => [extension, format] as const))
)

const formatsByVariant: ReadonlyMap<string, ReadableFormat> = new Map(
  readableFormats.flatMap((format) => format.variants.map((variant) => [variant.format, format] as const))
)

/** Extensions, in the order in which they are listed to people. */
export const supportedExtensions: ReadonlyArray<string> = [...formatsByExtension.keys()]

/** Names of the variants that a caller can request. */
export const importFormatNames: ReadonlyArray<string> = [...formatsByVariant.keys()]

/** True when the file can be read by its name. */
export const isSupportedPath = (path: string): boolean => formatsByExtension.has(extensionOf(path))

/**
 * Reads a file of any supported format. The requested format decides about the reader, else the extension: the
 * part behind the last dot of the file name, in any case; a name without a dot is the extension itself.
 * Source: docs/reference/import.md#format-of-a-file.
 */
export const readTranslationFile = (bytes: Uint8Array, options: ReadOptions): ReadResult => {
  const { format: requested, path } = options
  const format = findReadableFormat(path, requested)
  if (format !== undefined) return format.read(bytes, options)
  if (requested === null && extensionOf(path) === "xls") return parseFailure(unreadableWorkbook, null)
  return parseFailure(
    requested === null
      ? `Files of the type "${extensionOf(path)}" cannot be read. Supported: ${supportedExtensions.join(", ")}, zip`
      : `Files of the format ${requested} cannot be read`,
    null
  )
}

/** The format that `readTranslationFile` reads the file in. */
export const findReadableFormat = (path: string, requested: string | null): ReadableFormat | undefined =>
  requested === null ? formatsByExtension.get(extensionOf(path)) : formatsByVariant.get(requested)

const extensionOf = (path: string): string => {
  const fileName = path.slice(path.lastIndexOf("/") + 1)
  return fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase()
}
