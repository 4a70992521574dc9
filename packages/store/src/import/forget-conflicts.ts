import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonIds } from "../database/json-rows.ts"
import { lockImports } from "./lock-imports.ts"

/**
 * The texts of these keys go away: nothing that is being imported is in conflict with them any more.
 */
export const forgetConflicts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, keyIds: ReadonlyArray<number>) {
  const ofKeys = sql`SELECT x.id FROM translation x WHERE x.key_id IN ${jsonIds(sql, keyIds)}`
  yield* lockImports(
    sql,
    sql`SELECT f.import_id FROM import_translation t
      JOIN import_language l ON l.id = t.import_language_id JOIN import_file f ON f.id = l.import_file_id
      WHERE t.conflict_translation_id IN (${ofKeys})`
  )
  yield* sql`
    UPDATE import_language SET conflict_count = conflict_count - gone.conflicts, resolved_count = resolved_count - gone.resolved
    FROM (
      SELECT t.import_language_id AS id, count(*) AS conflicts, count(t.resolved_text_hash) AS resolved
      FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
      WHERE t.conflict_translation_id IN (${ofKeys}) AND t.is_selected = 1 AND k.is_imported = 1
      GROUP BY t.import_language_id
    ) gone WHERE gone.id = import_language.id`
  yield* sql`
    UPDATE import_translation SET conflict_translation_id = NULL, is_override = 0, resolved_text_hash = NULL
    WHERE conflict_translation_id IN (${ofKeys})`
})
