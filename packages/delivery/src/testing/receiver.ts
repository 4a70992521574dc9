import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { endpointRules } from "@dragoman/domain/network"
import { Effect, Queue } from "effect"

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  /** Which connection carried it, from 1. */
  readonly connection: number
}

interface Receiver {
  /** Without a slash at the end. */
  readonly url: string
  readonly port: number
  readonly requests: ReadonlyArray<ReceivedRequest>
  /** The next request that was not taken yet; waits for it. */
  readonly next: Effect.Effect<ReceivedRequest>
}

export type Respond = (response: ServerResponse, request: ReceivedRequest, index: number) => void

/** The same response to every request. */
export const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ""): Respond =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

/** An endpoint on a free port of this machine; `index` counts requests from 0. Closed, with all connections, by the scope. */
export const startReceiver = Effect.fnUntraced(function* (respond: Respond) {
  const requests: Array<ReceivedRequest> = []
  const incoming = yield* Queue.unbounded<ReceivedRequest>()
  const connections = new Map<Socket, number>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("error", () => {})
    request.on("end", () => {
      const received: ReceivedRequest = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        connection: connections.get(request.socket) ?? 0
      }
      requests.push(received)
      Queue.offerUnsafe(incoming, received)
      respond(response, received, requests.length - 1)
    })
  })
  server.on("connection", (socket: Socket) => connections.set(socket, connections.size + 1))
  const port = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  const receiver: Receiver = { url: `http://127.0.0.1:${port}`, port, requests, next: Queue.take(incoming) }
  return receiver
})

/** Something that is no HTTP server: `talk` gets each connection, after its first bytes unless `atOnce`. */
export const startTcpReceiver = Effect.fnUntraced(function* (
  talk: (socket: Socket) => void,
  { atOnce = false }: { readonly atOnce?: boolean } = {}
) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    if (atOnce) talk(socket)
    else socket.once("data", () => talk(socket))
  })
  const port = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => void socket.destroy())))
  return { url: `http://127.0.0.1:${port}`, port }
})

export const listen = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => server.close())
  )

/** A port of this machine without a listener. */
export const closedPort = Effect.scoped(Effect.suspend(() => listen(createTcpServer())))

/** Receivers of the tests listen on this machine, which webhooks may not reach otherwise. */
export const localRules = endpointRules({ allow: ["127.0.0.1"] })

/** A receiver's check, written from the documentation alone: secret as text, `<milliseconds>.<body>`, lower-case hex. */
export const isTolgeeSignature = (header: unknown, body: string, secret: string): boolean => {
  if (typeof header !== "string") return false
  const parsed: { readonly timestamp?: unknown; readonly signature?: unknown } = JSON.parse(header)
  if (typeof parsed.timestamp !== "number" || typeof parsed.signature !== "string") return false
  const expected = createHmac("sha256", secret).update(`${parsed.timestamp}.${body}`).digest("hex")
  return (
    parsed.signature.length === expected.length && timingSafeEqual(Buffer.from(parsed.signature), Buffer.from(expected))
  )
}
