import { connect } from "node:net"
import { type EndpointRules, endpointRules } from "@dragoman/domain/network"
import { AddressResolver, type ConnectionTarget, EndpointConnector, HostNotFound } from "@dragoman/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { testSecrets } from "../testing/outbox-fixture.ts"
import { respondWith, startReceiver } from "../testing/receiver.ts"
import { DeliverySender, send } from "./delivery-sender.ts"

/**
 * A network of its own: names resolve as the test says, query by query; connections to any address end at a
 * receiver of this machine, or fail where the test says so. Nothing else is ever connected to. Which addresses may
 * not be reached is tried through the whole server, in `apps/server/src/webhook/configuration/way-in.test.ts`.
 */
const makeNetwork = Effect.fnUntraced(function* (options: {
  readonly resolved: ReadonlyArray<ReadonlyArray<string>>
  readonly unreachable?: ReadonlyArray<string>
  readonly rules?: EndpointRules
}) {
  const receiver = yield* startReceiver(respondWith(200))
  const queries: Array<string> = []
  const connections: Array<ConnectionTarget> = []
  const resolver = Layer.succeed(AddressResolver, {
    resolve: (host) => {
      const addresses = options.resolved[Math.min(queries.push(host), options.resolved.length) - 1] ?? []
      return addresses.length === 0 ? Effect.fail(new HostNotFound({ host })) : Effect.succeed(addresses)
    }
  })
  const connector = Layer.succeed(EndpointConnector, {
    connect: (target, callback) => {
      connections.push(target)
      if (options.unreachable?.includes(target.address)) {
        callback({ error: Object.assign(new Error("unreachable"), { code: "EHOSTUNREACH" }) })
        return
      }
      const socket = connect(receiver.port, "127.0.0.1", () => callback({ socket }))
      socket.on("error", () => {})
    }
  })
  const context = yield* Layer.build(
    DeliverySender.layerReplaceable({ rules: options.rules ?? endpointRules({}), timeoutMillis: 1_000 }).pipe(
      Layer.provide([resolver, connector])
    )
  )
  const sendTo = (url: string) =>
    send({ url, secrets: testSecrets, headers: [], messageId: "msg", body: Buffer.from("{}") }).pipe(
      Effect.provide(context)
    )
  const addresses = () => connections.map(({ address }) => address)
  return { send: sendTo, receiver, queries, connections, addresses }
})

/** A connection is free for the next request one tick of the event loop after the response. */
const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))))

const publicA = "93.184.215.14"
const publicB = "2606:4700::1111"

describe("a connection", () => {
  it.live("is never made to a port that webhooks may not use, and the name is not even asked for", () =>
    Effect.gen(function* () {
      const rules = endpointRules({ allow: ["*"] })
      const network = yield* makeNetwork({ resolved: [[publicA]], rules })
      for (const url of ["http://hooks.example:25/x", "https://hooks.example:6379/", "http://10.0.0.1:22/"]) {
        assert.deepInclude(yield* network.send(url), { kind: "noResponse", reason: "portBlocked" })
      }
      assert.deepStrictEqual([network.queries, network.connections], [[], []])
    })
  )

  it.live("is never made to a denied address, nor to a metadata service, even when everything is allowed", () =>
    Effect.gen(function* () {
      const rules = endpointRules({ allow: ["*", "hooks.example"], deny: ["10.1.0.0/16"] })
      const network = yield* makeNetwork({ resolved: [["10.1.2.3"], ["169.254.169.254"], ["10.2.2.3"]], rules })
      const blocked = { kind: "noResponse", reason: "addressBlocked", detail: "hooks.example" } as const
      assert.deepInclude(yield* network.send("http://hooks.example/"), blocked)
      assert.deepInclude(yield* network.send("http://hooks.example/"), blocked)
      assert.deepInclude(yield* network.send("http://hooks.example/"), { kind: "response", status: 200 })
      assert.deepStrictEqual(network.addresses(), ["10.2.2.3"])
    })
  )

  it.live("goes to exactly the address that was checked; the name is asked once", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicA]] })
      assert.deepInclude(yield* network.send("http://hooks.example:8080/x"), { kind: "response", status: 200 })
      assert.deepStrictEqual(network.queries, ["hooks.example"])
      assert.deepStrictEqual(network.connections, [
        { address: publicA, port: 8080, tlsName: null, timeoutMillis: 1_000 }
      ])
      assert.strictEqual((yield* network.receiver.next).headers.host, "hooks.example:8080")
    })
  )

  it.live("with TLS names the host for the certificate, not the address", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicB]], unreachable: [publicB] })
      assert.deepInclude(yield* network.send("https://hooks.example/"), { kind: "noResponse", reason: "unreachable" })
      assert.deepStrictEqual(network.connections, [
        { address: publicB, port: 443, tlsName: "hooks.example", timeoutMillis: 1_000 }
      ])
    })
  )

  it.live("to a host with one private among public addresses is not made", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicA, "192.168.1.1"]] })
      assert.deepInclude(yield* network.send("http://hooks.example/"), { kind: "noResponse", reason: "addressBlocked" })
      assert.deepStrictEqual(network.connections, [])
    })
  )

  it.live("to a literal address is blocked without a query to the resolver", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicA]] })
      assert.deepInclude(yield* network.send("http://0x7f.1/"), { kind: "noResponse", reason: "addressBlocked" })
      assert.deepStrictEqual([network.queries, network.connections], [[], []])
    })
  )

  it.live("to a private address is made when the operator allows the host or the range", () =>
    Effect.gen(function* () {
      for (const entry of ["build.internal", "10.0.0.0/8"]) {
        const rules = endpointRules({ allow: [entry] })
        const network = yield* makeNetwork({ resolved: [["10.1.2.3"]], rules })
        assert.deepInclude(yield* network.send("http://build.internal/"), { kind: "response", status: 200 })
        assert.deepStrictEqual(network.addresses(), ["10.1.2.3"])
      }
    })
  )

  it.live("is used again while the host keeps its addresses, in whatever order they come", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({
        resolved: [
          [publicA, publicB],
          [publicB, publicA]
        ]
      })
      yield* network.send("http://hooks.example/1")
      yield* nextTurn
      yield* network.send("http://hooks.example/2")
      assert.strictEqual(network.queries.length, 2)
      assert.deepStrictEqual(
        network.receiver.requests.map(({ path, connection }) => [path, connection]),
        [
          ["/1", 1],
          ["/2", 1]
        ]
      )
    })
  )

  it.live("that is open is not used once the name has moved to a private address", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicA], ["127.0.0.1"], [publicA]] })
      yield* network.send("http://hooks.example/1")
      assert.deepInclude(yield* network.send("http://hooks.example/2"), { reason: "addressBlocked" })
      assert.deepInclude(yield* network.send("http://hooks.example/3"), { status: 200 })
      assert.deepStrictEqual(
        network.receiver.requests.map(({ path }) => path),
        ["/1", "/3"]
      )
    })
  )

  it.live("that is open is not used once the name has moved to another public address", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicA], [publicB]] })
      yield* network.send("http://hooks.example/1")
      yield* network.send("http://hooks.example/2")
      assert.deepStrictEqual(network.addresses(), [publicA, publicB])
      assert.deepStrictEqual(
        network.receiver.requests.map(({ connection }) => connection),
        [1, 2]
      )
    })
  )

  it.live("tries the next address when one cannot be reached, each with its share of the time", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[publicB, publicA]], unreachable: [publicB] })
      assert.deepInclude(yield* network.send("http://hooks.example/"), { kind: "response", status: 200 })
      assert.deepStrictEqual(network.addresses(), [publicB, publicA])
      assert.deepStrictEqual(
        network.connections.map(({ timeoutMillis }) => timeoutMillis),
        [500, 500]
      )
    })
  )

  it.live("to a host without an address is a failure, nothing is connected to", () =>
    Effect.gen(function* () {
      const network = yield* makeNetwork({ resolved: [[]] })
      assert.deepInclude(yield* network.send("http://gone.example/"), { kind: "noResponse", reason: "hostNotFound" })
      assert.deepStrictEqual(network.connections, [])
    })
  )
})
