import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { outageOf, outageReason } from "./outage.ts"

/** Pause between two attempts to start. */
const attemptPause = "1 second"

/**
 * Runs the start of a program, again and again while PostgreSQL is unavailable, and logs that once. `onOutage` runs then too. What a
 * person has to correct, such as a wrong password, fails at once. The start releases what it has acquired when it fails.
 */
export const awaitingDatabase = Effect.fnUntraced(function* <A, E, R, R2>(
  start: Effect.Effect<A, E, R>,
  onOutage: Effect.Effect<void, never, R2>
) {
  for (let attempt = 0; ; attempt++) {
    const exit = yield* Effect.exit(start)
    if (Exit.isSuccess(exit)) return exit.value
    if (!willPass(exit.cause)) return yield* Effect.failCause(exit.cause)
    if (attempt === 0) {
      yield* onOutage
      yield* Effect.logWarning("Database unavailable: the start waits for it").pipe(
        Effect.annotateLogs({ reason: outageReason(exit.cause) })
      )
    }
    yield* Effect.sleep(attemptPause)
  }
})

/**
 * Codes that a person has to correct: SQLSTATEs of logins, rights and missing databases; of the system, a socket of another user, and
 * everything about certificates. An unknown host name may pass: containers have none before they run.
 */
const lastingCode =
  /^(28\w{3}|3D000|42501|EACCES|EPERM|EPROTO|ERR_\w+|CERT_\w+|DEPTH_\w+|SELF_SIGNED\w*|UNABLE_TO_\w+|SQLITE_\w+)$/

/** PgBouncer has one SQLSTATE for these and for a database that is away. */
const lastingMessage = /unsupported startup parameter|no such (database|user)|not allowed|SSL|TLS/

const willPass = (cause: Cause.Cause<unknown>): boolean => {
  if (outageOf(cause) !== "unreachable") return false
  const root = rootOf(Cause.squash(cause))
  const { code, message } = Object(root) as { readonly code?: unknown; readonly message?: unknown }
  return !lastingCode.test(String(code ?? "")) && !lastingMessage.test(String(message ?? ""))
}

const rootOf = (error: unknown): unknown => {
  if (SqlError.isSqlError(error)) return rootOf(error.reason.cause)
  return error instanceof Error && error.cause != null ? rootOf(error.cause) : error
}
