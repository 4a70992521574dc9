import { Effect, Metric } from "effect"

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
