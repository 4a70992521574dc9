import { lastReviewedText, type TranslationState } from "@dragoman/domain/translation"
import {
  asPluralText,
  dataForExport,
  defaultPluralArgument,
  type ExportedEntry,
  type ExportedTranslation,
  type StoredFormatData
} from "@dragoman/formats"
import { type ChangedSinceReviewRow, type ExportedKeyRow, ExportRepository, exportedTextsMax } from "@dragoman/store"
import { Effect } from "effect"
import { ByPlace } from "../../content/translation/translation-places.ts"
import type { ExportJob } from "./export-messages.ts"

/** The text of a key; null: none; undefined: not exported. */
export type TextOfKey = (keyId: number) => string | null | undefined

export const noTexts = (): TextOfKey => () => null

/** Reads the texts of the keys in some languages. */
export const makeTextReader = (projectId: number, keys: ReadonlyArray<ExportedKeyRow>, isCancelled: () => boolean) => {
  const keyIds = idsInIndexOrder(keys)
  const positions = new Map(keyIds.map((id, position) => [id, position]))
  return Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>, states: ExportJob["states"]) {
    const exported = exportedStates(states)
    const texts = new Map(
      languageIds.map((id) => [id, new Array<string | null | undefined>(keyIds.length).fill(exported.missing)])
    )
    yield* visitTexts(projectId, keyIds, languageIds, states, isCancelled, (keyId, languageId, text, state) => {
      const ofLanguage = texts.get(languageId)
      const position = positions.get(keyId)
      if (ofLanguage === undefined || position === undefined) return
      ofLanguage[position] = exported.has(state) ? text : undefined
    })
    return (languageId: number): TextOfKey => {
      const ofLanguage = texts.get(languageId) ?? []
      return (keyId) => ofLanguage[positions.get(keyId) ?? -1]
    }
  })
}

/** The translations of a key, in the order of the languages; null: none of them is exported. */
type TranslationsOfKey = (keyId: number) => ReadonlyArray<ExportedTranslation | null> | null

interface BesideTexts {
  /** The base language for `readFormatData`. */
  readonly baseLanguageId: number | null
  readonly format: string
  /** Keys by language; null: the format does not say it. */
  readonly outdated: ReadonlyMap<number, ReadonlySet<number>> | null
  /** The argument `dataAsText` of the format. */
  readonly dataAsText: string | undefined
}

/** A text in a state that is not exported. */
const leftOut: ExportedTranslation = { text: null, state: "DISABLED" }

const noTranslation: ExportedTranslation = { text: null, state: "UNTRANSLATED" }

/** Reads the translations of the keys in all languages. */
export const readTranslations = Effect.fnUntraced(function* (
  projectId: number,
  keys: ReadonlyArray<ExportedKeyRow>,
  languageIds: ReadonlyArray<number>,
  states: ExportJob["states"],
  beside: BesideTexts,
  isCancelled: () => boolean
) {
  const exported = exportedStates(states)
  const { baseLanguageId, format, outdated, dataAsText } = beside
  const dataOf = yield* readFormatData(projectId, keys, languageIds, baseLanguageId, format, isCancelled)
  const positions = new Map(languageIds.map((id, position) => [id, position]))
  const translations = new Map(
    keys.map(({ id }) => [
      id,
      new Array<ExportedTranslation | null | undefined>(languageIds.length).fill(exported.missing)
    ])
  )
  const keyIds = idsInIndexOrder(keys)
  yield* visitTexts(projectId, keyIds, languageIds, states, isCancelled, (keyId, languageId, text, state) => {
    const ofKey = translations.get(keyId)
    const position = positions.get(languageId)
    if (ofKey === undefined || position === undefined) return
    if (exported.has(state)) ofKey[position] = text === null ? null : { text, state }
    else ofKey[position] = text === null && state === "UNTRANSLATED" ? undefined : leftOut
  })
  const translationsOf: TranslationsOfKey = (keyId) => {
    const found = (translations.get(keyId) ?? []).map((one, index) => {
      if (one === leftOut) return undefined
      const languageId = languageIds[index] ?? 0
      const formatData = dataOf(keyId, languageId, one?.text ?? null)
      if (one === undefined && (dataAsText === undefined || formatData?.[dataAsText] === undefined)) return undefined
      if (!one && formatData === undefined) return null
      const isOutdated = outdated?.get(languageId)?.has(keyId)
      return { ...(one ?? noTranslation), ...(formatData && { formatData }), ...(isOutdated && { isOutdated }) }
    })
    return found.some((one) => one !== undefined) ? found.map((one) => one ?? null) : null
  }
  return translationsOf
})

const idsInIndexOrder = (keys: ReadonlyArray<ExportedKeyRow>): ReadonlyArray<number> =>
  keys.map(({ id }) => id).sort((left, right) => left - right)

/** `states` null: all; `lastReviewed`: those that `visitTexts` names reviewed. `missing`: the text of a key without a translation. */
const exportedStates = (states: ExportJob["states"]) => {
  const exported = states && new Set<TranslationState>(states === "lastReviewed" ? ["REVIEWED"] : states)
  return {
    has: (state: TranslationState): boolean => exported?.has(state) ?? true,
    missing: (exported?.has("UNTRANSLATED") ?? true) ? null : undefined
  }
}

/** Finds the format data that an export writes with the text of a key in a language; undefined: none. */
export type FormatDataOfText = (keyId: number, languageId: number, text: string | null) => ExportedEntry["formatData"]

/**
 * Reads the data of files for the texts of the keys in these languages. `baseLanguageId`: decides the spelling of texts
 * that no file has; null: there is none, or the caller may not view it.
 */
export const readFormatData = Effect.fnUntraced(function* (
  projectId: number,
  keys: ReadonlyArray<ExportedKeyRow>,
  languageIds: ReadonlyArray<number>,
  baseLanguageId: number | null,
  format: string,
  isCancelled: () => boolean
) {
  const repository = yield* ExportRepository
  const keyIds = idsInIndexOrder(keys)
  const readIds = [...new Set([...languageIds, ...(baseLanguageId === null ? [] : [baseLanguageId])])]
  const size = Math.max(1, Math.floor(exportedTextsMax / readIds.length))
  const found = new ByPlace<Array<StoredFormatData>>()
  for (let start = 0; start < keyIds.length; start += size) {
    if (isCancelled()) return yield* Effect.interrupt
    for (const row of yield* repository.listFormatData(projectId, keyIds.slice(start, start + size), readIds)) {
      const { keyId, languageId, format, data, textData, text } = row
      const rows = found.at(keyId, languageId) ?? []
      if (rows.push({ format, data, textData: textData ?? {}, text }) === 1) found.set(row, rows)
    }
  }
  const dataOf: FormatDataOfText = (keyId, languageId, text) =>
    dataForExport(format, text, found.at(keyId, languageId) ?? [], found.at(keyId, baseLanguageId ?? 0) ?? [])
  return dataOf
})

/** Visits the translations of the keys in the languages, in no order; with `lastReviewed` as they were reviewed last. */
const visitTexts = Effect.fnUntraced(function* (
  projectId: number,
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number>,
  states: ExportJob["states"],
  isCancelled: () => boolean,
  visit: (keyId: number, languageId: number, text: string | null, state: TranslationState) => void
) {
  const repository = yield* ExportRepository
  const size = Math.max(1, Math.floor(exportedTextsMax / languageIds.length))
  for (let start = 0; start < keyIds.length; start += size) {
    if (isCancelled()) return yield* Effect.interrupt
    const batch = keyIds.slice(start, start + size)
    const read = yield* repository.listTexts(projectId, batch, languageIds)
    const changed =
      states === "lastReviewed"
        ? ByPlace.of(yield* repository.listChangedSinceReview(projectId, batch, languageIds))
        : null
    for (const [index, keyId] of read.keyIds.entries()) {
      const languageId = read.languageIds[index] ?? 0
      const text = read.texts[index] ?? null
      const state = read.states[index] ?? "UNTRANSLATED"
      const sinceReview = changed?.at(keyId, languageId)
      const reviewed = sinceReview && reviewedTextOf({ text, state }, sinceReview)
      if (reviewed) visit(keyId, languageId, reviewed, "REVIEWED")
      else visit(keyId, languageId, text, state)
    }
  }
})

/** Returns the last reviewed text in the form of now: the key may have become a plural since. */
const reviewedTextOf = (
  now: Parameters<typeof lastReviewedText>[0],
  { changes, isPlural, pluralArgumentName }: ChangedSinceReviewRow
): string | null => {
  const text = lastReviewedText(now, changes)
  return isPlural ? asPluralText(text, pluralArgumentName ?? defaultPluralArgument) : text
}
