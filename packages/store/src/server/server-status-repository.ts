import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isNoSearchTable } from "../search-index/search-index-schema.ts"

export interface DatabaseFacts {
  /** Version of the engine, as it names itself. */
  readonly version: string
  /** Without the write-ahead log. */
  readonly sizeBytes: number
  /** The number of the last migration. */
  readonly schemaVersion: number
}

export interface TableSize {
  readonly name: string
  readonly rowCount: number
}

/** Deleted content counts until it is erased. */
export interface ContentCounts {
  readonly userCount: number
  readonly organizationCount: number
  readonly projectCount: number
  readonly keyCount: number
  /** Translations with a text. */
  readonly textCount: number
  readonly imageCount: number
  readonly imageBytes: number
}

/** Figures for operators. Counting reads every table, so it does not belong on the thread that serves requests. */
export class ServerStatusRepository extends Context.Service<
  ServerStatusRepository,
  {
    readonly readDatabase: Effect.Effect<DatabaseFacts>
    readonly countContent: Effect.Effect<ContentCounts>
    /** All tables, that with the most rows first; one statement for all of them. */
    readonly countTables: Effect.Effect<ReadonlyArray<TableSize>>
  }
>()("@dragoman/store/server/ServerStatusRepository") {
  static readonly layer = Layer.effect(
    ServerStatusRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [readDatabase, listTables] = sql.onDialectOrElse({
        pg: () =>
          [
            sql<DatabaseFacts>`
              SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size_bytes,
                (SELECT MAX(version) FROM schema_migration) AS schema_version`,
            sql<{ name: string }>`SELECT relname AS name FROM pg_class
              WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p') AND NOT relispartition`
          ] as const,
        orElse: () =>
          [
            sql<DatabaseFacts>`
              SELECT sqlite_version() AS version,
                (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS size_bytes,
                (SELECT MAX(version) FROM schema_migration) AS schema_version`,
            sql<{ name: string }>`
              SELECT name FROM sqlite_schema
              WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND ${sql.literal(isNoSearchTable)}`
          ] as const
      })
      return ServerStatusRepository.of({
        readDatabase: readDatabase.pipe(
          Effect.flatMap(([facts]) => Effect.fromNullishOr(facts)),
          Effect.orDie
        ),

        countContent: sql<ContentCounts>`
          SELECT
            (SELECT COUNT(*) FROM user_account) AS user_count,
            (SELECT COUNT(*) FROM organization) AS organization_count,
            (SELECT COUNT(*) FROM project) AS project_count,
            (SELECT COUNT(*) FROM translation_key) AS key_count,
            (SELECT COUNT(*) FROM translation WHERE text IS NOT NULL) AS text_count,
            (SELECT COUNT(*) FROM image) AS image_count,
            (SELECT COALESCE(SUM(length(content)), 0) FROM image_piece) AS image_bytes`.pipe(
          Effect.flatMap(([counts]) => Effect.fromNullishOr(counts)),
          Effect.orDie
        ),

        countTables: Effect.gen(function* () {
          const tables = yield* listTables
          const counts = tables.map(
            ({ name }) => sql`SELECT CAST(${name} AS TEXT) AS name, COUNT(*) AS row_count FROM ${sql(name)}`
          )
          return yield* sql<TableSize>`
            ${sql.join(" UNION ALL ", false)(counts)} ORDER BY row_count DESC, name`
        }).pipe(Effect.orDie)
      })
    })
  )
}
