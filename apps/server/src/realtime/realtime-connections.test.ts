import { randomBytes } from "node:crypto"
import { type IncomingMessage, request } from "node:http"
import type { Duplex } from "node:stream"
import { batchJobProgressMessage } from "@dragoman/domain/activity"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { openEventStream } from "../testing/event-stream.ts"
import { seed } from "../testing/seed.ts"
import { connectStomp, stompCredential } from "../testing/stomp-client.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { ProjectEvents } from "./project-events.ts"
import { ConnectionLimits, RealtimeConnections } from "./realtime-connections.ts"
import { AuthenticateMillis, ConnectMillis } from "./serve-websocket.ts"

const progress = batchJobProgressMessage(
  { jobId: 1, processed: 1, total: 2, status: "RUNNING", errorMessage: null },
  null,
  0
)

const seedFixture = Effect.gen(function* () {
  const owner = yield* seed.user({ username: `owner ${randomBytes(4).toString("hex")}` })
  const organization = yield* seed.organization({ name: `Connections ${owner}`, owner })
  const project = yield* seed.project({ organization: organization.id, name: `Connections ${owner}` })
  return { project, asOwner: yield* seed.accessToken(owner), topic: `/projects/${project.id}/batch-job-progress` }
})

it.effect("a stopping server closes all connections with a reason, before its shutdown timeout", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const server = layerTestServer({ webhookDispatcher: "external", shutdownTimeoutMillis: 60_000 })
    const services = yield* Layer.buildWithMemoMap(server, yield* Layer.makeMemoMap, scope)
    yield* Effect.gen(function* () {
      const { project, asOwner, topic } = yield* seedFixture
      const client = yield* connectStomp(stompCredential(asOwner))
      client.send("SUBSCRIBE", { id: "s", destination: topic })
      yield* client.settled
      const stream = yield* openEventStream(asOwner, project.id)
      yield* stream.next
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* client.next, { command: "closed", code: 1001, reason: "The server stops" })
      assert.deepStrictEqual(yield* stream.next, { event: "end", data: '{"reason":"stopping"}' })
    }).pipe(Effect.provideContext(services))
  })
)

/** A text frame of a client: masked, here with zeros. */
const masked = (text: string): Buffer => {
  const body = Buffer.from(text)
  assert.isBelow(body.length, 65_536)
  const head = Buffer.from([0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** A connection whose client reads nothing after it is open. */
const openDeaf = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Duplex | IncomingMessage>((resolve, reject) => {
          const sent = request(url, { headers })
          sent.once("error", reject)
          sent.once("upgrade", (_, socket) => {
            socket.on("error", () => {})
            resolve(socket)
          })
          sent.once("response", (response) => {
            response.on("error", () => {})
            resolve(response)
          })
          sent.end()
        })
    ),
    (connection) => Effect.sync(() => connection.destroy())
  )

layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true })(
  "a client that reads nothing",
  (it) => {
    /** Writes until the server closes the slow connection; others still receive events. */
    const flood = Effect.fnUntraced(function* (projectId: number, isOver: () => boolean) {
      const events = yield* ProjectEvents
      const errorMessage = "long ".repeat(20_000)
      for (let jobId = 0; !isOver(); jobId++) {
        const message = { jobId, processed: 1, total: 2, status: "RUNNING", errorMessage }
        yield* events.publishProgress(projectId, batchJobProgressMessage(message, null, 0))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
    })

    it.effect("on a websocket is disconnected", () =>
      Effect.gen(function* () {
        const { project, asOwner, topic } = yield* seedFixture
        const { baseUrl } = yield* TestServer
        const connections = yield* RealtimeConnections
        const events = yield* ProjectEvents
        const socket = (yield* openDeaf(`${baseUrl}/websocket/websocket`, {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": randomBytes(16).toString("base64")
        })) as Duplex
        socket.write(masked(`CONNECT\naccept-version:1.2\njwtToken:${asOwner.accessToken}\n\n\0`))
        socket.write(masked(`SUBSCRIBE\nid:s\ndestination:${topic}\n\n\0`))
        const wait = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* Effect.repeat(wait, { until: () => events.subscriberCount(project.id) === 1 })
        yield* flood(project.id, () => connections.count() === 0)
      })
    )

    it.effect("of an event stream is disconnected", () =>
      Effect.gen(function* () {
        const { project, asOwner } = yield* seedFixture
        const { baseUrl } = yield* TestServer
        const connections = yield* RealtimeConnections
        const events = yield* ProjectEvents
        yield* openDeaf(`${baseUrl}/v2/projects/${project.id}/events`, {
          authorization: `Bearer ${asOwner.accessToken}`
        })
        const wait = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* Effect.repeat(wait, { until: () => events.subscriberCount(project.id) === 1 })
        yield* flood(project.id, () => connections.count() === 0)
      })
    )
  }
)

/** The response to an upgrade; the websocket stays open until the scope is closed. */
const openWebsocket = Effect.gen(function* () {
  const { baseUrl } = yield* TestServer
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64")
  }
  const { response } = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly response: IncomingMessage; readonly socket: Duplex }>((resolve, reject) => {
          const sent = request(`${baseUrl}/websocket/websocket`, { headers })
          sent.once("error", reject)
          sent.once("upgrade", (response, socket) => resolve({ response, socket }))
          sent.once("response", (response) => resolve({ response, socket: response.socket }))
          sent.end()
        })
    ),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )
  return { status: response.statusCode, retryAfter: response.headers["retry-after"] }
})

const limits = { ofNetwork: 2, ofServer: 3, strangersOfNetwork: 10 }

for (const [title, rateLimits, wanted] of [
  ["of one address", true, { taken: 2, rejected: 429 }],
  ["of one address, without rate limits: all of them", false, { taken: 3, rejected: 503 }]
] as const) {
  layer(
    layerTestServer({ webhookDispatcher: "external", rateLimits }).pipe(
      Layer.provide(Layer.succeed(ConnectionLimits, limits))
    ),
    { excludeTestServices: true }
  )(`connections ${title}`, (it) => {
    it.effect("are limited, and a closed connection can be replaced", () =>
      Effect.gen(function* () {
        const { project, asOwner } = yield* seedFixture
        const { baseUrl } = yield* TestServer
        const events = yield* ProjectEvents
        const rejected = { status: wanted.rejected, retryAfter: "10" }
        const stream = yield* openEventStream(asOwner, project.id)
        yield* stream.next
        yield* Effect.gen(function* () {
          for (let taken = 1; taken < wanted.taken; taken++) {
            assert.deepStrictEqual(yield* openWebsocket, { status: 101, retryAfter: undefined })
          }
          assert.deepStrictEqual(yield* openWebsocket, rejected)
          assert.strictEqual((yield* openEventStream(asOwner, project.id)).status, wanted.rejected)
          const other = yield* Effect.promise(() => fetch(`${baseUrl}/health/live`))
          assert.strictEqual(other.status, 200)
          yield* stream.leave
          yield* Effect.repeat(events.publishProgress(project.id, progress), {
            until: () => events.subscriberCount(project.id) === 0
          })
          yield* Effect.repeat(openWebsocket, { until: ({ status }) => status === 101 })
          assert.deepStrictEqual(yield* openWebsocket, rejected)
        }).pipe(Effect.scoped)
        yield* Effect.repeat(openWebsocket, { until: ({ status }) => status === 101 })
      })
    )
  })
}

layer(layerTestServer({ webhookDispatcher: "external" }).pipe(Layer.provide(Layer.succeed(ConnectMillis, 1_000))), {
  excludeTestServices: true
})("a websocket", (it) => {
  it.effect.each([
    ["/websocket/websocket", "\n"],
    ["/websocket/1/2/websocket", "[]"]
  ] as const)("without a CONNECT is closed: %s", ([path, text]) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const connected = yield* connectStomp({})
      const code = yield* Effect.callback<number>((resume) => {
        const socket = new WebSocket(`${baseUrl.replace("http", "ws")}${path}`)
        socket.addEventListener("open", () => socket.send(text))
        socket.addEventListener("close", (event) => resume(Effect.succeed(event.code)))
      })
      assert.strictEqual(code, 1008)
      assert.deepStrictEqual(yield* connected.settled, [])
    })
  )
})

const fewStrangers = { ofNetwork: 10, ofServer: 10, strangersOfNetwork: 2 }

layer(
  layerTestServer({ webhookDispatcher: "external", rateLimits: true }).pipe(
    Layer.provide(Layer.succeed(ConnectionLimits, fewStrangers))
  ),
  { excludeTestServices: true }
)("websockets of strangers", (it) => {
  it.effect("are limited for each address, until a subscription shows who it is", () =>
    Effect.gen(function* () {
      const { asOwner, topic } = yield* seedFixture
      const rejected = { status: 429, retryAfter: "10" }
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* openWebsocket).status, 101)
        const client = yield* connectStomp(stompCredential(asOwner))
        assert.deepStrictEqual(yield* openWebsocket, rejected)
        client.send("SUBSCRIBE", { id: "s", destination: topic })
        assert.deepStrictEqual(yield* client.settled, [])
        // The place is free again.
        const wrong = yield* connectStomp({ jwtToken: "wrong" })
        assert.deepStrictEqual(yield* openWebsocket, rejected)
        wrong.send("SUBSCRIBE", { id: "s", destination: topic })
        const refused = yield* wrong.next
        assert.strictEqual(refused.command, "ERROR")
        // A connection that failed is a stranger until it is closed.
        yield* Effect.repeat(openWebsocket, { until: ({ status }) => status === 101 })
        assert.deepStrictEqual(yield* openWebsocket, rejected)
        // Streams come with a credential.
        assert.deepStrictEqual(yield* client.settled, [])
      }).pipe(Effect.scoped)
      yield* Effect.repeat(openWebsocket, { until: ({ status }) => status === 101 })
    })
  )
})

layer(
  layerTestServer({ webhookDispatcher: "external" }).pipe(Layer.provide(Layer.succeed(AuthenticateMillis, 1_000))),
  { excludeTestServices: true }
)("a websocket with a CONNECT", (it) => {
  it.effect("is closed when it shows no credential, and stays open when it does", () =>
    Effect.gen(function* () {
      const { asOwner, topic } = yield* seedFixture
      const owner = yield* connectStomp(stompCredential(asOwner))
      owner.send("SUBSCRIBE", { id: "s", destination: topic })
      const stranger = yield* connectStomp({})
      assert.deepStrictEqual(yield* stranger.next, { command: "closed", code: 1008, reason: "No subscription" })
      assert.deepStrictEqual(yield* owner.settled, [])
    })
  )
})
