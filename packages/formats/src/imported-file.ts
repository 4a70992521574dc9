import type { Json } from "@dragoman/domain/error"
import type { ImportIssue, SourcePosition } from "@dragoman/domain/import"
import type { FormatData } from "./format-data.ts"

/**
 * The content of one file, the same shape for every format.
 * `domain`'s `collectTranslations` selects the values that are staged: it drops repeated ones and finds collisions.
 */
export interface ImportedFile {
  readonly kind: "file"
  readonly format: DetectedFormat
  /** The namespace that the format names; null = the default one. Absent = the path decides. */
  readonly namespace?: string | null
  /** Language names as the file spells them, in the order in which they were met. Empty = nothing to import. */
  readonly languages: ReadonlyArray<string>
  /** The language whose file it is: custom values of keys are said by it. Null = there are no languages. */
  readonly language: string | null
  /** The language of sources that a file of another language repeats; null = none. */
  readonly repeatedLanguage: string | null
  /** By key name, in file order. Also keys that have no translation (`null` in JSON). */
  readonly keys: ReadonlyMap<string, ImportedKey>
  /** In file order. The same key and language may come again: which one stays is decided when they are collected. */
  readonly translations: ReadonlyArray<ImportedTranslation>
  /** In the order in which they were raised. */
  readonly issues: ReadonlyArray<ImportIssue>
  /** In file order, the first `warningsMax`. The API has no issue type for them: they are for people only. */
  readonly warnings: ReadonlyArray<ImportWarning>
  /** Names of keys that the file has, even if nothing of them is imported, such as those whose only text is too long. */
  readonly recordedKeys: ReadonlySet<string>
  /** The first `warningsMax`. Empty = `keys` and `recordedKeys` together are all keys of the file. */
  readonly skippedParts: ReadonlyArray<SkippedPart>
}

/** A part of the file that was skipped without knowing which keys are in it. */
export interface SkippedPart {
  readonly position: SourcePosition | null
  readonly sentence: string
}

/** Something that was understood in another way than a person may expect. */
export interface ImportWarning {
  /** null: it concerns a part of the file rather than a key; so the next. */
  readonly keyName: string | null
  readonly languageName: string | null
  readonly position: SourcePosition
  /** Says what happened to the text, and why. */
  readonly sentence: string
}

export interface ImportedKey {
  readonly name: string
  /** Trimmed, within the limit; null = the file has none. */
  readonly description: string | null
  /** About the key, whatever the language. */
  readonly customValues: ReadonlyMap<string, Json>
  /** About its texts, by the name of the language; a language need not have a text. */
  readonly formatData: ReadonlyMap<string, FormatData>
  readonly codeReferences: ReadonlyArray<CodeReference>
  /** Argument of the plural; null = no translation of the key is a plural. */
  readonly pluralArgumentName: string | null
  readonly position: SourcePosition
}

/** `line` is null when the file names only the path. */
export interface CodeReference {
  readonly path: string
  readonly line: number | null
}

export interface ImportedTranslation {
  readonly keyName: string
  readonly languageName: string
  /** The stored text: placeholders are converted, plurals normalised. `""` is an empty translation. */
  readonly text: string
  readonly isPlural: boolean
  /** The file says that the text is older than the source text. Absent = it does not. */
  readonly isOutdated?: true
  readonly position: SourcePosition
}

/** The placeholder format of the texts, and the reason for choosing it, for people. */
export interface DetectedFormat {
  /** One of the variants of the file's format, such as `PO_PHP`. */
  readonly format: string
  /** `requested`: the caller named the format; `flags`: the file names it per entry; `fallback`: no text gave a hint. */
  readonly reason: "requested" | "flags" | "score" | "fallback"
  /** Weighted hits per inspected text, in the order in which candidates win ties. Empty when nothing was counted. */
  readonly scores: ReadonlyArray<{ readonly format: string; readonly score: number }>
}
