import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

export type Engine = "sqlite" | "postgres"

/**
 * Transactions over the one `SqlClient`. Repositories take the client itself; who opens a transaction is the use case.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly engine: Engine
    /**
     * Runs the effect in one write transaction, or in a savepoint of the one that is open. A broken database is a
     * defect; failures of the effect roll back and stay what they are. No I/O besides SQL belongs inside.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs the effect once the open transaction has committed; never when it rolls back. */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@dragoman/store/database/Database") {
  static readonly layer = Layer.effect(
    Database,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isSqlError = (error: unknown): error is SqlError.SqlError =>
        typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"
      return Database.of({
        engine: sql.onDialectOrElse({ pg: () => "postgres" as const, orElse: () => "sqlite" as const }),
        transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          sql.withTransaction(effect).pipe(Effect.catchIf(isSqlError, Effect.die)) as Effect.Effect<A, E, R>,
        afterCommit: (effect) => sql.afterCommit(effect)
      })
    })
  )
}
