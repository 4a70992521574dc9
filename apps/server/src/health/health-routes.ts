import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plainRoute } from "../http/plain-route.ts"
import { type Health, Readiness } from "./readiness.ts"

/**
 * `/health/live`: the process answers. `/health/ready`, and what monitors of the original ask: requests may be sent here.
 * Source: architecture section 6.
 */
export const layerHealthRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const ready = Effect.map(readiness.health, (health) =>
      HttpServerResponse.jsonUnsafe({ status: shownStatus[health] }, { status: health === "UP" ? 200 : 503 })
    )
    yield* router.addAll([
      plainRoute("/health/live", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "UP" }))),
      ...(["/health/ready", "/health", "/actuator/health"] as const).map((path) => plainRoute(path, ready))
    ])
  })
)

/** The words of the original's health endpoint. */
const shownStatus: Record<Health, string> = { UP: "UP", DATABASE_DOWN: "DOWN", STOPPING: "OUT_OF_SERVICE" }
