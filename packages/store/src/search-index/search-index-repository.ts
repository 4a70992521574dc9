import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Database } from "../database/database.ts"
import { retryLocked, tableLockMillis } from "../database/retry-locked.ts"
import { jsonIdRows } from "../database/sql-fragments.ts"
import {
  dropStatements,
  indexStatement,
  pendingSearchTable,
  pendingStatements,
  postgresSearchIndexes,
  projectTrigramSql,
  searchIndexTable,
  sqliteSearchObjects
} from "./search-index-schema.ts"

/** Fewer texts are looked through in a few milliseconds, and their writers need not pay for an index. */
export interface SearchIndexSizes {
  /** Number of texts of a database from which servers make the index. */
  readonly databaseTextsMin: number
  /** Number of texts of a project from which searches take it. */
  readonly projectTextsMin: number
  /** Checking one candidate takes as long as looking through so many texts: with more candidates the index does not help. */
  readonly textsPerCandidate: number
}

export const CurrentSearchIndexSizes = Context.Reference<SearchIndexSizes>(
  "@dragoman/store/search-index/CurrentSearchIndexSizes",
  { defaultValue: () => ({ databaseTextsMin: 100_000, projectTextsMin: 20_000, textsPerCandidate: 40 }) }
)

/** Rows that one transaction marks: they take some tens of milliseconds. */
const rowsPerMark = 20_000

/** Rows that one transaction indexes, in about the same time. */
const rowsPerTransaction = 400

/** Says whether the index finds every text; pending rows count as found. */
export const isSearchReady = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = sql.onDialectOrElse({
    pg: () => postgresSearchIndexes.map(({ name }) => name),
    orElse: () => sqliteSearchObjects
  })
  const [found] = yield* sql<{ count: number }>`${sql.onDialectOrElse({
    pg: () => sql`
      SELECT CAST(count(*) AS INTEGER) AS count FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indisvalid AND ${sql.in("c.relname", names)} AND c.relnamespace = CAST(current_schema() AS regnamespace)`,
    orElse: () => sql`SELECT count(*) AS count FROM sqlite_schema WHERE ${sql.in("name", names)}`
  })}`
  return found?.count === names.length
})

/** `unneeded`: the database is small. `impossible`: PostgreSQL has no `pg_trgm`, and the user may not create it. */
export type SearchIndexState = "unneeded" | "impossible" | "missing" | "building" | "ready"

/** Reads whether the index is there. */
export const readSearchIndexState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (yield* isSearchReady) return "ready"
  const { databaseTextsMin } = yield* CurrentSearchIndexSizes
  const [newest] = yield* sql<{ id: number | null }>`SELECT max(id) AS id FROM translation`
  if ((newest?.id ?? 0) < databaseTextsMin) return "unneeded"
  const [found] = yield* sql.onDialectOrElse({
    pg: () => sql<{ isPossible: boolean; isBuilding: boolean }>`
      SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm')
          OR has_database_privilege(current_database(), 'CREATE')
          AND EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS is_possible,
        EXISTS (SELECT 1 FROM pg_stat_progress_create_index p JOIN pg_class c ON c.oid = p.relid
          LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
          WHERE COALESCE(i.inhparent, c.oid) IN (${sql.csv(
            postgresSearchIndexes.map(({ table }) => sql`CAST(${table} AS regclass)`)
          )})) AS is_building`,
    orElse: () => Effect.succeed([{ isPossible: true, isBuilding: false }])
  })
  if (found?.isPossible !== true) return "impossible"
  return found.isBuilding ? "building" : "missing"
}) satisfies Effect.Effect<SearchIndexState, unknown, SqlClient.SqlClient>

/** The index that contains-searches of large projects take. ADR 144. */
export class SearchIndexRepository extends Context.Service<
  SearchIndexRepository,
  {
    readonly readState: Effect.Effect<SearchIndexState>
    /** Makes the index, however long it takes: it holds no lock for longer than some tens of milliseconds. */
    readonly build: Effect.Effect<void>
    /** Says whether rows wait for the index; PostgreSQL has none. */
    readonly hasPending: Effect.Effect<boolean>
    /** Indexes some of the rows that have changed; returns how many. */
    readonly indexPending: Effect.Effect<number>
  }
>()("@dragoman/store/search-index/SearchIndexRepository") {
  static readonly layer = Layer.effect(
    SearchIndexRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const isPostgres = database.engine === "postgres"
      const runAll = (statements: ReadonlyArray<string>) =>
        Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
      const hasPending = Effect.gen(function* () {
        if (isPostgres || !(yield* isSearchReady)) return false
        return (yield* sql`SELECT 1 AS found FROM ${sql(pendingSearchTable)} LIMIT 1`).length > 0
      })

      const buildSqlite = Effect.gen(function* () {
        // A migration may have taken a trigger away: then nothing is known of the rows.
        yield* database.transaction(Effect.orDie(runAll([...dropStatements("sqlite"), ...pendingStatements])))
        for (const [table, id] of [
          ["translation", "id"],
          ["translation_key", "-id"]
        ] as const) {
          let afterId = 0
          for (;;) {
            const [last] = yield* sql<{ id: number | null }>`
              SELECT max(id) AS id FROM (SELECT id FROM ${sql(table)} WHERE id > ${afterId} ORDER BY id LIMIT ${rowsPerMark})`
            if (last === undefined || last.id === null) break
            const mark = sql`
              INSERT OR IGNORE INTO ${sql(pendingSearchTable)} (project_id, id)
              SELECT project_id, ${sql.literal(id)} FROM ${sql(table)} WHERE id > ${afterId} AND id <= ${last.id}`
            yield* database.transaction(Effect.orDie(mark))
            afterId = last.id
          }
        }
        yield* database.transaction(Effect.orDie(sql.unsafe(indexStatement)))
      })

      const buildPostgres = Effect.scoped(
        Effect.gen(function* () {
          const exists = yield* sql`SELECT 1 AS found FROM pg_extension WHERE extname = 'pg_trgm'`
          if (exists.length === 0)
            yield* database.transaction(Effect.orDie(sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`))
          const [opclass] = yield* sql<{ schema: string }>`
            SELECT quote_ident(n.nspname) AS schema FROM pg_opclass o JOIN pg_namespace n ON n.oid = o.opcnamespace
            WHERE o.opcname = 'gin_trgm_ops'`
          const connection = yield* sql.reserve
          const run = (statement: string) => connection.executeUnprepared(statement, [], undefined)
          yield* run("SET statement_timeout = 0")
          yield* run("SET lock_timeout = 0")
          // Statements of servers queue behind one that waits for a table.
          const runShort = (statement: string) =>
            Effect.acquireUseRelease(
              run(`SET lock_timeout = ${tableLockMillis}`),
              () => retryLocked(run(statement)),
              () => Effect.ignore(run("SET lock_timeout = 0"))
            )
          yield* Effect.addFinalizer(() =>
            Effect.ignore(Effect.all([run("RESET statement_timeout"), run("RESET lock_timeout")]))
          )
          const removeBroken = Effect.fnUntraced(function* (name: string) {
            const [broken] = yield* sql`
              SELECT 1 AS found FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
              WHERE NOT i.indisvalid AND c.relname = ${name}
                AND c.relnamespace = CAST(current_schema() AS regnamespace)`
            if (broken !== undefined) yield* run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
          })
          for (const { name, table, columns } of postgresSearchIndexes) {
            const method = `USING gin (${columns
              .map((column) => `${column} ${opclass?.schema ?? "public"}.gin_trgm_ops`)
              .join(", ")})`
            const partitions = yield* sql<{ name: string; isIndexed: boolean }>`
              SELECT c.relname AS name, EXISTS (
                SELECT 1 FROM pg_index x JOIN pg_inherits a ON a.inhrelid = x.indexrelid
                JOIN pg_class p ON p.oid = a.inhparent WHERE x.indrelid = c.oid AND p.relname = ${name}) AS is_indexed
              FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = CAST(${table} AS regclass) ORDER BY c.relname`
            if (partitions.length === 0) {
              yield* removeBroken(name)
              yield* run(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${table} ${method}`)
              continue
            }
            // PostgreSQL makes no index of a whole partitioned table concurrently. This one becomes valid with that of the last partition.
            yield* runShort(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${method}`)
            for (const partition of partitions) {
              if (partition.isIndexed) continue
              const part = `${partition.name}_text_search`
              yield* removeBroken(part)
              yield* run(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${part} ON ${partition.name} ${method}`)
              yield* runShort(`ALTER INDEX ${name} ATTACH PARTITION ${part}`)
            }
          }
        })
      )

      const indexPending = Effect.gen(function* () {
        const rows = yield* sql<{ id: number; projectId: number }>`
          SELECT id, project_id FROM ${sql(pendingSearchTable)} LIMIT ${rowsPerTransaction}`
        if (rows.length === 0) return 0
        const ids = jsonIdRows(
          sql,
          rows.map(({ id }) => id)
        )
        const index = sql(searchIndexTable)
        yield* sql`DELETE FROM ${index} WHERE rowid IN (SELECT input.id FROM ${ids} input)`
        yield* sql`
          INSERT INTO ${index} (rowid, text, project)
          SELECT t.id, unicode_lower(t.text), ${sql.literal(projectTrigramSql("t.project_id"))}
          FROM ${ids} input CROSS JOIN translation t WHERE t.id = input.id AND t.text IS NOT NULL`
        yield* sql`
          INSERT INTO ${index} (rowid, text, project)
          SELECT input.id, unicode_lower(k.name || char(10) || COALESCE(k.description, '')),
            ${sql.literal(projectTrigramSql("k.project_id"))}
          FROM ${ids} input CROSS JOIN translation_key k WHERE k.id = -input.id`
        yield* sql`
          DELETE FROM ${sql(pendingSearchTable)} WHERE (project_id, id) IN (
            SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(rows.map(({ id, projectId }) => [projectId, id]))}))`
        return rows.length
      })

      const withSql = Effect.provideService(SqlClient.SqlClient, sql)
      return SearchIndexRepository.of({
        readState: withSql(readSearchIndexState).pipe(Effect.orDie),
        build: (isPostgres ? buildPostgres : buildSqlite).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),
        hasPending: withSql(hasPending).pipe(Effect.orDie),
        indexPending: isPostgres ? Effect.succeed(0) : database.transaction(Effect.orDie(indexPending))
      })
    })
  )
}
