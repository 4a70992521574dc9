import type { SqlClient, Statement } from "effect/sql"

/** Selects the ids of the languages whose texts are checked; none while the project has switched checks off. */
export const checkedLanguagesSql = (sql: SqlClient.SqlClient, projectId: number): Statement.Fragment => sql`
  SELECT checked.id FROM language checked JOIN project p ON p.id = checked.project_id AND p.uses_quality_checks = 1
  WHERE checked.project_id = ${projectId} AND checked.deleted_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM quality_setting s WHERE s.language_id = checked.id AND s.is_enabled = 0)`
