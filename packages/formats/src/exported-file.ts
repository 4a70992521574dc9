import type { Json } from "@dragoman/domain/error"
import type { PrintWarning } from "./placeholder/printing/print-message.ts"

/** One language of one file as it leaves the store, the same shape for every format. */
export interface ExportedFile {
  readonly languageTag: string
  readonly baseLanguageTag: string
  /** Sorted by key name, each name once. */
  readonly entries: ReadonlyArray<ExportedEntry>
}

export interface ExportedEntry {
  readonly keyName: string
  readonly description: string | null
  readonly customValues: Readonly<Record<string, Json>>
  /** True = the texts are stored plurals (`printPluralMessage`). */
  readonly isPlural: boolean
  /** Null = the key has no text in the language. */
  readonly text: string | null
  /** In the base language. */
  readonly baseText: string | null
}

/** A text that the target cannot carry, and that was therefore written as it is stored. */
export interface ExportWarning extends PrintWarning {
  readonly keyName: string
}
