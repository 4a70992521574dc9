import type { ExportedFile, ExportWarning } from "./exported-file.ts"
import type { MessageFormat } from "./placeholder/dialect/message-format.ts"

/** Writes one file. Total and deterministic: the same entries and options give the same text. */
export type Writer = (file: ExportedFile, options: WriteOptions) => WriteResult

/** A format that files are written in: what the folder of a format has for `export-format.ts`. */
export interface ExportFormat {
  /** As the API names it. */
  readonly format: string
  /** Of its files, without a dot. */
  readonly extension: string
  readonly mediaType: string
  /** `printFilePath` makes paths of it. */
  readonly defaultFileStructureTemplate: string
  /** False = the format has one spelling of its own: the caller's is ignored. */
  readonly usesMessageFormat: boolean
  /** Present = its files also have the texts of the base language. */
  readonly writesBaseTexts?: true
  readonly write: Writer
}

export const defaultFileStructureTemplate = "{namespace}/{languageTag}.{extension}"

export interface WriteOptions {
  /** How placeholders and plurals are spelled; formats with one spelling of their own ignore it. */
  readonly messageFormat: MessageFormat
  /** Splits key names into nested objects; null = flat. */
  readonly structureDelimiter: string | null
  /** `a[0]` becomes a list in formats that have lists. */
  readonly supportArrays: boolean
  /** XLIFF: `< > & " '` of texts are escaped first. */
  readonly escapeHtml: boolean
  /** The project's setting. False = singular texts are written as they are stored. */
  readonly icuPlaceholders: boolean
}

export type WriteResult = WrittenFile | PluralSuffixCollision

export interface WrittenFile {
  readonly kind: "file"
  readonly content: string
  /** In the order of the entries. */
  readonly warnings: ReadonlyArray<ExportWarning>
}

/** i18next: `dogs_one` of the plural `dogs` is a key of its own too. Source: docs/export.md#errors. */
export interface PluralSuffixCollision {
  readonly kind: "pluralSuffixCollision"
  readonly pluralKey: string
  readonly collidingKey: string
  readonly suffix: string
}
