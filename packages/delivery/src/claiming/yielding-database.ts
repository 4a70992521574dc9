import { Database } from "@dragoman/store"
import { Effect, Semaphore } from "effect"

/** After a transaction the lock is left alone for so many times as long as it was held. */
const pausePerHeld = 1

/**
 * The database with transactions that leave SQLite's one write lock to others for as long as they held it. Whoever waits for
 * the lock tries again every few milliseconds; a dispatcher with a backlog would take it first nearly every time, and
 * the API would wait. Deliveries are sent during the pauses. On PostgreSQL nobody waits, and nothing changes.
 */
export const yieldingDatabase = Effect.gen(function* () {
  const database = yield* Database
  if (database.engine !== "sqlite") return database
  const turn = yield* Semaphore.make(1)
  let mayHoldAt = 0
  return Database.of({
    ...database,
    transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      turn.withPermit(
        Effect.gen(function* () {
          const pauseMillis = mayHoldAt - performance.now()
          if (pauseMillis > 0) yield* Effect.sleep(pauseMillis)
          let heldSince = performance.now()
          const held = Effect.suspend(() => {
            heldSince = performance.now()
            return effect
          })
          return yield* Effect.ensuring(
            database.transaction(held),
            Effect.sync(() => {
              const now = performance.now()
              mayHoldAt = now + (now - heldSince) * pausePerHeld
            })
          )
        })
      )
  })
})
