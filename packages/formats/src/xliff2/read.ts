import type { Json } from "@dragoman/domain/error"
import { idAttributeNotProvided, targetNotProvided, unnamedLanguage } from "@dragoman/domain/import"
import { type FormatData, originalDataName } from "../format-data.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { detectWhileReading } from "../placeholder/detection/detect-while-reading.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import type { ReadableFormat, ReadOptions, ReadResult } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { type LayoutCount, startLayoutCount } from "../xliff/layout-count.ts"
import { convertContent } from "../xliff/quoted-attributes.ts"
import { isUntouched } from "../xliff/target-state.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { joinNotes, notesCustomValue, stateName, subStateName, unitIdCustomValue, unitIdOf } from "./kept-values.ts"
import { isXliff2, joinParts, type PartText, parseXliff2, type Xliff2Root, type Xliff2Unit } from "./parse-xliff2.ts"

/**
 * The format for the files of `version1` and those of XLIFF 2: the version of the document decides about the reader, whichever
 * of the two a caller names.
 */
export const withXliff2 = (
  version1: Pick<ReadableFormat, "extensions" | "variants">,
  readVersion1: (text: string, options: ReadOptions) => ReadResult
): ReadableFormat => ({
  extensions: version1.extensions,
  variants: [...version1.variants, ...variants],
  read: (bytes, options) => {
    const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
    if (decoded.kind === "failure") return decoded
    if (isXliff2(decoded.text)) return readXliff2(decoded.text, options)
    const format = options.format?.replace(/^XLIFF_2_/, "XLIFF_") ?? null
    return readVersion1(decoded.text, { ...options, format })
  }
})

/**
 * Reads XLIFF 2: the sources of each unit in the source language, the targets in the target language, the segments of a
 * unit joined. The name of a unit is the key, else its id.
 * Source: docs/formats.md#xliff-2.
 */
const readXliff2 = (text: string, options: ReadOptions): ReadResult => {
  const positionOf = positionsIn(text)
  const builder = buildImportedFile(options.textMaxUtf16Units, text.length)
  let root: Xliff2Root = { sourceLanguage: unnamedLanguage, targetLanguage: unnamedLanguage }
  const layout = startLayoutCount()
  const units = detectWhileReading<Xliff2Unit>(
    requestedFormat(options),
    variants,
    "XLIFF_2_ICU",
    textsOf,
    (unit, dialect) => {
      if (!builder.hasFailed()) addUnit(builder, unit, { root, dialect, options, positionOf, layout })
    }
  )
  const failure = parseXliff2(text, positionOf, {
    root: (found) => {
      root = found
      builder.setLanguage(found.targetLanguage, found.sourceLanguage)
    },
    unit: units.add
  })
  if (failure !== null) return failure
  const format = units.finish()
  builder.warnOfFile(layout.warning())
  return builder.finish(format)
}

const variants: ReadableFormat["variants"] = [
  { format: "XLIFF_2_ICU", dialect: null, weight: 1 },
  { format: "XLIFF_2_PHP", dialect: phpDialect, weight: 1 },
  { format: "XLIFF_2_JAVA", dialect: javaDialect, weight: 1 },
  { format: "XLIFF_2_RUBY", dialect: rubyDialect, weight: 0.95 }
]

/** Null = the texts decide. */
const requestedFormat = ({ format }: ReadOptions): string | null =>
  format?.startsWith("XLIFF_") ? format.replace(/^XLIFF_(?!2_)/, "XLIFF_2_") : null

const textsOf = ({ parts }: Xliff2Unit): ReadonlyArray<string> =>
  parts.flatMap(({ source, target }) => [source, target].flatMap((part) => (part === null ? [] : [part.text])))

interface UnitContext {
  readonly root: Xliff2Root
  readonly dialect: Dialect | null
  readonly options: ReadOptions
  readonly positionOf: PositionOf
  readonly layout: LayoutCount
}

const addUnit = (builder: ImportedFileBuilder, unit: Xliff2Unit, context: UnitContext): void => {
  const { root, dialect, options, positionOf, layout } = context
  const { sourceLanguage, targetLanguage } = root
  const position = positionOf(unit.offset)
  const keyName = unit.name === null || unit.name.trim() === "" ? unit.id : unit.name
  if (keyName === null) {
    builder.raise(idAttributeNotProvided(unit.fileOriginal, position))
    return
  }
  if (keyName.trim() === "") {
    // One report for the unit, not one for each of its values. Which key it is meant for is not known.
    builder.addValue({ keyName, languageName: sourceLanguage, value: null, keyIndex: 0, position })
    builder.recordSkippedPart({ position, sentence: "The id of a unit is empty; it was skipped." })
    return
  }
  const addText = (joined: ReturnType<typeof joinParts>, languageName: string, isOutdated = false) => {
    if (joined === null) return
    const value = convertContent(joined.text, dialect, options)
    builder.addValue({ keyName, languageName, value, isOutdated, keyIndex: 0, position: positionOf(joined.offset) })
  }
  const source = joinParts(unit.parts.flatMap((part) => part.source ?? []))
  const target = targetOf(unit)
  layout.add(source, position)
  layout.add(target.joined, position)
  if (source === null && target.joined === null) builder.recordKey(keyName)
  addText(source, sourceLanguage)
  const states = new Set(unit.parts.flatMap(({ isSegment, state }) => (isSegment ? [state] : [])))
  const isInitial = states.has("initial")
  const isSource =
    isInitial && states.size === 1 && isUntouched("initial", target.joined?.text ?? null, source?.text ?? null)
  if (target.joined === null) builder.raise(targetNotProvided(keyName, position))
  if (isSource) builder.addLanguage(targetLanguage)
  else {
    addText(target.joined, targetLanguage, isInitial)
    const textData = stateData(unit)
    if (textData !== null) builder.addFormatData(keyName, targetLanguage, { textData }, position)
  }
  const sentence = joinedSentence(unit, target.isIncomplete)
  if (sentence !== null) builder.warn({ keyName, languageName: targetLanguage, position, sentence })
  const languageNames = [
    ...(source === null ? [] : [sourceLanguage]),
    ...(target.joined === null ? [] : [targetLanguage])
  ]
  if (unit.originalData.length > 0) {
    const data = { [originalDataName]: unit.originalData.map(([dataId, content]) => [dataId, content]) }
    for (const languageName of languageNames) builder.addFormatData(keyName, languageName, { data }, position)
  }
  addMetadata(builder, keyName, unit, positionOf)
}

/** Null = the segments have none, or not the same one. */
const stateData = ({ parts }: Xliff2Unit): FormatData["textData"] | null => {
  const [first, ...others] = parts.filter(({ isSegment }) => isSegment)
  const state = first?.state ?? null
  const subState = first?.subState ?? null
  if (state === null || others.some((part) => part.state !== state || part.subState !== subState)) return null
  return { [stateName]: state, ...(subState !== null && { [subStateName]: subState }) }
}

/** A segment without a target has its source in it, like the parts between segments. */
const targetOf = ({ parts }: Xliff2Unit) => {
  if (!parts.some(({ isSegment, target }) => isSegment && target !== null)) return { joined: null, isIncomplete: false }
  const ordered = parts
    .map((part, index) => ({ text: part.target ?? part.source, rank: part.target?.order ?? index + 1 }))
    .sort((left, right) => left.rank - right.rank)
    .flatMap(({ text }): ReadonlyArray<PartText> => (text === null ? [] : [text]))
  return {
    joined: joinParts(ordered),
    isIncomplete: parts.some(({ isSegment, target }) => isSegment && target === null)
  }
}

const joinedSentence = ({ parts }: Xliff2Unit, isIncomplete: boolean): string | null => {
  const segmentCount = parts.filter(({ isSegment }) => isSegment).length
  if (segmentCount < 2) return null
  const joined = `The ${segmentCount} segments of the unit were joined to one text.`
  return isIncomplete ? `${joined} Those without a target have their source in it.` : joined
}

const addMetadata = (
  builder: ImportedFileBuilder,
  keyName: string,
  { id, notes, fileOriginal, offset }: Xliff2Unit,
  positionOf: PositionOf
): void => {
  const keep = (name: string, value: Json) => builder.addCustomValue(keyName, name, value, positionOf(offset))
  const description = joinNotes(notes.map(({ text }) => text))
  const [note] = notes
  if (note !== undefined && description !== "") builder.addDescription(keyName, description, positionOf(note.offset))
  if (id !== null && id !== unitIdOf(keyName)) keep(unitIdCustomValue, id)
  if (notes.length > 1 || notes.some(({ attributes }) => Object.keys(attributes).length > 0)) {
    keep(
      notesCustomValue,
      notes.map(({ text, attributes }) => [text, Object.entries(attributes)])
    )
  }
  if (fileOriginal.trim() !== "") builder.addCodeReferences(keyName, [{ path: fileOriginal, line: null }])
}
