import { Database, type OutboxRepository } from "@dragoman/store"
import { type Cause, Clock, Effect, type Queue, Semaphore } from "effect"
import type { FinishedAttempt } from "./acknowledging/settle-attempts.ts"
import type { DeliverySlots } from "./claiming/delivery-slots.ts"
import type { Moment } from "./clock/monotonic-clock.ts"

/** Shared by the loops of one engine. */
export interface EngineParts {
  /** Owner of the leases: one per engine. */
  readonly owner: string
  readonly database: Database["Service"]
  readonly outbox: OutboxRepository["Service"]
  readonly clock: { readonly now: Effect.Effect<Moment> }
  readonly slots: DeliverySlots
  /** Attempts to acknowledge; ends when the engine stops. */
  readonly finished: Queue.Queue<FinishedAttempt, Cause.Done>
  /** Wakes the claim loop. */
  readonly wake: Queue.Queue<void>
  /** Total time of one attempt. */
  readonly timeoutMillis: number
  readonly leaseMillis: number
}

/**
 * The monotonic times of two dispatchers on one database may differ by this: an attempt begins only while its lease outlasts
 * it by as much, so that a dispatcher whose clock is ahead does not take it over. ADR 11.
 */
export const clockSkewMillis = 15_000

/** The pause after a transaction, as a multiple of the time that it had the lock. */
const pausePerLockedTime = 1

/**
 * The database with transactions that leave SQLite's one write lock to other writers for as long as they had it. A waiting
 * writer tries again every few milliseconds; a dispatcher with a backlog would acquire the lock first nearly every time,
 * and the API would wait. Deliveries are sent during the pauses. On PostgreSQL nothing changes.
 */
export const yieldingDatabase = Effect.gen(function* () {
  const database = yield* Database
  if (database.engine !== "sqlite") return database
  const mutex = yield* Semaphore.make(1)
  const clock = yield* Clock.clockWith(Effect.succeed)
  const monotonicMillis = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  let mayLockAt = 0
  return Database.of({
    ...database,
    transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      mutex.withPermit(
        Effect.gen(function* () {
          const pauseMillis = mayLockAt - monotonicMillis()
          if (pauseMillis > 0) yield* Effect.sleep(pauseMillis)
          let lockedSince = monotonicMillis()
          const timed = Effect.suspend(() => {
            lockedSince = monotonicMillis()
            return effect
          })
          return yield* Effect.ensuring(
            database.transaction(timed),
            Effect.sync(() => {
              const now = monotonicMillis()
              mayLockAt = now + (now - lockedSince) * pausePerLockedTime
            })
          )
        })
      )
  })
})
