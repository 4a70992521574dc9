import { type Context, Effect, Metric } from "effect"

/** Upper bounds in seconds: quick reads are below 5 ms, imports take seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const metricsOf = (attributes: Readonly<Record<string, string>>) => ({
  count: Metric.counter("dragoman_http_requests_total", {
    description: "HTTP requests with a response.",
    attributes,
    incremental: true
  }),
  duration: Metric.histogram("dragoman_http_request_duration_seconds", {
    description: "Time from the head of a request to its response.",
    attributes,
    boundaries: durationBounds
  })
})

/** Avoids creating and naming the metrics of each request; the values are in the registry. */
const metricsByLabels = new Map<string, ReturnType<typeof metricsOf>>()

/**
 * Counts a request in the registry of the context. Labels come from the contract, never from the request, so their number
 * is limited. `route`: null for a path without a route.
 */
export const recordRequest = (
  context: Context.Context<never>,
  {
    route,
    method,
    status,
    millis
  }: {
    readonly route: string | null
    readonly method: string
    readonly status: number
    readonly millis: number
  }
): void => {
  const statusClass = `${Math.floor(status / 100)}xx`
  const labels = `${route} ${method} ${statusClass}`
  let metrics = metricsByLabels.get(labels)
  if (metrics === undefined) {
    metrics = metricsOf({ route: route ?? "unmatched", method, status: statusClass })
    metricsByLabels.set(labels, metrics)
  }
  metrics.count.updateUnsafe(1, context)
  metrics.duration.updateUnsafe(millis / 1000, context)
}

const inFlight = Metric.gauge("dragoman_http_requests_in_flight", {
  description: "HTTP requests whose response is not finished; websockets and event streams are among them."
})

/** Count of this process. */
let requestsInFlight = 0

/** Counts one request more; the returned function ends it. */
export const beginRequest = (): (() => void) => {
  requestsInFlight++
  return () => {
    requestsInFlight--
  }
}

/** Updates the gauge; runs at each scrape. */
export const updateRequestMetrics: Effect.Effect<void> = Effect.suspend(() => Metric.update(inFlight, requestsInFlight))
