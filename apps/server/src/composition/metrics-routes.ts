import { gauge, metricsContentType, printMetrics, watchMetricValues } from "@dragoman/delivery"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "../platform/http/plain-route.ts"
import { printRequestMetrics } from "../platform/metrics/print-request-metrics.ts"
import { RequestMetrics } from "../platform/metrics/request-metrics.ts"
import { RealtimeConnections } from "../realtime/realtime-connections.ts"

/** `/metrics` for Prometheus, and the path of the original. */
export const layerMetricsRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const requests = yield* RequestMetrics
    const connections = yield* RealtimeConnections
    const values = yield* watchMetricValues
    const answer = Effect.map(values, (read) =>
      HttpServerResponse.text(
        printMetrics(read, [
          ...printRequestMetrics(requests.series()),
          ...gauge("dragoman_realtime_connections", "Websockets and event streams.", connections.count())
        ]),
        {
          contentType: metricsContentType
        }
      )
    )
    yield* router.addAll([plainRoute("/metrics", answer), plainRoute("/actuator/prometheus", answer)])
  })
)
