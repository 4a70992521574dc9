import { type Context, Metric } from "effect"

/** Upper bounds, seconds: quick reads are below 5 ms, imports take seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const metricsOf = (attributes: Readonly<Record<string, string>>) => ({
  count: Metric.counter("dragoman_http_requests_total", {
    description: "Requests that were answered.",
    attributes,
    incremental: true
  }),
  duration: Metric.histogram("dragoman_http_request_duration_seconds", {
    description: "Time from the request's head to its answer.",
    attributes,
    boundaries: durationBounds
  })
})

/** The figures themselves are in the registry; this spares making and naming the metrics of each request. */
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
