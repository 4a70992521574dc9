import { addToFigure } from "@dragoman/monitoring/thread-counters"
import BetterSqlite3 from "better-sqlite3"
import { Clock, Effect, Layer, Random, Schedule, type Scope, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { countError, countUse, ownConnections } from "./connection-figures.ts"
import { readOperation } from "./outage.ts"
import type { RepeatingConnection } from "./sql-fragments.ts"
import { columnToField } from "./sql-fragments.ts"
import { sqlFunctions } from "./sql-functions.ts"
import { makeWriteGaps, makeWriteLine, type WriteLine } from "./write-line.ts"

export interface SqliteOptions {
  /** Path of the database file; it is created when absent. */
  readonly filename: string
  /** The addon itself, when it does not lie where `better-sqlite3` looks for it (single executable). */
  readonly nativeBinding?: object | undefined
  /** Says whether commits copy a long write-ahead log into the file; false: `makeCheckpoint` does, in another thread. */
  readonly autoCheckpoint?: boolean
  /** Commits return before the disk has them: when the machine fails, the last ones may be lost. For work that is repeated then. */
  readonly lazySync?: boolean
  /** The file stays as it is, and transactions fail: for backups, and for the source of a copy. */
  readonly isReadOnly?: boolean
}

/** Prepared statements kept per connection; the least recently prepared one goes first. */
const preparedStatementsMax = 512

const beginStatement = "BEGIN IMMEDIATE"
const endStatements: ReadonlySet<string> = new Set(["COMMIT", "ROLLBACK"])

/** Between two tries of a fiber to get the write lock that another process has, from 1.6 to 2.4 ms. */
const writeLockPause = Effect.flatMap(Random.next, (random) => Effect.sleep(1.6 + 0.8 * random))
/** Longer than the largest import; then the database is a broken one. */
const writeLockMillisMax = 120_000

/** Between two tries to open a file that another process is just opening, closing or converting. */
const openPause = Schedule.spaced("10 millis")
/** About 10 s; then the process that has the file open will not close it. */
const openTries = 1_000

/** The write-ahead log is cut to this size, in bytes, when a snapshot that has made it grow has ended. */
const logBytesKept = 64 * 1024 * 1024

type Row = Readonly<Record<string, unknown>>
type Parameters = ReadonlyArray<unknown>

type Operation = "execute" | typeof readOperation

const sqlError = (cause: unknown, operation: Operation) =>
  new SqlError.SqlError({ reason: SqlError.classifySqliteError(cause, { message: "sqlite", operation }) })

const isBusyCause = (cause: unknown): boolean =>
  String((cause as { readonly code?: unknown } | undefined)?.code).startsWith("SQLITE_BUSY")

const isBusy = (error: SqlError.SqlError): boolean => isBusyCause(error.reason.cause)

const attemptAs =
  (operation: Operation) =>
  <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(run())
      } catch (cause) {
        const error = sqlError(cause, operation)
        // A fiber that waits for the lock tries again; its wait is counted.
        if (!isBusyCause(cause)) countError(error)
        return Effect.fail(error)
      }
    })

/** SQLite knows no booleans; `undefined` is the absence that JSON bodies have. */
const toSqlite = (value: unknown): unknown =>
  value === true ? 1 : value === false ? 0 : value === undefined ? null : value

/**
 * `?` → `+?`, outside of quoted text. SQLite plans a statement again at every execution when its planner may look at the
 * values of parameters; the plus hides them and changes nothing else. Without it joins cost three times as much.
 */
const withOpaqueParameters = (sql: string): string =>
  sql.replace(/'[^']*'|\?/g, (token) => (token === "?" ? "+?" : token))

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const rowOf = (fields: ReadonlyArray<string>, values: ReadonlyArray<unknown>): Row => {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index++) row[fields[index] ?? ""] = values[index]
  return row
}

interface Connection {
  readonly connection: RepeatingConnection
  /** Waits for the write lock and begins a transaction. `restore`: for the waits, which may be interrupted. */
  readonly begin: (restore: Restore) => Effect.Effect<void, SqlError.SqlError, Scope.Scope>
}

const makeConnection = (database: BetterSqlite3.Database, line: WriteLine): Connection => {
  const attempt = attemptAs(database.readonly ? readOperation : "execute")
  /** `fields`: of its rows; null: it returns none. */
  const statements = new Map<string, { statement: BetterSqlite3.Statement; fields: ReadonlyArray<string> | null }>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(withOpaqueParameters(sql))
    const fields = statement.reader
      ? statement
          .raw(true)
          .columns()
          .map(({ name }) => columnToField(name))
      : null
    const prepared = { statement, fields }
    const [oldest] = statements.keys()
    if (statements.size >= preparedStatementsMax && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  const rows = (sql: string, parameters: Parameters): ReadonlyArray<Row> => {
    const { statement, fields } = prepare(sql)
    const values = parameters.map(toSqlite)
    if (fields === null) {
      statement.run(...values)
      return []
    }
    return (statement.all(...values) as ReadonlyArray<ReadonlyArray<unknown>>).map((found) => rowOf(fields, found))
  }
  const rawRows = (sql: string, parameters: Parameters): ReadonlyArray<ReadonlyArray<unknown>> => {
    const { statement, fields } = prepare(sql)
    const values = parameters.map(toSqlite)
    if (fields !== null) return statement.all(...values) as ReadonlyArray<ReadonlyArray<unknown>>
    statement.run(...values)
    return []
  }
  const gaps = makeWriteGaps()
  const leaveGap = Effect.suspend(() => {
    const millis = gaps.beforeBegin(performance.now())
    return millis === 0 ? Effect.void : Effect.sleep(millis)
  })
  const rollBackUnended = Effect.ignoreCause(
    Effect.sync(() => {
      if (database.inTransaction) database.exec("ROLLBACK")
    })
  )
  // The process must never wait inside SQLite: the fiber waits, all others go on.
  const begin = (restore: Restore): Effect.Effect<void, SqlError.SqlError, Scope.Scope> => {
    const deadline = performance.now() + writeLockMillisMax
    let hasWaited = false
    const onWait = () => {
      if (!hasWaited) addToFigure("databaseLockWaits")
      hasWaited = true
    }
    const tryToBegin: Effect.Effect<unknown, SqlError.SqlError> = Effect.catchIf(
      attempt(() => rows(beginStatement, [])),
      (error) => {
        const now = performance.now()
        if (!isBusy(error) || now > deadline) return false
        gaps.foundBusy(now)
        onWait()
        return true
      },
      () => Effect.andThen(restore(writeLockPause), tryToBegin)
    )
    return restore(leaveGap).pipe(
      // After a wait that was too long, SQLite says whether the lock is taken.
      Effect.andThen(restore(line.place({ millisMax: writeLockMillisMax, onWait }))),
      // Before the next one in the line begins.
      Effect.andThen(Effect.addFinalizer(() => rollBackUnended)),
      Effect.andThen(tryToBegin),
      Effect.asVoid,
      // Another thread or process may hold the lock, and no clock of a test moves those on.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  }
  const execute: SqlConnection.Connection["execute"] = (sql, parameters, transform) => {
    const run = attempt((): ReadonlyArray<Row> => {
      const found = rows(sql, parameters)
      return transform ? transform(found) : found
    })
    // `begin` has done it.
    if (sql === beginStatement && database.inTransaction) return Effect.succeed([])
    return endStatements.has(sql) ? Effect.tap(run, () => Effect.sync(() => gaps.afterEnd(performance.now()))) : run
  }
  const connection: RepeatingConnection = {
    execute,
    runEach: (sql, parameterSets) =>
      attempt(() => {
        const { statement } = prepare(sql)
        return parameterSets.map((values) => statement.run(...values).changes)
      }),
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
  return { connection, begin }
}

/** A broken file is a defect. */
const open = (options: SqliteOptions, readonly: boolean) =>
  Effect.acquireRelease(Effect.try({ try: () => openNow(options, readonly), catch: (cause) => cause }), (database) =>
    Effect.sync(() => database.close())
  ).pipe(
    Effect.retry({ while: isBusyCause, schedule: openPause, times: openTries }),
    // Another process has the lock: in real time, whatever the clock of a test says.
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
      database.pragma(`synchronous = ${options.lazySync === true ? "NORMAL" : "FULL"}`)
      database.pragma(`journal_size_limit = ${logBytesKept}`)
      if (options.autoCheckpoint === false) database.pragma("wal_autocheckpoint = 0")
      database.pragma("foreign_keys = ON")
      // Erases deleted content, which may be secret, in pages that are written anyway.
      database.pragma("secure_delete = FAST")
    }
    // 16 MB of pages per connection; the negative sign means KiB.
    database.pragma("cache_size = -16384")
    for (const [name, run] of Object.entries(sqlFunctions)) database.function(name, { deterministic: true }, run)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const make = Effect.fnUntraced(function* (options: SqliteOptions) {
  const writer = yield* open(options, options.isReadOnly === true)
  const reader = options.isReadOnly === true ? writer : yield* open(options, true)
  const line = makeWriteLine(options.filename)
  const { connection: writing, begin } = makeConnection(writer, line)
  const { connection: reading } = makeConnection(reader, line)
  const semaphore = yield* Semaphore.make(1)
  const { transactionAcquirer, onCommitFailure, isTransaction } = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writing),
    semaphore,
    isTransaction: () => writer.inTransaction
  })
  // The transaction begins here, where the caller may be interrupted as long as it waits.
  const beginning = countUse(
    "write",
    Effect.uninterruptibleMask((restore) => restore(transactionAcquirer).pipe(Effect.tap(() => begin(restore))))
  )
  yield* ownConnections(options.isReadOnly === true ? { read: 1, write: 0 } : { read: 1, write: 1 })
  return yield* SqlClient.make({
    // INVARIANT: outside a transaction every statement runs on a read-only connection, so a write that forgot its
    // transaction fails at once, and a reader never waits for a writer.
    acquirer: Effect.succeed(reading),
    borrower: (use) => use(reading),
    transactionAcquirer: beginning,
    onCommitFailure,
    isTransaction,
    compiler: Statement.makeCompilerSqlite(),
    prepareTransactionControls: true,
    beginTransaction: beginStatement,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    driver: "better-sqlite3",
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

/**
 * One SQLite file: WAL, `synchronous=FULL` unless told otherwise, foreign keys on. Statements outside a transaction read on a connection of
 * their own; transactions begin with `BEGIN IMMEDIATE` and wait in the fiber when another writer is at work.
 */
export const layerSqlite = (options: SqliteOptions): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))

/** Longest wait for readers and writers of the file. */
const lockMillis = 30_000

/**
 * Rewrites the file of a SQLite database and empties its write-ahead log, so that nothing of deleted or overwritten
 * values is left in them. Takes the time and the disk space of a copy, and throws when it has not both.
 */
export const compactSqlite = ({ filename, nativeBinding }: SqliteOptions): void => {
  const database = new BetterSqlite3(filename, {
    timeout: lockMillis,
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    database.exec("VACUUM")
    const [checkpoint] = database.pragma("wal_checkpoint(TRUNCATE)") as ReadonlyArray<{ readonly busy: number }>
    if (checkpoint?.busy === 1) throw new Error("the write-ahead log is in use")
  } finally {
    database.close()
  }
}
