import { endpointPauseMillis, moveWebhookState, retryPauseMillis, type WebhookEvent } from "@dragoman/domain/webhook"
import type { AcknowledgedDelivery, AttemptRow, ClaimedDelivery, WebhookStateRow } from "@dragoman/store"
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

export interface SettledAttempts {
  readonly deliveries: ReadonlyArray<AcknowledgedDelivery>
  readonly attempts: ReadonlyArray<AttemptRow>
  /** Of the configurations that were given, in the same order. */
  readonly webhookStates: ReadonlyArray<WebhookStateRow>
}

/**
 * The changes of a batch of attempts: one row of the log each, the delivery's state and next attempt, and the states of the
 * configurations, moved in the order in which the attempts ended. Times for people are those of the wall clock, times of
 * the schedule those of the monotonic one. `random`: 0 to 1, asked once for each failed attempt.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const settleAttempts = (
  finished: ReadonlyArray<FinishedAttempt>,
  webhookStates: ReadonlyArray<WebhookStateRow>,
  random: () => number
): SettledAttempts => {
  const stateById = new Map(webhookStates.map((state) => [state.id, state]))
  const inOrder = finished.toSorted((a, b) => a.finishedAt.monotonicMillis - b.finishedAt.monotonicMillis)
  for (const { delivery, outcome, finishedAt } of inOrder) {
    const state = stateById.get(delivery.webhookConfigurationId)
    if (state === undefined) continue
    stateById.set(state.id, { id: state.id, ...moveWebhookState(state, eventOf(outcome, finishedAt)) })
  }
  return {
    deliveries: inOrder.map((attempt) => acknowledged(attempt, random)),
    attempts: inOrder.map(toAttemptRow),
    webhookStates: webhookStates.map((state) => stateById.get(state.id) ?? state)
  }
}

const eventOf = (outcome: DeliveryOutcome, { wallMillis: at, monotonicMillis }: Moment): WebhookEvent => {
  if (outcome.isDelivered) return { type: "delivered", at }
  const pause = endpointPauseMillis({ ...outcome, at })
  return { type: "failed", at, heldUntil: pause === null ? null : monotonicMillis + pause }
}

const acknowledged = (
  { delivery, outcome, finishedAt: { wallMillis, monotonicMillis } }: FinishedAttempt,
  random: () => number
): AcknowledgedDelivery => {
  const attemptCount = delivery.attemptCount + 1
  const done = { id: delivery.id, attemptCount, nextAttemptAt: monotonicMillis }
  if (outcome.isDelivered) return { ...done, state: "DELIVERED" }
  const pause = retryPauseMillis({ attemptCount, at: wallMillis, retryAfter: outcome.retryAfter, random: random() })
  return pause === null
    ? { ...done, state: "FAILED" }
    : { ...done, state: "PENDING", nextAttemptAt: monotonicMillis + pause }
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
