import { assert, describe, it } from "vitest"
import { latencyBoundsMillis } from "./latency-series.ts"
import type { MetricValues } from "./metric-values.ts"
import { printMetrics } from "./print-metrics.ts"

const values: MetricValues = {
  attempts: [],
  memory: { residentBytes: 2, heapUsedBytes: 1 },
  eventLoopDelay: { mean: 0, p99: 0, max: 0 },
  uptimeSeconds: 5,
  outbox: null,
  now: 10_000
}

describe("printed metrics", () => {
  it("leave out the outbox when the database does not answer", () => {
    assert.notMatch(printMetrics(values), /webhook/)
  })

  it("give the age of the oldest delivery in seconds", () => {
    const text = printMetrics({
      ...values,
      outbox: { pendingCount: 3, dueCount: 1, oldestPendingAt: 7_500, heldEndpointCount: 2 }
    })
    assert.match(text, /^dragoman_webhook_oldest_pending_seconds 2\.5$/m)
    assert.match(text, /^dragoman_webhook_deliveries_pending 3$/m)
    assert.match(text, /^dragoman_webhook_endpoints_on_hold 2$/m)
  })

  it("count attempts to deliver by their result, with their times", () => {
    const series = { count: 2, sumMillis: 30, withinBound: latencyBoundsMillis.map((_, index) => (index < 2 ? 1 : 0)) }
    const text = printMetrics({ ...values, attempts: [{ result: "5xx", ...series }] })
    assert.match(text, /^dragoman_webhook_attempts_total\{result="5xx"\} 2$/m)
    assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="5xx",le="0.005"\} 1$/m)
    assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="5xx",le="\+Inf"\} 2$/m)
    assert.match(text, /^dragoman_webhook_attempt_duration_seconds_sum\{result="5xx"\} 0.03$/m)
  })
})
