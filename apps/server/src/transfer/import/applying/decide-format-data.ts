import type { JsonObject } from "@dragoman/domain/activity"
import type { FormatDataRow, TranslationRow } from "@dragoman/store"
import type { ImportCustomValues, ImportFormatData, ImportKey, ImportText } from "./import-source.ts"

/** The data that files of one format have for one text; null: none. */
export interface FormatDataContent extends Pick<FormatDataRow, "data" | "textData" | "text"> {}

/** A change to it. */
export interface FormatDataWrite {
  readonly languageId: number
  /** The row before the import; null: there is none. */
  readonly translation: TranslationRow | null
  readonly format: string
  readonly before: FormatDataContent | null
  readonly after: FormatDataContent | null
}

/** Values that a file of another language than the base has of a key otherwise than the key itself. */
type OtherValues = ImportCustomValues & { readonly languageId: number }

interface DecidedCustomValues {
  readonly customValues: JsonObject | null
  readonly otherValues: ReadonlyArray<OtherValues>
}

/**
 * The custom values of a key after the import: those in the files of the base language replace those of before. A file of another
 * language gives only values that the key lacks, and none as soon as the key has a text of the base language: that it has no
 * such value says something, too. What such a file says otherwise is kept for its language (ADR 82).
 */
export const decideCustomValues = (
  existing: JsonObject | null,
  imported: ReadonlyArray<ImportCustomValues>,
  baseId: number | null,
  hasBaseText: boolean
): DecidedCustomValues => {
  if (imported.length === 0) return { customValues: existing, otherValues: [] }
  const ofKey: Record<string, JsonObject[string]> = { ...existing }
  for (const { languageId, values } of imported) if (languageId === baseId) Object.assign(ofKey, values)
  const otherValues: Array<OtherValues> = []
  for (const { languageId, format, values } of imported) {
    if (languageId === baseId) continue
    const others: Record<string, JsonObject[string]> = {}
    for (const [name, value] of Object.entries(values)) {
      if (!hasBaseText && !Object.hasOwn(ofKey, name)) ofKey[name] = value
      else if (!isEqual(ofKey[name], value)) others[name] = value
    }
    if (languageId !== null && Object.keys(others).length > 0) otherValues.push({ languageId, format, values: others })
  }
  return { customValues: Object.keys(ofKey).length === 0 ? existing : ofKey, otherValues }
}

interface FormatDataFacts {
  readonly key: ImportKey
  readonly otherValues: ReadonlyArray<OtherValues>
  /** Rows of the key; so is the next field. */
  readonly rows: ReadonlyArray<TranslationRow>
  readonly data: ReadonlyArray<FormatDataRow>
  /** The text that the import writes; undefined: it writes none in the language. */
  readonly textAfter: (languageId: number) => string | null | undefined
  /** The project has the imported text already. */
  readonly isSameText: (text: ImportText, row: TranslationRow | null) => boolean
  /** Force mode KEEP. */
  readonly keepsExisting: boolean
}

/**
 * Decides the changes of a key's format data. The data goes with the text: where the project keeps another text, it
 * keeps the data, too. A file replaces all data of its format and language.
 */
export const decideFormatData = (facts: FormatDataFacts): ReadonlyArray<FormatDataWrite> => {
  const { key, otherValues, rows, data } = facts
  if (data.length === 0 && otherValues.length === 0 && key.formatData.length === 0) return []
  const said = new Map<string, ImportFormatData>()
  const add = (one: ImportFormatData) => {
    const place = `${one.languageId} ${one.format}`
    const known = said.get(place)
    said.set(place, known === undefined ? one : { ...known, data: { ...known.data, ...one.data } })
  }
  for (const one of key.formatData) add(one)
  for (const { values, ...place } of otherValues) add({ ...place, isRepeated: false, data: values, textData: {} })
  for (const { languageId, format, isRepeated = false } of key.texts) {
    const isSilent = languageId !== null && format !== undefined && !said.has(`${languageId} ${format}`)
    if (isSilent) add({ languageId, format, isRepeated, data: {}, textData: {} })
  }
  return [...said.values()].flatMap((one): ReadonlyArray<FormatDataWrite> => {
    const { languageId, format } = one
    const row = rows.find((row) => row.languageId === languageId) ?? null
    const before = data.find(({ translationId, ...other }) => translationId === row?.id && other.format === format)
    if (!isReplaced(facts, one, row, before !== undefined)) return []
    const text = facts.textAfter(languageId)
    const after = contentOf(one, text === undefined ? (row?.text ?? null) : text)
    const content = before === undefined ? null : { data: before.data, textData: before.textData, text: before.text }
    return isEqual(content, after) ? [] : [{ languageId, translation: row, format, before: content, after }]
  })
}

const isReplaced = (
  { key, textAfter, isSameText, keepsExisting }: FormatDataFacts,
  said: ImportFormatData,
  row: TranslationRow | null,
  isKnown: boolean
): boolean => {
  const { languageId, isRepeated } = said
  const isSilent = Object.keys(said.data).length === 0 && Object.keys(said.textData).length === 0
  if (textAfter(languageId) !== undefined) return !(isRepeated && isSilent)
  if (row?.state === "DISABLED" || isRepeated || (keepsExisting && isKnown)) return false
  const text = key.texts.find((one) => one.languageId === languageId)
  return text === undefined ? (row?.text ?? null) === null : isSameText(text, row)
}

/** Null: nothing is said. */
const contentOf = ({ data, textData }: ImportFormatData, text: string | null): FormatDataContent | null => {
  const hasTextData = Object.keys(textData).length > 0
  if (!hasTextData && Object.keys(data).length === 0) return null
  return hasTextData ? { data, textData, text } : { data, textData: null, text: null }
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
