import type { TranslationState } from "@dragoman/domain/translation"
import type { ExportedTranslation } from "@dragoman/formats"
import { type ExportedKeyRow, ExportRepository, exportedTextsMax } from "@dragoman/store"
import { Effect } from "effect"
import type { ExportJob } from "./export-messages.ts"

/** The text of a key; null: none; undefined: not exported. */
export type TextOfKey = (keyId: number) => string | null | undefined

export const noTexts = (): TextOfKey => () => null

/** Reads the texts of the keys in some languages. */
export const makeTextReader = (keys: ReadonlyArray<ExportedKeyRow>, isCancelled: () => boolean) => {
  const keyIds = idsInIndexOrder(keys)
  const positions = new Map(keyIds.map((id, position) => [id, position]))
  return Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>, states: ExportJob["states"]) {
    const exported = exportedStates(states)
    const texts = new Map(
      languageIds.map((id) => [id, new Array<string | null | undefined>(keyIds.length).fill(exported.missing)])
    )
    yield* visitTexts(keyIds, languageIds, isCancelled, (keyId, languageId, text, state) => {
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

/** Reads the translations of the keys in all languages. */
export const readTranslations = Effect.fnUntraced(function* (
  keys: ReadonlyArray<ExportedKeyRow>,
  languageIds: ReadonlyArray<number>,
  states: ExportJob["states"],
  isCancelled: () => boolean
) {
  const exported = exportedStates(states)
  const positions = new Map(languageIds.map((id, position) => [id, position]))
  const translations = new Map(
    keys.map(({ id }) => [
      id,
      new Array<ExportedTranslation | null | undefined>(languageIds.length).fill(exported.missing)
    ])
  )
  yield* visitTexts(idsInIndexOrder(keys), languageIds, isCancelled, (keyId, languageId, text, state) => {
    const ofKey = translations.get(keyId)
    const position = positions.get(languageId)
    if (ofKey === undefined || position === undefined) return
    ofKey[position] = exported.has(state) ? (text === null ? null : { text, state }) : undefined
  })
  const translationsOf: TranslationsOfKey = (keyId) => {
    const ofKey = translations.get(keyId) ?? []
    return ofKey.some((one) => one !== undefined) ? ofKey.map((one) => one ?? null) : null
  }
  return translationsOf
})

const idsInIndexOrder = (keys: ReadonlyArray<ExportedKeyRow>): ReadonlyArray<number> =>
  keys.map(({ id }) => id).sort((left, right) => left - right)

/** `states` null: all. `missing`: the text of a key without a translation. */
const exportedStates = (states: ExportJob["states"]) => {
  const exported = states && new Set(states)
  return {
    has: (state: TranslationState): boolean => exported?.has(state) ?? true,
    missing: (exported?.has("UNTRANSLATED") ?? true) ? null : undefined
  }
}

/** Visits the translations of the keys in the languages, in no order. */
const visitTexts = Effect.fnUntraced(function* (
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number>,
  isCancelled: () => boolean,
  visit: (keyId: number, languageId: number, text: string | null, state: TranslationState) => void
) {
  const repository = yield* ExportRepository
  const size = Math.max(1, Math.floor(exportedTextsMax / languageIds.length))
  for (let start = 0; start < keyIds.length; start += size) {
    if (isCancelled()) return yield* Effect.interrupt
    const read = yield* repository.listTexts(keyIds.slice(start, start + size), languageIds)
    for (const [index, keyId] of read.keyIds.entries()) {
      visit(keyId, read.languageIds[index] ?? 0, read.texts[index] ?? null, read.states[index] ?? "UNTRANSLATED")
    }
  }
})
