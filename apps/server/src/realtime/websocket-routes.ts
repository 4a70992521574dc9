import { randomInt } from "node:crypto"
import { parseSockjsMessages, sockjsClose, sockjsHeartbeat, sockjsMessages, sockjsOpen } from "@dragoman/api"
import type { ErrorCode } from "@dragoman/domain/error"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Deferred, Effect, Logger, Option, References } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Socket } from "effect/socket"
import { ClientAddress } from "../platform/http/client-address.ts"
import { clientNetworkOf, RateLimiter } from "../platform/http/rate-limiter.ts"
import { plainRoute } from "../platform/http/routes.ts"
import { Authentication } from "../service/access/authenticate.ts"
import { ProjectEvents } from "./project-events.ts"
import { connectionRejected, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"
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

/** Size of the largest STOMP frame, quoted for SockJS. Larger messages close the connection unread. */
export const websocketMessageBytesMax = 256 * 1024

/** Unsent data for a slow client, beyond which the server closes the connection, and the client reconnects. */
const unsentBytesMax = 1024 * 1024

/** Timeout for CONNECT after the websocket is open. */
export const ConnectMillis = Context.Reference("@dragoman/server/realtime/ConnectMillis", {
  defaultValue: () => 10_000
})

/** Timeout for the first subscription, which needs a credential. */
export const AuthenticateMillis = Context.Reference("@dragoman/server/realtime/AuthenticateMillis", {
  defaultValue: () => 60_000
})

/** Timeout for the client to close its end; then the server cuts the connection. */
const closeMillis = 1_000

/** Close codes of websockets, which SockJS clients also get. */
const closed = { code: 1000, reason: "Closed" }
const goingAway = { code: 1001, reason: "The server stops" }
const malformed = { code: 1007, reason: "Not a message" }
const tooSlow = { code: 1013, reason: "Too slow" }
const silent = { code: 1008, reason: "No CONNECT" }
const stranger = { code: 1008, reason: "No subscription" }

type WebsocketServices = Authentication | RateLimiter | ProjectEvents | RealtimeConnections | UserNotifications

/** Upgrades a request to a websocket with STOMP; responds as soon as it is open. */
const serveWebsocket = Effect.fnUntraced(function* (
  framing: WebsocketFraming,
  services: Context.Context<WebsocketServices>
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const connections = Context.get(services, RealtimeConnections)
  // An upgrade to any other protocol would get the raw connection.
  if (request.headers["upgrade"]?.toLowerCase() !== "websocket") return noWebsocket
  const network = clientNetworkOf(request)
  const rejection = connections.acquire(network)
  if (rejection !== null) return connectionRejected(rejection)
  const admitted = connections.meet(network)
  if (admitted === null) {
    connections.release(network)
    return connectionRejected("network")
  }
  const timeouts = { connectMillis: yield* ConnectMillis, authenticateMillis: yield* AuthenticateMillis }
  const opened = yield* Deferred.make<void>()
  connections.fork(
    runConnection({
      request,
      framing,
      network,
      ...timeouts,
      admitted,
      opened: Deferred.succeed(opened, undefined)
    }).pipe(
      Effect.provideService(ClientAddress, Option.getOrNull(request.remoteAddress)),
      Effect.provideContext(services),
      Effect.ensuring(
        Effect.sync(() => {
          admitted()
          connections.release(network)
        })
      ),
      Effect.ensuring(Deferred.succeed(opened, undefined))
    )
  )
  yield* Deferred.await(opened)
  return HttpServerResponse.empty({ status: 101 })
})

const noWebsocket = HttpServerResponse.jsonUnsafe(
  { code: "request_parse_error" satisfies ErrorCode, params: ["Not a websocket"] },
  { status: 400 }
)

interface Opening {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly framing: WebsocketFraming
  /** Network of the client, as for rate limits. */
  readonly network: string
  readonly connectMillis: number
  readonly authenticateMillis: number
  /** Reports that the client has shown a valid credential. */
  readonly admitted: () => void
  /** Runs when the websocket is open. */
  readonly opened: Effect.Effect<unknown>
}

const runConnection = Effect.fnUntraced(
  function* ({ request, framing, network, connectMillis, authenticateMillis, admitted, opened }: Opening) {
    const connections = yield* RealtimeConnections
    const source = NodeHttpServerRequest.toIncomingMessage(request).socket
    const socket = yield* request.upgrade
    const writer = yield* socket.writer
    const { pull } = yield* socket.reader
    let isOpen = true

    const write = (chunk: string | Socket.CloseEvent) => Effect.runFork(Effect.ignore(writer.write(chunk)))
    const close = ({ code, reason }: typeof closed): void => {
      if (!isOpen) return
      isOpen = false
      for (const message of framing.close(code, reason)) write(message)
      write(new Socket.CloseEvent(code, reason))
      setTimeout(() => source.destroy(), closeMillis).unref()
    }
    const send = (messages: ReadonlyArray<string>): void => {
      if (!isOpen) return
      if (source.writableLength > unsentBytesMax) close(tooSlow)
      else for (const message of messages) write(message)
    }

    // A timer of Node is not affected by changes of the wall clock.
    const authenticating = setTimeout(() => close(stranger), authenticateMillis).unref()
    const session = yield* makeStompSession({
      network,
      framing: framing.name,
      wrap: framing.wrap,
      authenticated: () => {
        clearTimeout(authenticating)
        admitted()
      },
      send: (wrapped) => send(framing.join(wrapped)),
      close: () => close(closed)
    })
    const connection: RealtimeConnection = {
      heartbeat: () => send([framing.heartbeat]),
      dismiss: () => close(goingAway),
      destroy: () => source.destroy()
    }
    connections.add(connection)
    const connecting = setTimeout(() => session.isConnected() || close(silent), connectMillis).unref()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
        clearTimeout(connecting)
        clearTimeout(authenticating)
        session.end()
        connections.remove(connection)
      })
    )
    yield* opened
    send(framing.open)
    while (true) {
      for (const chunk of yield* pull) {
        const messages = framing.parse(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
        if (messages === null) close(malformed)
        else for (const message of messages) if (isOpen) yield* session.receive(message)
      }
    }
  },
  Effect.scoped,
  // The client disconnected, or the upgrade failed.
  (connection) => Effect.ignore(connection)
)

/** The framing of STOMP on a websocket. */
interface WebsocketFraming {
  readonly name: string
  /** The message that opens the connection. */
  readonly open: ReadonlyArray<string>
  readonly heartbeat: string
  readonly wrap: (frame: string) => string
  /** Wraps frames as messages of the websocket. */
  readonly join: (wrapped: ReadonlyArray<string>) => ReadonlyArray<string>
  /** The message before the connection closes. */
  readonly close: (code: number, reason: string) => ReadonlyArray<string>
  /** Reads a message; null: it is none of this framing. */
  readonly parse: (message: string) => ReadonlyArray<string> | null
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
