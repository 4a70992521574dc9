import { OutboxRepository } from "@dragoman/store"
import { Clock, Effect, Metric } from "effect"

const pending = Metric.gauge("dragoman_webhook_deliveries_pending", {
  description: "Webhook deliveries that are not finished."
})
const due = Metric.gauge("dragoman_webhook_deliveries_due", {
  description: "Webhook deliveries that could be sent now."
})
const oldestPending = Metric.gauge("dragoman_webhook_oldest_pending_seconds", {
  description: "Age of the oldest webhook delivery that is not finished; 0 without one."
})
const onHold = Metric.gauge("dragoman_webhook_endpoints_on_hold", {
  description: "Webhook configurations whose endpoint has asked for a pause that has not ended."
})

/** Reads the outbox into its gauges: run it at each scrape. Without a database the gauges are absent, not stale. */
export const updateOutboxMetrics = Effect.gen(function* () {
  const outbox = yield* OutboxRepository
  const now = yield* Clock.currentTimeMillis
  const statistics = yield* Effect.catchCause(outbox.statistics(now), (cause) =>
    Effect.as(Effect.logWarning("Counting the outbox failed", cause), null)
  )
  if (statistics === null) {
    for (const gauge of [pending, due, oldestPending, onHold]) yield* Metric.remove(gauge)
    return
  }
  const { pendingCount, dueCount, oldestPendingAt, heldEndpointCount } = statistics
  yield* Metric.update(pending, pendingCount)
  yield* Metric.update(due, dueCount)
  yield* Metric.update(oldestPending, oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt) / 1000)
  yield* Metric.update(onHold, heldEndpointCount)
})
