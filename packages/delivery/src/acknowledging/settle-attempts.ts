import { endpointHeldUntil, moveWebhookState, nextAttemptAt, type WebhookEvent } from "@dragoman/domain/webhook"
import type { AcknowledgedDelivery, AttemptRow, WebhookStateRow } from "@dragoman/store"
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
 * configurations, moved in the order in which the attempts ended. `random`: 0 to 1, asked once for each failed attempt.
 * Source: reference "webhooks" 2.7.
 */
export const settleAttempts = (
  finished: ReadonlyArray<FinishedAttempt>,
  webhookStates: ReadonlyArray<WebhookStateRow>,
  random: () => number
): SettledAttempts => {
  const stateById = new Map(webhookStates.map((state) => [state.id, state]))
  const inOrder = finished.toSorted((a, b) => a.finishedAt - b.finishedAt)
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

const eventOf = (outcome: DeliveryOutcome, at: number): WebhookEvent =>
  outcome.isDelivered
    ? { type: "delivered", at }
    : { type: "failed", at, heldUntil: endpointHeldUntil({ ...outcome, now: at }) }

const acknowledged = (
  { delivery, outcome, finishedAt }: FinishedAttempt,
  random: () => number
): AcknowledgedDelivery => {
  const attemptCount = delivery.attemptCount + 1
  const done = { id: delivery.id, attemptCount, nextAttemptAt: finishedAt }
  if (outcome.isDelivered) return { ...done, state: "DELIVERED" }
  const next = nextAttemptAt({ attemptCount, now: finishedAt, retryAfter: outcome.retryAfter, random: random() })
  return next === null ? { ...done, state: "FAILED" } : { ...done, state: "PENDING", nextAttemptAt: next }
}

const toAttemptRow = ({ delivery, outcome, startedAt, finishedAt }: FinishedAttempt): AttemptRow => ({
  deliveryId: delivery.id,
  number: delivery.attemptCount + 1,
  startedAt,
  durationMillis: Math.max(0, finishedAt - startedAt),
  status: outcome.status,
  error: outcome.error,
  answer: outcome.answer
})
