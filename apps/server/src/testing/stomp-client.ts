import { makeStompReader, type StompFrame } from "@dragoman/api"
import { Effect, Queue } from "effect"
import { TestServer } from "./test-server.ts"

/** A message of the server: a frame, or that the connection is closed. */
export type Heard = StompFrame | { readonly command: "closed"; readonly code: number; readonly reason: string }

export interface StompTestClient {
  readonly send: (command: string, headers?: Readonly<Record<string, string>>) => void
  /** Whatever the text is. */
  readonly sendText: (text: string) => void
  readonly next: Effect.Effect<Heard>
  /** All that was said before the server had dealt with what was sent so far. */
  readonly settled: Effect.Effect<ReadonlyArray<Heard>>
}

/** STOMP on a bare websocket, connected with these headers. It is closed with the scope. */
export const connectStomp = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>, baseUrl?: string) {
  const server = baseUrl ?? (yield* TestServer).baseUrl
  const heard = yield* Queue.unbounded<Heard>()
  const reader = makeStompReader()
  const socket = new WebSocket(`${server.replace("http", "ws")}/websocket/websocket`)
  socket.addEventListener("message", ({ data }) => {
    for (const read of reader.read(String(data))) if ("command" in read) Queue.offerUnsafe(heard, read)
  })
  socket.addEventListener("close", ({ code, reason }) => {
    Queue.offerUnsafe(heard, { command: "closed", code, reason })
  })
  const send: StompTestClient["send"] = (command, frameHeaders = {}) => {
    const lines = Object.entries(frameHeaders).map(([name, value]) => `${name}:${value}\n`)
    socket.send(`${command}\n${lines.join("")}\n\0`)
  }
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise((resolve) => socket.addEventListener("open", resolve))),
    () => Effect.sync(() => socket.close())
  )
  send("CONNECT", { "accept-version": "1.2", ...headers })
  yield* Queue.take(heard)
  let receipts = 0
  const client: StompTestClient = {
    send,
    sendText: (text) => socket.send(text),
    next: Queue.take(heard),
    settled: Effect.gen(function* () {
      const receipt = `settled ${++receipts}`
      send("SEND", { receipt })
      const before: Array<Heard> = []
      while (true) {
        const next = yield* Queue.take(heard)
        if (next.command === "RECEIPT" && "headers" in next && next.headers.get("receipt-id") === receipt) return before
        before.push(next)
        if (next.command === "closed") return before
      }
    })
  }
  return client
})

/** Returns the header that STOMP clients send. */
export const stompCredential = (
  credential: { readonly accessToken: string } | { readonly apiKey: string } | null
): Readonly<Record<string, string>> => {
  if (credential === null) return {}
  return "apiKey" in credential ? { "x-api-key": credential.apiKey } : { jwtToken: credential.accessToken }
}
