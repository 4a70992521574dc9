import type {
  ExportedFile,
  ExportWarning,
  MultilingualEntry,
  MultilingualFile,
  MultilingualWarning
} from "./exported-file.ts"
import type { MessageFormat } from "./placeholder/dialect/message-format.ts"

/** Writes one language of one file. Total and deterministic: the same entries and options give the same text. */
export type Writer = (file: ExportedFile, options: WriteOptions) => WriteResult

/**
 * Starts a file with several languages. Total and deterministic; the file is the chunks one after the other. It is written
 * in batches of entries, so that its memory does not grow with the number of texts.
 */
export type MultilingualWriter = (file: MultilingualFile, options: WriteOptions) => MultilingualFileWriter

export interface MultilingualFileWriter {
  /** The next entries, in the order of the file. The first chunk also has the start of the file; a chunk may be empty. */
  readonly add: (entries: ReadonlyArray<MultilingualEntry>) => WrittenChunk
  /** Called once, last. */
  readonly end: () => WrittenChunk
}

export interface WrittenChunk {
  readonly content: string | Uint8Array
  /** In the order of the entries. */
  readonly warnings: ReadonlyArray<MultilingualWarning>
}

/** A format that files are written in: what the folder of a format has for `export-format.ts`. */
export type ExportFormat = SingleLanguageFormat | MultilingualFormat

/** Each language of a namespace has a file. */
export interface SingleLanguageFormat extends ExportFormatFacts {
  /** Present = its files also have the texts of the base language. */
  readonly writesBaseTexts?: true
  /**
   * The list that the key is an item of, or stands in an item of; null = none. Present = the format writes lists, and gets all items of
   * a list of which it gets one.
   */
  readonly listOf?: (keyName: string, options: WriteOptions) => string | null
  /** Present = one file more, which lists the languages that have files. */
  readonly manifest?: ExportManifest
  readonly write: Writer
}

export interface ExportManifest {
  /** In the root of the archive. */
  readonly path: string
  /** `languageTags`: sorted. */
  readonly print: (languageTags: ReadonlyArray<string>) => string
}

/** All languages of a namespace are in one file. */
export interface MultilingualFormat extends ExportFormatFacts {
  readonly writeLanguages: MultilingualWriter
}

interface ExportFormatFacts {
  /** The name in the API. */
  readonly format: string
  /** The extension of its files, without a dot; `""` = a language has several files, each with its own extension (`WrittenFiles`). */
  readonly extension: string
  readonly mediaType: string
  /** `printFilePath` makes paths of it. */
  readonly defaultFileStructureTemplate: string
  /** Present = files are in the order of the imported ones unless the caller says otherwise: comments divide them into groups. */
  readonly isInOriginalOrder?: true
  /** Present = its files say where the code uses a key. */
  readonly writesCodeReferences?: true
  /** Present = its files say which texts are outdated. */
  readonly writesOutdated?: true
  /** Present = the name of format data that stands for a text where the key has none. */
  readonly dataAsText?: string
  /** False = the format has one spelling of its own: the caller's is ignored. */
  readonly usesMessageFormat: boolean
}

export const isMultilingual = (format: ExportFormat): format is MultilingualFormat => "writeLanguages" in format

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

export type WriteResult = WrittenFile | WrittenFiles | PluralSuffixCollision

export interface WrittenFile {
  readonly kind: "file"
  readonly content: string
  /** In the order of the entries. */
  readonly warnings: ReadonlyArray<ExportWarning>
}

/** Several files for one language. */
export interface WrittenFiles {
  readonly kind: "files"
  /** Each extension once; none = the entries give no file. */
  readonly files: ReadonlyArray<{ readonly extension: string; readonly content: string }>
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
