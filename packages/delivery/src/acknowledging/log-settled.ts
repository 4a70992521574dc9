import type { WebhookStateRow } from "@dragoman/store"
import { Effect } from "effect"
import type { SettledAttempts } from "./settle-attempts.ts"

export interface AcknowledgedBatch extends SettledAttempts {
  /** The states before the batch, of the same configurations in the same order. */
  readonly statesBefore: ReadonlyArray<WebhookStateRow>
}

/** One line for each failed attempt, and for each step of the watchdog. Ids only: URLs may hold credentials. */
export const logSettled = Effect.fnUntraced(function* ({
  attempts,
  deliveries,
  webhookStates,
  statesBefore
}: AcknowledgedBatch) {
  const deliveryById = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  for (const { deliveryId, number, error, status } of attempts) {
    if (error === null) continue
    const isGivenUp = deliveryById.get(deliveryId)?.state === "FAILED"
    const message = isGivenUp ? "Webhook delivery given up" : "Webhook attempt failed"
    yield* Effect.logWarning(message).pipe(Effect.annotateLogs({ deliveryId, attempt: number, status, error }))
  }
  for (const [index, after] of webhookStates.entries()) {
    const before = statesBefore[index]
    const webhookConfigurationId = after.id
    if (after.autoDisabled && before?.autoDisabled === false) {
      yield* Effect.logWarning("Webhook configuration disabled after failing for too long").pipe(
        Effect.annotateLogs({ webhookConfigurationId })
      )
    } else if (after.warnedAt !== null && before?.warnedAt === null) {
      yield* Effect.logWarning("Webhook configuration keeps failing and will be disabled").pipe(
        Effect.annotateLogs({ webhookConfigurationId })
      )
    }
  }
})
