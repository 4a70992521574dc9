import type { KeyComplexUpdate } from "@dragoman/domain/key"
import { convertText } from "@dragoman/domain/translation"
import { asPluralText, defaultPluralArgument, detectPlural, pluralToSingular, toPluralTexts } from "@dragoman/formats"
import type { KeyRow, TranslationRow } from "@dragoman/store"

/** The changes of a key's texts when an update has texts, or makes the key plural or singular. */
export interface PlannedKeyTexts {
  readonly kind: "planned"
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
  /** Texts of the request that differ from the stored ones, by language. */
  readonly edits: ReadonlyMap<number, string | null>
  /** Rows whose text is only converted; they keep their state, unless the text becomes empty. */
  readonly converted: ReadonlyArray<TranslationRow>
}

export type KeyTextsPlan =
  | PlannedKeyTexts
  | { readonly kind: "notPlural" }
  /** A text that would lose plural forms. */
  | { readonly kind: "dataLoss"; readonly languageId: number; readonly text: string }

type PluralChange = Pick<KeyComplexUpdate, "isPlural" | "pluralArgumentName" | "warnOnDataLoss">

/**
 * Plans the texts. `texts`: of the request, by language; `rows`: the translations of the key in all languages. Source:
 * docs/reference/content.md#plurals.
 */
export const planKeyTexts = (
  key: Pick<KeyRow, "isPlural" | "pluralArgumentName">,
  change: PluralChange,
  texts: ReadonlyMap<number, string | null>,
  rows: ReadonlyArray<TranslationRow>
): KeyTextsPlan => {
  const rowByLanguage = new Map(rows.map((row) => [row.languageId, row]))
  // null changes nothing where there is no row; an empty text creates one.
  const requested = new Map([...texts].filter(([languageId, text]) => text !== null || rowByLanguage.has(languageId)))
  const isPlural = change.isPlural ?? key.isPlural
  if (isPlural) return planPlural(key, change, requested, rows)
  return key.isPlural ? planSingular(change, requested, rows) : plan(false, null, requested, rows, (text) => text)
}

const planPlural = (
  key: Pick<KeyRow, "isPlural" | "pluralArgumentName">,
  { pluralArgumentName }: PluralChange,
  requested: ReadonlyMap<number, string | null>,
  rows: ReadonlyArray<TranslationRow>
): KeyTextsPlan => {
  const known = pluralArgumentName ?? (key.isPlural ? key.pluralArgumentName : null)
  const argumentName = known ?? guessArgument(requested, rows)
  const stored = toPluralTexts(requested, argumentName)
  if (stored.kind === "notPlural") return { kind: "notPlural" }
  return plan(true, argumentName, stored.texts, rows, (text) => asPluralText(text, argumentName))
}

/** Finds the argument of the texts of the request, else of the stored texts. */
const guessArgument = (requested: ReadonlyMap<number, string | null>, rows: ReadonlyArray<TranslationRow>): string =>
  detectPlural(requested)?.argumentName ??
  detectPlural(new Map(rows.map(({ languageId, text }) => [languageId, text])))?.argumentName ??
  defaultPluralArgument

const planSingular = (
  { warnOnDataLoss }: PluralChange,
  requested: ReadonlyMap<number, string | null>,
  rows: ReadonlyArray<TranslationRow>
): KeyTextsPlan => {
  if (warnOnDataLoss) {
    const others = rows.filter(({ languageId }) => !requested.has(languageId))
    const all = [...requested, ...others.map(({ languageId, text }) => [languageId, text] as const)]
    for (const [languageId, text] of all) {
      if (text !== null && pluralToSingular(text).losesForms) return { kind: "dataLoss", languageId, text }
    }
  }
  const singular = new Map([...requested].map(([languageId, text]) => [languageId, pluralToSingular(text).text]))
  return plan(false, null, singular, rows, (text) => pluralToSingular(text).text)
}

const plan = (
  isPlural: boolean,
  pluralArgumentName: string | null,
  wanted: ReadonlyMap<number, string | null>,
  rows: ReadonlyArray<TranslationRow>,
  convert: (text: string | null) => string | null
): PlannedKeyTexts => {
  const convertedByLanguage = new Map(
    rows.map((row) => [row.languageId, { ...row, ...convertText(row, convert(row.text)) }])
  )
  const edits = new Map(
    [...wanted].filter(([languageId, text]) => {
      const converted = convertedByLanguage.get(languageId)
      return converted === undefined || (text === "" ? null : text) !== converted.text
    })
  )
  const converted = rows.flatMap((row) => {
    const now = convertedByLanguage.get(row.languageId) ?? row
    return now.text === row.text || edits.has(row.languageId) ? [] : [now]
  })
  return { kind: "planned", isPlural, pluralArgumentName, edits, converted }
}
