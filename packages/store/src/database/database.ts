import { Context, Effect, Layer, Semaphore } from "effect"
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
    /**
     * Runs reads that all see the state which the first one sees, whatever others commit meanwhile; one snapshot after the
     * other. On SQLite every read of this process or thread outside of transactions sees it: for a thread of its own.
     */
    readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
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
      const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
      const turn = yield* Semaphore.make(1)
      const snapshotSqlite = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        turn.withPermit(
          Effect.acquireUseRelease(
            Effect.orDie(sql`BEGIN`),
            () => effect,
            () => Effect.orDie(sql`ROLLBACK`)
          )
        )
      const snapshotPostgres = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(
          Effect.andThen(Effect.orDie(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`), effect)
        )
      return Database.of({
        engine: isPostgres ? "postgres" : "sqlite",
        transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          sql.withTransaction(effect).pipe(Effect.catchIf(isSqlError, Effect.die)) as Effect.Effect<A, E, R>,
        snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          (isPostgres ? snapshotPostgres(effect) : snapshotSqlite(effect)).pipe(
            Effect.catchIf(isSqlError, Effect.die)
          ) as Effect.Effect<A, E, R>,
        afterCommit: (effect) => sql.afterCommit(effect)
      })
    })
  )
}
