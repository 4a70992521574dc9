import { Cause, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** A slower database counts as down. */
const answerTimeoutMillis = 2_000

/** `DATABASE_DAMAGED` and `STOPPING` are final. */
export type Health = "UP" | "DATABASE_DOWN" | "DATABASE_DAMAGED" | "STOPPING"

/** A part without which the program still serves requests. */
export type OptionalPart = "webhookDispatcher"

/** Says whether this program can work. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Runs a statement on the database. */
    readonly health: Effect.Effect<Health>
    /** Ends readiness for good: called once, before the program stops. */
    readonly stopping: Effect.Effect<void>
    /** Ends readiness for good: a statement has found the database file damaged. */
    readonly damaged: Effect.Effect<void>
    readonly reportPart: (part: OptionalPart, isUp: boolean) => Effect.Effect<void>
    /** The parts that do not work now. */
    readonly failingParts: Effect.Effect<ReadonlyArray<OptionalPart>>
  }
>()("@dragoman/monitoring/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let isStopping = false
      let isDamaged = false
      const failingParts = new Set<OptionalPart>()
      // Monitors ask every few seconds: one line for each outage.
      let isDown = false
      const note = (isDownNow: boolean, line: Effect.Effect<void>) =>
        Effect.suspend(() => {
          const isNews = isDown !== isDownNow
          isDown = isDownNow
          return isNews ? line : Effect.void
        })
      const askDatabase = sql`SELECT 1 AS one`.pipe(
        Effect.timeoutOrElse({ duration: answerTimeoutMillis, orElse: () => Effect.fail(slowReason) }),
        Effect.andThen(note(false, Effect.logInfo("Database available again"))),
        Effect.as<Health>("UP"),
        Effect.catchCause((cause) => Effect.as(note(true, logOutage(cause)), "DATABASE_DOWN" as const))
      )
      return Readiness.of({
        health: Effect.suspend(() => {
          if (isStopping) return Effect.succeed<Health>("STOPPING")
          return isDamaged ? Effect.succeed<Health>("DATABASE_DAMAGED") : askDatabase
        }),
        stopping: Effect.sync(() => {
          isStopping = true
        }),
        damaged: Effect.sync(() => {
          isDamaged = true
        }),
        reportPart: (part, isUp) =>
          Effect.sync(() => {
            if (isUp) failingParts.delete(part)
            else failingParts.add(part)
          }),
        failingParts: Effect.sync(() => [...failingParts])
      })
    })
  )
}

const slowReason = `no response within ${answerTimeoutMillis / 1_000} seconds`

const logOutage = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Cause.squash(cause) === slowReason
    ? Effect.annotateLogs(Effect.logWarning("Database unavailable"), { reason: slowReason })
    : Effect.logWarning("Database unavailable", cause)

interface HealthBody {
  readonly status: string
  readonly components?: Readonly<Record<string, { readonly status: string }>>
}

/**
 * Status and body of the health endpoints: the statuses of Spring Boot Actuator, which monitors of Tolgee expect. A part
 * that fails is named in the body, and takes no request from the program.
 */
export const healthAnswer = (
  health: Health,
  failingParts: ReadonlyArray<OptionalPart> = []
): { readonly status: 200 | 503; readonly body: HealthBody } => {
  const components = [...(health === "DATABASE_DAMAGED" ? ["database"] : []), ...failingParts]
  return {
    status: health === "UP" ? 200 : 503,
    body: {
      status: shownStatus[health],
      ...(components.length === 0
        ? {}
        : { components: Object.fromEntries(components.map((name) => [name, { status: "DOWN" }])) })
    }
  }
}

const shownStatus: Record<Health, string> = {
  UP: "UP",
  DATABASE_DOWN: "DOWN",
  DATABASE_DAMAGED: "DOWN",
  STOPPING: "OUT_OF_SERVICE"
}
