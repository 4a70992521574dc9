import { assert, describe, it } from "@effect/vitest"
import { latencyBoundsMillis } from "./latency-series.ts"
import { type MetricValues, printMetrics } from "./print-metrics.ts"

const values: MetricValues = {
  requests: [],
  attempts: [],
  memory: { residentBytes: 2, heapUsedBytes: 1 },
  eventLoopDelay: { mean: 0, p99: 0, max: 0 },
  uptimeSeconds: 5,
  realtimeConnections: 3,
  outbox: null,
  now: 10_000
}

describe("printed metrics", () => {
  it("cumulate the buckets of a histogram", () => {
    const withinBound = latencyBoundsMillis.map((_, index) => (index === 0 ? 2 : index === 3 ? 1 : 0))
    const text = printMetrics({
      ...values,
      requests: [{ route: "/a", method: "GET", statusClass: "2xx", count: 4, sumMillis: 20_000, withinBound }]
    })
    const bucket = (bound: string) =>
      new RegExp(
        `^dragoman_http_request_duration_seconds_bucket\\{.*le="${bound.replace("+", "\\+")}"\\} (\\d+)$`,
        "m"
      ).exec(text)?.[1]
    assert.deepStrictEqual(["0.005", "0.025", "0.05", "10", "+Inf"].map(bucket), ["2", "2", "3", "3", "4"])
    assert.match(text, /_sum\{.*\} 20$/m)
  })

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

  it("escape labels", () => {
    const text = printMetrics({
      ...values,
      requests: [{ route: '/"\\\n', method: "GET", statusClass: "2xx", count: 1, sumMillis: 1, withinBound: [] }]
    })
    assert.include(text, 'route="/\\"\\\\\\n"')
  })
})
