import type { ExportedEntry, ExportedFile } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { type NestingOptions, nestFile } from "../nested/nest-file.ts"
import { pluralStyleOf } from "../nested/plural-style.ts"
import { printText } from "../placeholder/printing/print-message.ts"
import { listOfKey } from "../tree/key-path.ts"
import type { ExportFormat, WriteResult, Writer } from "../writer.ts"
import { laravelLanguageOf } from "./laravel-language.ts"
import { laravelDialect } from "./laravel-placeholder.ts"
import { choiceName, printLaravelPlural, readsAsPlural } from "./laravel-plural.ts"
import { printPhp } from "./print-php.ts"

/**
 * Writes an array of PHP with texts and plurals like those of JSON.
 * Source: docs/formats.md#php-arrays.
 */
export const writePhpArray: Writer = (file, options) =>
  writeNested(file, { ...options, ...shape, pluralStyle: pluralStyleOf(options.messageFormat) })

/**
 * Writes an array for Laravel: its placeholders, plurals as one text with `|`, lists as lists.
 * Source: docs/formats.md#php-arrays.
 */
export const writeLaravel: Writer = (file, options) => {
  const language = laravelLanguageOf(file.languageTag)
  return writeNested(file, {
    ...options,
    ...shape,
    supportArrays: true,
    pluralStyle: "message",
    printEntryText: (entry, text, printOptions) => {
      if (entry.isPlural) return printLaravelPlural(text, language, keptChoice(entry), printOptions)
      const printed = printText(text, { ...printOptions, ownDialect: laravelDialect })
      return printed.warning === null && readsAsPlural(printed.text, language)
        ? { text: printed.text, warning: takenForPlural }
        : printed
    }
  })
}

const keptChoice = (entry: ExportedEntry): string | null => {
  const kept = keptWith(entry)[choiceName]
  return typeof kept === "string" ? kept : null
}

const takenForPlural = {
  reason: "readsAsPlural",
  sentence: "The key is not a plural, but its text has a |: Laravel and an import may take it for one."
} as const

const shape = {
  rootCanBeList: true,
  readsPlurals: null
} as const

const writeNested = (file: ExportedFile, options: NestingOptions): WriteResult => {
  const nested = nestFile(file, options)
  return nested.kind === "nested" ? { kind: "file", content: printPhp(nested.root), warnings: nested.warnings } : nested
}

/** Laravel names the languages of regions as POSIX does, and each file is a group. */
const fileStructureTemplate = "{snakeLanguageTag}/{namespace}.{extension}"

export const laravelExport: ExportFormat = {
  format: "PHP_LARAVEL",
  extension: "php",
  mediaType: "application/x-php",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: false,
  listOf: (keyName, options) => listOfKey(keyName, { delimiter: options.structureDelimiter, supportArrays: true }),
  write: writeLaravel
}

export const phpArrayExport: ExportFormat = {
  format: "PHP_ARRAY",
  extension: "php",
  mediaType: "application/x-php",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: true,
  listOf: (keyName, { structureDelimiter: delimiter, supportArrays }) =>
    listOfKey(keyName, { delimiter, supportArrays }),
  write: writePhpArray
}
