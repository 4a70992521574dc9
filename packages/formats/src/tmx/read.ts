import { importLimits, unnamedLanguage } from "@dragoman/domain/import"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { detectFormat, dialectOf } from "../placeholder/detection/detect-format.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import type { ReadableFormat, Reader, ReadOptions } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { tableVariants } from "../table/read-table.ts"
import { convertContent } from "../xliff/quoted-attributes.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { keyProperty, propertiesCustomValue, unitIdCustomValue } from "./kept-values.ts"
import { parseTmx, type TranslationUnit } from "./parse-tmx.ts"

/**
 * Reads a translation memory with all of its languages. The key is the property `x-key` of a unit, else its id, else its text
 * in the source language.
 * Source: docs/formats.md#tmx.
 */
export const readTmx: Reader = (bytes, options) => {
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const units: Array<TranslationUnit> = []
  const failure = parseTmx(decoded.text, positionOf, (unit) => units.push(unit))
  if (failure !== null) return failure
  const format =
    options.format === null
      ? detectFormat(textsOf(units), variants, "TMX_ICU")
      : ({ format: options.format, reason: "requested", scores: [] } as const)
  const dialect = dialectOf(variants, format.format)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  let keyIndex = 0
  for (const unit of units) {
    if (builder.hasFailed()) break
    addUnit(builder, unit, keyIndex++, { dialect, options, positionOf })
  }
  return builder.finish(format)
}

const variants = tableVariants("TMX")

function* textsOf(units: ReadonlyArray<TranslationUnit>): Iterable<string> {
  for (const { segments } of units) for (const { text } of segments) yield text
}

interface UnitContext {
  readonly dialect: Dialect | null
  readonly options: ReadOptions
  readonly positionOf: PositionOf
}

const addUnit = (
  builder: ImportedFileBuilder,
  unit: TranslationUnit,
  keyIndex: number,
  { dialect, options, positionOf }: UnitContext
): void => {
  const { id, notes, properties, segments, sourceLanguage } = unit
  const position = positionOf(unit.offset)
  const keyName = keyNameOf(unit)
  if (keyName === null) {
    builder.skipPart({ position, sentence: "A unit without an id and without texts was skipped." })
    return
  }
  for (const { languageName, text, offset } of segments) {
    const value = convertContent(text, dialect, options)
    builder.addValue({ keyName, languageName, value, keyIndex, position: positionOf(offset) })
  }
  if (segments.length === 0) {
    const languageName = sourceLanguage ?? unnamedLanguage
    builder.addValue({ keyName, languageName, value: null, keyIndex, position })
  }
  const description = notes.filter((note) => note.trim() !== "").join("\n")
  if (description !== "") builder.addDescription(keyName, description, position)
  if (id !== null && id !== keyName) builder.addCustomValue(keyName, unitIdCustomValue, id, position)
  const kept = properties.filter(([type]) => type !== keyProperty)
  if (kept.length > 0) {
    const value = kept.map(([type, text]) => [type, text])
    builder.addCustomValue(keyName, propertiesCustomValue, value, position)
  }
}

/** Null = nothing in the unit could be a name. */
const keyNameOf = ({ id, properties, segments, sourceLanguage }: TranslationUnit): string | null => {
  const named = properties.find(([type]) => type === keyProperty)?.[1] ?? id
  if (named !== null) return named
  const source = segments.find(({ languageName }) => isSameLanguage(languageName, sourceLanguage)) ?? segments[0]
  return source === undefined ? null : source.text.slice(0, importLimits.keyNameMaxUtf16Units).toWellFormed()
}

/** Programs spell languages with other capitals than the header. */
const isSameLanguage = (name: string, other: string | null): boolean => name.toLowerCase() === other?.toLowerCase()

export const tmxFormat: ReadableFormat = {
  extensions: ["tmx"],
  variants,
  read: readTmx
}
