import type { FormatData } from "../format-data.ts"
import type { DetectedFormat } from "../imported-file.ts"
import type { ImportedFileBuilder } from "../imported-file-builder.ts"
import { detectFormat, type FormatVariant } from "../placeholder/detection/detect-format.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import {
  type ConversionOptions,
  type ConvertedText,
  convertPluralForms,
  convertText
} from "../placeholder/reading/convert-text.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import type { ReadOptions } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { type FlattenOptions, type FlatValue, firstTexts, flattenTree, type SkippedName } from "./flatten-tree.ts"
import { delimitersInNames, nestedPathCustomValue } from "./kept-path.ts"
import type { TreeNode } from "./tree-node.ts"

/** How the plurals of a document are spelled; null in the reader = the format has none. */
export interface TreePlurals extends Pick<FlattenOptions, "groupPlurals" | "wholePlural"> {
  /** Between the name of a plural and the keyword of a form. */
  readonly formSeparator: string
}

export interface TreeContent {
  readonly languageName: string
  readonly content: TreeNode
  readonly plurals: TreePlurals | null
  /** How a text becomes what is stored, and its format data, where the dialect alone does not say it. */
  readonly readText?: (text: string) => ConvertedText & { readonly formatData?: Partial<FormatData> }
}

/** The format that the caller requested, else the detected one. */
export const formatOfTree = (
  root: TreeNode,
  options: ReadOptions,
  variants: ReadonlyArray<FormatVariant>,
  fallback: string,
  bonuses: Readonly<Record<string, number>> = {}
): DetectedFormat =>
  options.format !== null
    ? { format: options.format, reason: "requested", scores: [] }
    : detectFormat(firstTexts(root), variants, fallback, bonuses)

/** Adds the values of one language; stops when the file has failed. */
export const addTree = (
  builder: ImportedFileBuilder,
  { languageName, content, plurals, readText }: TreeContent,
  dialect: Dialect | null,
  options: ReadOptions,
  positionOf: PositionOf
): void => {
  const delimiter = options.structureDelimiter || "."
  const found = delimitersInNames(content, delimiter)
  if (found.kind === "split" && options.structureDelimiter !== "")
    builder.warn({
      keyName: null,
      languageName,
      position: positionOf(found.offset),
      sentence: splitSentence(delimiter)
    })
  flattenTree(content, {
    delimiter,
    keepsPaths: found.kind === "kept",
    groupPlurals: plurals?.groupPlurals ?? (() => new Map()),
    wholePlural: plurals?.wholePlural ?? (() => null),
    skip: (skipped) => skipName(builder, skipped, languageName, positionOf),
    visit: (value) => {
      if (plurals !== null && value.kind !== "plural") skipPluralOf(builder, value.keyName, plurals.formSeparator)
      const { keyName } = value
      const position = positionOf(value.offset)
      const own = value.kind === "text" ? readText?.(value.text) : undefined
      builder.addValue({
        keyName,
        languageName,
        value: own ?? convertValue(value, dialect, options),
        keyIndex: 0,
        position
      })
      if (value.path !== undefined) builder.addCustomValue(keyName, nestedPathCustomValue, value.path, position)
      if (own?.formatData !== undefined) builder.addFormatData(keyName, languageName, own.formatData, position)
      return !builder.hasFailed()
    }
  })
}

const splitSentence = (delimiter: string): string =>
  `Nothing in the file is nested, and names of it have "${delimiter}": an export makes levels of them, unless its structureDelimiter is empty.`

/** Null = a key without a text. */
const convertValue = (value: FlatValue, dialect: Dialect | null, options: ConversionOptions): ConvertedText | null => {
  switch (value.kind) {
    case "null":
      return null
    case "scalar":
      return { text: value.text, pluralArgumentName: null }
    case "text":
      return convertText(value.text, dialect, options)
    case "plural":
      return convertPluralForms(value.forms, dialect, options)
  }
}

/** Records that the file has the key; a replaced value gets a warning. */
const skipName = (
  builder: ImportedFileBuilder,
  { keyName, offset, reason }: SkippedName,
  languageName: string,
  positionOf: PositionOf
): void => {
  builder.recordKey(keyName)
  if (reason === "empty") return
  const sentence = "The name comes again in the same object: the last value was read, this one was not."
  builder.warn({ keyName, languageName, position: positionOf(offset), sentence })
}

/**
 * Records the plural of a name such as `cat_one` that is no form of a plural in this file, perhaps because another form is
 * null: the file has the key of the plural all the same.
 */
const skipPluralOf = (builder: ImportedFileBuilder, keyName: string, separator: string): void => {
  const end = keyName.lastIndexOf(separator)
  const isForm = pluralKeywords.some((keyword) => keyword === keyName.slice(end + separator.length))
  if (end > 0 && isForm) builder.recordKey(keyName.slice(0, end))
}
