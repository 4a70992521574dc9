import type { SourcePosition } from "@dragoman/domain/import"
import type { ImportedFile } from "./imported-file.ts"
import type { FormatVariant } from "./placeholder/detection/detect-format.ts"

/**
 * Reads one file. Total: any bytes give a file or a failure, nothing is thrown, time and memory grow with the size
 * of the file only.
 */
export type Reader = (bytes: Uint8Array, options: ReadOptions) => ReadResult

/** A format that files are read in: what the folder of a format has for `registry.ts`. */
export interface ReadableFormat {
  /** Extensions of its files, in lower case, without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** In the order in which detection prefers them. */
  readonly variants: ReadonlyArray<FormatVariant>
  readonly read: Reader
  /** The text in which positions count lines and columns. Absent: UTF-8, or as a byte order mark or an XML declaration says. */
  readonly decode?: (bytes: Uint8Array) => DecodedText
  /** Finds the text at a position, for formats with cells instead of lines; null = no cell is there. */
  readonly cellsOf?: (bytes: Uint8Array) => (position: SourcePosition) => string | null
}

/** A file as text, or the first place where it is none. */
export type DecodedText = { readonly kind: "text"; readonly text: string } | ParseFailure

export type ReadResult = ImportedFile | ParseFailure

export interface ReadOptions {
  /** The path as uploaded or inside the archive, with directories: the language is guessed from it. */
  readonly path: string
  /** Name of a variant that the caller requested; null = detect. */
  readonly format: string | null
  /** Joins the names of nested objects. Null or `""` joins with a dot. */
  readonly structureDelimiter: string | null
  /** The project's setting. False = texts are stored as they are in the file. */
  readonly icuPlaceholders: boolean
  /** False = placeholders of other dialects stay literal text. */
  readonly convertPlaceholders: boolean
  /** Longest text in UTF-16 units. */
  readonly textMaxUtf16Units: number
}

/** The whole file cannot be read. Shown as `cannot_parse_file` with the file's name and `printParseFailure`. */
export interface ParseFailure {
  readonly kind: "failure"
  readonly message: string
  /** From 1; null = the failure has no place (an unknown extension). */
  readonly line: number | null
  /** From 1, in UTF-16 units. */
  readonly column: number | null
}

/** `"… on line L, position: P"`: the second parameter of `cannot_parse_file`. */
export const printParseFailure = (failure: ParseFailure): string =>
  failure.line === null || failure.column === null
    ? failure.message
    : `${failure.message} on line ${failure.line}, position: ${failure.column}`

/** A failure at a place; without one when `position` is null. */
export const parseFailure = (
  message: string,
  position: { readonly line: number; readonly column: number } | null
): ParseFailure => ({ kind: "failure", message, line: position?.line ?? null, column: position?.column ?? null })

/** Settings of an ordinary upload: detect, dots, ICU on. */
export const defaultReadOptions = {
  format: null,
  structureDelimiter: ".",
  icuPlaceholders: true,
  convertPlaceholders: true,
  textMaxUtf16Units: 10_000
} as const satisfies Omit<ReadOptions, "path">
