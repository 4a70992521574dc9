import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** A database that takes longer than this is down. */
const answerTimeoutMillis = 2_000

/** `STOPPING` is final. */
export type Health = "UP" | "DATABASE_DOWN" | "STOPPING"

/** Whether this program can do its work. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Asks the database. */
    readonly health: Effect.Effect<Health>
    /** From now on it is not ready: called once, before it stops. */
    readonly stopping: Effect.Effect<void>
  }
>()("@dragoman/delivery/health/Readiness") {
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

/** What health endpoints answer, in the words of the original's. */
export const healthAnswer = (
  health: Health
): { readonly status: 200 | 503; readonly body: { readonly status: string } } => ({
  status: health === "UP" ? 200 : 503,
  body: { status: shownStatus[health] }
})

const shownStatus: Record<Health, string> = { UP: "UP", DATABASE_DOWN: "DOWN", STOPPING: "OUT_OF_SERVICE" }
