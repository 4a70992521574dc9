import { addToFigure } from "@dragoman/monitoring/thread-counters"
import { Cause, Clock, Context, Effect, Layer, Option, Random, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import {
  type AcquiredMutexes,
  ContentBeingCopied,
  DatabaseBusy,
  lockWaitMillisMax,
  makeProjectMutexes,
  OpenTransaction,
  ProjectMutexUnavailable
} from "./locks.ts"
import { isReadOnlySession } from "./outage.ts"
import { onPrimary } from "./replica.ts"

export type Engine = "sqlite" | "postgres"

/** A transaction that PostgreSQL has ended (a deadlock, a failover) runs again so many times at most. */
const rerunsMax = 4

/** The longest pause before the first of them; twice as long before each further one. */
const rerunPauseMillis = 20

/** Pause of a transaction that waits until a branch has been copied. */
const copyPauseMillis = 50

/** Sessions on PostgreSQL that outlive a failover; there are none on SQLite. */
export class PostgresSessions extends Context.Service<
  PostgresSessions,
  {
    /**
     * After a session turned out to be read-only: when a new one takes writes, all older ones are closed, because their
     * server is no longer the primary. True if they were closed.
     */
    readonly replaceReadOnly: Effect.Effect<boolean>
    /**
     * Says whether a pooler changes the session of a connection between transactions, where sessions have to last. Opens
     * connections of its own.
     */
    readonly areShared: Effect.Effect<boolean, SqlError.SqlError>
    /** Belongs at the beginning of each transaction behind a pooler, whose sessions keep no settings; null: no pooler. */
    readonly limitTransaction: Effect.Effect<void, SqlError.SqlError> | null
  }
>()("@dragoman/store/database/PostgresSessions") {}

/**
 * Transactions over the one `SqlClient`. Repositories take the client itself; use cases open transactions.
 * The order in which a transaction takes its locks: ADR 13.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly engine: Engine
    /**
     * Runs the effect in one write transaction, or in a savepoint of the one that is open. A broken database is a
     * defect; failures of the effect roll back and stay what they are. `DatabaseBusy` when a lock was not acquired in time.
     * INVARIANT: the effect may run more than once (after a deadlock or failover, or to wait without a connection), each time on an
     * unchanged database; so it does nothing besides SQL. Signals to others belong into `afterCommit`.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs one statement that is complete by itself, or several that need not be atomic together:
     * on PostgreSQL each of them commits at once, which saves the round trips of `BEGIN` and `COMMIT`. Behind a pooler they are
     * one transaction, which has limits.
     */
    readonly autocommit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
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
      const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
      const snapshotSemaphore = yield* Semaphore.make(1)
      const mutexes = isPostgres ? makeProjectMutexes(lockWaitMillisMax) : null
      const sessions = yield* Effect.serviceOption(PostgresSessions)
      const replaceReadOnly = Option.isNone(sessions) ? Effect.succeed(false) : sessions.value.replaceReadOnly
      const limitTransaction = Option.isNone(sessions) ? null : sessions.value.limitTransaction
      const limited = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        limitTransaction === null ? effect : Effect.andThen(Effect.orDie(limitTransaction), effect)

      const savepoint = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(effect).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)) as Effect.Effect<A, E, R>

      /** Runs a transaction again where that may help. `acquired`: the mutexes that it has. */
      const rerunning = <A, E, R>(
        run: Effect.Effect<A, E, R>,
        acquired: AcquiredMutexes = { projectIds: new Set() }
      ): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          let reruns = 0
          let copyPauses = 0
          const attempt: Effect.Effect<A, E, R> = Effect.catchCause(run, (cause) => {
            const unavailable = defectIn(cause, (defect) => defect instanceof ProjectMutexUnavailable)
            if (unavailable !== undefined && mutexes !== null) {
              // By id, and without any lock: a waiting transaction never holds what the other one needs.
              addToFigure("databaseLockWaits")
              const wanted = [...acquired.projectIds, unavailable.projectId].toSorted((one, other) => one - other)
              mutexes.releaseAll(acquired)
              return Effect.andThen(
                Effect.forEach(wanted, (projectId) => mutexes.acquire(projectId, acquired), { discard: true }),
                attempt
              )
            }
            const copying = defectIn(cause, (defect) => defect instanceof ContentBeingCopied)
            if (copying !== undefined) {
              if (copyPauses++ * copyPauseMillis >= lockWaitMillisMax) {
                return Effect.die(new DatabaseBusy({ cause: new Error("A branch of the project is being copied") }))
              }
              mutexes?.releaseAll(acquired)
              return Effect.andThen(inRealTime(Effect.sleep(copyPauseMillis)), attempt)
            }
            const error = defectIn(cause, SqlError.isSqlError)
            if (error !== undefined && isReadOnlySession(error) && reruns++ < rerunsMax) {
              return Effect.flatMap(replaceReadOnly, (areReplaced) => (areReplaced ? again : Effect.failCause(cause)))
            }
            switch (error?.reason._tag) {
              case "DeadlockError":
              case "SerializationError":
                return reruns++ < rerunsMax ? Effect.andThen(pauseBefore(reruns), again) : Effect.failCause(cause)
              case "LockTimeoutError":
                return Effect.die(new DatabaseBusy({ cause: error }))
              default:
                return Effect.failCause(cause)
            }
          })
          const again = Effect.suspend(() => {
            addToFigure("databaseReruns")
            return attempt
          })
          return attempt
        })

      const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          addToFigure("databaseTransactions")
          const acquired: AcquiredMutexes = { projectIds: new Set() }
          const run = savepoint(limited(Effect.provideService(effect, OpenTransaction, { mutexes, acquired })))
          const rerun = rerunning(run, acquired)
          return mutexes === null
            ? rerun
            : Effect.ensuring(
                rerun,
                Effect.sync(() => mutexes.releaseAll(acquired))
              )
        })
      const inOpenOr =
        (begin: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
        <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
          Effect.flatMap(OpenTransaction, (open) => (open === null ? begin(effect) : savepoint(effect)))

      const snapshotSqlite = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        snapshotSemaphore.withPermit(
          Effect.acquireUseRelease(
            Effect.orDie(sql`BEGIN`),
            () => effect,
            () => Effect.orDie(sql`ROLLBACK`)
          )
        )
      const snapshotPostgres = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(
          Effect.andThen(Effect.orDie(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`), limited(effect))
        )
      return Database.of({
        engine: isPostgres ? "postgres" : "sqlite",
        transaction: inOpenOr((effect) => onPrimary(outermost(effect))),
        autocommit: inOpenOr((effect) =>
          onPrimary(isPostgres && limitTransaction === null ? rerunning(effect) : outermost(effect))
        ),
        snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          (isPostgres ? onPrimary(snapshotPostgres(effect)) : snapshotSqlite(effect)).pipe(
            Effect.catchIf(SqlError.isSqlError, Effect.die)
          ) as Effect.Effect<A, E, R>,
        afterCommit: (effect) => sql.afterCommit(Effect.provideService(effect, OpenTransaction, null))
      })
    })
  )
}

/** Repositories turn errors of the database into defects. */
const defectIn = <A>(cause: Cause.Cause<unknown>, is: (defect: unknown) => defect is A): A | undefined => {
  for (const reason of cause.reasons) {
    if (Cause.isDieReason(reason) && is(reason.defect)) return reason.defect
  }
  return undefined
}

/** Pauses for a random time, so that two transactions do not conflict again. */
const pauseBefore = (rerun: number) =>
  inRealTime(Effect.flatMap(Random.nextIntBetween(1, rerunPauseMillis * 2 ** rerun), (millis) => Effect.sleep(millis)))

/** Sleeps in real time, whatever the clock of a test says. */
const inRealTime = (pause: Effect.Effect<void>) => Effect.provideService(pause, Clock.Clock, Clock.Clock.defaultValue())
