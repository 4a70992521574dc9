import { healthAnswer, Readiness } from "@dragoman/monitoring"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "./routes.ts"

/**
 * Responds to monitors. `/health/live`: the process responds. `/health/ready`, and the paths of Tolgee's monitors: the
 * server accepts requests. See docs/operations.md.
 */
export const layerHealthRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const ready = Effect.gen(function* () {
      const { status, body } = healthAnswer(yield* readiness.health, yield* readiness.failingParts)
      return HttpServerResponse.jsonUnsafe(body, { status })
    })
    yield* router.addAll([
      plainRoute("/health/live", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "UP" }))),
      ...(["/health/ready", "/health", "/actuator/health"] as const).map((path) => plainRoute(path, ready))
    ])
  })
)
