import { addToFigure } from "@dragoman/monitoring/thread-counters"
import { Effect, type Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

type Use = "read" | "write"

/** Counts the connections that a client may have until the scope closes. */
export const ownConnections = ({ read, write }: Readonly<Record<Use, number>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      addToFigure("databaseConnections.read", read)
      addToFigure("databaseConnections.write", write)
    }),
    () =>
      Effect.sync(() => {
        addToFigure("databaseConnections.read", -read)
        addToFigure("databaseConnections.write", -write)
      })
  )

/** Counts who waits for a connection, for how long, and who has one until the scope closes. */
export const countUse = <A, E, R>(use: Use, acquire: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      addToFigure(`databaseConnectionsWaiting.${use}`)
      return restore(acquire).pipe(
        Effect.onExit(() =>
          Effect.sync(() => {
            addToFigure(`databaseConnectionsWaiting.${use}`, -1)
            addToFigure(`databaseWaitSeconds.${use}`, (performance.now() - startedAt) / 1_000)
          })
        ),
        Effect.tap(() => {
          addToFigure(`databaseConnectionsInUse.${use}`)
          return Effect.addFinalizer(() => Effect.sync(() => addToFigure(`databaseConnectionsInUse.${use}`, -1)))
        })
      )
    })
  )

const kindByReason: Readonly<
  Partial<Record<SqlError.SqlErrorReason["_tag"], "conflict" | "connection" | "constraint" | "lock_timeout">>
> = {
  DeadlockError: "conflict",
  SerializationError: "conflict",
  ConnectionError: "connection",
  AuthenticationError: "connection",
  ConstraintError: "constraint",
  UniqueViolation: "constraint",
  LockTimeoutError: "lock_timeout",
  StatementTimeoutError: "lock_timeout"
}

/** Counts a statement that failed. */
export const countError = ({ reason }: SqlError.SqlError): void =>
  addToFigure(`databaseErrors.${kindByReason[reason._tag] ?? "other"}`)

const counted = new WeakMap<SqlConnection.Connection, SqlConnection.Connection>()

/** The connection, with its failed statements counted. */
export const countErrors = (connection: SqlConnection.Connection): SqlConnection.Connection => {
  const known = counted.get(connection)
  if (known !== undefined) return known
  const noting = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.tapError(statement, (error) => Effect.sync(() => countError(error)))
  // The rest of it, which the driver may look for, is inherited.
  const made: SqlConnection.Connection = Object.assign(Object.create(connection), {
    execute: (...given: Parameters<SqlConnection.Connection["execute"]>) => noting(connection.execute(...given)),
    executeRaw: (...given: Parameters<SqlConnection.Connection["executeRaw"]>) =>
      noting(connection.executeRaw(...given)),
    executeValues: (...given: Parameters<SqlConnection.Connection["executeValues"]>) =>
      noting(connection.executeValues(...given))
  })
  counted.set(connection, made)
  return made
}
