import { readJson } from "./json/read.ts"
import { readPo } from "./po/read.ts"
import { parseFailure, type Reader, type ReadOptions, type ReadResult } from "./reader.ts"
import { readXliff } from "./xliff/read.ts"
import { readYaml } from "./yaml/read.ts"

/** One line per extension. Archives are no format: `unpackArchive` goes first. */
const readersByExtension: ReadonlyMap<string, Reader> = new Map([
  ["json", readJson],
  ["po", readPo],
  ["yaml", readYaml],
  ["yml", readYaml],
  ["xliff", readXliff],
  ["xlf", readXliff]
])

/** In the order in which they are listed to people. */
export const supportedExtensions: ReadonlyArray<string> = [...readersByExtension.keys()]

/** True when the file can be read by its name. */
export const isSupportedPath = (path: string): boolean => readersByExtension.has(extensionOf(path))

/**
 * Reads a file of any supported format. The requested format decides about the reader, else the extension: the
 * part behind the last dot of the file name, in any case; a name without a dot is the extension itself.
 * Source: docs/reference/import.md#format-of-a-file.
 */
export const readTranslationFile = (bytes: Uint8Array, options: ReadOptions): ReadResult => {
  const extension = extensionOf(options.path)
  const requested = options.format?.split("_")[0]?.toLowerCase()
  const reader = readersByExtension.get(requested ?? extension)
  if (reader !== undefined) return reader(bytes, options)
  return parseFailure(
    `Files of the type "${extension}" cannot be read. Supported: ${supportedExtensions.join(", ")}, zip`,
    null
  )
}

const extensionOf = (path: string): string => {
  const fileName = path.slice(path.lastIndexOf("/") + 1)
  return fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase()
}
