import type { OutboxStatistics } from "@dragoman/store"
import { gauge, metricFamily, printHistogram } from "./metric-text.ts"
import type { MetricValues } from "./metric-values.ts"

/** The type of what Prometheus reads: text format 0.0.4. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8"

/** The values as Prometheus reads them, behind lines that a program adds of its own. */
export const printMetrics = (values: MetricValues, before: ReadonlyArray<string> = []): string =>
  [
    ...before,
    ...gauge("process_resident_memory_bytes", "Memory of the process.", values.memory.residentBytes),
    ...gauge("dragoman_heap_used_bytes", "Memory that JavaScript values use.", values.memory.heapUsedBytes),
    ...metricFamily("dragoman_event_loop_delay_seconds", "gauge", "Delay of the event loop since the last scrape.", [
      `dragoman_event_loop_delay_seconds{statistic="mean"} ${values.eventLoopDelay.mean}`,
      `dragoman_event_loop_delay_seconds{statistic="p99"} ${values.eventLoopDelay.p99}`,
      `dragoman_event_loop_delay_seconds{statistic="max"} ${values.eventLoopDelay.max}`
    ]),
    ...gauge("dragoman_uptime_seconds", "Time since the process started.", values.uptimeSeconds),
    ...metricFamily(
      "dragoman_webhook_attempts_total",
      "counter",
      "Attempts to deliver a webhook, by this process.",
      values.attempts.map(({ result, count }) => `dragoman_webhook_attempts_total{result="${result}"} ${count}`)
    ),
    ...metricFamily(
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
