import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { except, type Selected, select } from "../database/table.ts"
import { translationFormatDataTable } from "../table/content-tables.ts"

const d = translationFormatDataTable.as("d")

const formatData = select(except(d, "projectId"))

/** Data of one file format about a translation, beside its text. */
export interface FormatDataRow extends Selected<typeof formatData> {}

/** The format data of translations, many at a time; one statement whatever their number. Writes need the lock of the project. */
export class FormatDataRepository extends Context.Service<
  FormatDataRepository,
  {
    readonly list: (translationIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<FormatDataRow>>
    /** Adds or replaces; each translation and format occurs once. */
    readonly save: (projectId: number, rows: ReadonlyArray<FormatDataRow>) => Effect.Effect<void>
    readonly remove: (rows: ReadonlyArray<Pick<FormatDataRow, "translationId" | "format">>) => Effect.Effect<void>
  }
>()("@dragoman/store/translation/FormatDataRepository") {
  static readonly layer = Layer.effect(
    FormatDataRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FormatDataRepository.of({
        list: Effect.fnUntraced(function* (translationIds) {
          if (translationIds.length === 0) return []
          return yield* formatData.all(sql`
            SELECT ${formatData.columns} FROM translation_format_data d
            WHERE d.translation_id IN ${jsonIds(sql, translationIds)}`)
        }, Effect.orDie),

        save: Effect.fnUntraced(function* (projectId, rows) {
          if (rows.length === 0) return
          yield* translationFormatDataTable.upsert(sql, ["translationId", "format"], rows, { projectId })
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (rows) {
          if (rows.length === 0) return
          yield* sql`
            DELETE FROM translation_format_data WHERE (translation_id, format) IN (
              SELECT input.translation_id, input.format FROM ${translationFormatDataTable.values(
                sql,
                rows.map(({ translationId, format }) => ({ translationId, format }))
              )} input
            )`
        }, Effect.orDie)
      })
    })
  )
}
