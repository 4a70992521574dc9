import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { recordRequest } from "./request-metrics.ts"

const textAfter = (...requests: ReadonlyArray<Parameters<typeof recordRequest>[1]>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    for (const request of requests) recordRequest(context, request)
    return yield* PrometheusMetrics.format()
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

describe("metrics of requests", () => {
  it.effect("cumulate the buckets of a histogram", () =>
    Effect.gen(function* () {
      const request = { route: "/a", method: "GET", status: 200 }
      const text = yield* textAfter(...[4, 5, 50, 20_000].map((millis) => ({ ...request, millis })))
      const labels = 'route="/a",method="GET",status="2xx"'
      assert.include(text, "# TYPE dragoman_http_request_duration_seconds histogram")
      for (const [bound, count] of [
        ["0.005", 2],
        ["0.025", 2],
        ["0.05", 3],
        ["10", 3],
        ["+Inf", 4]
      ]) {
        assert.include(text, `dragoman_http_request_duration_seconds_bucket{${labels},le="${bound}"} ${count}\n`)
      }
      assert.include(text, `dragoman_http_request_duration_seconds_count{${labels}} 4\n`)
      assert.match(text, /^dragoman_http_request_duration_seconds_sum\{.*\} 20\.059/m)
    })
  )

  it.effect("escape labels", () =>
    Effect.gen(function* () {
      const text = yield* textAfter({ route: '/"\\\n', method: "GET", status: 200, millis: 1 })
      assert.include(text, 'route="/\\"\\\\\\n"')
    })
  )
})
