import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** A database that takes longer than this is down. */
const answerTimeoutMillis = 2_000

/** `STOPPING` is final. */
export type Health = "UP" | "DATABASE_DOWN" | "STOPPING"

/** Whether requests should be sent to this server. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Asks the database. */
    readonly health: Effect.Effect<Health>
    /** From now on the server is not ready: called once, before it stops to listen. */
    readonly stopping: Effect.Effect<void>
  }
>()("@dragoman/server/health/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let isStopping = false
      const askDatabase = sql`SELECT 1 AS one`.pipe(
        Effect.timeout(answerTimeoutMillis),
        Effect.as<Health>("UP"),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logWarning("The database does not answer.", cause), "DATABASE_DOWN" as const)
        )
      )
      return Readiness.of({
        health: Effect.suspend(() => (isStopping ? Effect.succeed<Health>("STOPPING") : askDatabase)),
        stopping: Effect.sync(() => {
          isStopping = true
        })
      })
    })
  )
}
