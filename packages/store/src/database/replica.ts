import { addToFigure } from "@dragoman/monitoring/thread-counters"
import { Clock, Context, Deferred, Effect, Option, type Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

/** Pause between two questions to a replica that is behind: the time of a short transaction. */
const pollMillis = 5

/** A replica that was behind or did not respond is not asked for so long: no request waits for it meanwhile. */
const restMillis = 1_000

/**
 * Where the statements of a reading run outside of transactions; null: on the primary. It changes to the primary once, when a
 * statement fails on the replica, when something is written, and at the end of the reading: no later read sees an older state.
 */
const ReadPlace = Context.Reference<{ isReplica: boolean } | null>("@dragoman/store/database/ReadPlace", {
  defaultValue: () => null
})

/** How far the primary has written its log to disk, in bytes: confirmed commits are before that. */
export const writtenPosition = "CAST(pg_current_wal_flush_lsn() - '0/0' AS BIGINT)"

/** How far a replica has applied the log. One that was promoted has a log of its own, and counts as having nothing. */
export const appliedPosition =
  "CAST(CASE WHEN pg_is_in_recovery() THEN COALESCE(pg_last_wal_replay_lsn() - '0/0', 0) ELSE 0 END AS BIGINT)"

/** A replica of PostgreSQL that takes reads; there is none on SQLite. */
export class Replica extends Context.Service<
  Replica,
  {
    /** Whether the replica has, perhaps after a short wait, all that was committed before. */
    readonly isFresh: Effect.Effect<boolean>
  }
>()("@dragoman/store/database/Replica") {}

/**
 * Runs reads on the replica, when there is one that has all that was committed before they begin; else on the primary. Transactions, and
 * what the effect leaves running, use the primary.
 */
export const makeReadFresh = Effect.map(
  Effect.serviceOption(Replica),
  (replica) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Option.isNone(replica)
        ? effect
        : Effect.flatMap(replica.value.isFresh, (isFresh) => (isFresh ? readOnReplica(effect) : effect))
)

/** Runs reads on the replica of this thread, which another thread has found fresh. */
export const readOnReplica = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const place = { isReplica: true }
    return Effect.ensuring(Effect.provideService(effect, ReadPlace, place), leave(place))
  })

/** Says whether reads run on the replica now. */
export const isOnReplica = Effect.map(ReadPlace, (place) => place?.isReplica === true)

/** Runs what writes, and from then on all of the reading, on the primary. */
export const onPrimary = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(ReadPlace, (place) => (place === null ? effect : Effect.andThen(leave(place), effect)))

const leave = (place: { isReplica: boolean }) =>
  Effect.sync(() => {
    place.isReplica = false
  })

type Acquire = Effect.Effect<SqlConnection.Connection, SqlError.SqlError, Scope.Scope>

/** Acquires a connection to the place of the reading. A statement that fails on the replica runs again on the primary. */
export const acquireAtPlace = (primary: Acquire, replica: Acquire): Acquire =>
  Effect.flatMap(ReadPlace, (place) => {
    if (place === null || !place.isReplica) return primary
    const failed = Effect.sync(() => {
      place.isReplica = false
      addToFigure("databaseReplicaReads.failed")
    })
    return Effect.matchEffect(replica, {
      onFailure: () => Effect.andThen(failed, primary),
      onSuccess: (connection) => Effect.succeed(withFallback(connection, Effect.andThen(failed, primary)))
    })
  })

const withFallback = (connection: SqlConnection.Connection, primary: Acquire): SqlConnection.Connection => {
  const orPrimary = <A>(run: (on: SqlConnection.Connection) => Effect.Effect<A, SqlError.SqlError>) =>
    Effect.catch(run(connection), () => Effect.scoped(Effect.flatMap(primary, run)))
  // The rest of it, which the driver may look for, is inherited.
  return Object.assign(Object.create(connection), {
    execute: (...given: Parameters<SqlConnection.Connection["execute"]>) => orPrimary((on) => on.execute(...given)),
    executeRaw: (...given: Parameters<SqlConnection.Connection["executeRaw"]>) =>
      orPrimary((on) => on.executeRaw(...given)),
    executeValues: (...given: Parameters<SqlConnection.Connection["executeValues"]>) =>
      orPrimary((on) => on.executeValues(...given)),
    executeUnprepared: (...given: Parameters<SqlConnection.Connection["executeUnprepared"]>) =>
      orPrimary((on) => on.executeUnprepared(...given))
  })
}

export interface FreshnessOptions {
  /** Reads `writtenPosition`. */
  readonly written: Effect.Effect<number, SqlError.SqlError>
  /** Reads `appliedPosition`. */
  readonly applied: Effect.Effect<number, SqlError.SqlError>
  /** The longest wait for the replica. */
  readonly lagMillisMax: number
}

/** Follows how far the replica is. `restart`: its host may be another one now. */
export const makeFreshness = Effect.fnUntraced(function* ({ written, applied, lagMillisMax }: FreshnessOptions) {
  const askPrimary = yield* makeShared(written)
  const askReplica = yield* makeShared(applied)
  let known = 0
  let lag = 0
  let restsUntil = 0
  const noteLag = (bytes: number): void => {
    addToFigure("databaseReplicaLag", bytes - lag)
    lag = bytes
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => noteLag(0)))

  const catchUp = (wanted: number): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.flatMap(askReplica, (position) => {
      known = position
      noteLag(Math.max(0, wanted - position))
      return position >= wanted
        ? Effect.succeed(true)
        : Effect.andThen(
            Effect.sleep(pollMillis),
            Effect.suspend(() => catchUp(wanted))
          )
    })

  const isFresh = Effect.gen(function* () {
    const clock = yield* Clock.Clock
    if (clock.currentTimeMillisUnsafe() < restsUntil) return false
    const wanted = yield* askPrimary
    if (known >= wanted) return true
    const isCaughtUp = yield* Effect.timeoutOption(catchUp(wanted), lagMillisMax)
    if (Option.isSome(isCaughtUp)) return true
    restsUntil = clock.currentTimeMillisUnsafe() + restMillis
    return false
  }).pipe(
    Effect.catch(() =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        restsUntil = now + restMillis
        return false
      })
    ),
    Effect.tap((fresh) => Effect.sync(() => addToFigure(`databaseReplicaReads.${fresh ? "replica" : "behind"}`))),
    // In real time, whatever the clock of a test says.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
  const restart = (): void => {
    known = 0
  }
  return { isFresh, restart }
})

/** Asks once for all that ask while an earlier question is on its way: the answer is never older than the question. */
const makeShared = Effect.fnUntraced(function* <A, E>(ask: Effect.Effect<A, E>) {
  const scope = yield* Effect.scope
  let next: Deferred.Deferred<A, E> | null = null
  let isAsking = false
  const askAll: Effect.Effect<void> = Effect.gen(function* () {
    while (next !== null) {
      const asked: Deferred.Deferred<A, E> = next
      next = null
      yield* Deferred.done(asked, yield* Effect.exit(ask))
    }
    isAsking = false
  })
  return Effect.suspend(() => {
    const answer = next ?? Deferred.makeUnsafe<A, E>()
    next = answer
    if (isAsking) return Deferred.await(answer)
    isAsking = true
    return Effect.andThen(Effect.forkIn(askAll, scope), Deferred.await(answer))
  })
})
