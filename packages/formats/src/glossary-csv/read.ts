import { type GlossaryTermFlags, glossaryTermLimits, type ImportedGlossaryTerm } from "@dragoman/domain/glossary"
import { parseCsv } from "../csv/parse-csv.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import type { TableRow } from "../table/table-row.ts"

/** Which columns of a table are languages. */
export interface GlossaryCsvOptions {
  readonly baseLanguageTag: string
  /** Tags that the organization uses; columns with other ones need the form of a tag, such as `pt-BR`. */
  readonly languageTags: ReadonlyArray<string>
}

/** The terms of a file, in its order. */
export interface ReadGlossary {
  readonly kind: "terms"
  readonly terms: ReadonlyArray<ImportedGlossaryTerm>
}

/**
 * Reads the terms of a table, whose first row has the names of its columns, in any order and any capitals. Commas, semicolons
 * or tabs separate its cells.
 * Source: docs/glossaries.md#csv.
 */
export const readGlossaryCsv = (bytes: Uint8Array, options: GlossaryCsvOptions): ReadGlossary | ParseFailure => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const terms: Array<ImportedGlossaryTerm> = []
  let columns: ReadonlyArray<Column> | null = null
  let failure: ParseFailure | null = null
  const malformed = parseCsv(decoded.text, positionOf, (row) => {
    if (failure !== null || isBlank(row)) return
    if (columns === null) {
      const read = readHeader(row, positionOf, options)
      if (isFailure(read)) failure = read
      else columns = read
      return
    }
    const term = readTerm(row, columns, positionOf)
    if (isFailure(term)) failure = term
    else if (term !== null) terms.push(term)
  })
  return failure ?? malformed ?? { kind: "terms", terms }
}

type Column =
  | { readonly kind: "baseText" | "otherBaseText" | "description" }
  | {
      readonly kind: "flag"
      readonly flag: keyof GlossaryTermFlags
      readonly isInverted: boolean
      readonly name: string
    }
  | { readonly kind: "language"; readonly languageTag: string }

/** `translatable` is the opposite of its flag. */
const namedColumns: ReadonlyMap<string, Column> = new Map([
  ["term", { kind: "baseText" }],
  ["description", { kind: "description" }],
  ...(
    [
      ["translatable", "flagNonTranslatable", true],
      ["casesensitive", "flagCaseSensitive", false],
      ["abbreviation", "flagAbbreviation", false],
      ["forbidden", "flagForbiddenTerm", false]
    ] as const
  ).map(([name, flag, isInverted]): [string, Column] => [name, { kind: "flag", flag, isInverted, name }])
])

const isFailure = (value: object | null): value is ParseFailure =>
  value !== null && "kind" in value && value.kind === "failure"

const isBlank = (row: TableRow): boolean => {
  for (let index = 0; index < row.size; index++) if (row.textAt(index).trim() !== "") return false
  return true
}

const readHeader = (
  row: TableRow,
  positionOf: PositionOf,
  { baseLanguageTag, languageTags }: GlossaryCsvOptions
): ReadonlyArray<Column> | ParseFailure => {
  const columns: Array<Column> = []
  const names = new Set<string>()
  const known = new Map([...languageTags, baseLanguageTag].map((tag) => [tag.toLowerCase(), tag]))
  for (let index = 0; index < row.size; index++) {
    const name = row.textAt(index).trim()
    const lower = name.toLowerCase()
    const fail = (sentence: string) => parseFailure(sentence, positionOf(row.offsetAt(index)))
    if (names.has(lower)) return fail(`The column “${name}” is there twice`)
    names.add(lower)
    const named = namedColumns.get(lower)
    const tag = known.get(lower) ?? (tagPattern.test(name) ? name : null)
    if (named !== undefined) columns.push(named)
    else if (lower === baseLanguageTag.toLowerCase()) columns.push({ kind: "otherBaseText" })
    else if (tag !== null) columns.push({ kind: "language", languageTag: tag })
    else
      return fail(
        `The column “${name}” is no language. Columns: ${[...namedColumns.keys()].join(", ")}, and language tags`
      )
  }
  return columns.some(({ kind }) => kind === "baseText" || kind === "otherBaseText")
    ? columns
    : parseFailure(`The first line has neither a column “term” nor “${baseLanguageTag}”`, positionOf(row.offsetAt(0)))
}

const tagPattern = /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*$/

const readTerm = (
  row: TableRow,
  columns: ReadonlyArray<Column>,
  positionOf: PositionOf
): ImportedGlossaryTerm | ParseFailure => {
  let baseText = ""
  let otherBaseText = ""
  let description: string | null = null
  const flags: Partial<Record<keyof GlossaryTermFlags, boolean>> = {}
  const translations = new Map<string, string>()
  for (let index = 0; index < row.size; index++) {
    const text = row.textAt(index).trim()
    const column = columns[row.columnAt(index)]
    const fail = (sentence: string) => parseFailure(sentence, positionOf(row.offsetAt(index)))
    if (column === undefined) {
      if (text !== "") return fail("The row has more cells than the first line")
    } else if (column.kind === "flag") {
      const value = readFlag(text)
      if (value === undefined) return fail(`“${shortened(text)}” in the column “${column.name}” is neither Yes nor No`)
      if (value !== null) flags[column.flag] = value !== column.isInverted
    } else {
      const { textMaxUtf16Units, descriptionMaxUtf16Units } = glossaryTermLimits
      const max = column.kind === "description" ? descriptionMaxUtf16Units : textMaxUtf16Units
      if (text.length > max)
        return fail(`“${shortened(text)}” has ${text.length} characters, at most ${max} are allowed`)
      if (column.kind === "baseText") baseText = text
      else if (column.kind === "otherBaseText") otherBaseText = text
      else if (column.kind === "description") description = text
      else if (column.kind === "language") translations.set(column.languageTag, text)
    }
  }
  if (flags.flagNonTranslatable === true) translations.clear()
  const term = { baseText: baseText || otherBaseText, description, flags, translations }
  const hasText = term.baseText !== "" || [...translations.values()].some((text) => text !== "")
  return hasText ? term : parseFailure("The row has no term", positionOf(row.offsetAt(0)))
}

/** null: the cell says nothing; undefined: it says something else. */
const readFlag = (text: string): boolean | null | undefined => {
  const word = text.toLowerCase()
  if (word === "") return null
  if (["yes", "y", "true", "t", "1"].includes(word)) return true
  return ["no", "n", "false", "f", "0"].includes(word) ? false : undefined
}

const shownUtf16Units = 40

const shortened = (text: string): string =>
  text.length <= shownUtf16Units ? text : `${text.slice(0, shownUtf16Units).toWellFormed()}…`
