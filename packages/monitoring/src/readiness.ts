import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** A slower database counts as down. */
const answerTimeoutMillis = 2_000

/** `STOPPING` is final. */
export type Health = "UP" | "DATABASE_DOWN" | "STOPPING"

/** Whether this program can work. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Runs a statement on the database. */
    readonly health: Effect.Effect<Health>
    /** Not ready from now on: called once, before the program stops. */
    readonly stopping: Effect.Effect<void>
  }
>()("@dragoman/monitoring/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let isStopping = false
      const askDatabase = sql`SELECT 1 AS one`.pipe(
        Effect.timeout(answerTimeoutMillis),
        Effect.as<Health>("UP"),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logWarning("Database unavailable", cause), "DATABASE_DOWN" as const)
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

/** Status and body of the health endpoints: the statuses of Spring Boot Actuator, which monitors of Tolgee expect. */
export const healthAnswer = (
  health: Health
): { readonly status: 200 | 503; readonly body: { readonly status: string } } => ({
  status: health === "UP" ? 200 : 503,
  body: { status: shownStatus[health] }
})

const shownStatus: Record<Health, string> = { UP: "UP", DATABASE_DOWN: "DOWN", STOPPING: "OUT_OF_SERVICE" }
