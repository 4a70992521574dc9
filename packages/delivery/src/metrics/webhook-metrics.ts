import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { OutboxRepository } from "@dragoman/store"
import { Clock, Effect, Metric } from "effect"

/** One attempt to deliver a webhook, as far as it is counted. */
interface MeasuredAttempt {
  /** HTTP status; null without a response. */
  readonly status: number | null
  readonly durationMillis: number
}

/** Attempts with one result whose times lie between the same two bounds of the histogram. */
export interface AttemptCount {
  readonly result: string
  readonly count: number
  /** Duration of all attempts together. */
  readonly durationMillis: number
}

/** Upper bounds: attempts end after 10 s unless the settings say otherwise. */
const durationBoundsMillis = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/**
 * Adds up attempts, by the class of their status and by their time: a few numbers, however many attempts. The first digit of
 * a status only, so that a receiver cannot make new series. `take`: those since the last time.
 */
export const makeAttemptCounter = () => {
  const countByKey = new Map<string, { readonly result: string; count: number; durationMillis: number }>()
  return {
    add: (attempts: ReadonlyArray<MeasuredAttempt>): void => {
      for (const { status, durationMillis } of attempts) {
        const result = status === null ? "no_answer" : `${Math.floor(status / 100)}xx`
        const key = `${result} ${durationBoundsMillis.findIndex((bound) => durationMillis <= bound)}`
        const counted = countByKey.get(key)
        if (counted === undefined) countByKey.set(key, { result, count: 1, durationMillis })
        else {
          counted.count++
          counted.durationMillis += durationMillis
        }
      }
    },
    take: (): ReadonlyArray<AttemptCount> => {
      const counts = [...countByKey.values()]
      countByKey.clear()
      return counts
    }
  }
}

const metricsOf = (result: string) => ({
  count: Metric.counter("dragoman_webhook_attempts_total", {
    description: "Attempts to deliver a webhook, by this process.",
    attributes: { result },
    incremental: true
  }),
  duration: Metric.histogram("dragoman_webhook_attempt_duration_seconds", {
    description: "Time of an attempt, from connecting to the end of the answer.",
    attributes: { result },
    boundaries: durationBoundsMillis.map((millis) => millis / 1_000)
  })
})

/** The results of most attempts; their series are there before the first one. */
const usualResults = ["2xx", "4xx", "5xx", "no_answer"]

const metricsByResult = new Map<string, ReturnType<typeof metricsOf>>(
  usualResults.map((result) => [result, metricsOf(result)])
)

const showAttempts = Effect.suspend(() =>
  Effect.forEach(
    metricsByResult.values(),
    ({ count, duration }) => Effect.andThen(Metric.value(count), Metric.value(duration)),
    { discard: true }
  )
)

/** Adds counted attempts to the metrics of this thread. */
export const recordAttempts = (counts: ReadonlyArray<AttemptCount>): Effect.Effect<void> =>
  Effect.map(Effect.context<never>(), (services) => {
    for (const { result, count, durationMillis } of counts) {
      const metrics = metricsByResult.get(result) ?? metricsOf(result)
      metricsByResult.set(result, metrics)
      metrics.count.updateUnsafe(count, services)
      // The mean lies between the same bounds as each of them, and the sum stays right.
      const meanSeconds = durationMillis / count / 1_000
      for (let index = 0; index < count; index++) metrics.duration.updateUnsafe(meanSeconds, services)
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
  yield* showAttempts
  const now = yield* Clock.currentTimeMillis
  const statistics = yield* readForScrape("Counting the outbox", outbox.statistics(now))
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
