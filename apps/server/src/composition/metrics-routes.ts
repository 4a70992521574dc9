import { updateOutboxMetrics } from "@dragoman/delivery"
import { watchProcess } from "@dragoman/monitoring"
import { Effect, Metric } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { updateBackupMetrics } from "../platform/backup/backup-metrics.ts"
import { plainRoute } from "../platform/http/routes.ts"
import { updateMailMetrics } from "../platform/mail/mail-metrics.ts"
import { threadHeaps } from "../platform/worker/worker.ts"
import { RealtimeConnections } from "../realtime/realtime-connections.ts"

const realtimeConnections = Metric.gauge("dragoman_realtime_connections", {
  description: "Websockets and event streams."
})

/** `/metrics` for Prometheus, and the path of Spring Boot Actuator. */
export const layerMetricsRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const connections = yield* RealtimeConnections
    const updateProcessMetrics = yield* watchProcess(threadHeaps)
    const registry = yield* Metric.MetricRegistry
    const response = Effect.gen(function* () {
      yield* updateOutboxMetrics
      yield* updateMailMetrics
      yield* updateBackupMetrics
      yield* updateProcessMetrics
      yield* Metric.update(realtimeConnections, connections.count())
      const text = yield* PrometheusMetrics.format()
      return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    }).pipe(Effect.provideService(Metric.MetricRegistry, registry))
    yield* router.addAll([plainRoute("/metrics", response), plainRoute("/actuator/prometheus", response)])
  })
)
