import { Database, OutboxRepository } from "@dragoman/store"
import { Effect, Random } from "effect"
import type { FinishedAttempt } from "./finished-attempt.ts"
import { type SettledAttempts, settleAttempts } from "./settle-attempts.ts"

/**
 * Writes the results of a batch of attempts in one transaction: all or nothing, and safe to repeat. Attempts whose lease
 * was taken over change nothing: the dispatcher with the new lease makes, and counts, that attempt again.
 */
export const acknowledgeBatch = Effect.fn("acknowledgeBatch")(function* (
  owner: string,
  finished: ReadonlyArray<FinishedAttempt>
) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const randomNumbers: Array<number> = []
  for (const _ of finished) randomNumbers.push(yield* Random.next)
  return yield* database.transaction(
    Effect.gen(function* () {
      // INVARIANT: configurations are locked before deliveries, here as in the server; the other order may deadlock.
      const configurationIds = [...new Set(finished.map(({ delivery }) => delivery.webhookConfigurationId))]
      const states = yield* outbox.listWebhookStates(configurationIds)
      const leased = yield* outbox.listHeld(
        owner,
        finished.map(({ delivery }) => ({ id: delivery.id, attemptCount: delivery.attemptCount }))
      )
      const leasedIds = new Set(leased)
      const settled: SettledAttempts = settleAttempts(
        finished.filter(({ delivery }) => leasedIds.has(delivery.id)),
        states,
        () => randomNumbers.pop() ?? 0
      )
      yield* outbox.updateWebhookStates(settled.webhookStates)
      yield* outbox.updateDeliveries(settled.deliveries)
      yield* outbox.insertAttempts(settled.attempts)
      const withdrawn = finished.flatMap((attempt) => attempt.withdrawn.map(({ id }) => id))
      if (withdrawn.length > 0) yield* outbox.releaseLeases(owner, withdrawn)
      return { ...settled, statesBefore: states }
    })
  )
})
