import type { Json } from "@dragoman/domain/error"
import {
  descriptionTooLong,
  type ImportIssue,
  importIssueRules,
  importLimits,
  invalidCustomValues,
  keyIsBlank,
  keyNameTooLong,
  limitDescription,
  type SourcePosition,
  translationTooLong,
  valueIsEmpty
} from "@dragoman/domain/import"
import { type FormatData, noFormatData, percentSignsName, spacedPlaceholdersName } from "./format-data.ts"
import type {
  CodeReference,
  DetectedFormat,
  ImportedFile,
  ImportedKey,
  ImportedTranslation,
  ImportWarning,
  SkippedPart
} from "./imported-file.ts"
import { formatLimits, tooManySentence, valuesMaxOf } from "./limits.ts"
import type { ConvertedText } from "./placeholder/reading/convert-text.ts"
import { parsePluralMessage } from "./plural/plural-message.ts"
import { type ParseFailure, parseFailure, type ReadResult } from "./reader.ts"

/** One value of a file. `value` null = the key is there and has no text. */
export interface FoundValue {
  readonly keyName: string
  readonly languageName: string
  readonly value: ConvertedText | null
  /** See `ImportedTranslation`. */
  readonly isOutdated?: boolean
  /** For KEY_IS_BLANK; nested files always say 0. */
  readonly keyIndex: number
  readonly position: SourcePosition
}

/**
 * Collects the values of a reader and applies the rules that are the same for every format: blank names, empty and too
 * long texts, limits of descriptions and custom values. Source: docs/import.md#issues.
 */
export interface ImportedFileBuilder {
  readonly addValue: (found: FoundValue) => void
  readonly raise: (issue: ImportIssue) => void
  readonly warn: (warning: ImportWarning) => void
  /** Puts a warning about the whole file before the others, however many there are; null: none. */
  readonly warnOfFile: (warning: ImportWarning | null) => void
  /** True = a value of the key was kept. */
  readonly hasKey: (keyName: string) => boolean
  /** True = the key was kept or recorded. */
  readonly knows: (keyName: string) => boolean
  /** Records that the file has the key, whether or not a value of it is imported. */
  readonly recordKey: (keyName: string) => void
  /** Records a part that was skipped and may hold keys, with a warning. */
  readonly skipPart: (part: LocatedPart) => void
  /** Records it without a warning, for a part that an issue names. */
  readonly recordSkippedPart: (part: LocatedPart) => void
  /** Sets the description of a kept key, unless it has one. Like the two below, it ignores keys that were not kept. */
  readonly addDescription: (keyName: string, description: string, position: SourcePosition) => void
  readonly addCodeReferences: (keyName: string, references: ReadonlyArray<CodeReference>) => void
  readonly addCustomValue: (keyName: string, name: string, value: Json, position: SourcePosition) => void
  /** Adds format data to the text of the key in the language, which the key need not have. */
  readonly addFormatData: (keyName: string, languageName: string, added: AddedData, position: SourcePosition) => void
  /** Keeps a key without a value and without an issue. */
  readonly addKey: (keyName: string, position: SourcePosition) => void
  /** Adds a language of the file, even if it has no text in it. */
  readonly addLanguage: (languageName: string) => void
  /** Names the language of the file, where that is not the first one, and the one whose texts it repeats as sources. */
  readonly setLanguage: (languageName: string, repeated?: string) => void
  /** True = the file has failed; the rest of it does not matter. */
  readonly hasFailed: () => boolean
  /** Returns the file; `namespace`: see `ImportedFile`. */
  readonly finish: (format: DetectedFormat, namespace?: string | null) => ReadResult
}

/** Format data to add: for any text of the key in the language, or for this text alone. */
export type AddedData = Partial<FormatData>

type LocatedPart = SkippedPart & { readonly position: SourcePosition }

/**
 * Starts a file without content. `textMaxUtf16Units`: longer texts are not kept; `fileUtf16Units`: the size of the file, which
 * bounds how many values and issues it may have.
 */
export const buildImportedFile = (textMaxUtf16Units: number, fileUtf16Units: number): ImportedFileBuilder => {
  const recordsMax = valuesMaxOf(fileUtf16Units)
  const languages = new Set<string>()
  const keys = new Map<string, KeyInProgress>()
  const translations: Array<ImportedTranslation> = []
  const issues: Array<ImportIssue> = []
  const issueCounts = new Map<ImportIssue["type"], number>()
  /** The place of the first issue of a type that is counted and not listed. */
  const unlistedPlaces = new Map<ImportIssue["type"], SourcePosition>()
  const warnings: Array<ImportWarning> = []
  const recordedKeys = new Set<string>()
  const skippedParts: Array<SkippedPart> = []
  let failure: ParseFailure | null = null
  let recordCount = 0
  let lastLanguageName: string | null = null
  let ownLanguage: string | null = null
  let repeatedLanguage: string | null = null
  let place: SourcePosition = { line: 1, column: 1 }

  const warn = (one: ImportWarning): void => {
    if (warnings.length < formatLimits.warningsMax) warnings.push(one)
  }
  const recordSkippedPart = (part: SkippedPart): void => {
    if (skippedParts.length < formatLimits.warningsMax) skippedParts.push(part)
  }
  const countRecord = (position: SourcePosition | null): void => {
    place = position ?? place
    if (++recordCount > recordsMax) failure ??= parseFailure(tooManySentence("values", fileUtf16Units), place)
  }
  const addIssue = (issue: ImportIssue): void => {
    const count = (issueCounts.get(issue.type) ?? 0) + 1
    issueCounts.set(issue.type, count)
    if (count > formatLimits.issuesOfTypeMax) {
      if (!unlistedPlaces.has(issue.type)) unlistedPlaces.set(issue.type, issue.position ?? place)
      return
    }
    countRecord(issue.position)
    if (failure === null) issues.push(issue)
  }
  const warnOfUnlistedIssues = (): void => {
    for (const [type, position] of unlistedPlaces) {
      const sentence = `The file has ${issueCounts.get(type)} issues of the type ${type}: the first ${formatLimits.issuesOfTypeMax} are listed.`
      warnings.unshift({ keyName: null, languageName: null, position, sentence })
    }
  }
  const isNameTooLong = (keyName: string, position: SourcePosition): boolean => {
    if (keyName.length <= importLimits.keyNameMaxUtf16Units) return false
    addIssue(keyNameTooLong(keyName, position))
    return true
  }
  const keyOf = (keyName: string, position: SourcePosition): KeyInProgress => {
    const known = keys.get(keyName)
    if (known !== undefined) return known
    const key = startKey(keyName, position)
    keys.set(keyName, key)
    return key
  }
  const addData = (key: KeyInProgress, languageName: string, { data, textData }: AddedData): void => {
    const known = key.formatData.get(languageName) ?? noFormatData
    const added = { data: { ...known.data, ...data }, textData: { ...known.textData, ...textData } }
    key.formatData = new Map(key.formatData).set(languageName, added)
  }
  return {
    addValue: ({ keyName, languageName, value, isOutdated, keyIndex, position }) => {
      failure ??= languageFailure(languageName, position)
      if (!isStorable(keyName) || !isStorable(value?.text ?? "")) {
        failure ??= parseFailure("A name or a text holds U+0000 or half of a character", position)
      }
      countRecord(position)
      if (failure !== null) return
      if (keyName.trim() === "") {
        addIssue(keyIsBlank(keyIndex, position))
        return
      }
      if (isNameTooLong(keyName, position)) return
      if (value === null || value.text === "") addIssue(valueIsEmpty(keyName, position))
      if (value !== null && isTooLong(value, textMaxUtf16Units)) {
        addIssue(translationTooLong(keyName, textMaxUtf16Units, position))
        recordedKeys.add(keyName)
        return
      }
      if (languageName !== lastLanguageName) languages.add(languageName)
      lastLanguageName = languageName
      const key = keyOf(keyName, position)
      if (value === null) return
      if (value.warning !== undefined) warn({ keyName, languageName, position, sentence: value.warning })
      key.pluralArgumentName ??= value.pluralArgumentName
      const { percentSigns, isSpaced } = value
      if (percentSigns !== undefined) addData(key, languageName, { data: { [percentSignsName]: percentSigns } })
      if (isSpaced) addData(key, languageName, { data: { [spacedPlaceholdersName]: true } })
      // One text for the name of a key, however often it comes.
      const { text } = value
      const translation = {
        keyName: key.name,
        languageName,
        text,
        isPlural: value.pluralArgumentName !== null,
        position
      }
      translations.push(isOutdated && text !== "" ? { ...translation, isOutdated: true } : translation)
    },
    raise: (issue) => {
      addIssue(issue)
      if (importIssueRules[issue.type].hidesKeys)
        recordSkippedPart({ position: issue.position, sentence: issue.sentence })
    },
    warn,
    warnOfFile: (warning) => {
      if (warning !== null) warnings.unshift(warning)
    },
    hasKey: (keyName) => keys.has(keyName),
    knows: (keyName) => keys.has(keyName) || recordedKeys.has(keyName),
    recordKey: (keyName) => {
      if (recordedKeys.has(keyName)) return
      countRecord(null)
      if (failure === null) recordedKeys.add(keyName)
    },
    recordSkippedPart,
    skipPart: (part) => {
      recordSkippedPart(part)
      warn({ keyName: null, languageName: null, ...part })
    },
    addDescription: (keyName, description, position) => {
      const key = keys.get(keyName)
      if (key === undefined || key.description !== null) return
      const limited = limitDescription(description)
      if (limited.isCut) addIssue(descriptionTooLong(keyName, position))
      key.description = limited.description
    },
    addCodeReferences: (keyName, references) => {
      const key = keys.get(keyName)
      if (key === undefined || references.length === 0) return
      if (key.codeReferences === noCodeReferences) {
        // A copy takes no more memory than it needs; a list that grows does.
        key.codeReferences = hasNeighboursAlike(references) ? [] : references.slice()
        if (key.codeReferences.length > 0) return
      }
      for (const reference of references) {
        // The units of one file all name the same place.
        if (!isSameReference(key.codeReferences.at(-1), reference)) key.codeReferences.push(reference)
      }
    },
    addCustomValue: (keyName, name, value, position) => {
      const key = keys.get(keyName)
      if (key === undefined) return
      const customValues = new Map(key.customValues).set(name, value)
      if (JSON.stringify(Object.fromEntries(customValues)).length > importLimits.customValuesMaxUtf16Units) {
        addIssue(invalidCustomValues(keyName, position))
        return
      }
      key.customValues = customValues
    },
    addFormatData: (keyName, languageName, added, position) => {
      const key = keys.get(keyName)
      if (key === undefined) return
      if (JSON.stringify(added).length > importLimits.formatDataMaxUtf16Units) {
        addIssue(invalidCustomValues(keyName, position))
        return
      }
      languages.add(languageName)
      addData(key, languageName, added)
    },
    addKey: (keyName, position) => {
      countRecord(position)
      if (failure === null && !isNameTooLong(keyName, position)) keyOf(keyName, position)
    },
    addLanguage: (languageName) => languages.add(languageName),
    setLanguage: (languageName, repeated) => {
      ownLanguage = languageName
      repeatedLanguage = repeated === undefined || repeated === languageName ? null : repeated
    },
    hasFailed: () => failure !== null,
    finish: (format, namespace) => {
      if (failure !== null) return failure
      warnOfUnlistedIssues()
      return {
        kind: "file",
        format,
        ...(namespace === undefined ? {} : { namespace }),
        languages: [...languages],
        language: ownLanguage ?? languages.values().next().value ?? null,
        repeatedLanguage,
        keys,
        translations,
        issues,
        warnings,
        recordedKeys,
        skippedParts
      } satisfies ImportedFile
    }
  }
}

interface KeyInProgress extends ImportedKey {
  description: string | null
  customValues: ReadonlyMap<string, Json>
  formatData: ReadonlyMap<string, FormatData>
  codeReferences: Array<CodeReference>
  pluralArgumentName: string | null
}

const noCustomValues: ReadonlyMap<string, Json> = new Map()
const noDataOfKey: ReadonlyMap<string, FormatData> = new Map()

/** Shared by the many keys without references; never changed. */
const noCodeReferences: Array<CodeReference> = []

const startKey = (name: string, position: SourcePosition): KeyInProgress => ({
  name,
  description: null,
  customValues: noCustomValues,
  formatData: noDataOfKey,
  codeReferences: noCodeReferences,
  pluralArgumentName: null,
  position
})

const isSameReference = (one: CodeReference | undefined, other: CodeReference): boolean =>
  one !== undefined && one.path === other.path && one.line === other.line

const hasNeighboursAlike = (references: ReadonlyArray<CodeReference>): boolean =>
  references.some((reference, index) => isSameReference(references[index - 1], reference))

/** A text within the limit stays within it when it became the only form of a plural, which makes it a little longer. */
const isTooLong = ({ text, pluralArgumentName }: ConvertedText, textMaxUtf16Units: number): boolean => {
  if (text.length <= textMaxUtf16Units) return false
  if (pluralArgumentName === null) return true
  const forms = parsePluralMessage(text)?.forms
  return forms?.size !== 1 || (forms.get("other") ?? text).length > textMaxUtf16Units
}

/** Escapes can spell texts that no encoding can: the file fails if a text could not be stored unchanged. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** No issue type exists for a name of a language that is too long: the file fails. Source: docs/import.md#limits. */
const languageFailure = (languageName: string, position: SourcePosition): ParseFailure | null =>
  languageName.length > importLimits.languageNameMaxUtf16Units
    ? parseFailure(
        `The name of the language is longer than ${importLimits.languageNameMaxUtf16Units} characters`,
        position
      )
    : null
