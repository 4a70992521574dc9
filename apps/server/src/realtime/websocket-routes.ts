import { randomInt } from "node:crypto"
import { parseSockjsMessages, sockjsClose, sockjsHeartbeat, sockjsMessages, sockjsOpen } from "@dragoman/api"
import { Context, Effect, Logger, References } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RateLimiter } from "../platform/http/rate-limiter.ts"
import { plainRoute } from "../platform/http/routes.ts"
import { Authentication } from "../service/access/authenticate.ts"
import { ProjectEvents } from "./project-events.ts"
import { RealtimeConnections } from "./realtime-connections.ts"
import { serveWebsocket, type WebsocketProtocol } from "./serve-websocket.ts"
import { makeStompSession } from "./stomp-session.ts"
import { UserNotifications } from "./user-notifications.ts"

const entropyMax = 2 ** 32

/** Serves the websocket for SockJS (`/websocket/{server}/{session}/websocket`) and for plain STOMP, from any origin. */
export const layerWebsocketRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    // Each connection copies its context: all services of the server would take 20 kB per connection.
    const services = Context.pick(
      Authentication,
      RateLimiter,
      ProjectEvents,
      RealtimeConnections,
      UserNotifications,
      Logger.CurrentLoggers,
      References.MinimumLogLevel,
      References.TracerEnabled
    )(yield* Effect.context<StompServices | RealtimeConnections>())
    yield* router.addAll([
      plainRoute("/websocket/info", info),
      plainRoute("/websocket/:server/:session/websocket", serveWebsocket(stompIn(sockjsFraming), services)),
      plainRoute("/websocket/websocket", serveWebsocket(stompIn(plainFraming), services))
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

type StompServices = Authentication | RateLimiter | ProjectEvents | UserNotifications

const closed = { code: 1000, reason: "Closed" }

/** STOMP in a framing. */
const stompIn = (framing: WebsocketFraming): WebsocketProtocol<StompServices> => ({
  ...framing,
  silent: { code: 1008, reason: "No CONNECT" },
  stranger: { code: 1008, reason: "No subscription" },
  makeSession: ({ network, authenticated, send, close }) =>
    makeStompSession({
      network,
      framing: framing.name,
      wrap: framing.wrap,
      authenticated,
      send: (wrapped) => send(framing.join(wrapped)),
      close: () => close(closed)
    })
})

/** The framing of STOMP on a websocket. */
interface WebsocketFraming extends Pick<WebsocketProtocol<never>, "open" | "heartbeat" | "close" | "parse"> {
  readonly name: string
  readonly wrap: (frame: string) => string
  /** Wraps frames as messages of the websocket. */
  readonly join: (wrapped: ReadonlyArray<string>) => ReadonlyArray<string>
}

const sockjsFraming: WebsocketFraming = {
  name: "sockjs",
  open: [sockjsOpen],
  heartbeat: sockjsHeartbeat,
  wrap: (frame) => JSON.stringify(frame),
  join: (wrapped) => [sockjsMessages(wrapped)],
  close: (code, reason) => [sockjsClose(code, reason)],
  parse: parseSockjsMessages
}

/** Frames plain STOMP, for clients without SockJS. */
const plainFraming: WebsocketFraming = {
  name: "plain",
  open: [],
  heartbeat: "\n",
  wrap: (frame) => frame,
  join: (wrapped) => wrapped,
  close: () => [],
  parse: (message) => [message]
}
