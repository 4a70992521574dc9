import { randomInt } from "node:crypto"
import { Context, Effect, Logger, References } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication } from "../platform/access/authenticate.ts"
import { RateLimiter } from "../platform/http/rate-limiter.ts"
import { plainRoute } from "../platform/http/routes.ts"
import { ProjectEvents } from "./project-events.ts"
import { RealtimeConnections } from "./realtime-connections.ts"
import { plainFraming, serveWebsocket, sockjsFraming, type WebsocketServices } from "./serve-websocket.ts"

const entropyMax = 2 ** 32

/**
 * The websocket for SockJS (`/websocket/{server}/{session}/websocket`) and for plain STOMP, from any origin.
 *
 */
export const layerWebsocketRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    // Each connection copies its context: all services of the server would take 20 kB per connection.
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

/** SockJS sends credentials, which browsers allow only for a named origin. */
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
