import type { ErrorCode } from "@dragoman/domain/error"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Deferred, Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Socket } from "effect/socket"
import { ClientAddress } from "../platform/http/client-address.ts"
import { clientNetworkOf } from "../platform/http/rate-limiter.ts"
import { connectionRejected, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"

/** Size of the largest STOMP frame, quoted for SockJS. Larger messages close the connection unread. */
export const websocketMessageBytesMax = 256 * 1024

/** Unsent data for a slow client, beyond which the server closes the connection, and the client reconnects. */
const unsentBytesMax = 1024 * 1024

/** Timeout for the first message after the websocket is open. */
export const ConnectMillis = Context.Reference("@dragoman/server/realtime/ConnectMillis", {
  defaultValue: () => 10_000
})

/** Timeout for the first message that needs a credential. */
export const AuthenticateMillis = Context.Reference("@dragoman/server/realtime/AuthenticateMillis", {
  defaultValue: () => 60_000
})

/** Timeout for the client to close its end; then the server cuts the connection. */
const closeMillis = 1_000

export interface WebsocketEnd {
  readonly code: number
  readonly reason: string
}

/** Close codes of websockets, which SockJS clients also get. */
const goingAway: WebsocketEnd = { code: 1001, reason: "The server stops" }
const malformed: WebsocketEnd = { code: 1007, reason: "Not a message" }
const tooSlow: WebsocketEnd = { code: 1013, reason: "Too slow" }

/** A protocol on a websocket: its framing and its sessions. */
export interface WebsocketProtocol<R> {
  /** The message that opens the connection. */
  readonly open: ReadonlyArray<string>
  /** null: the protocol has none. */
  readonly heartbeat: string | null
  /** The message before the connection closes. */
  readonly close: (code: number, reason: string) => ReadonlyArray<string>
  /** Reads a message; null: it is none of this protocol. */
  readonly parse: (message: string) => ReadonlyArray<string> | null
  /** Close of a client that begins no session, and of one that shows no valid credential. */
  readonly silent: WebsocketEnd
  readonly stranger: WebsocketEnd
  readonly makeSession: (client: WebsocketClient) => Effect.Effect<WebsocketSession, never, R>
}

/** The connection of a session. */
export interface WebsocketClient {
  /** Network of the client, for the limit of failed credentials. */
  readonly network: string
  /** Reports that the credential of the client is valid. */
  readonly authenticated: () => void
  readonly send: (messages: ReadonlyArray<string>) => void
  /** Closes the connection after everything sent before. */
  readonly close: (end: WebsocketEnd) => void
}

export interface WebsocketSession {
  readonly receive: (message: string) => Effect.Effect<void>
  /** Whether the client has begun the session. */
  readonly isConnected: () => boolean
  /** Ends the session, after the client disconnected. */
  readonly end: () => void
}

/** Upgrades a request to a websocket with this protocol; responds as soon as it is open. */
export const serveWebsocket = Effect.fnUntraced(function* <R>(
  protocol: WebsocketProtocol<R>,
  services: Context.Context<R | RealtimeConnections>
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
      protocol,
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

interface Opening<R> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly protocol: WebsocketProtocol<R>
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
  function* <R>({ request, protocol, network, connectMillis, authenticateMillis, admitted, opened }: Opening<R>) {
    const connections = yield* RealtimeConnections
    const source = NodeHttpServerRequest.toIncomingMessage(request).socket
    const socket = yield* request.upgrade
    const writer = yield* socket.writer
    const { pull } = yield* socket.reader
    let isOpen = true

    const write = (chunk: string | Socket.CloseEvent) => Effect.runFork(Effect.ignore(writer.write(chunk)))
    const close = ({ code, reason }: WebsocketEnd): void => {
      if (!isOpen) return
      isOpen = false
      for (const message of protocol.close(code, reason)) write(message)
      write(new Socket.CloseEvent(code, reason))
      setTimeout(() => source.destroy(), closeMillis).unref()
    }
    const send = (messages: ReadonlyArray<string>): void => {
      if (!isOpen) return
      if (source.writableLength > unsentBytesMax) close(tooSlow)
      else for (const message of messages) write(message)
    }

    // A timer of Node is not affected by changes of the wall clock.
    const authenticating = setTimeout(() => close(protocol.stranger), authenticateMillis).unref()
    const session = yield* protocol.makeSession({
      network,
      authenticated: () => {
        clearTimeout(authenticating)
        admitted()
      },
      send,
      close
    })
    const connection: RealtimeConnection = {
      heartbeat: () => protocol.heartbeat !== null && send([protocol.heartbeat]),
      dismiss: () => close(goingAway),
      destroy: () => source.destroy()
    }
    connections.add(connection)
    const connecting = setTimeout(() => session.isConnected() || close(protocol.silent), connectMillis).unref()
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
    send(protocol.open)
    while (true) {
      for (const chunk of yield* pull) {
        const messages = protocol.parse(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
        if (messages === null) close(malformed)
        else for (const message of messages) if (isOpen) yield* session.receive(message)
      }
    }
  },
  Effect.scoped,
  // The client disconnected, or the upgrade failed.
  (connection) => Effect.ignore(connection)
)
