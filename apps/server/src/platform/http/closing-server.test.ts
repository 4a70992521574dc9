import { type AddressInfo, connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ClosingServer } from "./closing-server.ts"

const listening = (server: ClosingServer) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

it.effect.each([
  ["nothing", ""],
  ["half of its headers", "GET / HTTP/1.1\r\nhost: localhost\r\n"]
] as const)("a connection that sends %s is closed", ([, text]) =>
  Effect.gen(function* () {
    const port = yield* listening(new ClosingServer({ headersTimeout: 50, connectionsCheckingInterval: 10 }))
    const received = yield* Effect.callback<string>((resume) => {
      let received = ""
      const socket = connect(port, "127.0.0.1", () => socket.write(text))
      socket.on("data", (data) => {
        received += data.toString()
      })
      socket.on("close", () => resume(Effect.succeed(received)))
    })
    assert.match(received, /^HTTP\/1\.1 408 /)
  })
)

it("connections have 25 seconds at most for the headers of a request", () => {
  const server = new ClosingServer()
  assert.strictEqual(server.headersTimeout, 20_000)
  assert.strictEqual(server.requestTimeout, 300_000)
})

it("idle connections stay open longer than nginx and Caddy keep theirs", () => {
  assert.isAbove(new ClosingServer().keepAliveTimeout, 120_000)
})
