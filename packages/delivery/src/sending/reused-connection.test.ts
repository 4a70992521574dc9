import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testSecrets } from "../testing/outbox-fixture.ts"
import { localRules, startTcpReceiver } from "../testing/receiver.ts"
import { DeliverySender, send } from "./delivery-sender.ts"

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

/** An endpoint that treats each request by the number of its connection and its own number on that, both from 1. */
const startEndpoint = Effect.fnUntraced(function* (
  treat: (socket: Socket, connection: number, request: number) => void
) {
  let connections = 0
  const received: Array<string> = []
  const { url } = yield* startTcpReceiver(
    (socket) => {
      const connection = ++connections
      let request = 0
      socket.on("data", (bytes) => {
        if (!bytes.toString("latin1").startsWith("POST ")) return
        received.push(`${connection}.${++request}`)
        treat(socket, connection, request)
      })
    },
    { atOnce: true }
  )
  return {
    received,
    send: send({ url, secrets: testSecrets, headers: [], messageId: "msg_1_2", body: Buffer.from("{}") })
  }
})

describe("a connection that was used before", () => {
  it.live("and was closed before any byte of the response: the request is sent at once over a new one", () =>
    Effect.gen(function* () {
      const endpoint = yield* startEndpoint((socket, connection, request) => {
        if (connection === 1 && request === 2) socket.destroy()
        else socket.write(ok)
      })
      assert.deepInclude(yield* endpoint.send, { kind: "response", status: 200 })
      assert.deepInclude(yield* endpoint.send, { kind: "response", status: 200 })
      assert.deepInclude(yield* endpoint.send, { kind: "response", status: 200 })
      assert.deepStrictEqual(endpoint.received, ["1.1", "1.2", "2.1", "2.2"])
    }).pipe(Effect.provide(layer))
  )

  it.live("is no reason for a third request", () =>
    Effect.gen(function* () {
      const endpoint = yield* startEndpoint((socket, connection, request) => {
        if (connection === 1 && request === 1) socket.write(ok)
        else socket.destroy()
      })
      yield* endpoint.send
      assert.deepInclude(yield* endpoint.send, { kind: "noResponse", reason: "closedEarly" })
      assert.deepStrictEqual(endpoint.received, ["1.1", "1.2", "2.1"])
    }).pipe(Effect.provide(layer))
  )

  it.live("and was closed after the first byte of the response: nothing is repeated", () =>
    Effect.gen(function* () {
      const endpoint = yield* startEndpoint((socket, _, request) => {
        if (request === 1) socket.write(ok)
        else socket.end("H")
      })
      yield* endpoint.send
      assert.deepInclude(yield* endpoint.send, { kind: "noResponse" })
      assert.deepStrictEqual(endpoint.received, ["1.1", "1.2"])
    }).pipe(Effect.provide(layer))
  )

  it.live("and sent more than its response is closed; the next request does not suffer", () =>
    Effect.gen(function* () {
      const endpoint = yield* startEndpoint((socket) => socket.write(`${ok}too much`))
      for (let request = 0; request < 3; request++) {
        assert.deepInclude(yield* endpoint.send, { kind: "response", status: 200 })
      }
      assert.deepStrictEqual(endpoint.received, ["1.1", "2.1", "3.1"])
    }).pipe(Effect.provide(layer))
  )

  it.live("carries the next request while it stays open", () =>
    Effect.gen(function* () {
      const endpoint = yield* startEndpoint((socket) => socket.write(ok))
      const both = Effect.all([endpoint.send, endpoint.send], { concurrency: 2 })
      yield* both
      yield* both
      assert.sameMembers(endpoint.received, ["1.1", "2.1", "1.2", "2.2"])
    }).pipe(Effect.provide(layer))
  )
})

it.live("a new connection that is closed without a response is a failed attempt, not repeated", () =>
  Effect.gen(function* () {
    const endpoint = yield* startEndpoint((socket) => socket.destroy())
    assert.deepInclude(yield* endpoint.send, { kind: "noResponse", reason: "closedEarly" })
    assert.deepStrictEqual(endpoint.received, ["1.1"])
  }).pipe(Effect.provide(layer))
)

const layer = DeliverySender.layer({ rules: localRules, timeoutMillis: 10_000 })
