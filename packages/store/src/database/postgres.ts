import type { Socket } from "node:net"
import { PgClient, PgConnection, PgTypes } from "@effect/sql-pg"
import { Context, Effect, Layer, RcRef, Redacted, Result, Semaphore } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { PostgresListener } from "./channel.ts"
import { countErrors, countUse, ownConnections } from "./connection-figures.ts"
import { PostgresSessions } from "./database.ts"
import { lockWaitMillisMax } from "./locks.ts"
import { acquireAtPlace, appliedPosition, makeFreshness, Replica, writtenPosition } from "./replica.ts"
import { connectToServer, type ServerAddress, serverOfUrl, silenceMillisMax } from "./server-connection.ts"
import { pooledSessionName, sessionNameOf } from "./server-sessions.ts"
import { columnToField } from "./sql-fragments.ts"

/**
 * Connections of one thread. Reads have their own, so that no writer that waits for a lock keeps a reader, a login or the
 * readiness check from the database.
 */
const defaultConnections = { read: 10, write: 10 }

/** A statement that takes longer is ended; imports and exports consist of many short ones. Migrations have no limit. */
const statementMillisMax = 600_000

/**
 * A session whose transaction is open and does nothing for so long is ended, with its locks: the process was stopped, or
 * its host is gone. Longer than the pauses of the largest import.
 */
const idleTransactionMillisMax = 60_000

/** Connections are replaced after this time: after a failover they lead to the server that takes writes. */
const connectionMillisMax = 600_000

/** Settings for the server: sessions of hosts that have vanished end after at most half a minute. */
const deadClientParameters = {
  tcp_keepalives_idle: "15",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "30000"
}

const int8Oid = 20

/** Ids, counts and epoch milliseconds stay below 2^53, so they are numbers as in SQLite. */
const int8AsNumber: PgTypes.Codec<number> = {
  encode: (value) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
    return Result.succeed(bytes)
  },
  decode: (bytes) => Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0)))
}

export interface PostgresOptions {
  /** Commits return before the disk has them: when the database server fails, the last ones may be lost. For work that is repeated then. */
  readonly lazySync?: boolean
  /**
   * Statements are planned once for each connection, without a look at their values: for few statements that are run all
   * the time, each with an index that it has to take.
   */
  readonly genericPlans?: boolean
  /** A statement that waits longer for a lock of another transaction fails. */
  readonly lockWaitMillis?: number
  /** A transaction that does nothing for longer is ended by PostgreSQL. */
  readonly idleTransactionMillis?: number
  /** A connection that is silent for longer asks whether the host is there. */
  readonly silenceMillis?: number
  /** Application name of the sessions; that of a server by default. */
  readonly applicationName?: string
  /** Connections that are open at most, beside the one that listens. */
  readonly connections?: { readonly read: number; readonly write: number } | undefined
  /**
   * URL of PostgreSQL itself, when the other one leads to a pooler that gives each transaction another session. Sessions of this
   * URL listen.
   */
  readonly directUrl?: string | undefined
  /** A streaming replica that takes reads, and the longest wait until it has what was committed. */
  readonly replica?: { readonly url: string; readonly lagMillisMax: number } | undefined
}

/**
 * PostgreSQL by URL, with the same value types as SQLite: int8 as number, flags as 0 and 1, JSON as text. `SqlClient`
 * reads and writes on connections apart, and one more listens to all channels.
 */
export const layerPostgres = (
  url: string,
  {
    lazySync = false,
    genericPlans = false,
    lockWaitMillis = lockWaitMillisMax,
    idleTransactionMillis = idleTransactionMillisMax,
    silenceMillis = silenceMillisMax,
    applicationName = sessionNameOf("server"),
    connections = defaultConnections,
    directUrl,
    replica
  }: PostgresOptions = {}
): Layer.Layer<PgClient.PgClient | PostgresListener | PostgresSessions | SqlClient.SqlClient, SqlError.SqlError> => {
  const types = PgTypes.makeRegistry()
  types.register(int8Oid, int8AsNumber)
  const sockets = new Set<Socket>()
  const openSocket = (address: ServerAddress): Socket => {
    const socket = connectToServer(address, silenceMillis)
    sockets.add(socket)
    return socket.once("close", () => sockets.delete(socket))
  }
  const limits = {
    lock_timeout: String(lockWaitMillis),
    statement_timeout: String(statementMillisMax),
    idle_in_transaction_session_timeout: String(idleTransactionMillis),
    ...(lazySync ? { synchronous_commit: "off" } : {}),
    ...(genericPlans ? { plan_cache_mode: "force_generic_plan" } : {})
  }
  const sessionAt = (address: string, opening: () => void = () => {}) => {
    const server = serverOfUrl(address)
    const open = (to: ServerAddress) => () => {
      opening()
      return openSocket(to)
    }
    return {
      url: Redacted.make(address),
      keepAlive: silenceMillisMax,
      ...(server === null ? {} : { stream: open(server) }),
      types
    }
  }
  const lastingSessionAt: typeof sessionAt = (address, opening) => ({
    ...sessionAt(address, opening),
    applicationName,
    startupParameters: { ...limits, ...deadClientParameters }
  })
  const isPooled = directUrl !== undefined
  // A pooler gives its sessions to any client: they keep neither settings nor statements, and their name is that of no process.
  const usualSessionAt: typeof sessionAt = isPooled
    ? (address, opening) => ({ ...sessionAt(address, opening), applicationName: pooledSessionName, prepare: false })
    : lastingSessionAt
  const session = usualSessionAt(url)
  const directSession = lastingSessionAt(directUrl ?? url)
  const connect = (maxConnections: number, to: PgConnection.Config = session) =>
    PgClient.make({
      ...to,
      maxConnections,
      connectionTTL: connectionMillisMax,
      transformResultNames: columnToField
    })
  /** Connects to the replica as to the primary: through a pooler or not. */
  const follow = Effect.fnUntraced(function* (
    { url: replicaUrl, lagMillisMax }: Replicated,
    primary: PgClient.PgClient
  ) {
    // A new connection may lead to another host than those before.
    const pool = yield* connect(
      connections.read,
      usualSessionAt(replicaUrl, () => freshness.restart())
    )
    yield* ownConnections({ read: connections.read, write: 0 })
    const positionOf = (sql: SqlClient.SqlClient, position: string) =>
      Effect.map(sql.unsafe<{ position: number }>(`SELECT ${position} AS position`), ([row]) => row?.position ?? 0)
    const freshness = yield* makeFreshness({
      written: positionOf(primary, writtenPosition),
      applied: positionOf(pool, appliedPosition),
      lagMillisMax
    })
    return {
      isFresh: freshness.isFresh,
      connection: Effect.map(countUse("read", pool.reserve), countErrors)
    }
  })
  return Layer.effectContext(
    Effect.gen(function* () {
      const reading = yield* connect(connections.read)
      const writing = yield* connect(connections.write)
      yield* ownConnections(connections)
      const onPrimary = Effect.map(countUse("read", reading.reserve), countErrors)
      const following = replica === undefined ? null : yield* follow(replica, reading)
      const listening = yield* RcRef.make({
        acquire: Effect.flatMap(PgConnection.make(directSession), ({ pin }) => pin)
      })
      const client = yield* SqlClient.make({
        acquirer: following === null ? onPrimary : acquireAtPlace(onPrimary, following.connection),
        transactionAcquirer: Effect.map(countUse("write", writing.reserve), countErrors),
        commit,
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        compiler: PgClient.makeCompiler(),
        transformRows: renameColumns,
        driver: "pg",
        spanAttributes: [["db.system.name", "postgresql"]]
      })
      const semaphore = yield* Semaphore.make(1)
      const replaceReadOnly = Effect.suspend(() => {
        const older = [...sockets]
        const replace = Effect.gen(function* () {
          // Another transaction replaced them while this one waited.
          if (older.length > 0 && older.every((socket) => socket.destroyed)) return true
          if (!(yield* takesWrites(session))) return false
          yield* Effect.forEach(older, close, { concurrency: "unbounded", discard: true })
          return older.length > 0
        })
        return semaphore.withPermit(Effect.scoped(replace))
      })
      return Context.make(PgClient.PgClient, reading).pipe(
        Context.add(PostgresListener, {
          listen: (channel) => Effect.flatMap(RcRef.get(listening), (connection) => connection.listen(channel))
        }),
        Context.add(PostgresSessions, {
          replaceReadOnly,
          areShared: Effect.scoped(areShared(directSession)),
          limitTransaction: isPooled ? limitTransaction(client, limits) : null
        }),
        Context.add(SqlClient.SqlClient, client),
        (context) => (following === null ? context : Context.add(context, Replica, { isFresh: following.isFresh }))
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
}

type Replicated = NonNullable<PostgresOptions["replica"]>

/** Gives the open transaction the settings that sessions of a pooler do not keep. */
const limitTransaction = (sql: SqlClient.SqlClient, limits: Readonly<Record<string, string>>) => {
  const calls = Object.entries(limits).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return Effect.asVoid(sql`SELECT ${sql.csv(calls)}`)
}

/** The pool has noticed it when this ends. */
const close = (socket: Socket) =>
  Effect.callback<void>((resume) => {
    if (socket.closed) return resume(Effect.void)
    socket.once("close", () => resume(Effect.void)).destroy()
  })

/** Says whether a new session on the address of the database takes writes. */
const takesWrites = (session: PgConnection.Config) =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make(session)
    const { rows } = yield* connection.query("SHOW transaction_read_only")
    return rows[0]?.["transaction_read_only"] === "off"
  }).pipe(Effect.catchIf(SqlError.isSqlError, () => Effect.succeed(false)))

/** So many connections are compared: a pooler may have several processes, each with sessions of its own. */
const comparedConnections = 4

/** Identifies a session of PostgreSQL, also after a failover to a host where another session has its process id. */
const sessionIdentity = `SELECT CONCAT_WS(' ', pid, backend_start, pg_postmaster_start_time()) AS identity
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`

/**
 * Whether a pooler gives each transaction a session of its own choice: two open connections then meet in one session, or one of them
 * changes its session. Neither happens without a pooler, or with one that pools whole sessions.
 */
const areShared = (session: PgConnection.Config) =>
  Effect.gen(function* () {
    const connections = yield* Effect.replicateEffect(PgConnection.make(session), comparedConnections)
    const identities = yield* Effect.forEach([...connections, ...connections], (connection) =>
      // Without a named statement, which such a pooler loses.
      Effect.map(connection.query(sessionIdentity, [], false), ({ rows }) => String(rows[0]?.["identity"]))
    )
    const [first, second] = [identities.slice(0, comparedConnections), identities.slice(comparedConnections)]
    return new Set(first).size < comparedConnections || first.some((identity, index) => identity !== second[index])
  })

/** PostgreSQL answers `COMMIT` with `ROLLBACK` when the transaction was broken before. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    if ((result as { readonly command?: unknown }).command !== "ROLLBACK") return Effect.void
    const message = "COMMIT rolled back a broken transaction"
    return Effect.fail(
      new SqlError.SqlError({
        reason: new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
      })
    )
  })

type Row = Readonly<Record<string, unknown>>

/** `first_failed_at` → `firstFailedAt` in all rows. */
const renameColumns = <A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A> => {
  const columns = Object.keys(rows[0] ?? {}).map((column) => [column, columnToField(column)] as const)
  return rows.map((row) => {
    const renamed: Record<string, unknown> = {}
    for (const [column, field] of columns) renamed[field] = (row as Row)[column]
    return renamed
  }) as unknown as ReadonlyArray<A>
}
