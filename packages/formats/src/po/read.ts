import type { Json } from "@dragoman/domain/error"
import { contextNotSupported, guessLanguageName, importLimits, keyIsBlank, keyIsEmpty } from "@dragoman/domain/import"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { formatLimits } from "../limits.ts"
import { detectFormat, dialectOf, type FormatVariant } from "../placeholder/detection/detect-format.ts"
import { cDialect } from "../placeholder/dialect/c-placeholder.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { plainDialect } from "../placeholder/dialect/plain-text.ts"
import { pythonBraceDialect } from "../placeholder/dialect/python-brace-placeholder.ts"
import { pythonDialect } from "../placeholder/dialect/python-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { parsePluralForms } from "../plural/gettext-expression.ts"
import { type GettextForms, gettextFormsOf, gettextRuleOf } from "../plural/gettext-plural.ts"
import { pluralRulesOf } from "../plural/plural-keyword.ts"
import type { ReadableFormat, Reader, ReadOptions } from "../reader.ts"
import { decodeText } from "../source-text.ts"
import {
  deniesPlaceholders,
  extractedCommentCustomValue,
  flagsCustomValue,
  joinExtractedLines,
  outdatedFlag,
  pluralIdCustomValue,
  translatorCommentName
} from "./kept-values.ts"
import { type PoEntry, parsePo } from "./parse-po.ts"

/**
 * Reads a gettext PO file. The language is that of the header, else that of the file name; a key is the msgid, with a
 * context `msgctxt` + U+0004 + `msgid`. An entry's own format flag goes before the format of the file.
 * Source: docs/reference/import.md#gettext.
 */
export const readPo: Reader = (bytes, options) => {
  const decoded = decodePo(bytes)
  if (decoded.kind === "failure") return decoded
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  if (isOtherwiseUtf8(bytes)) {
    builder.warn({ keyName: null, languageName: null, position: { line: 1, column: 1 }, sentence: otherCharset })
  }
  const survey = startSurvey()
  // Entries wait until the language and the placeholders are known; the others are converted as they come.
  const waiting: Array<PoEntry> = []
  let addEntry: ((entry: PoEntry) => void) | null = null
  const addWaiting = () => {
    const add = addEntries(builder, survey, options)
    for (const entry of waiting.splice(0)) add(entry)
    return add
  }
  const failure = parsePo(decoded.text, (entry) => {
    surveyEntry(survey, entry)
    if (addEntry === null) waiting.push(entry)
    else addEntry(entry)
    if (addEntry === null && (isSettled(survey) || waiting.length >= waitingMax)) addEntry = addWaiting()
  })
  if (failure !== null) return failure
  if (addEntry === null) addWaiting()
  return builder.finish(formatOf(survey, options))
}

/** A header far behind the start is none: entries that wait take far more memory than the file. */
const waitingMax = 10_000

const decodePo = (bytes: Uint8Array) => decodeText(bytes, isOtherwiseUtf8(bytes) ? null : headerCharset(bytes))

/** Bytes of another encoding are valid UTF-8 by chance in the shortest files only: a header that says otherwise was not renewed. */
const isOtherwiseUtf8 = (bytes: Uint8Array): boolean => {
  const charset = headerCharset(bytes)
  if (charset === null || /^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) return false
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  return bytes.some((byte) => byte > 0x7f)
}

const otherCharset = "The header names another encoding, but the file is UTF-8: it was read so."

/** The header is the first entry; `CHARSET` is what templates say. */
const headerSearchBytes = 4_096

/** The encoding that `Content-Type` in the header names; null = UTF-8. Its name is ASCII in each encoding that gettext knows. */
const headerCharset = (bytes: Uint8Array): string | null => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, headerSearchBytes))
  const charset = /^"Content-Type:[^"\n]*charset=[ ]*([\w.:-]+)/im.exec(start)?.[1]
  return charset === undefined || charset === "CHARSET" ? null : charset
}

interface PoVariant extends FormatVariant {
  /** Marks the entries in it. */
  readonly flag: string
}

const variants: ReadonlyArray<PoVariant> = [
  { format: "PO_C", dialect: cDialect, weight: 1, flag: "c-format" },
  { format: "PO_JAVA", dialect: javaDialect, weight: 0.95, flag: "java-format" },
  { format: "PO_ICU", dialect: null, weight: 0.95, flag: "icu-format" },
  { format: "PO_PHP", dialect: phpDialect, weight: 1.05, flag: "php-format" },
  { format: "PO_RUBY", dialect: rubyDialect, weight: 0.7, flag: "ruby-format" },
  { format: "PO_PYTHON", dialect: pythonDialect, weight: 1, flag: "python-format" },
  { format: "PO_PYTHON_BRACE", dialect: pythonBraceDialect, weight: 0.9, flag: "python-brace-format" }
]

const formatsByFlag: ReadonlyMap<string, string> = new Map(variants.map(({ flag, format }) => [flag, format]))

const flagsByFormat: ReadonlyMap<string, string> = new Map(variants.map(({ flag, format }) => [format, flag]))

/** Only a msgid_plural that is not empty makes an entry a plural. */
const isPlural = (entry: PoEntry): boolean => entry.pluralId !== null && entry.pluralId !== ""

const isHeader = (entry: PoEntry): boolean => entry.id === "" && !entry.context && !isPlural(entry)

const flaggedFormat = (entry: PoEntry): string | undefined => {
  for (const flag of entry.comments.flags) {
    const format = formatsByFlag.get(flag)
    if (format !== undefined) return format
  }
  return undefined
}

/** A file that is read as one of Python's has entries of both kinds: their flags say which. Null = nothing says it. */
const formatOfEntry = (entry: PoEntry, requested: string | null): string | null => {
  const flagged = flaggedFormat(entry) ?? null
  return requested === null || (isPython(requested) && isPython(flagged)) ? (flagged ?? requested) : requested
}

const isPython = (format: string | null): boolean => format === "PO_PYTHON" || format === "PO_PYTHON_BRACE"

/** Facts about the file from the entries so far. */
interface Survey {
  hasHeader: boolean
  /** The language that the first header names; null = it names none, or there is no header. */
  headerLanguage: string | null
  /** Value of its `Plural-Forms`; null = the same. */
  headerPluralForms: string | null
  /** Texts of ordinary entries, as many as detection inspects. */
  readonly texts: Array<string>
  /** Entries by the format that their flags name. */
  readonly flagged: Map<string, number>
}

const startSurvey = (): Survey => ({
  hasHeader: false,
  headerLanguage: null,
  headerPluralForms: null,
  texts: [],
  flagged: new Map()
})

const surveyEntry = (survey: Survey, entry: PoEntry): void => {
  if (isHeader(entry)) {
    if (!survey.hasHeader) {
      survey.headerLanguage = headerField(entry, "language")
      survey.headerPluralForms = headerField(entry, "plural-forms")
    }
    survey.hasHeader = true
    return
  }
  const flagged = flaggedFormat(entry)
  if (flagged !== undefined) survey.flagged.set(flagged, (survey.flagged.get(flagged) ?? 0) + 1)
  if (survey.texts.length < formatLimits.detectionTextsMax) for (const { text } of entry.texts) survey.texts.push(text)
}

/** True = later entries change neither the language nor the detected format. */
const isSettled = (survey: Survey): boolean => survey.hasHeader && survey.texts.length >= formatLimits.detectionTextsMax

const formatOf = (survey: Survey, options: ReadOptions): DetectedFormat => {
  if (options.format !== null) return { format: options.format, reason: "requested", scores: [] }
  return detectPlaceholders(survey)
}

/** Flags say more than texts; the one that most entries have counts for those without. */
const detectPlaceholders = (survey: Survey): DetectedFormat => {
  const [mostFlagged] = [...survey.flagged].sort(([, left], [, right]) => right - left)
  return mostFlagged === undefined
    ? detectFormat(survey.texts, variants, "PO_PHP")
    : { format: mostFlagged[0], reason: "flags", scores: [] }
}

/** `name` in small letters; null = the header has no such field, or an empty one. */
const headerField = (header: PoEntry, name: string): string | null => {
  const isField = (line: string) => line.slice(0, line.indexOf(":")).trim().toLowerCase() === name
  const line = header.texts[0]?.text.split("\n").find(isField)
  return line?.slice(line.indexOf(":") + 1).trim() || null
}

/** Adds entries one by one, in the order of the file. */
const addEntries = (builder: ImportedFileBuilder, survey: Survey, options: ReadOptions): ((entry: PoEntry) => void) => {
  const languageName = survey.headerLanguage ?? guessLanguageName(options.path)
  const unflaggedFormat = options.format ?? detectPlaceholders(survey).format
  const plural = pluralOf(languageName, survey.headerPluralForms)
  let entryCount = 0
  let hasHeader = false
  return (entry) => {
    const keyIndex = entryCount++
    if (builder.hasFailed()) return
    const format = formatOfEntry(entry, options.format) ?? unflaggedFormat
    const keyName = entry.context === null ? entry.id : `${entry.context}\u0004${entry.id}`
    if (isHeader(entry)) {
      // Files that were put together have a header for each.
      if (hasHeader) builder.raise(keyIsEmpty(keyIndex, entry.position))
      hasHeader = true
      return
    }
    if (entry.id.trim() === "" && !isPlural(entry)) {
      builder.recordKey(keyName)
      builder.raise(entry.context ? contextNotSupported(entry.position) : keyIsBlank(keyIndex, entry.position))
      return
    }
    const droppedForms = droppedFormsOf(entry, plural)
    if (droppedForms !== null) {
      builder.warn({ keyName, languageName, position: entry.textPosition, sentence: droppedForms })
    }
    builder.addValue({
      keyName,
      languageName,
      value: convertEntry(entry, format, plural, options),
      isOutdated: entry.comments.flags.includes(outdatedFlag),
      keyIndex,
      position: entry.textPosition
    })
    addMetadata(builder, keyName, languageName, entry)
  }
}

/** How the plurals of a file count. */
interface PoPlural extends GettextForms {
  readonly formCount: number
  /** The keyword that ICU chooses for a number. */
  readonly keywordOf: (count: number) => string
}

/** The plural rule of the file; without one, or with a broken one, the usual rule of the language. */
const pluralOf = (languageName: string, pluralForms: string | null): PoPlural => {
  const rules = pluralRulesOf(languageName)
  const own = pluralForms === null ? null : parsePluralForms(pluralForms)
  const ownForms = own && gettextFormsOf(languageName, own)
  const usual = gettextRuleOf(languageName)
  const forms = ownForms ?? gettextFormsOf(languageName, usual) ?? { indexBySelector: new Map(), isExact: true }
  const formCount = (ownForms === null ? usual : (own ?? usual)).formCount
  return { ...forms, formCount, keywordOf: (count) => rules.select(count) }
}

/** Null = the entry has no msgstr. */
const convertEntry = (entry: PoEntry, format: string, plural: PoPlural, options: ReadOptions): ConvertedText | null => {
  const dialect = deniesPlaceholders(entry.comments.flags, flagsByFormat.get(format) ?? null)
    ? plainDialect
    : dialectOf(variants, format)
  const [first] = entry.texts
  if (first === undefined) return null
  if (!isPlural(entry)) return convertText(first.text, dialect, options)
  const converted = convertPluralForms(formsOf(entry, plural), dialect, options)
  const isSaidOtherwise = !plural.isExact && entry.texts.some(({ text }) => text !== first.text)
  return isSaidOtherwise ? { ...converted, warning: converted.warning ?? otherNumbers } : converted
}

const otherNumbers =
  "The file's Plural-Forms divides the numbers otherwise than the language does: some get another form than in the file."

/** The forms by their selectors. An index that the rule does not have is the form `other`. */
const formsOf = ({ texts }: PoEntry, { indexBySelector, formCount, keywordOf }: PoPlural): Map<string, string> => {
  const textByIndex = new Map(texts.map(({ index, text }) => [index, text]))
  const textOf = (selector: string) =>
    textByIndex.get(indexBySelector.get(selector) ?? indexBySelector.get("other") ?? -1)
  const forms = new Map<string, string>()
  for (const [selector, index] of indexBySelector) {
    const text = textByIndex.get(index)
    // A number needs no form of its own when its keyword says the same.
    const isNeeded = !selector.startsWith("=") || text !== textOf(keywordOf(Number(selector.slice(1))))
    if (text !== undefined && isNeeded) forms.set(selector, text)
  }
  for (const [index, text] of textByIndex) if (index >= formCount) forms.set("other", text)
  return forms
}

/** The warning about `msgstr` that are not read; null = all are. */
const droppedFormsOf = (entry: PoEntry, plural: PoPlural): string | null => {
  const { texts } = entry
  if (!isPlural(entry)) return texts.length < 2 ? null : "Only the first msgstr was read: the entry is no plural."
  const kept = new Set(formsOf(entry, plural).values())
  const dropped = texts.find(({ text }) => text !== "" && !kept.has(text))
  return dropped === undefined
    ? null
    : `msgstr[${dropped.index}] was not read: the language has fewer forms, and another msgstr took its place.`
}

const addMetadata = (builder: ImportedFileBuilder, keyName: string, languageName: string, entry: PoEntry): void => {
  const { translatorComment, extractedComment, descriptionLine, codeReferences } = entry.comments
  if (extractedComment !== null) {
    const position = { line: descriptionLine ?? entry.position.line, column: 1 }
    builder.addDescription(keyName, joinExtractedLines(extractedComment), position)
  }
  builder.addCodeReferences(keyName, codeReferences)
  const keep = (name: string, value: Json) => builder.addCustomValue(keyName, name, value, entry.position)
  if (entry.pluralId) keep(pluralIdCustomValue, entry.pluralId)
  const hasLines = extractedComment?.trim().includes("\n") && extractedComment.length <= extractedCommentUtf16UnitsMax
  if (hasLines) keep(extractedCommentCustomValue, extractedComment)
  const flags = entry.comments.flags.filter((flag) => flag !== outdatedFlag)
  if (flags.length > 0) keep(flagsCustomValue, flags)
  if (translatorComment === null) return
  builder.addFormatData(keyName, languageName, { data: { [translatorCommentName]: translatorComment } }, entry.position)
}

/** A longer description is cut, so that it is another one; with it there is room for the other custom values. */
const extractedCommentUtf16UnitsMax = importLimits.descriptionMaxUtf16Units

export const poFormat: ReadableFormat = { extensions: ["po"], variants, read: readPo, decode: decodePo }
