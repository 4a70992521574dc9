import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { imageObjectTable } from "../table/image-tables.ts"

/** The time of an object that a server may remove at once. */
const removeAtOnce = 1

/** Deletes images, and notes their objects, which a server removes from the bucket. Belongs into a transaction. */
export const deleteImages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, condition: Statement.Fragment) {
  const deleted = yield* sql<{ objectName: string | null }>`DELETE FROM image WHERE ${condition} RETURNING object_name`
  const objects = deleted.flatMap(({ objectName }) =>
    objectName === null ? [] : [{ name: objectName, removeAt: removeAtOnce }]
  )
  if (objects.length > 0) yield* imageObjectTable.insert(sql, objects)
})
