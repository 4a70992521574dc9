import { idAttributeNotProvided, targetNotProvided } from "@dragoman/domain/import"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { detectFormat, dialectOf } from "../placeholder/detection/detect-format.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { parseFailure, type ReadableFormat, type ReadOptions, type ReadResult } from "../reader.ts"
import { startLayoutCount } from "./layout-count.ts"
import type { XliffDocument } from "./parse-xliff.ts"
import { convertContent } from "./quoted-attributes.ts"
import { dataOfState, isUntouched, needsWork } from "./target-state.ts"
import type { XliffUnit, XliffValue } from "./xliff-unit.ts"

/**
 * Reads XLIFF 1.0, 1.1 and 1.2: the source of each unit in the source language, the target in the target language. The XLIFF
 * of Apple's tools has a key layout and a reader of its own. Other versions fail.
 * Source: docs/reference/import.md#xliff.
 */
export const readXliffDocument = (document: XliffDocument, options: ReadOptions): ReadResult => {
  const { version, position } = document
  if (version === null || !versions.has(version)) {
    return parseFailure(`XLIFF version ${version ?? "(missing)"} not supported`, position)
  }
  const format = formatOf(document, options)
  const builder = buildImportedFile(options.textMaxUtf16Units, document.utf16Units)
  for (const { name, position } of document.otherUnits) {
    builder.skipPart({ position, sentence: `An element "${name}" was skipped: only trans-unit elements are read.` })
  }
  const [first] = document.units
  if (first !== undefined) builder.setLanguage(first.targetLanguage, first.sourceLanguage)
  const layout = startLayoutCount()
  for (const unit of document.units) {
    if (builder.hasFailed()) break
    if (unit.id === null) builder.raise(idAttributeNotProvided(unit.fileOriginal, unit.position))
    else {
      addUnit(builder, unit, unit.id, format, options)
      layout.add(unit.source, unit.source?.position ?? unit.position)
      layout.add(unit.target, unit.target?.position ?? unit.position)
    }
  }
  builder.warnOfFile(layout.warning())
  return builder.finish(format)
}

export const xliffVariants: ReadableFormat["variants"] = [
  { format: "XLIFF_ICU", dialect: null, weight: 1 },
  { format: "XLIFF_PHP", dialect: phpDialect, weight: 1 },
  { format: "XLIFF_JAVA", dialect: javaDialect, weight: 1 },
  { format: "XLIFF_RUBY", dialect: rubyDialect, weight: 0.95 }
]

/** Units look the same in all of them. */
const versions: ReadonlySet<string> = new Set(["1.0", "1.1", "1.2"])

const formatOf = ({ units }: XliffDocument, options: ReadOptions): DetectedFormat =>
  options.format !== null
    ? { format: options.format, reason: "requested", scores: [] }
    : detectFormat(textsOf(units), xliffVariants, "XLIFF_ICU")

function* textsOf(units: ReadonlyArray<XliffUnit>): Iterable<string> {
  for (const { source, target } of units) {
    if (source !== null) yield source.text
    if (target !== null) yield target.text
  }
}

const addUnit = (
  builder: ImportedFileBuilder,
  unit: XliffUnit,
  keyName: string,
  { format }: DetectedFormat,
  options: ReadOptions
): void => {
  const dialect = dialectOf(xliffVariants, format)
  const addValue = ({ text, position }: XliffValue, languageName: string, isOutdated = false) => {
    const value = convertContent(text, dialect, options)
    builder.addValue({ keyName, languageName, value, isOutdated, keyIndex: 0, position })
  }
  if (keyName.trim() === "") {
    // One report for the unit, not one for each of its values. Which key it is meant for is not known.
    builder.addValue({ keyName, languageName: unit.sourceLanguage, value: null, keyIndex: 0, position: unit.position })
    builder.recordSkippedPart({ position: unit.position, sentence: "The id of a unit is empty; it was skipped." })
    return
  }
  if (unit.source === null && unit.target === null) builder.recordKey(keyName)
  if (unit.repeatedAt !== null) {
    const sentence = "The unit has a source or a target again: the last one was read, the one before was not."
    builder.warn({ keyName, languageName: unit.targetLanguage, position: unit.repeatedAt, sentence })
  }
  if (unit.source !== null) addValue(unit.source, unit.sourceLanguage)
  if (unit.target === null) builder.raise(targetNotProvided(keyName, unit.position))
  else if (isUntouched(unit.target.state, unit.target.text, unit.source?.text ?? null)) {
    builder.addLanguage(unit.targetLanguage)
  } else {
    const { state, position } = unit.target
    addValue(unit.target, unit.targetLanguage, needsWork(state))
    const data = dataOfState({ state, isApproved: unit.isApproved })
    if (data !== undefined) builder.addFormatData(keyName, unit.targetLanguage, data, position)
  }
  if (unit.note !== null) builder.addDescription(keyName, unit.note.text, unit.note.position)
  if (unit.fileOriginal.trim() !== "") builder.addCodeReferences(keyName, [{ path: unit.fileOriginal, line: null }])
}
