import type { SqlClient, Statement } from "effect/sql"

/** Whether a text column holds the text, case-insensitive; `%` and `_` stand for themselves. `column` is SQL. */
export const contains = (sql: SqlClient.SqlClient, column: string, text: string): Statement.Fragment => {
  // No stored text has it; SQLite would end the pattern there, PostgreSQL refuse it.
  if (text.includes("\0")) return sql`1 = 0`
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  return sql`unicode_lower(${sql.literal(column)}) LIKE ${pattern} ESCAPE '\\'`
}
