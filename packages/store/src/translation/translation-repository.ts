import type { Translation, TranslationState } from "@dragoman/domain/translation"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/json-rows.ts"

export interface TranslationRow extends Translation {
  readonly id: number
  readonly keyId: number
  readonly languageId: number
}

/** A translation to be written: a new one, or the new content of the row that is there. */
export interface SavedTranslation extends Translation {
  readonly keyId: number
  readonly languageId: number
}

const savedColumns = {
  key_id: "integer",
  language_id: "integer",
  text: "text",
  state: "text",
  is_outdated: "integer",
  is_auto: "integer",
  machine_translation_provider: "text"
} as const

/** Rows of translations, many at a time; one statement whatever their number. Who writes has locked the project. */
export class TranslationRepository extends Context.Service<
  TranslationRepository,
  {
    /** Of these keys in these languages, by key and language; null: in all languages of the project that are not deleted. */
    readonly list: (
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number> | null
    ) => Effect.Effect<ReadonlyArray<TranslationRow>>
    /** Of a live key in a live language, and whose project it belongs to. */
    readonly find: (
      id: number
    ) => Effect.Effect<Option.Option<{ readonly projectId: number; readonly row: TranslationRow }>>
    /** Adds or replaces; each key and language is given once. The rows, in no order. */
    readonly save: (
      translations: ReadonlyArray<SavedTranslation>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly keyId: number; readonly languageId: number }>>
  }
>()("@dragoman/store/translation/TranslationRepository") {
  static readonly layer = Layer.effect(
    TranslationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TranslationRepository.of({
        list: Effect.fn("TranslationRepository.list")(function* (keyIds, languageIds) {
          if (keyIds.length === 0) return []
          const inLanguages =
            languageIds === null
              ? sql`l.deleted_at IS NULL`
              : sql`t.language_id IN ${jsonIds(sql, languageIds)} AND l.deleted_at IS NULL`
          const rows = yield* sql<TranslationColumns>`
            SELECT ${sql.literal(translationColumns)}
            FROM translation t JOIN language l ON l.id = t.language_id
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${inLanguages}
            ORDER BY t.key_id, t.language_id`
          return rows.map(toTranslationRow)
        }, Effect.orDie),

        find: Effect.fn("TranslationRepository.find")(function* (id) {
          const rows = yield* sql<TranslationColumns & { readonly projectId: number }>`
            SELECT k.project_id, ${sql.literal(translationColumns)}
            FROM translation t
            JOIN translation_key k ON k.id = t.key_id AND k.deleted_at IS NULL
            JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE t.id = ${id}`
          return Option.map(Option.fromNullishOr(rows[0]), (row) => ({
            projectId: row.projectId,
            row: toTranslationRow(row)
          }))
        }, Effect.orDie),

        save: Effect.fn("TranslationRepository.save")(function* (translations) {
          if (translations.length === 0) return []
          const rows = translations.map((translation) => ({
            key_id: translation.keyId,
            language_id: translation.languageId,
            text: translation.text,
            state: translation.state,
            is_outdated: translation.outdated ? 1 : 0,
            is_auto: translation.auto ? 1 : 0,
            machine_translation_provider: translation.mtProvider
          }))
          const names = Object.keys(savedColumns)
          const replaced = names.slice(2).map((name) => `${name} = excluded.${name}`)
          // Words are counted when somebody asks for them.
          const assignments = sql.literal([...replaced, "word_count = NULL"].join(", "))
          const columnNames = sql.literal(names.join(", "))
          const languageIds = [...new Set(translations.map(({ languageId }) => languageId))]
          yield* sql`
            UPDATE language SET translations_updated_at = ${yield* Clock.currentTimeMillis}
            WHERE id IN ${jsonIds(sql, languageIds)}`
          return yield* sql<{ id: number; keyId: number; languageId: number }>`
            INSERT INTO translation (${columnNames})
            SELECT ${columnNames} FROM ${jsonRows(sql, savedColumns, rows)} given WHERE true
            ON CONFLICT (key_id, language_id) DO UPDATE SET ${assignments}
            RETURNING id, key_id, language_id`
        }, Effect.orDie)
      })
    })
  )
}

/** Columns of a row; the table is `translation t`. */
export const translationColumns = `t.id, t.key_id, t.language_id, t.text, t.state, t.is_outdated, t.is_auto,
  t.machine_translation_provider`

export interface TranslationColumns {
  readonly id: number
  readonly keyId: number
  readonly languageId: number
  readonly text: string | null
  readonly state: TranslationState
  readonly isOutdated: number
  readonly isAuto: number
  readonly machineTranslationProvider: string | null
}

export const toTranslationRow = (row: TranslationColumns): TranslationRow => ({
  id: row.id,
  keyId: row.keyId,
  languageId: row.languageId,
  text: row.text,
  state: row.state,
  outdated: row.isOutdated === 1,
  auto: row.isAuto === 1,
  mtProvider: row.machineTranslationProvider
})
