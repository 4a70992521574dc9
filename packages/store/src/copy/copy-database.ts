import { Data, Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { compareTables } from "./compare-tables.ts"
import { type CopiedTable, readTables } from "./copied-tables.ts"
import { inSnapshot, openTable, readLastKey } from "./read-rows.ts"
import { readLastIds, writeLastIds } from "./sequences.ts"
import { makeTableDigest, type TableDigest } from "./table-digest.ts"
import { markComplete, prepareTarget, readMigrations, readSource } from "./unfinished-copy.ts"
import { insertRows } from "./write-rows.ts"

/** A table of the source has other columns than the version of its schema says: it was changed by hand. */
export class CopiedTableDiffers extends Data.TaggedError("CopiedTableDiffers")<{ readonly table: string }> {}

export interface CopyProgress {
  readonly step: "copy" | "compare"
  readonly table: string
  /** Rows of the table that were written in this run. */
  readonly rows: number
}

export interface CopyReport {
  readonly schemaVersion: number
  /** Says whether an earlier run had begun it. */
  readonly isResumed: boolean
  readonly tables: Readonly<Record<string, TableDigest>>
  /** Tables of the source that are not of its schema. */
  readonly tablesLeftOut: ReadonlyArray<string>
}

/** An end of a copy: one connection to a database of either engine. */
type Client = SqlClient.SqlClient

const on = <A, E, R>(sql: Client, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, SqlClient.SqlClient, sql)

const committed = <A, E, R>(sql: Client, effect: Effect.Effect<A, E, R>) =>
  sql.withTransaction(effect).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)) as Effect.Effect<
    A,
    Exclude<E, SqlError.SqlError>,
    R
  >

/**
 * Copies all rows of a database with their ids into an empty one of either engine, as they are at one moment, and compares
 * them. A run that ends early leaves an unfinished copy, in which the next one continues. `check`: `rows` reads both databases
 * again and compares them value by value; `digests` only adds up what is read of the source, for a caller that checks the target
 * by it, and does not continue earlier runs. `finish` runs in the last transaction of the target.
 */
export const copyDatabase = Effect.fnUntraced(function* (options: {
  readonly source: Client
  readonly target: Client
  readonly now: number
  readonly check: "rows" | "digests"
  readonly finish?: Effect.Effect<void, never, SqlClient.SqlClient>
  readonly onProgress?: (progress: CopyProgress) => void
}) {
  const { source, target, now, check, finish = Effect.void, onProgress = () => {} } = options
  const copying = Effect.gen(function* () {
    const from = yield* on(source, readSource)
    const isResumed = yield* on(target, prepareTarget(from, now))
    const found = yield* on(source, readTables)
    const tables = yield* on(target, readTables)
    for (const table of tables) yield* checkShape(table, found)
    const digests: Record<string, TableDigest> = {}
    for (const table of tables) digests[table.name] = yield* copyTable(source, target, table, onProgress)
    const compared =
      check === "digests"
        ? digests
        : yield* inSnapshot(
            target,
            compareTables(source, target, tables, (table) => onProgress({ step: "compare", table, rows: 0 }))
          )
    const lastIds = yield* readLastIds(source, tables)
    const applied = yield* on(source, readMigrations)
    const finishing = Effect.gen(function* () {
      // Pages may commit without the disk; what the last transaction says is true after a power failure too.
      yield* target.onDialectOrElse({
        pg: () => Effect.orDie(target`SET LOCAL synchronous_commit = on`),
        orElse: () => Effect.void
      })
      yield* writeLastIds(target, tables, lastIds)
      yield* on(target, finish)
      yield* on(target, markComplete(applied))
    })
    yield* committed(target, finishing)
    const report: CopyReport = {
      schemaVersion: from.version,
      isResumed,
      tables: compared,
      tablesLeftOut: found.map(({ name }) => name).filter((name) => !tables.some((table) => table.name === name))
    }
    return report
  })
  const report = yield* inSnapshot(source, copying)
  // A new database knows nothing of its rows, and plans badly until it looks by itself.
  yield* target.onDialectOrElse({ pg: () => Effect.orDie(target`ANALYZE`), orElse: () => Effect.void })
  return report
})

const checkShape = (table: CopiedTable, found: ReadonlyArray<CopiedTable>) => {
  const shapeOf = ({ columns }: CopiedTable) =>
    columns
      .map(({ name, type }) => `${name} ${type}`)
      .toSorted()
      .join()
  const own = found.find(({ name }) => name === table.name)
  return own !== undefined && shapeOf(own) === shapeOf(table)
    ? Effect.void
    : Effect.fail(new CopiedTableDiffers({ table: table.name }))
}

/** Rows go in in the order of their keys, a page per transaction: the last key says how far an earlier run has come. */
const copyTable = Effect.fnUntraced(function* (
  source: Client,
  target: Client,
  table: CopiedTable,
  onProgress: (progress: CopyProgress) => void
) {
  const reader = yield* openTable(source, table, yield* readLastKey(target, table))
  const digest = makeTableDigest()
  let count = 0
  for (let rows = yield* reader.next; rows.length > 0; rows = yield* reader.next) {
    const page = rows
    digest.add(page)
    yield* committed(target, insertRows(target, table, page))
    count += page.length
    onProgress({ step: "copy", table: table.name, rows: count })
  }
  return digest.result()
})
