import { cutAt, importLimits } from "./import-limits.ts"

interface ImportIssueRule {
  /** True = the item is imported in spite of the issue, whole or without the part that the issue names. */
  readonly keepsItem: boolean
  /** True = keys of unknown names were skipped with the item: they may be keys of the project. */
  readonly hidesKeys: boolean
}

/**
 * Types of issues: problems of one item of an imported file. An issue never stops the import; a file that cannot be
 * read at all is a `ParseFailure` of the formats package.
 * Source: docs/import.md#issues.
 */
export const importIssueRules = {
  KEY_IS_NOT_STRING: { keepsItem: false, hidesKeys: true },
  MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE: { keepsItem: false, hidesKeys: false },
  VALUE_IS_NOT_STRING: { keepsItem: false, hidesKeys: true },
  KEY_IS_EMPTY: { keepsItem: false, hidesKeys: false },
  VALUE_IS_EMPTY: { keepsItem: true, hidesKeys: false },
  PO_MSGCTXT_NOT_SUPPORTED: { keepsItem: false, hidesKeys: false },
  ID_ATTRIBUTE_NOT_PROVIDED: { keepsItem: false, hidesKeys: true },
  TARGET_NOT_PROVIDED: { keepsItem: true, hidesKeys: false },
  TRANSLATION_TOO_LONG: { keepsItem: false, hidesKeys: false },
  KEY_IS_BLANK: { keepsItem: false, hidesKeys: false },
  TRANSLATION_DEFINED_IN_ANOTHER_FILE: { keepsItem: true, hidesKeys: false },
  INVALID_CUSTOM_VALUES: { keepsItem: true, hidesKeys: false },
  DESCRIPTION_TOO_LONG: { keepsItem: true, hidesKeys: false },
  // No key of a project has such a name, so none is hidden.
  KEY_NAME_TOO_LONG: { keepsItem: false, hidesKeys: false },
  TRANSLATION_NOT_VALID_ICU: { keepsItem: false, hidesKeys: false }
} as const satisfies Readonly<Record<string, ImportIssueRule>>

export type ImportIssueType = keyof typeof importIssueRules

/** The types in the order of the API. */
export const importIssueTypes = Object.keys(importIssueRules) as ReadonlyArray<ImportIssueType>

/** Type of a warning in lists of issues that include warnings. Tolgee's API has no type for them. */
export const importNoticeType = "NOTICE"

export const importIssueParamTypes = [
  "KEY_NAME",
  "KEY_ID",
  "LANGUAGE_ID",
  "KEY_INDEX",
  "VALUE",
  "LINE",
  "FILE_NODE_ORIGINAL",
  "LANGUAGE_NAME"
] as const

export type ImportIssueParamType = (typeof importIssueParamTypes)[number]

/** Line and column in the file, both from 1; the column counts UTF-16 units. In a workbook the row and the column of a cell. */
export interface SourcePosition {
  readonly line: number
  readonly column: number
  /** Name of the sheet, in workbooks only. */
  readonly sheet?: string
}

/**
 * One value of an import file, named before it has ids.
 * `fileIndex` is the number that the caller gave to the file.
 */
export interface ImportedValueReference {
  readonly fileIndex: number
  readonly keyName: string
  readonly languageName: string
}

/**
 * A parameter as it is stored. Import keys and import languages have no ids while a file is read: the ids of
 * `reference` are filled in when the file is staged (`resolveIssueParams`).
 */
export type ImportIssueParam =
  | { readonly type: Exclude<ImportIssueParamType, "KEY_ID" | "LANGUAGE_ID">; readonly value: string }
  | { readonly type: "KEY_ID" | "LANGUAGE_ID"; readonly reference: ImportedValueReference }

export interface ImportIssue {
  readonly type: ImportIssueType
  /** In the order in which they are stored and sent. */
  readonly params: ReadonlyArray<ImportIssueParam>
  /** Where the item starts; null = the format has no lines (a spreadsheet). */
  readonly position: SourcePosition | null
  /** One sentence for a person: the problem, and what happens to the item. */
  readonly sentence: string
}

/** A map key of a structured file is no text (`? [a, b]` in YAML). `keyIndex` counts the entries of the map from 0. */
export const keyIsNotString = (keyText: string, keyIndex: number, position: SourcePosition | null): ImportIssue =>
  issue(
    "KEY_IS_NOT_STRING",
    [keyNameParam(keyText), keyIndexParam(keyIndex)],
    position,
    "A key is not a text; it was skipped with all below it."
  )

/** The name of a key is empty or only whitespace. `keyIndex`: see each reader; readers of nested files always say 0. */
export const keyIsBlank = (keyIndex: number, position: SourcePosition | null): ImportIssue =>
  issue("KEY_IS_BLANK", [keyIndexParam(keyIndex)], position, "A key has no name; its value was skipped.")

/** The name of a key is longer than one may be, such as a whole page of text as the msgid of a PO file. */
export const keyNameTooLong = (keyName: string, position: SourcePosition | null): ImportIssue =>
  issue(
    "KEY_NAME_TOO_LONG",
    [keyNameParam(keyName)],
    position,
    `The name of a key is longer than ${importLimits.keyNameMaxUtf16Units} characters; it was skipped.`
  )

/**
 * The name of a key is the empty text, in an entry that Tolgee drops without an issue: gettext's `msgid ""` behind the header.
 * `keyIndex` counts the entries of the file from 0.
 */
export const keyIsEmpty = (keyIndex: number, position: SourcePosition | null): ImportIssue =>
  issue("KEY_IS_EMPTY", [keyIndexParam(keyIndex)], position, "An entry has an empty msgid; it was skipped.")

/** A gettext entry has a context and no msgid: a context alone names no key. */
export const contextNotSupported = (position: SourcePosition): ImportIssue =>
  issue(
    "PO_MSGCTXT_NOT_SUPPORTED",
    [{ type: "LINE", value: String(position.line) }],
    position,
    "An entry has a context without a msgid; it was skipped."
  )

/**
 * The value is neither a text nor null, in a format that has texts only. `keyIndex` counts the keys of the file from 0;
 * `valueText` is the value as the file spells it, or its start.
 */
export const valueIsNotString = (
  keyName: string,
  keyIndex: number,
  valueText: string,
  position: SourcePosition | null
): ImportIssue =>
  issue(
    "VALUE_IS_NOT_STRING",
    [keyNameParam(keyName), keyIndexParam(keyIndex), { type: "VALUE", value: shortenParamValue(valueText) }],
    position,
    `The value of ${quoted(keyName)} is not a text; it was skipped.`
  )

/** The value is null or the empty text. */
export const valueIsEmpty = (keyName: string, position: SourcePosition | null): ImportIssue =>
  issue("VALUE_IS_EMPTY", [keyNameParam(keyName)], position, `The value of ${quoted(keyName)} is empty.`)

/** The text, after its placeholders were converted, is longer than the limit. */
export const translationTooLong = (
  keyName: string,
  textMaxUtf16Units: number,
  position: SourcePosition | null
): ImportIssue =>
  issue(
    "TRANSLATION_TOO_LONG",
    [keyNameParam(keyName)],
    position,
    `The text of ${quoted(keyName)} is longer than ${textMaxUtf16Units} characters; it was skipped.`
  )

/** The project rejects texts that are no ICU messages. `languageTag`: that of the project's language; `character`: from 1. */
export const translationNotValidIcu = (
  keyName: string,
  languageTag: string,
  mistake: { readonly character: number; readonly message: string }
): ImportIssue =>
  issue(
    "TRANSLATION_NOT_VALID_ICU",
    [keyNameParam(keyName), { type: "LANGUAGE_NAME", value: shortenParamValue(languageTag) }],
    null,
    `The text of ${quoted(keyName)} in ${languageTag} is no ICU message (character ${mistake.character}: ${mistake.message}); it was skipped.`
  )

/** An XLIFF unit has no `id`. `fileOriginal` is the `original` attribute of its file element, `""` when there is none. */
export const idAttributeNotProvided = (fileOriginal: string, position: SourcePosition | null): ImportIssue =>
  issue(
    "ID_ATTRIBUTE_NOT_PROVIDED",
    [{ type: "FILE_NODE_ORIGINAL", value: shortenParamValue(fileOriginal) }],
    position,
    "A unit has no id; it was skipped."
  )

/** An XLIFF unit has no `target` element; its source is imported. */
export const targetNotProvided = (keyName: string, position: SourcePosition | null): ImportIssue =>
  issue(
    "TARGET_NOT_PROVIDED",
    [keyNameParam(keyName)],
    position,
    `${quoted(keyName)} has no target; only its source was imported.`
  )

/** The trimmed description is longer than the limit and was cut. */
export const descriptionTooLong = (keyName: string, position: SourcePosition | null): ImportIssue =>
  issue(
    "DESCRIPTION_TOO_LONG",
    [keyNameParam(keyName)],
    position,
    `The description of ${quoted(keyName)} is too long; it was cut.`
  )

/** The custom values of the key would grow too long; the value that did not fit was left out. */
export const invalidCustomValues = (keyName: string, position: SourcePosition | null): ImportIssue =>
  issue(
    "INVALID_CUSTOM_VALUES",
    [keyNameParam(keyName)],
    position,
    `The additional values of ${quoted(keyName)} are too long; they were left out.`
  )

/** The same key and language occur again in one file with another text. `first` is the value that stays. */
export const multipleValues = (first: ImportedValueReference, position: SourcePosition | null): ImportIssue =>
  issue(
    "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
    firstValueParams(first),
    position,
    `${quoted(first.keyName)} has several values in this file; the first one was kept.`
  )

/** Another import language that is paired with the same project language has this key already. */
export const definedInAnotherFile = (first: ImportedValueReference, position: SourcePosition | null): ImportIssue =>
  issue(
    "TRANSLATION_DEFINED_IN_ANOTHER_FILE",
    firstValueParams(first),
    position,
    `Another file defines ${quoted(first.keyName)} already; that one is used.`
  )

/** A value longer than 255 UTF-16 units becomes its first 101 and three dots. Source: docs/import.md#issues. */
export const shortenParamValue = (value: string): string =>
  value.length > paramValueMaxUtf16Units ? `${cutAt(value, shortenedParamUtf16Units)}...` : value

/**
 * The parameters as they are stored and sent: every reference replaced by an id.
 * `idOf` finds values that are staged already or in the same transaction.
 */
export const resolveIssueParams = (
  params: ReadonlyArray<ImportIssueParam>,
  idOf: (type: "KEY_ID" | "LANGUAGE_ID", reference: ImportedValueReference) => number
): ReadonlyArray<{ readonly type: ImportIssueParamType; readonly value: string }> =>
  params.map((param) =>
    "reference" in param ? { type: param.type, value: String(idOf(param.type, param.reference)) } : param
  )

const paramValueMaxUtf16Units = 255
const shortenedParamUtf16Units = 101

const issue = (
  type: ImportIssueType,
  params: ReadonlyArray<ImportIssueParam>,
  position: SourcePosition | null,
  sentence: string
): ImportIssue => ({ type, params, position, sentence })

const keyNameParam = (keyName: string): ImportIssueParam => ({ type: "KEY_NAME", value: shortenParamValue(keyName) })

const keyIndexParam = (keyIndex: number): ImportIssueParam => ({ type: "KEY_INDEX", value: String(keyIndex) })

const firstValueParams = (first: ImportedValueReference): ReadonlyArray<ImportIssueParam> => [
  { type: "KEY_ID", reference: first },
  { type: "LANGUAGE_ID", reference: first },
  keyNameParam(first.keyName),
  { type: "LANGUAGE_NAME", value: shortenParamValue(first.languageName) }
]

const quoted = (keyName: string): string => `"${shortenParamValue(keyName)}"`
