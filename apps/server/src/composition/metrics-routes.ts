import { hasToken, listenForMonitors, metricsContentType, metricsPaths, Readiness } from "@dragoman/monitoring"
import { hasPublicMetrics } from "@dragoman/settings"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { failWith, failWithStatus } from "../platform/fail.ts"
import { plainRoute } from "../platform/http/routes.ts"
import { Settings } from "../platform/settings/settings.ts"
import { ServerMetrics } from "./server-metrics.ts"

/** Serves `/metrics` for Prometheus, and the path of Spring Boot Actuator, on the port of the users. */
export const layerMetricsRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { text } = yield* ServerMetrics
    const settings = yield* Settings
    const isPublic = hasPublicMetrics(settings)
    const response = Effect.gen(function* () {
      // Without this error the page of the console would look like a response.
      if (!isPublic) return yield* failWith("resource_not_found")
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!hasToken(request, settings.metricsToken)) return yield* failWithStatus(401, "unauthenticated")
      return HttpServerResponse.text(yield* text, { contentType: metricsContentType })
    })
    yield* router.addAll([...metricsPaths].map((path) => plainRoute(path as `/${string}`, response)))
  })
)

/** The separate address for monitors; null: none. */
export class MetricsListener extends Context.Service<MetricsListener, { readonly port: number | null }>()(
  "@dragoman/server/composition/MetricsListener"
) {
  static readonly layer = Layer.effect(
    MetricsListener,
    Effect.gen(function* () {
      const { metricsHost: host, metricsPort, metricsToken: token } = yield* Settings
      if (metricsPort === null) return { port: null }
      const { text: metrics } = yield* ServerMetrics
      const { health, failingParts } = yield* Readiness
      const { port } = yield* listenForMonitors({ host, port: metricsPort, token }, () => ({
        health,
        failingParts,
        metrics
      }))
      yield* Effect.logInfo("Monitoring endpoint started").pipe(Effect.annotateLogs({ host, port }))
      return { port }
    })
  )
}
