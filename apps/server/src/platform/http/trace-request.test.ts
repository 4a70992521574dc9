import { EventEmitter, once } from "node:events"
import { createServer, type IncomingHttpHeaders, request } from "node:http"
import type { AddressInfo } from "node:net"
import { layerTraces } from "@dragoman/monitoring"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Layer, Logger, References } from "effect"
import { contractEndpoints } from "../../contract/contract-endpoints.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
}

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly body: Buffer
}

const spansIn = (received: ReadonlyArray<Received>): ReadonlyArray<Span> =>
  received
    .flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope: { readonly spans: ReadonlyArray<Span> }) => scope.spans))

/** A collector of OTLP over HTTP, which keeps what it gets. */
const collector = Effect.acquireRelease(
  Effect.promise(async () => {
    const received: Array<Received> = []
    const arrivals = new EventEmitter()
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        received.push({ headers: request.headers, path: request.url ?? "", body: Buffer.concat(chunks) })
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
        arrivals.emit("spans")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    /** The first span of the kind, of those in JSON, when it has arrived. */
    const spans = (is: (span: Span) => boolean) =>
      Effect.promise(async () => {
        for (;;) {
          const found = spansIn(received).find(is)
          if (found !== undefined) return found
          await once(arrivals, "spans")
        }
      })
    return { received, spans, server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) => Effect.sync(() => server.close().closeAllConnections())
)

const traceparent = (flags: string) => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`

const lines: Array<string> = []
const layerLogs = Layer.merge(
  Logger.layer([
    Logger.make(({ message, cause, fiber }) => {
      const text = { message, cause: Cause.pretty(cause), ...fiber.getRef(References.CurrentLogAnnotations) }
      lines.push(JSON.stringify(text))
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "Info")
)

/** Asks a server with these variables; what the collector has when the server has stopped. */
const tracesOf = (
  environment: (endpoint: string) => Readonly<Record<string, string>>,
  flags: string | null,
  trustedProxies: ReadonlyArray<string> = ["127.0.0.0/8"]
) =>
  Effect.gen(function* () {
    const { endpoint, received } = yield* collector
    const apiKey = yield* Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const user = yield* seed.user({ username: "traced" })
      const organization = yield* seed.organization({ name: "traced", owner: user })
      const project = yield* seed.project({ organization: organization.id, name: "traced" })
      const { apiKey } = yield* seed.apiKey({ project: project.id, user, scopes: ["admin"] })
      const headers = flags === null ? {} : { traceparent: traceparent(flags) }
      yield* Effect.promise(async () =>
        (await fetch(`${baseUrl}/v2/projects/languages?ak=${apiKey}`, { headers })).text()
      )
      return apiKey
    }).pipe(
      Effect.provide(
        layerTestServer({ accessLog: true, trustedProxies }).pipe(
          Layer.provideMerge(layerTraces(environment(endpoint), { name: "dragoman", version: "1.2.3" })),
          Layer.provideMerge(layerLogs)
        )
      ),
      // `serve` does the same.
      Effect.withTracerEnabled(false)
    )
    return { received, apiKey }
  }).pipe(Effect.scoped)

it.live("a request is a span of its caller's trace, with its use case and statements below, and shows no key", () =>
  Effect.gen(function* () {
    const { received, apiKey } = yield* tracesOf(
      (endpoint) => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc",
        OTEL_SERVICE_NAME: "texts"
      }),
      "01"
    )
    assert.isNotEmpty(received)
    for (const { path, headers, body } of received) {
      assert.strictEqual(path, "/v1/traces")
      assert.deepInclude(headers, { "content-type": "application/json", authorization: "Basic abc" })
      assert.notInclude(body.toString(), apiKey)
    }
    const resources = received.flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
    assert.deepInclude(resources[0].resource.attributes, { key: "service.name", value: { stringValue: "texts" } })
    const spans = spansIn(received)
    const [asked, ...others] = spans.filter(({ kind }) => kind === 2)
    assert.isEmpty(others)
    assert.deepInclude(asked, {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      parentSpanId: "b7ad6b7169203331",
      name: "GET /v2/projects/:projectId/languages"
    })
    const attributes = new Map(asked?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    assert.strictEqual(String(attributes.get("http.response.status_code")), "200")
    assert.strictEqual(attributes.get("url.path"), "/v2/projects/languages")
    for (const { traceId, startTimeUnixNano, endTimeUnixNano } of spans) {
      assert.strictEqual(traceId, asked?.traceId)
      assert.isAtMost(Number(startTimeUnixNano), Number(endTimeUnixNano))
    }
    const statements = spans.filter(({ name }) => name === "sqlite")
    assert.isNotEmpty(statements)
    for (const { attributes: given } of statements) {
      assert.match(String(given.find(({ key }) => key === "db.query.text")?.value["stringValue"]), /SELECT|BEGIN/i)
    }
    const ids = new Set(spans.map(({ spanId }) => spanId))
    assert.isTrue(spans.every(({ parentSpanId }) => ids.has(parentSpanId ?? "") || parentSpanId === "b7ad6b7169203331"))
    assert.include(lines.join(), '"traceId":"0af7651916cd43dd8448eb211c80319c"')
  })
)

it.live("the usual protocol is protobuf; a caller that records nothing, and a share of none, send nothing", () =>
  Effect.gen(function* () {
    const usual = yield* tracesOf((endpoint) => ({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/own` }), null)
    assert.isNotEmpty(usual.received)
    for (const { path, headers, body } of usual.received) {
      assert.strictEqual(path, "/own")
      assert.strictEqual(headers["content-type"], "application/x-protobuf")
      // Field 1 of TracesData, and the name of the request among its bytes.
      assert.strictEqual(body[0], 0x0a)
      assert.notInclude(body.toString("latin1"), usual.apiKey)
    }
    assert.isTrue(
      usual.received.some(({ body }) => body.toString("latin1").includes("GET /v2/projects/:projectId/languages"))
    )
    const ofAll = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    assert.isEmpty((yield* tracesOf(ofAll, "00")).received)
    const none = (endpoint: string) => ({
      ...ofAll(endpoint),
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0"
    })
    assert.isEmpty((yield* tracesOf(none, null)).received)
    const asProxiesSay = (endpoint: string) => ({ ...ofAll(endpoint), OTEL_TRACES_SAMPLER: "parentbased_always_off" })
    assert.isNotEmpty((yield* tracesOf(asProxiesSay, "01")).received)
    // A client that is no proxy decides nothing, and its trace is not continued.
    assert.isEmpty((yield* tracesOf(asProxiesSay, "01", [])).received)
    const json = (endpoint: string) => ({ ...ofAll(endpoint), OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" })
    const traceIds = spansIn((yield* tracesOf(json, "00", ["192.0.2.1"])).received).map(({ traceId }) => traceId)
    assert.isNotEmpty(traceIds)
    assert.notInclude(traceIds, "0af7651916cd43dd8448eb211c80319c")
  })
)

/** Places where clients put secrets, by mistake or because the API has them there. */
const pathsOfSecrets = (secret: string): ReadonlyArray<readonly [method: string, path: string]> => [
  ...contractEndpoints.map(
    ({ method, path, literalParams }) =>
      [method, path.replace(/:(\w+)/g, (_, name: string) => literalParams[name] ?? secret)] as const
  ),
  ["GET", `/v2/public/notification-unsubscribe/${secret}`],
  ["GET", `/reset_password/${secret}`],
  ["GET", `/login/verify_email/7/${secret}`],
  ["GET", `/accept_invitation/${secret}`],
  ["GET", `/invitations/${secret}`],
  ["GET", `/login/auth_callback/github?code=${secret}&state=${secret}`],
  ["GET", `/screenshots/${secret}.png`],
  ["GET", `/uploaded-images/${secret}.png`],
  ["GET", `/websocket/1/${secret}/websocket`],
  ["GET", `/${secret}`],
  ["GET", `/v2/${secret}/${secret}`],
  ["GET", `/v2/projects/${secret}`],
  ["DELETE", `/v2/projects/${secret}/languages`],
  ["OPTIONS", `/v2/invitations/${secret}/accept`],
  ["TRACE", `/v2/user/${secret}`]
]

it.live("no log line and no span has anything of a path but its template and ids, of a query or of a header", () =>
  Effect.gen(function* () {
    const { endpoint, received } = yield* collector
    lines.length = 0
    const secret = "aB3dE6gH9jK2mN5pQ8sT"
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }
    yield* Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const administrator = yield* seed.user({ username: "told", serverRole: "ADMIN" })
      const { accessToken } = yield* seed.accessToken(administrator)
      const credentials = [
        { authorization: `Bearer ${accessToken}` },
        { "x-api-key": `tgpat_${secret}` },
        { cookie: `dragoman_session=${secret}`, "x-dragoman-console": "1" }
      ]
      for (const [index, [method, path]] of pathsOfSecrets(secret).entries()) {
        const query = `${path.includes("?") ? "&" : "?"}token=${secret}`
        const headers = {
          ...credentials[index % 8 === 0 ? 1 : index % 8 === 1 ? 2 : 0],
          referer: `http://localhost/${secret}`,
          "user-agent": secret,
          accept: "text/html"
        }
        yield* Effect.promise(
          () =>
            new Promise<void>((resolve) => {
              request(`${baseUrl}${path}${query}`, { method, headers }, (response) => {
                response.resume().on("close", () => resolve())
                // It would not end.
                if (response.headers["content-type"] === "text/event-stream") response.destroy()
              }).end()
            })
        )
      }
      yield* Effect.promise(async () => (await fetch(`${baseUrl}/v2/organizations?ak=tgpak_${secret}`)).text())
    }).pipe(
      Effect.provide(
        layerTestServer({ accessLog: true }).pipe(
          Layer.provideMerge(layerTraces(environment, { name: "dragoman", version: "1.2.3" })),
          Layer.provideMerge(layerLogs)
        )
      ),
      Effect.withTracerEnabled(false)
    )
    const paths = lines.flatMap((line) => JSON.parse(line).path ?? [])
    for (const path of [
      "/v2/projects/:projectId/languages",
      "/api/public/reset_password_validate/:email/:code",
      "/api/public/verify_email/:userId/:code",
      "/(hidden)",
      "/v2/projects/(hidden)/languages",
      "/v2/invitations/(hidden)/accept",
      "/v2/public/notification-unsubscribe/:token",
      "/screenshots/:file"
    ]) {
      assert.include(paths, path)
    }
    assert.isAbove(received.length, 0)
    for (const text of [...lines, ...received.map(({ body }) => body.toString())]) assert.notInclude(text, secret)
  }).pipe(Effect.scoped)
)

const settingsOfThreads = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_BSP_SCHEDULE_DELAY"
] as const

/** Threads read the variables of the process when they start. */
const withEnvironment = (values: Readonly<Record<(typeof settingsOfThreads)[number], string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => void Object.assign(process.env, values)),
    () => Effect.sync(() => settingsOfThreads.forEach((name) => void delete process.env[name]))
  )

it.live("a job in a thread is a part of the trace of its request; a batch of a batch job is a trace of its own", () =>
  Effect.gen(function* () {
    const { endpoint, spans } = yield* collector
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "20"
    }
    yield* withEnvironment(environment)
    yield* Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const user = yield* seed.user({ username: "traced" })
      const organization = yield* seed.organization({ name: "traced", owner: user })
      const project = yield* seed.project({ organization: organization.id, name: "traced" })
      const { apiKey } = yield* seed.apiKey({ project: project.id, user, scopes: ["admin"] })
      const ask = (path: string, body: string | FormData) =>
        Effect.promise(async () => {
          const headers = {
            "x-api-key": apiKey,
            traceparent: traceparent("01"),
            ...(typeof body === "string" && { "content-type": "application/json" })
          }
          const response = await fetch(`${baseUrl}/v2/projects/${project.id}${path}`, { method: "POST", headers, body })
          const text = await response.text()
          assert.isTrue(response.ok, text)
          return text === "" ? {} : JSON.parse(text)
        })
      const upload = new FormData()
      upload.append("files", new Blob(['{"greeting":"Hello"}']), "en.json")
      upload.append("params", new Blob(['{"forceMode":"OVERRIDE"}'], { type: "application/json" }))
      yield* ask("/single-step-import", upload)
      const inThread = yield* spans(({ name }) => name === "importFiles in its thread")
      assert.strictEqual(inThread.traceId, "0af7651916cd43dd8448eb211c80319c")
      const outside = yield* spans(({ spanId }) => spanId === inThread.parentSpanId)
      assert.strictEqual(outside.name, "job of import-worker")
      yield* spans(({ name, traceId }) => name === "sqlite" && traceId === inThread.traceId)
      const { id } = yield* ask("/keys", JSON.stringify({ name: "title" }))
      yield* ask("/start-batch-job/delete-keys", JSON.stringify({ keyIds: [id] }))
      const batch = yield* spans(({ name }) => name === "batch of a batch job")
      assert.notStrictEqual(batch.traceId, inThread.traceId)
      const piece = yield* spans(({ name }) => name === "runPiece in its thread")
      assert.strictEqual(piece.traceId, batch.traceId)
    }).pipe(
      Effect.provide(
        layerTestServer({ trustedProxies: ["127.0.0.0/8"] }).pipe(
          Layer.provideMerge(layerTraces(environment, { name: "dragoman", version: "1.2.3" }))
        )
      ),
      Effect.withTracerEnabled(false)
    )
  }).pipe(Effect.scoped)
)
