import { randomInt } from "node:crypto"
import { Context, Effect, Logger, References } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication } from "../platform/access/authenticate.ts"
import { plainRoute } from "../platform/http/plain-route.ts"
import { RateLimiter } from "../platform/http/rate-limiter.ts"
import { ProjectEvents } from "./project-events.ts"
import { RealtimeConnections } from "./realtime-connections.ts"
import { serveWebsocket, type WebsocketServices } from "./serve-websocket.ts"
import { plainFraming, sockjsFraming } from "./websocket-framing.ts"

const entropyMax = 2 ** 32

/**
 * Where clients find the websocket: by SockJS (`/websocket/{server}/{session}/websocket`), or without it. From any origin.
 * Source: reference "content-api" 4.7.
 */
export const layerWebsocketRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    // Every connection keeps some copies of what it is given: all services of the server would take 20 kB each time.
    const services = Context.pick(
      Authentication,
      RateLimiter,
      ProjectEvents,
      RealtimeConnections,
      Logger.CurrentLoggers,
      References.MinimumLogLevel,
      References.TracerEnabled
    )(yield* Effect.context<WebsocketServices>())
    yield* router.addAll([
      plainRoute("/websocket/info", info),
      plainRoute("/websocket/:server/:session/websocket", serveWebsocket(sockjsFraming, services)),
      plainRoute("/websocket/websocket", serveWebsocket(plainFraming, services))
    ])
  })
)

/** SockJS asks with credentials, which browsers allow for a named origin only. */
const info = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  HttpServerResponse.jsonUnsafe(
    { websocket: true, origins: ["*:*"], cookie_needed: true, entropy: randomInt(entropyMax) },
    {
      headers:
        headers["origin"] === undefined
          ? {}
          : {
              "access-control-allow-origin": headers["origin"],
              "access-control-allow-credentials": "true",
              vary: "Origin"
            }
    }
  )
)
