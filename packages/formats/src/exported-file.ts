import type { Json } from "@dragoman/domain/error"
import type { TranslationState } from "@dragoman/domain/translation"
import type { CodeReference } from "./imported-file.ts"
import type { PrintWarning } from "./placeholder/printing/print-message.ts"

/** One language of one file as it leaves the store, the same shape for every format. */
export interface ExportedFile {
  /** Absent or `""` = the default one. */
  readonly namespace?: string
  readonly languageTag: string
  readonly baseLanguageTag: string
  /** In the order of the file, each name once. */
  readonly entries: ReadonlyArray<ExportedEntry>
}

export interface ExportedEntry {
  readonly keyName: string
  readonly description: string | null
  readonly customValues: Readonly<Record<string, Json>>
  /** By name: what files said about the text, as `dataForExport` has it. Absent = nothing. */
  readonly formatData?: Readonly<Record<string, Json>>
  /** Only for formats that write them; so the next. Absent = none. */
  readonly codeReferences?: ReadonlyArray<CodeReference>
  /** Older than the text of the base language. Absent = no. */
  readonly isOutdated?: boolean
  /** True = the texts are stored plurals (`printPluralMessage`). */
  readonly isPlural: boolean
  /** Null = the key has no text in the language. */
  readonly text: string | null
  /** In the base language. */
  readonly baseText: string | null
  /** True = an item of a list (`listOf`) that is not exported, here because others of the list are. Absent = no. */
  readonly isGap?: boolean
}

/** Several languages of one file; its entries follow in batches. */
export interface MultilingualFile {
  /** Sorted. */
  readonly languageTags: ReadonlyArray<string>
  readonly baseLanguageTag: string
}

export interface MultilingualEntry
  extends Omit<ExportedEntry, "text" | "baseText" | "formatData" | "codeReferences" | "isOutdated" | "isGap"> {
  /** One for each language of the file, in the same order; null = the key has nothing in the language. */
  readonly translations: ReadonlyArray<ExportedTranslation | null>
}

export interface ExportedTranslation extends Pick<ExportedEntry, "formatData" | "isOutdated"> {
  /** A stored plural when the entry is one. Null = there is format data alone. */
  readonly text: string | null
  readonly state: TranslationState
}

/** A text that the target cannot carry, and that was therefore written as it is stored. */
export interface ExportWarning extends PrintWarning {
  readonly keyName: string
}

export interface MultilingualWarning extends ExportWarning {
  readonly languageTag: string
}
