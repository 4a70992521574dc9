import { markOutdated } from "@dragoman/domain/translation"
import { type KeyRow, type SavedTranslation, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { translationEntity } from "./translation-entity.ts"

/** Where a translation is. */
export interface TranslationPlace {
  readonly keyId: number
  readonly languageId: number
}

export const placeOf = ({ keyId, languageId }: TranslationPlace): string => `${keyId} ${languageId}`

/**
 * Writes translations of these keys inside the transaction of the operation; the rows, and what the activity shows of it.
 * `before`: what there was, by place.
 */
export const saveTranslations = Effect.fn("saveTranslations")(function* (
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  before: ReadonlyMap<string, TranslationRow>,
  saved: ReadonlyArray<SavedTranslation>
) {
  const repository = yield* TranslationRepository
  const ids = new Map((yield* repository.save(saved)).map((row) => [placeOf(row), row.id]))
  const rows = saved.map((translation): TranslationRow => ({ ...translation, id: ids.get(placeOf(translation)) ?? 0 }))
  const keyIds = new Set(rows.map(({ keyId }) => keyId))
  const languageIds = new Set(rows.map(({ languageId }) => languageId))
  return {
    rows,
    entities: rows.map((row) => translationEntity(row, before.get(placeOf(row)) ?? null, row)),
    described: [
      ...keys.filter(({ id }) => keyIds.has(id)).flatMap(describedKey),
      ...project.languages.filter(({ id }) => languageIds.has(id)).map(describedLanguage)
    ]
  }
})

/**
 * The translations that are outdated because base texts change: of the same keys in other languages, but for those that
 * are written themselves. `rows`: all translations of the keys. `dropsReview` as of `markOutdated`.
 * Source: reference "content-api" 3.1, "Outdated rule".
 */
export const outdatedTranslations = (
  project: ContentProject,
  rows: Iterable<TranslationRow>,
  before: ReadonlyMap<string, TranslationRow>,
  saved: ReadonlyArray<SavedTranslation>,
  options: { readonly isWritten: (place: TranslationPlace) => boolean; readonly dropsReview: boolean }
): ReadonlyArray<SavedTranslation> => {
  const baseId = project.languages.find((language) => language.base)?.id
  const changedKeyIds = new Set(
    saved
      .filter((one) => one.languageId === baseId && one.text !== (before.get(placeOf(one))?.text ?? null))
      .map(({ keyId }) => keyId)
  )
  const outdated: Array<SavedTranslation> = []
  for (const row of rows) {
    if (!changedKeyIds.has(row.keyId) || row.languageId === baseId || options.isWritten(row)) continue
    const now = markOutdated(row, project.translationProtection, options.dropsReview)
    if (now !== row) outdated.push({ ...now, keyId: row.keyId, languageId: row.languageId })
  }
  return outdated
}
