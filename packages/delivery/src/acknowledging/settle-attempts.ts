import { endpointPauseMillis, moveWebhookState, retryPauseMillis, type WebhookEvent } from "@dragoman/domain/webhook"
import type { AcknowledgedDelivery, AttemptRow, WebhookStateRow } from "@dragoman/store"
import type { Moment } from "../clock/steady-clock.ts"
import type { DeliveryOutcome } from "../sending/delivery-outcome.ts"
import type { FinishedAttempt } from "./finished-attempt.ts"

export interface SettledAttempts {
  readonly deliveries: ReadonlyArray<AcknowledgedDelivery>
  readonly attempts: ReadonlyArray<AttemptRow>
  /** Of the configurations that were given, in the same order. */
  readonly webhookStates: ReadonlyArray<WebhookStateRow>
}

/**
 * What a batch of attempts changes: one row of the log each, the delivery's state and next attempt, and the states of the
 * configurations, moved in the order in which the attempts ended. What people see has the wall time of the attempt, what
 * decides when to go on has the steady one. `random`: 0 to 1, asked once for each failed attempt.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const settleAttempts = (
  finished: ReadonlyArray<FinishedAttempt>,
  webhookStates: ReadonlyArray<WebhookStateRow>,
  random: () => number
): SettledAttempts => {
  const stateById = new Map(webhookStates.map((state) => [state.id, state]))
  const inOrder = finished.toSorted((a, b) => a.finishedAt.steadyMillis - b.finishedAt.steadyMillis)
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

const eventOf = (outcome: DeliveryOutcome, { wallMillis: at, steadyMillis }: Moment): WebhookEvent => {
  if (outcome.isDelivered) return { type: "delivered", at }
  const pause = endpointPauseMillis({ ...outcome, at })
  return { type: "failed", at, heldUntil: pause === null ? null : steadyMillis + pause }
}

const acknowledged = (
  { delivery, outcome, finishedAt: { wallMillis, steadyMillis } }: FinishedAttempt,
  random: () => number
): AcknowledgedDelivery => {
  const attemptCount = delivery.attemptCount + 1
  const done = { id: delivery.id, attemptCount, nextAttemptAt: steadyMillis }
  if (outcome.isDelivered) return { ...done, state: "DELIVERED" }
  const pause = retryPauseMillis({ attemptCount, at: wallMillis, retryAfter: outcome.retryAfter, random: random() })
  return pause === null
    ? { ...done, state: "FAILED" }
    : { ...done, state: "PENDING", nextAttemptAt: steadyMillis + pause }
}

const toAttemptRow = ({ delivery, outcome, startedAt, finishedAt }: FinishedAttempt): AttemptRow => ({
  deliveryId: delivery.id,
  number: delivery.attemptCount + 1,
  startedAt: startedAt.wallMillis,
  durationMillis: Math.max(0, finishedAt.steadyMillis - startedAt.steadyMillis),
  status: outcome.status,
  error: outcome.error,
  answer: outcome.answer,
  requestHeaders: outcome.requestHeaders,
  responseHeaders: outcome.responseHeaders
})
