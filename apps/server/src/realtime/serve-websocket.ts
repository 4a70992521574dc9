import type { ErrorCode } from "@dragoman/domain/error"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Deferred, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Socket } from "effect/socket"
import type { Authentication } from "../platform/access/authenticate.ts"
import { clientNetworkOf } from "../platform/http/client-network.ts"
import type { RateLimiter } from "../platform/http/rate-limiter.ts"
import type { ProjectEvents } from "./project-events.ts"
import { noPlace, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"
import { makeStompSession } from "./stomp-session.ts"
import type { WebsocketFraming } from "./websocket-framing.ts"

/** A STOMP frame at its limit, quoted for SockJS. Beyond it the connection is closed before anything is read. */
export const websocketMessageBytesMax = 256 * 1024

/** What waits for a client that does not read; then it is let go, reconnects and reads what is there. */
const unsentBytesMax = 1024 * 1024

/** For a client to send CONNECT once its websocket is open. */
export const ConnectMillis = Context.Reference("@dragoman/server/realtime/ConnectMillis", {
  defaultValue: () => 10_000
})

/** For a client to close its end; then the connection is cut. */
const closeMillis = 1_000

/** Codes of websockets, which SockJS clients are told as well. */
const closed = { code: 1000, reason: "Closed" }
const goingAway = { code: 1001, reason: "The server stops" }
const malformed = { code: 1007, reason: "Not a message" }
const tooSlow = { code: 1013, reason: "Too slow" }
const silent = { code: 1008, reason: "No CONNECT" }

export type WebsocketServices = Authentication | RateLimiter | ProjectEvents | RealtimeConnections

/** Turns a request into a websocket that speaks STOMP; the answer is there as soon as it is open. */
export const serveWebsocket = Effect.fnUntraced(function* (
  framing: WebsocketFraming,
  services: Context.Context<WebsocketServices>
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const connections = Context.get(services, RealtimeConnections)
  // Any other protocol would get the bare connection.
  if (request.headers["upgrade"]?.toLowerCase() !== "websocket") return noWebsocket
  const network = clientNetworkOf(request)
  const error = connections.enter(network)
  if (error !== null) return noPlace(error)
  const connectMillis = yield* ConnectMillis
  const opened = yield* Deferred.make<void>()
  connections.fork(
    converse({ request, framing, network, connectMillis, opened: Deferred.succeed(opened, undefined) }).pipe(
      Effect.provideContext(services),
      Effect.ensuring(Effect.sync(() => connections.leave(network))),
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
  /** Of the client, as for rate limits. */
  readonly network: string
  readonly connectMillis: number
  /** To be run when the websocket is open. */
  readonly opened: Effect.Effect<unknown>
}

const converse = Effect.fnUntraced(
  function* ({ request, framing, network, connectMillis, opened }: Opening) {
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

    const session = yield* makeStompSession({
      network,
      framing: framing.name,
      wrap: framing.wrap,
      send: (wrapped) => send(framing.join(wrapped)),
      close: () => close(closed)
    })
    const connection: RealtimeConnection = {
      beat: () => send([framing.heartbeat]),
      dismiss: () => close(goingAway),
      destroy: () => source.destroy()
    }
    connections.add(connection)
    // A timer of Node follows no wall clock.
    const connecting = setTimeout(() => session.isConnected() || close(silent), connectMillis).unref()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
        clearTimeout(connecting)
        session.end()
        connections.remove(connection)
      })
    )
    yield* opened
    send(framing.open)
    while (true) {
      for (const chunk of yield* pull) {
        const pieces = framing.parse(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
        if (pieces === null) close(malformed)
        else for (const piece of pieces) if (isOpen) yield* session.receive(piece)
      }
    }
  },
  Effect.scoped,
  // The client is gone, or never came.
  (conversation) => Effect.ignore(conversation)
)
