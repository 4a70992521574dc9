import { endpointPauseMillis, moveWebhookState, retryPauseMillis, type WebhookEvent } from "@dragoman/domain/webhook"
import type { AcknowledgedAttempt, AttemptRow, ClaimedDelivery, WebhookStateRow } from "@dragoman/store"
import type { Moment } from "../clock/monotonic-clock.ts"
import type { DeliveryOutcome } from "../sending/post.ts"

/** An attempt that was made and is not acknowledged yet. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery
  readonly outcome: DeliveryOutcome
  readonly startedAt: Moment
  readonly finishedAt: Moment
  /** Deliveries to the same endpoint that were claimed too and are given back unsent, because this one failed. */
  readonly withdrawn: ReadonlyArray<ClaimedDelivery>
}

/**
 * What the attempts leave: one row of the log each, and the delivery's state and next attempt. Times for people are those of
 * the wall clock, times of the schedule those of the monotonic one. `random`: 0 to 1, asked once for each failed attempt.
 */
export const settleAttempts = (
  finished: ReadonlyArray<FinishedAttempt>,
  random: () => number
): ReadonlyArray<AcknowledgedAttempt> => finished.map((attempt) => acknowledged(attempt, random))

/**
 * The states of configurations after the attempts, moved in the order in which those ended; in the order that was given.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const moveWebhookStates = (
  finished: ReadonlyArray<FinishedAttempt>,
  webhookStates: ReadonlyArray<WebhookStateRow>
): ReadonlyArray<WebhookStateRow> => {
  const stateById = new Map(webhookStates.map((state) => [state.id, state]))
  const inOrder = finished.toSorted((a, b) => a.finishedAt.monotonicMillis - b.finishedAt.monotonicMillis)
  for (const { delivery, outcome, finishedAt } of inOrder) {
    const state = stateById.get(delivery.webhookConfigurationId)
    if (state === undefined) continue
    stateById.set(state.id, { id: state.id, ...moveWebhookState(state, eventOf(outcome, finishedAt)) })
  }
  return webhookStates.map((state) => stateById.get(state.id) ?? state)
}

const eventOf = (outcome: DeliveryOutcome, { wallMillis: at, monotonicMillis }: Moment): WebhookEvent => {
  if (outcome.isDelivered) return { type: "delivered", at }
  const pause = endpointPauseMillis({ ...outcome, at })
  return { type: "failed", at, heldUntil: pause === null ? null : monotonicMillis + pause }
}

const acknowledged = (finished: FinishedAttempt, random: () => number): AcknowledgedAttempt => {
  const attempt = toAttemptRow(finished)
  const { wallMillis, monotonicMillis } = finished.finishedAt
  if (finished.outcome.isDelivered) return { attempt, state: "DELIVERED", nextAttemptAt: monotonicMillis }
  const { retryAfter } = finished.outcome
  const pause = retryPauseMillis({ attemptCount: attempt.number, at: wallMillis, retryAfter, random: random() })
  return pause === null
    ? { attempt, state: "FAILED", nextAttemptAt: monotonicMillis }
    : { attempt, state: "PENDING", nextAttemptAt: monotonicMillis + pause }
}

const toAttemptRow = ({ delivery, outcome, startedAt, finishedAt }: FinishedAttempt): AttemptRow => ({
  deliveryId: delivery.id,
  number: delivery.attemptCount + 1,
  startedAt: startedAt.wallMillis,
  durationMillis: Math.max(0, finishedAt.monotonicMillis - startedAt.monotonicMillis),
  status: outcome.status,
  error: outcome.error,
  answer: outcome.responseExcerpt,
  requestHeaders: outcome.requestHeaders,
  responseHeaders: outcome.responseHeaders
})
