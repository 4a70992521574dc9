import BetterSqlite3 from "better-sqlite3"
import { Clock, Effect, Layer, Schedule, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { columnToField } from "./column-name.ts"
import { makeWriteTurns } from "./write-turns.ts"

export interface SqliteOptions {
  /** Path of the database file; it is created when absent. */
  readonly filename: string
  /** The addon itself, when it does not lie where `better-sqlite3` looks for it (single executable). */
  readonly nativeBinding?: object | undefined
}

/** Prepared statements kept per connection; the least recently prepared one goes first. */
const preparedStatementsMax = 512

const beginStatement = "BEGIN IMMEDIATE"
const endStatements: ReadonlySet<string> = new Set(["COMMIT", "ROLLBACK"])

/** Between two tries of a fiber to get the write lock. A worker's bulk write holds it for a few seconds at most. */
const writeLockPause = Schedule.jittered(Schedule.spaced("2 millis"))
/** Some two minutes, longer than the largest import; then the database is a broken one. */
const writeLockTries = 60_000

/** Between two tries to open a file that another process is just opening, closing or converting. */
const openPause = Schedule.spaced("10 millis")
/** About 10 s; then who holds the file will not let it go. */
const openTries = 1_000

type Row = Readonly<Record<string, unknown>>
type Parameters = ReadonlyArray<unknown>

const sqlError = (cause: unknown) =>
  new SqlError.SqlError({ reason: SqlError.classifySqliteError(cause, { message: "sqlite", operation: "execute" }) })

const isBusyCause = (cause: unknown): boolean =>
  String((cause as { readonly code?: unknown } | undefined)?.code).startsWith("SQLITE_BUSY")

const isBusy = (error: SqlError.SqlError): boolean => isBusyCause(error.reason.cause)

const attempt = <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (cause) {
      return Effect.fail(sqlError(cause))
    }
  })

/** SQLite knows no booleans; `undefined` is the absence that JSON bodies have. */
const toSqlite = (value: unknown): unknown =>
  value === true ? 1 : value === false ? 0 : value === undefined ? null : value

/**
 * `?` → `+?`, outside of quoted text. SQLite plans a statement anew at every execution when its planner may look at the
 * values of parameters; the plus hides them and changes nothing else. Without it joins cost three times as much.
 */
const withOpaqueParameters = (sql: string): string =>
  sql.replace(/'[^']*'|\?/g, (token) => (token === "?" ? "+?" : token))

const makeConnection = (database: BetterSqlite3.Database): SqlConnection.Connection => {
  const statements = new Map<string, { statement: BetterSqlite3.Statement; fields: ReadonlyArray<string> | null }>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(withOpaqueParameters(sql))
    const fields = statement.reader
      ? statement
          .raw(true)
          .columns()
          .map((column) => columnToField(column.name))
      : null
    const prepared = { statement, fields }
    const [oldest] = statements.keys()
    if (statements.size >= preparedStatementsMax && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  const toRow = (fields: ReadonlyArray<string>, values: ReadonlyArray<unknown>): Row => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < fields.length; index++) row[fields[index] as string] = values[index]
    return row
  }
  const rows = (sql: string, parameters: Parameters): ReadonlyArray<Row> => {
    const { statement, fields } = prepare(sql)
    const values = parameters.map(toSqlite)
    if (fields === null) {
      statement.run(...values)
      return []
    }
    return (statement.all(...values) as ReadonlyArray<ReadonlyArray<unknown>>).map((row) => toRow(fields, row))
  }
  const rawRows = (sql: string, parameters: Parameters): ReadonlyArray<ReadonlyArray<unknown>> => {
    const { statement, fields } = prepare(sql)
    const values = parameters.map(toSqlite)
    if (fields !== null) return statement.all(...values) as ReadonlyArray<ReadonlyArray<unknown>>
    statement.run(...values)
    return []
  }
  const turns = makeWriteTurns()
  const leaveGap = Effect.suspend(() => {
    const version = Number(database.pragma("data_version", { simple: true }))
    const millis = turns.beforeBegin(performance.now(), version)
    return millis === 0 ? Effect.void : Effect.sleep(millis)
  })
  const execute: SqlConnection.Connection["execute"] = (sql, parameters, transform) => {
    const run = attempt((): ReadonlyArray<Row> => {
      const found = rows(sql, parameters)
      return transform ? transform(found) : found
    })
    // The process must never wait inside SQLite: the fiber waits, everybody else goes on.
    if (sql === beginStatement) {
      return leaveGap.pipe(
        Effect.andThen(Effect.retry(run, { while: isBusy, schedule: writeLockPause, times: writeLockTries })),
        // Who holds the lock may be another thread or process, which no clock of a test moves on.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
      )
    }
    return endStatements.has(sql) ? Effect.tap(run, () => Effect.sync(() => turns.afterEnd(performance.now()))) : run
  }
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (sql, parameters) => attempt(() => rows(sql, parameters)),
    executeValues: (sql, parameters) => attempt(() => rawRows(sql, parameters)),
    executeValuesUnprepared: (sql, parameters) => attempt(() => rawRows(sql, parameters)),
    executeStream: (sql, parameters, transform) =>
      Stream.suspend(() => {
        const found = rows(sql, parameters)
        return Stream.fromIterable(transform ? transform(found) : found)
      })
  }
}

/** A broken file is a defect. */
const open = (options: SqliteOptions, readonly: boolean) =>
  Effect.acquireRelease(Effect.try({ try: () => openNow(options, readonly), catch: (cause) => cause }), (database) =>
    Effect.sync(() => database.close())
  ).pipe(
    Effect.retry({ while: isBusyCause, schedule: openPause, times: openTries }),
    // Another process holds the lock: in real time, whatever the clock of a test says.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.orDie
  )

const openNow = (options: SqliteOptions, readonly: boolean): BetterSqlite3.Database => {
  const database = new BetterSqlite3(options.filename, {
    readonly,
    timeout: 0,
    ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding as unknown as string })
  })
  try {
    if (!readonly) {
      database.pragma("journal_mode = WAL")
      database.pragma("synchronous = FULL")
      database.pragma("foreign_keys = ON")
      // What is erased leaves no trace in the page that is written anyway: secrets are among it.
      database.pragma("secure_delete = FAST")
    }
    // 16 MB of pages per connection; the negative sign means KiB.
    database.pragma("cache_size = -16384")
    database.function("unicode_lower", { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const make = Effect.fnUntraced(function* (options: SqliteOptions) {
  const writer = yield* open(options, false)
  const reader = yield* open(options, true)
  const writing = makeConnection(writer)
  const reading = makeConnection(reader)
  const semaphore = yield* Semaphore.make(1)
  const { transactionAcquirer, onCommitFailure, isTransaction } = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writing),
    semaphore,
    isTransaction: () => writer.inTransaction
  })
  return yield* SqlClient.make({
    // INVARIANT: outside a transaction every statement runs on a read-only connection, so a write that forgot its
    // transaction fails at once, and a reader never waits for a writer.
    acquirer: Effect.succeed(reading),
    borrower: (use) => use(reading),
    transactionAcquirer,
    onCommitFailure,
    isTransaction,
    compiler: Statement.makeCompilerSqlite(),
    prepareTransactionControls: true,
    beginTransaction: beginStatement,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    driver: "better-sqlite3",
    spanAttributes: []
  })
})

/**
 * One SQLite file: WAL, `synchronous=FULL`, foreign keys on. Statements outside a transaction read on a connection of
 * their own; transactions begin with `BEGIN IMMEDIATE` and wait in the fiber when another writer is at work.
 */
export const layerSqlite = (options: SqliteOptions): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))
