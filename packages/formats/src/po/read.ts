import { guessLanguageName } from "@dragoman/domain/import"
import { decodeText } from "../decode-text.ts"
import type { FileFormat } from "../file-format.ts"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { cDialect } from "../placeholder/c-placeholder.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/convert-text.ts"
import { detectFormat, type FormatCandidate } from "../placeholder/detect-format.ts"
import { formatDialects } from "../placeholder/format-dialect.ts"
import { countIcuHits } from "../placeholder/icu-hits.ts"
import { javaDialect } from "../placeholder/java-placeholder.ts"
import { phpDialect } from "../placeholder/php-placeholder.ts"
import { pythonBraceDialect } from "../placeholder/python-brace-placeholder.ts"
import { pythonDialect } from "../placeholder/python-placeholder.ts"
import { rubyDialect } from "../placeholder/ruby-placeholder.ts"
import { gettextKeywords } from "../plural/gettext-plural.ts"
import type { PluralKeyword } from "../plural/plural-keyword.ts"
import type { Reader, ReadOptions } from "../reader.ts"
import { type PoEntry, parsePo } from "./parse-po.ts"

/**
 * Reads a gettext PO file. The language is that of the header, else that of the file name; a key is the msgid, with a
 * context `msgctxt` + U+0004 + `msgid`. An entry's own format flag goes before the format of the file.
 * Source: reference "import-and-formats" 6.4.
 */
export const readPo: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const parsed = parsePo(decoded.text)
  if (parsed.kind === "failure") return parsed

  const headerLanguage = findHeaderLanguage(parsed.entries)
  const languageName = headerLanguage ?? guessLanguageName(options.path)
  const format = formatOf(parsed.entries, options)
  const keywordOf = gettextKeywords(languageName)
  const builder = buildImportedFile(options.textMaxUtf16Units)
  for (const [entryIndex, entry] of parsed.entries.entries()) {
    if (builder.hasFailed()) break
    if (entry.id.trim() === "" && !isPlural(entry)) continue
    const entryFormat = format.reason === "requested" ? format.format : (flaggedFormat(entry) ?? format.format)
    const keyName = entry.context ? `${entry.context}\u0004${entry.id}` : entry.id
    builder.addValue({
      keyName,
      languageName,
      value: convertEntry(entry, entryFormat, keywordOf, options),
      keyIndex: entryIndex,
      position: entry.textPosition
    })
    addMetadata(builder, keyName, entry)
  }
  return builder.finish(format)
}

/** The custom value in which a plural entry keeps its msgid_plural for export. Reference "import-and-formats" 6.14. */
const pluralIdCustomValue = "_poFileMsgIdPlural"

const formatsByFlag: ReadonlyMap<string, FileFormat> = new Map([
  ["php-format", "PO_PHP"],
  ["c-format", "PO_C"],
  ["java-format", "PO_JAVA"],
  ["icu-format", "PO_ICU"],
  ["ruby-format", "PO_RUBY"],
  ["python-format", "PO_PYTHON"],
  ["python-brace-format", "PO_PYTHON_BRACE"]
])

const candidates: ReadonlyArray<FormatCandidate> = [
  { format: "PO_C", weight: 1, countHits: cDialect.countHits },
  { format: "PO_JAVA", weight: 0.95, countHits: javaDialect.countHits },
  { format: "PO_ICU", weight: 0.95, countHits: countIcuHits },
  { format: "PO_PHP", weight: 1.05, countHits: phpDialect.countHits },
  { format: "PO_RUBY", weight: 0.7, countHits: rubyDialect.countHits },
  { format: "PO_PYTHON", weight: 1, countHits: pythonDialect.countHits },
  { format: "PO_PYTHON_BRACE", weight: 0.9, countHits: pythonBraceDialect.countHits }
]

/** Only a msgid_plural that is not empty makes an entry a plural. */
const isPlural = (entry: PoEntry): boolean => entry.pluralId !== null && entry.pluralId !== ""

const isHeader = (entry: PoEntry): boolean => entry.id === "" && !entry.context && !isPlural(entry)

const flaggedFormat = (entry: PoEntry): FileFormat | undefined => {
  for (const flag of entry.comments.flags) {
    const format = formatsByFlag.get(flag)
    if (format !== undefined) return format
  }
  return undefined
}

const formatOf = (entries: ReadonlyArray<PoEntry>, options: ReadOptions): DetectedFormat => {
  if (options.format !== null) return { format: options.format, reason: "requested", scores: [] }
  const ordinaryEntries = entries.filter((entry) => !isHeader(entry))
  const firstFlagged = ordinaryEntries[0] === undefined ? undefined : flaggedFormat(ordinaryEntries[0])
  if (firstFlagged !== undefined && ordinaryEntries.every((entry) => flaggedFormat(entry) !== undefined)) {
    return { format: firstFlagged, reason: "flags", scores: [] }
  }
  return detectFormat(textsOf(ordinaryEntries), candidates, "PO_PHP")
}

function* textsOf(entries: ReadonlyArray<PoEntry>): Iterable<string> {
  for (const entry of entries) yield* entry.texts.values()
}

/** Null = no header, or one without a language. */
const findHeaderLanguage = (entries: ReadonlyArray<PoEntry>): string | null => {
  const headerText = entries.find(isHeader)?.texts.get(0) ?? ""
  const line = headerText.split("\n").find((candidate) => /^language\s*:/i.test(candidate))
  const language = line?.slice(line.indexOf(":") + 1).trim() ?? ""
  return language === "" ? null : language
}

/** Null = the entry has no msgstr. */
const convertEntry = (
  entry: PoEntry,
  format: FileFormat,
  keywordOf: (index: number) => PluralKeyword,
  options: ReadOptions
): ConvertedText | null => {
  const dialect = formatDialects[format]
  if (entry.texts.size === 0) return null
  if (!isPlural(entry)) return convertText(entry.texts.get(0) ?? "", dialect, options)
  const forms = new Map<PluralKeyword, string>()
  for (const [index, text] of entry.texts) forms.set(keywordOf(index), text)
  return convertPluralForms(forms, dialect, options)
}

const addMetadata = (builder: ImportedFileBuilder, keyName: string, entry: PoEntry): void => {
  const { description, descriptionLine, codeReferences } = entry.comments
  if (description !== null) {
    builder.addDescription(keyName, description, { line: descriptionLine ?? entry.position.line, column: 1 })
  }
  builder.addCodeReferences(keyName, codeReferences)
  if (entry.pluralId) builder.addCustomValue(keyName, pluralIdCustomValue, entry.pluralId, entry.position)
}
