import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whether keys and translations lie in one table each, or in partitions by project, which only PostgreSQL has. */
export type ContentForm = "plain" | "partitioned"

/** The schema in which a conversion makes the tables of the other form, beside the one that the program works in. */
export const conversionSchema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT left('dragoman_content_' || current_schema(), 63) AS name`
  return row?.name ?? "dragoman_content"
}).pipe(Effect.orDie)

export const readContentForm = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({
    pg: () => sql`
      SELECT 1 FROM pg_class WHERE relname = 'translation_key' AND relkind = 'p'
        AND relnamespace = CAST(current_schema() AS regnamespace)`,
    orElse: () => Effect.succeed([])
  })
  const form: ContentForm = found.length > 0 ? "partitioned" : "plain"
  return form
}).pipe(Effect.orDie)

/** The form that an unfinished conversion leads to; null: there is none. */
export const readConversion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  const [row] = yield* sql<{ form: ContentForm }>`
    SELECT obj_description(oid, 'pg_namespace') AS form FROM pg_namespace WHERE nspname = ${schema}`
  return row?.form ?? null
}).pipe(Effect.orDie)

/** Ends an unfinished conversion, with its tables, triggers and references. Keys and translations stay as they are. */
export const dropConversion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP SCHEMA IF EXISTS ${sql(yield* conversionSchema)} CASCADE`
})
