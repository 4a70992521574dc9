import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** What a search looks at. */
export interface SearchedKeyRow {
  readonly id: number
  readonly name: string
  /** Name of the namespace. */
  readonly namespace: string | null
  readonly description: string | null
  readonly isPlural: boolean
  readonly baseText: string | null
  readonly text: string | null
}

/** Keys with two of their texts, for searching: looks at the whole project, so not for the thread that answers requests. */
export class KeySearchRepository extends Context.Service<
  KeySearchRepository,
  {
    /** Live keys by id, from behind `afterId` on. A language that is null has no texts. */
    readonly listAfter: (request: {
      readonly projectId: number
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
        listAfter: Effect.fn("KeySearchRepository.listAfter")(function* (request) {
          const rows = yield* sql<Omit<SearchedKeyRow, "isPlural"> & { readonly isPlural: number }>`
            SELECT k.id, k.name, n.name AS namespace, k.description, k.is_plural, b.text AS base_text, t.text
            FROM translation_key k
            LEFT JOIN namespace n ON n.id = k.namespace_id
            LEFT JOIN translation b ON b.key_id = k.id AND b.language_id = ${request.baseLanguageId ?? 0}
            LEFT JOIN translation t ON t.key_id = k.id AND t.language_id = ${request.languageId ?? 0}
            WHERE k.project_id = ${request.projectId} AND k.deleted_at IS NULL AND k.id > ${request.afterId}
            ORDER BY k.id LIMIT ${request.limit}`
          return rows.map((row) => ({ ...row, isPlural: row.isPlural === 1 }))
        }, Effect.orDie)
      })
    })
  )
}
