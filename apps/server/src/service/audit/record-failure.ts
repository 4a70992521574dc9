import {
  type AuditEvent,
  type FailureBudget,
  newFailureBudget,
  recordedUsername,
  spendFailure
} from "@dragoman/domain/audit"
import { Database } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { type AuditActor, recordAudit } from "./record-audit.ts"

/**
 * Limits the entries of failures, because attackers can cause any number of them. Counts for this process, on the
 * monotonic clock.
 */
export class FailureEntries extends Context.Service<
  FailureEntries,
  {
    /** Returns how many failures were left out before this one; null: this one is left out. */
    readonly spend: () => number | null
  }
>()("@dragoman/server/service/audit/FailureEntries") {
  static readonly layer = Layer.effect(
    FailureEntries,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      let budget: FailureBudget = newFailureBudget(now())
      return FailureEntries.of({
        spend: () => {
          const spent = spendFailure(budget, now())
          budget = spent.budget
          return spent.unrecorded
        }
      })
    })
  )
}

/**
 * Writes an entry of a failure in a transaction of its own, because a failure writes nothing else. A flood of failures
 * leaves some out; the next entry has their number (ADR 47).
 */
export const recordFailure = Effect.fnUntraced(function* (
  actor: AuditActor,
  event: AuditEvent & { readonly failure: string }
) {
  const failures = yield* FailureEntries
  const database = yield* Database
  const unrecorded = failures.spend()
  if (unrecorded === null) return
  const after = unrecorded === 0 ? {} : { after: { ...event.after, unrecorded } }
  yield* database.transaction(recordAudit(actor, { ...event, ...after }))
})

/** Records that a user did not prove to be the user of the session. Only errors with a code have a reason. */
export const recordFailedProof = (actor: AuditActor, error: object) =>
  "code" in error && typeof error.code === "string"
    ? recordFailure(actor, { action: "SUPER_TOKEN_ISSUED", failure: error.code })
    : Effect.void

/** Records a login that failed. `account`: the account with the user name; null: there is none. */
export const recordFailedLogin = (username: string, account: { readonly userId: number } | null, failure: string) => {
  const actor = { userId: account?.userId ?? null, username: recordedUsername(username, account !== null) }
  return recordFailure(actor, { action: "LOGIN_FAILED", failure })
}
