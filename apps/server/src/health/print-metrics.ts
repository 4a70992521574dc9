import type { OutboxStatistics } from "@dragoman/store"
import type { AttemptSeries } from "./attempt-metrics.ts"
import { type LatencySeries, latencyBoundsMillis } from "./latency-series.ts"
import type { RequestSeries } from "./request-metrics.ts"

export interface MetricValues {
  readonly requests: ReadonlyArray<RequestSeries>
  readonly attempts: ReadonlyArray<AttemptSeries>
  readonly memory: { readonly residentBytes: number; readonly heapUsedBytes: number }
  /** Seconds of delay of the event loop since the last time somebody asked. */
  readonly eventLoopDelay: { readonly mean: number; readonly p99: number; readonly max: number }
  readonly uptimeSeconds: number
  /** Websockets and event streams that are open. */
  readonly realtimeConnections: number
  /** null: the database does not answer. */
  readonly outbox: OutboxStatistics | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** The values as Prometheus reads them: text format 0.0.4. */
export const printMetrics = (values: MetricValues): string =>
  [
    ...family(
      "dragoman_http_requests_total",
      "counter",
      "Requests that were answered.",
      values.requests.map(printCount)
    ),
    ...family(
      "dragoman_http_request_duration_seconds",
      "histogram",
      "Time from the request's head to its answer.",
      values.requests.flatMap((series) =>
        printHistogram("dragoman_http_request_duration_seconds", labelsOf(series), series)
      )
    ),
    ...gauge("process_resident_memory_bytes", "Memory of the process.", values.memory.residentBytes),
    ...gauge("dragoman_heap_used_bytes", "Memory that JavaScript values use.", values.memory.heapUsedBytes),
    ...family("dragoman_event_loop_delay_seconds", "gauge", "Delay of the event loop since the last scrape.", [
      `dragoman_event_loop_delay_seconds{statistic="mean"} ${values.eventLoopDelay.mean}`,
      `dragoman_event_loop_delay_seconds{statistic="p99"} ${values.eventLoopDelay.p99}`,
      `dragoman_event_loop_delay_seconds{statistic="max"} ${values.eventLoopDelay.max}`
    ]),
    ...gauge("dragoman_uptime_seconds", "Time since the process started.", values.uptimeSeconds),
    ...gauge("dragoman_realtime_connections", "Websockets and event streams.", values.realtimeConnections),
    ...family(
      "dragoman_webhook_attempts_total",
      "counter",
      "Attempts to deliver a webhook, by this process.",
      values.attempts.map(({ result, count }) => `dragoman_webhook_attempts_total{result="${result}"} ${count}`)
    ),
    ...family(
      "dragoman_webhook_attempt_duration_seconds",
      "histogram",
      "Time of an attempt, from connecting to the end of the answer.",
      values.attempts.flatMap((series) =>
        printHistogram("dragoman_webhook_attempt_duration_seconds", `result="${series.result}"`, series)
      )
    ),
    ...(values.outbox === null ? [] : printOutbox(values.outbox, values.now)),
    ""
  ].join("\n")

const family = (name: string, type: string, meaning: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`# HELP ${name} ${meaning}`, `# TYPE ${name} ${type}`, ...lines]

const gauge = (name: string, meaning: string, value: number) => family(name, "gauge", meaning, [`${name} ${value}`])

const labelsOf = ({ route, method, statusClass }: RequestSeries): string =>
  `route="${escaped(route)}",method="${escaped(method)}",status="${statusClass}"`

const escaped = (label: string): string => label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const printCount = (series: RequestSeries): string =>
  `dragoman_http_requests_total{${labelsOf(series)}} ${series.count}`

const printHistogram = (name: string, labels: string, series: LatencySeries): ReadonlyArray<string> => {
  let cumulated = 0
  const buckets = latencyBoundsMillis.map((bound, index) => {
    cumulated += series.withinBound[index] ?? 0
    return `${name}_bucket{${labels},le="${bound / 1000}"} ${cumulated}`
  })
  return [
    ...buckets,
    `${name}_bucket{${labels},le="+Inf"} ${series.count}`,
    `${name}_sum{${labels}} ${series.sumMillis / 1000}`,
    `${name}_count{${labels}} ${series.count}`
  ]
}

const printOutbox = ({ pendingCount, dueCount, oldestPendingAt, heldEndpointCount }: OutboxStatistics, now: number) => [
  ...gauge("dragoman_webhook_deliveries_pending", "Webhook deliveries that are not finished.", pendingCount),
  ...gauge("dragoman_webhook_deliveries_due", "Webhook deliveries that could be sent now.", dueCount),
  ...gauge(
    "dragoman_webhook_oldest_pending_seconds",
    "Age of the oldest webhook delivery that is not finished; 0 without one.",
    oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt) / 1000
  ),
  ...gauge(
    "dragoman_webhook_endpoints_on_hold",
    "Webhook configurations whose endpoint has asked for a pause that has not ended.",
    heldEndpointCount
  )
]
