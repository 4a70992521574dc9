import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn } from "../database/content-place.ts"
import { optional, pick, type Selected, select } from "../database/table.ts"
import { keyTable, translationTable } from "../table/content-tables.ts"
import { namespaceTable } from "../table/project-tables.ts"

const searchedKey = select({
  ...pick(keyTable.as("k"), "id", "name", "description", "isPlural"),
  /** Name of the namespace. */
  namespace: optional(namespaceTable.as("n")).name,
  baseText: translationTable.as("b").text,
  text: translationTable.as("t").text
})

/** The part of a key that a search looks at. */
export const SearchedKeyRow = searchedKey.row()
export interface SearchedKeyRow extends Selected<typeof searchedKey> {}

/** Keys with two of their texts, for searching: looks at the whole project, so not for the thread that answers requests. */
export class KeySearchRepository extends Context.Service<
  KeySearchRepository,
  {
    /** Live keys by id, from behind `afterId` on. A language that is null has no texts. */
    readonly listAfter: (request: {
      readonly place: ContentPlace
      readonly baseLanguageId: number | null
      readonly languageId: number | null
      readonly afterId: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SearchedKeyRow>>
  }
>()("@dragoman/store/key/KeySearchRepository") {
  static readonly layer = Layer.effect(
    KeySearchRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return KeySearchRepository.of({
        listAfter: Effect.fnUntraced(function* (request) {
          return yield* searchedKey.all(sql`
            SELECT ${searchedKey.columns}
            FROM translation_key k
            LEFT JOIN namespace n ON n.id = k.namespace_id
            LEFT JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id
              AND b.language_id = ${request.baseLanguageId ?? 0}
            LEFT JOIN translation t ON t.key_id = k.id AND t.project_id = k.project_id
              AND t.language_id = ${request.languageId ?? 0}
            WHERE ${isIn(sql, request.place, "k")} AND k.deleted_at IS NULL AND k.id > ${request.afterId}
            ORDER BY k.id LIMIT ${request.limit}`)
        }, Effect.orDie)
      })
    })
  )
}
