import { Database } from "@dragoman/store"
import { Effect, Semaphore } from "effect"

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
  let mayLockAt = 0
  return Database.of({
    ...database,
    transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      mutex.withPermit(
        Effect.gen(function* () {
          const pauseMillis = mayLockAt - performance.now()
          if (pauseMillis > 0) yield* Effect.sleep(pauseMillis)
          let lockedSince = performance.now()
          const timed = Effect.suspend(() => {
            lockedSince = performance.now()
            return effect
          })
          return yield* Effect.ensuring(
            database.transaction(timed),
            Effect.sync(() => {
              const now = performance.now()
              mayLockAt = now + (now - lockedSince) * pausePerLockedTime
            })
          )
        })
      )
  })
})
