import { Worker } from "node:worker_threads"
import { endpointRules } from "@dragoman/domain/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, References } from "effect"
import { Webhook } from "standardwebhooks"
import { testSecret, testSecrets } from "../testing/outbox-fixture.ts"
import {
  closedPort,
  isTolgeeSignature,
  localRules,
  type Respond,
  respondWith,
  startReceiver
} from "../testing/receiver.ts"
import { DeliverySender, type SendRequest, send, sendTest } from "./delivery-sender.ts"
import { deliveryOutcome } from "./post.ts"

const text = '{"webhookConfigId":1,"text":"Ahoj světe 👋"}'
const body = Buffer.from(text)
const timeoutMillis = 10_000

const sendTo = (url: string, change: Partial<SendRequest> = {}) =>
  Effect.map(send({ url, secrets: testSecrets, headers: [], messageId: "msg_1_2", body, ...change }), (result) => ({
    result,
    outcome: deliveryOutcome(result)
  })).pipe(Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis })))

describe("a request", () => {
  it.live("is one POST of the exact body, signed in both schemes", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(204))
      assert.isTrue((yield* sendTo(`${receiver.url}/hook`)).outcome.isDelivered)
      assert.strictEqual(receiver.requests.length, 1)
      const request = yield* receiver.next
      assert.deepInclude(request, { method: "POST", path: "/hook", body: text })
      assert.deepInclude(request.headers, {
        "content-type": "application/json",
        "content-length": String(body.length),
        "user-agent": "Dragoman-Webhooks",
        "webhook-id": "msg_1_2",
        host: `127.0.0.1:${receiver.port}`
      })
      assert.isUndefined(request.headers.authorization)
      assert.isTrue(isTolgeeSignature(request.headers["tolgee-signature"], request.body, testSecret))
      assert.isFalse(isTolgeeSignature(request.headers["tolgee-signature"], `${request.body} `, testSecret))
      const headers = request.headers as Record<string, string>
      assert.deepStrictEqual(new Webhook(testSecret).verify(request.body, headers), JSON.parse(text))
      assert.throws(() => new Webhook(testSecret).verify(`${request.body} `, headers))
    })
  )

  it.live("takes both timestamps from one reading of the clock", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* sendTo(receiver.url)
      const { headers } = yield* receiver.next
      const { timestamp } = JSON.parse(String(headers["tolgee-signature"]))
      assert.strictEqual(headers["webhook-timestamp"], String(Math.floor(timestamp / 1000)))
    })
  )

  it.live.each([
    ["", "/"],
    ["/", "/"],
    ["?a=b", "/?a=b"],
    ["/a%2Fb/%C3%A1?x=%7B1%7D&y=a+b", "/a%2Fb/%C3%A1?x=%7B1%7D&y=a+b"],
    ["/a/./b/../c", "/a/./b/../c"],
    ["/a#fragment", "/a"],
    ["/a?b#c?d", "/a?b"]
  ] as const)("to …%s asks for %s: nothing is encoded again", ([path, expected]) =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* sendTo(`${receiver.url}${path}`)
      assert.strictEqual((yield* receiver.next).path, expected)
    })
  )

  it.live("sends the credentials of the URL as Basic authorization and nowhere else", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* sendTo(`http://us%40er:p%3Aw@127.0.0.1:${receiver.port}/`)
      const request = yield* receiver.next
      assert.strictEqual(request.headers.authorization, `Basic ${Buffer.from("us@er:p:w").toString("base64")}`)
      assert.notInclude(JSON.stringify({ ...request, headers: { ...request.headers, authorization: "" } }), "er:")
    })
  )

  it.live("has the headers of its configuration, which replace those of the URL and of the program", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      const headers = [
        { name: "AUTHORIZATION", value: "Bearer hidden" },
        { name: "accept", value: "application/vnd.github+json" },
        { name: "X-Own", value: "a\tb" }
      ]
      const { outcome } = yield* sendTo(`http://user:password@127.0.0.1:${receiver.port}/`, { headers })
      const request = yield* receiver.next
      assert.deepInclude(request.headers, {
        authorization: "Bearer hidden",
        accept: "application/vnd.github+json",
        "x-own": "a\tb"
      })
      assert.isTrue(isTolgeeSignature(request.headers["tolgee-signature"], request.body, testSecret))
      assert.notInclude(outcome.requestHeaders ?? "", "hidden")
      assert.include(outcome.requestHeaders ?? "", '"x-own":"***"')
    })
  )

  it.live("knows no proxy variables", () =>
    Effect.gen(function* () {
      const proxy = yield* startReceiver(respondWith(200))
      const receiver = yield* startReceiver(respondWith(200))
      const before = process.env["http_proxy"]
      process.env["http_proxy"] = proxy.url
      yield* sendTo(receiver.url)
      if (before === undefined) delete process.env["http_proxy"]
      else process.env["http_proxy"] = before
      assert.deepStrictEqual([proxy.requests.length, receiver.requests.length], [0, 1])
    })
  )
})

describe("a response", () => {
  it.live.each([200, 201, 204, 299])("%d is delivered", (status) =>
    Effect.gen(function* () {
      const text = status === 204 ? "" : "thanks"
      const receiver = yield* startReceiver(respondWith(status, {}, text))
      const { outcome } = yield* sendTo(receiver.url)
      const { requestHeaders, responseHeaders, ...rest } = outcome
      const logged: Readonly<Record<string, string>> = JSON.parse(requestHeaders ?? "null")
      assert.deepStrictEqual(rest, { isDelivered: true, status, error: null, responseExcerpt: text, retryAfter: null })
      const [received] = receiver.requests
      for (const [name, value] of Object.entries(logged)) {
        assert.strictEqual(value, received?.headers[name], name)
      }
      assert.containsAllKeys(logged, ["webhook-id", "webhook-timestamp", "webhook-signature", "tolgee-signature"])
      assert.containsAllKeys(JSON.parse(responseHeaders ?? "null"), ["date"])
    })
  )

  it.live.each([300, 304, 400, 404, 410, 429, 500, 503])("%d has failed, and its body is kept for the log", (status) =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(
        respondWith(status, { "retry-after": "7" }, status === 304 ? "" : "no\u0000pe")
      )
      const { outcome } = yield* sendTo(receiver.url)
      assert.deepInclude(outcome, { isDelivered: false, status, retryAfter: "7" })
      assert.include(outcome.error ?? "", String(status))
      assert.strictEqual(outcome.responseExcerpt, status === 304 ? "" : "no\ufffdpe")
    })
  )

  it.live("that says twice when to come again counts by its first word", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((response) => {
        response.writeHead(503, ["retry-after", "7", "retry-after", "90"]).end()
      })
      assert.deepInclude((yield* sendTo(receiver.url)).outcome, { status: 503, retryAfter: "7" })
    })
  )

  it.live.each([301, 302, 303, 307, 308])("%d is not followed: the attempt has failed", (status) =>
    Effect.gen(function* () {
      const elsewhere = yield* startReceiver(respondWith(200))
      const receiver = yield* startReceiver(respondWith(status, { location: elsewhere.url }))
      const { outcome } = yield* sendTo(receiver.url)
      assert.deepInclude(outcome, { isDelivered: false, status })
      assert.include(outcome.error ?? "", "redirects are not followed")
      assert.strictEqual(elsewhere.requests.length, 0)
    })
  )

  it.live("without end is cut: the status counts, the connection is closed", () =>
    Effect.gen(function* () {
      let isClosed: () => void = () => {}
      const closed = new Promise<void>((resolve) => {
        isClosed = resolve
      })
      const endless: Respond = (response) => {
        response.writeHead(200)
        const more = () => {
          while (response.write("x".repeat(16_384))) {}
        }
        response.on("drain", more).on("close", () => isClosed())
        more()
      }
      const receiver = yield* startReceiver(endless)
      assert.isTrue((yield* sendTo(receiver.url)).outcome.isDelivered)
      yield* Effect.promise(() => closed)
    })
  )

  it.live("is kept up to four kilobytes", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(500, {}, "ž".repeat(20_000)))
      const { outcome } = yield* sendTo(receiver.url)
      assert.strictEqual(outcome.responseExcerpt, "ž".repeat(2_048))
    })
  )
})

// Hostile endpoints are in `hostile-receivers.test.ts`.
describe("no response", () => {
  it.live.each([
    [
      "a closed port",
      () => Effect.map(closedPort, (port) => ({ url: `http://127.0.0.1:${port}` })),
      "connectionRefused"
    ],
    // Too long for a name, so no name server is asked.
    ["a host that cannot exist", () => Effect.succeed({ url: `http://${"a".repeat(64)}.invalid/` }), "hostNotFound"],
    ["a text that is no URL", () => Effect.succeed({ url: "http://[::1/" }), "malformedUrl"],
    ["another scheme", () => Effect.succeed({ url: "file:///etc/passwd" }), "malformedUrl"]
  ] as const)("because of %s is a failure with a sentence", ([, start, reason]) =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const { result, outcome } = yield* sendTo(url)
      assert.deepInclude(result, { kind: "noResponse", reason })
      assert.deepInclude(outcome, { isDelivered: false, status: null, responseExcerpt: null })
      assert.match(outcome.error ?? "", /^[A-Z].*\./)
    })
  )

  it.live("because of a secret that cannot sign is a failure like others, and nothing is sent", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      const { result } = yield* sendTo(receiver.url, { secrets: { ...testSecrets, secret: "not base64!" } })
      assert.deepInclude(result, { kind: "noResponse", reason: "failed" })
      assert.strictEqual(receiver.requests.length, 0)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})

/** A receiver in a thread of its own. Shared: requests received, responses allowed, responses sent. */
const startReceiverThread = Effect.gen(function* () {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const thread = yield* Effect.acquireRelease(
    Effect.sync(() => new Worker(receiverThread, { eval: true, workerData: shared })),
    (worker) => Effect.promise(() => worker.terminate())
  )
  const port = yield* Effect.promise(() => new Promise((resolve) => thread.once("message", resolve)))
  return { url: `http://127.0.0.1:${port}`, shared }
})

const receiverThread = `
  const { parentPort, workerData: shared } = require("node:worker_threads")
  const server = require("node:http").createServer((request, response) => {
    request.resume().on("end", () => {
      const number = Atomics.add(shared, 0, 1) + 1
      Atomics.wait(shared, 1, number - 1, 10_000)
      response.end("", () => {
        Atomics.add(shared, 2, 1)
        Atomics.notify(shared, 2)
      })
    })
  })
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))`

it.live("a response that came in time counts, also when this thread was too busy to read it", () =>
  Effect.gen(function* () {
    const { url, shared } = yield* startReceiverThread
    const sending = yield* Effect.forkChild(
      send({ url, secrets: testSecrets, headers: [], messageId: "msg_1_2", body }),
      {
        startImmediately: true
      }
    )
    while (Atomics.load(shared, 0) === 0) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    Atomics.store(shared, 1, 1)
    Atomics.notify(shared, 1)
    Atomics.wait(shared, 2, 0, 10_000)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMillis)
    assert.deepInclude(yield* Fiber.join(sending), { kind: "response", status: 200 })
  }).pipe(Effect.scoped, Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis: busyMillis })))
)

/** Time of an attempt, and for so long the thread of the sender is busy. */
const busyMillis = 3_000

it.live("a test call sends the given body, signed like a delivery, with a new id each time", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver(respondWith(200))
    const test = { webhookConfigurationId: 1000044001, url: receiver.url, secrets: testSecrets, headers: [], body }
    assert.isTrue((yield* sendTest(test)).isDelivered)
    assert.isTrue((yield* sendTest(test)).isDelivered)
    for (const { body, headers } of receiver.requests) {
      assert.strictEqual(body, text)
      assert.isTrue(isTolgeeSignature(headers["tolgee-signature"], body, testSecret))
      new Webhook(testSecret).verify(body, headers as Record<string, string>)
      assert.match(String(headers["webhook-id"]), /^[^.]+$/)
    }
    assert.strictEqual(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size, 2)
  }).pipe(Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis: 1_000 })))
)

it.live("a test call reports why it failed, and reaches no address that a delivery may not reach", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver(respondWith(200))
    const outcome = yield* sendTest({
      webhookConfigurationId: 2,
      url: receiver.url,
      secrets: testSecrets,
      headers: [],
      body
    })
    assert.deepInclude(outcome, { isDelivered: false, status: null })
    assert.include(outcome.error ?? "", "may not reach")
    assert.strictEqual(receiver.requests.length, 0)
  }).pipe(Effect.provide(DeliverySender.layer({ rules: endpointRules({}), timeoutMillis: 1_000 })))
)
