import { OutboxRepository } from "@dragoman/store"
import { Clock, Effect, Metric } from "effect"

/** One attempt to deliver a webhook, as far as it is counted. */
export interface MeasuredAttempt {
  /** HTTP status; null without a response. */
  readonly status: number | null
  readonly durationMillis: number
}

/** Upper bounds, seconds: attempts end after 10 s unless the settings say otherwise. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const metricsOf = (result: string) => ({
  count: Metric.counter("dragoman_webhook_attempts_total", {
    description: "Attempts to deliver a webhook, by this process.",
    attributes: { result },
    incremental: true
  }),
  duration: Metric.histogram("dragoman_webhook_attempt_duration_seconds", {
    description: "Time of an attempt, from connecting to the end of the answer.",
    attributes: { result },
    boundaries: durationBounds
  })
})

const metricsByResult = new Map<string, ReturnType<typeof metricsOf>>()

/** Counts attempts by the class of their status: the first digit only, so that a receiver cannot make new series. */
export const recordAttempts = Effect.fnUntraced(function* (attempts: ReadonlyArray<MeasuredAttempt>) {
  for (const { status, durationMillis } of attempts) {
    const result = status === null ? "no_answer" : `${Math.floor(status / 100)}xx`
    const metrics = metricsByResult.get(result) ?? metricsOf(result)
    metricsByResult.set(result, metrics)
    yield* Metric.update(metrics.count, 1)
    yield* Metric.update(metrics.duration, durationMillis / 1000)
  }
})

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
