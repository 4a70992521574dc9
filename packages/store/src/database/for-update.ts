import type { SqlClient, Statement } from "effect/sql"

/**
 * Behind a SELECT: the rows are locked until the transaction ends, in the order of the statement. References to them may be
 * made meanwhile. SQLite has one writer at a time.
 */
export const forUpdate = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(sql.onDialectOrElse({ pg: () => "FOR NO KEY UPDATE", orElse: () => "" }))
