import { isSameTranslation, type Translation, untranslated } from "@dragoman/domain/translation"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isOf, isShown } from "../database/content-place.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, type Selection, select } from "../database/table.ts"
import { translationTable } from "../table/content-tables.ts"

const t = translationTable.as("t")

/** The table is `translation t`. */
const translationColumns = {
  ...pick(t, "id", "keyId", "languageId", "text", "state", "promptId"),
  outdated: t.isOutdated,
  auto: t.isAuto,
  mtProvider: t.machineTranslationProvider,
  ...pick(t, "qualityScore", "qualityReason")
}

export const translationSelection: Selection<TranslationRow> = select(translationColumns)

const translationOfProject = select({ ...translationColumns, projectId: t.projectId })

const savedTranslation = select(pick(translationTable.as(), "id", "keyId", "languageId"))

export interface TranslationRow extends Translation {
  readonly id: number
  readonly keyId: number
  readonly languageId: number
  /** Estimated quality of an automatic text; null: not estimated since the row was written. */
  readonly qualityScore: number | null
  readonly qualityReason: string | null
}

/** The estimate of a new translation. */
export const notEstimated = { qualityScore: null, qualityReason: null }

/** A translation to be written: a new one, or the new content of the row that is there. */
export interface SavedTranslation extends Translation {
  /** Id of the existing row; absent: there is none, or it is unknown. */
  readonly id?: number | undefined
  readonly keyId: number
  readonly languageId: number
}

/** Rows of translations, many at a time; one statement whatever their number. Writes need the lock of the project. */
export class TranslationRepository extends Context.Service<
  TranslationRepository,
  {
    /** Lists the translations of these keys, by key and language. `languageIds` null: in all live languages of the project. */
    readonly list: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number> | null
    ) => Effect.Effect<ReadonlyArray<TranslationRow>>
    /** Finds the translation of a live key in a live language, with its project. */
    readonly find: (
      id: number
    ) => Effect.Effect<Option.Option<{ readonly projectId: number; readonly row: TranslationRow }>>
    /** Lists keys with a reviewed text in the language that is not outdated, and with a text in the other one, by id. */
    readonly listReviewedKeyIds: (
      place: ContentPlace,
      languages: { readonly languageId: number; readonly baseLanguageId: number }
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Adds or replaces; each key and language occurs once. The rows, in no order. */
    readonly save: (
      projectId: number,
      translations: ReadonlyArray<SavedTranslation>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly keyId: number; readonly languageId: number }>>
  }
>()("@dragoman/store/translation/TranslationRepository") {
  static readonly layer = Layer.effect(
    TranslationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TranslationRepository.of({
        list: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          if (keyIds.length === 0) return []
          const range = rangeOf(keyIds)
          const ofLanguages = languageIds === null ? sql`` : sql`t.language_id IN ${jsonIds(sql, languageIds)} AND`
          // The plus of a range: the index that begins with the language has another order than the rows.
          const ofKeys =
            range === null
              ? sql`${ofLanguages} t.key_id IN ${jsonIds(sql, keyIds)}`
              : sql`${sql.literal(languageIds === null ? "" : "+")}${ofLanguages} t.key_id BETWEEN ${range.first} AND ${range.last}`
          const rows = yield* translationSelection.all(sql`
            SELECT ${translationSelection.columns}
            FROM translation t JOIN language l ON l.id = t.language_id
            WHERE ${ofKeys} AND ${isOf(sql, projectId, "t")} AND l.deleted_at IS NULL
            ORDER BY t.key_id, t.language_id`)
          if (range === null || range.isWhole) return rows
          const wanted = new Set(keyIds)
          return rows.filter(({ keyId }) => wanted.has(keyId))
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (id) {
          const found = yield* translationOfProject.first(sql`
            SELECT ${translationOfProject.columns}
            FROM translation t
            JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id AND k.deleted_at IS NULL
            JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE t.id = ${id} AND ${isShown(sql, "k")}`)
          return Option.map(found, ({ projectId, ...row }) => ({ projectId, row }))
        }, Effect.orDie),

        listReviewedKeyIds: Effect.fnUntraced(function* (place, { languageId, baseLanguageId }) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM translation_key k
            JOIN translation t ON t.key_id = k.id AND t.project_id = k.project_id AND t.language_id = ${languageId}
            JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = ${baseLanguageId}
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
              AND t.state = 'REVIEWED' AND t.is_outdated = 0 AND t.text IS NOT NULL AND b.text IS NOT NULL
            ORDER BY k.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        save: Effect.fnUntraced(function* (projectId, translations) {
          if (translations.length === 0) return []
          const emptied: Array<SavedTranslation & { readonly id: number }> = []
          const replaced: typeof emptied = []
          const others: Array<SavedTranslation> = []
          for (const translation of translations) {
            if (!hasId(translation)) others.push(translation)
            else if (isSameTranslation(translation, untranslated)) emptied.push(translation)
            else replaced.push(translation)
          }
          if (emptied.length > 0) {
            yield* sql`
              UPDATE translation SET ${sql.update(translationTable.encode({ ...toContent(untranslated), ...uncounted }))}
              WHERE id IN ${jsonIds(
                sql,
                emptied.map(({ id }) => id)
              )} AND ${isOf(sql, projectId, "translation")}`
          }
          if (replaced.length > 0) {
            const rows = replaced.map((translation) => ({
              id: translation.id,
              ...toContent(translation),
              ...uncounted
            }))
            yield* translationTable.update(sql, rows, { within: { projectId } })
          }
          if (others.length === 0) return [...emptied, ...replaced]
          const rows = others.map((translation) => ({
            keyId: translation.keyId,
            languageId: translation.languageId,
            ...toContent(translation)
          }))
          const saved = yield* savedTranslation.all(sql`
            ${translationTable.upsert(
              sql,
              ["keyId", "languageId"],
              rows,
              { projectId, ...uncounted },
              "translation_key_language"
            )}
            RETURNING ${savedTranslation.columns}`)
          return [...emptied, ...replaced, ...saved]
        }, Effect.orDie)
      })
    })
  )
}

/**
 * The range of ids that lie close together, which is read in half the time of single ids. `isWhole`: it has no others. Null: it
 * would have more of others than of them.
 */
const rangeOf = (ids: ReadonlyArray<number>) => {
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  let isAscending = true
  for (const id of ids) {
    if (id <= last) isAscending = false
    if (id < first) first = id
    if (id > last) last = id
  }
  const size = last - first + 1
  return size > 2 * ids.length ? null : { first, last, isWhole: isAscending && size === ids.length }
}

/** Words are counted when they are needed; an estimate is saved after its text. */
const uncounted = { wordCount: null, ...notEstimated }

const hasId = (translation: SavedTranslation): translation is SavedTranslation & { readonly id: number } =>
  translation.id !== undefined

const toContent = ({ text, state, outdated, auto, mtProvider, promptId }: Translation) => ({
  text,
  state,
  isOutdated: outdated,
  isAuto: auto,
  machineTranslationProvider: mtProvider,
  promptId
})
