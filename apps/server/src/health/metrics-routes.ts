import { monitorEventLoopDelay } from "node:perf_hooks"
import { OutboxRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "../http/plain-route.ts"
import { RealtimeConnections } from "../realtime/realtime-connections.ts"
import { AttemptMetrics } from "./attempt-metrics.ts"
import { printMetrics } from "./print-metrics.ts"
import { RequestMetrics } from "./request-metrics.ts"

/** How often the delay of the event loop is measured. */
const delayResolutionMillis = 20

/** `/metrics` for Prometheus, and the path of the original. The outbox is read when somebody asks. */
export const layerMetricsRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const metrics = yield* RequestMetrics
    const attempts = yield* AttemptMetrics
    const outbox = yield* OutboxRepository
    const connections = yield* RealtimeConnections
    const delay = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const histogram = monitorEventLoopDelay({ resolution: delayResolutionMillis })
        histogram.enable()
        return histogram
      }),
      (histogram) => Effect.sync(() => histogram.disable())
    )
    const readDelay = Effect.sync(() => {
      const read = { mean: seconds(delay.mean), p99: seconds(delay.percentile(99)), max: seconds(delay.max) }
      delay.reset()
      return read
    })
    const answer = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const statistics = yield* Effect.catchCause(outbox.statistics(now), (cause) =>
        Effect.as(Effect.logWarning("The outbox could not be counted.", cause), null)
      )
      const { rss, heapUsed } = process.memoryUsage()
      const text = printMetrics({
        requests: metrics.series(),
        attempts: attempts.series(),
        memory: { residentBytes: rss, heapUsedBytes: heapUsed },
        eventLoopDelay: yield* readDelay,
        uptimeSeconds: process.uptime(),
        realtimeConnections: connections.count(),
        outbox: statistics,
        now
      })
      return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    })
    yield* router.addAll([plainRoute("/metrics", answer), plainRoute("/actuator/prometheus", answer)])
  })
)

/** The histogram holds nanoseconds between two measurements: only what exceeds their distance is delay. NaN: none yet. */
const seconds = (nanos: number): number => {
  const delay = nanos / 1e9 - delayResolutionMillis / 1e3
  return Number.isNaN(delay) ? 0 : Math.max(delay, 0)
}
