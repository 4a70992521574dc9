import { PgClient, PgTypes } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { lockWaitMillisMax } from "./locks.ts"
import { columnToField } from "./sql-fragments.ts"

/**
 * Connections of one process; PostgreSQL allows 100 by default for all processes together. Reads have their own, so that
 * no writer that waits for a lock keeps a reader, a login or the readiness check from the database.
 */
const readConnectionsMax = 10
const writeConnectionsMax = 10

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
  /** A statement that waits longer for a lock of another transaction fails. */
  readonly lockWaitMillis?: number
}

/**
 * PostgreSQL by URL, with the same value types as SQLite: int8 as number, flags as 0 and 1, JSON as text. `SqlClient`
 * reads and writes on connections apart; `PgClient` is the one of the reads, for `LISTEN`.
 */
export const layerPostgres = (
  url: string,
  { lockWaitMillis = lockWaitMillisMax }: PostgresOptions = {}
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> => {
  const types = PgTypes.makeRegistry()
  types.register(int8Oid, int8AsNumber)
  const connect = (maxConnections: number) =>
    PgClient.make({
      url: Redacted.make(url),
      maxConnections,
      applicationName: "dragoman",
      startupParameters: { lock_timeout: String(lockWaitMillis) },
      transformResultNames: columnToField,
      types
    })
  return Layer.effectContext(
    Effect.gen(function* () {
      const reading = yield* connect(readConnectionsMax)
      const writing = yield* connect(writeConnectionsMax)
      const client = yield* SqlClient.make({
        acquirer: reading.reserve,
        transactionAcquirer: writing.reserve,
        commit,
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        compiler: PgClient.makeCompiler(),
        transformRows: Statement.defaultTransforms(columnToField).array,
        driver: "pg",
        spanAttributes: []
      })
      return Context.make(PgClient.PgClient, reading).pipe(Context.add(SqlClient.SqlClient, client))
    })
  ).pipe(Layer.provide(Reactivity.layer))
}

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
