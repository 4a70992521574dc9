import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const lines: Array<string> = []

const collector = Logger.make(({ message, fiber }) => {
  lines.push(JSON.stringify({ message, ...fiber.getRef(References.CurrentLogAnnotations) }))
})

const requestLines = () => lines.filter((line) => line.includes('"method"')).map((line) => JSON.parse(line))

/** A line is written when the connection has taken the response, which may be after its client has read it. */
const untilLines = (count: number) =>
  Effect.promise(async () => {
    while (requestLines().length < count) await new Promise((resolve) => setImmediate(resolve))
    return requestLines()
  })

const layerLogs = Layer.mergeAll(Logger.layer([collector]), Layer.succeed(References.MinimumLogLevel, "Info"))

layer(layerTestServer({ accessLog: true }).pipe(Layer.provideMerge(layerLogs)))("the access log", (it) => {
  it.effect("has one line for each request, with the id of the response", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const user = yield* seed.user({ username: "logged" })
      const { accessToken } = yield* seed.accessToken(user)
      lines.length = 0
      const response = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v2/organizations?search=x`, { headers: { authorization: `Bearer ${accessToken}` } })
      )
      yield* send(null, "GET", "/health/ready")
      yield* Effect.promise(() => fetch(`${baseUrl}/metrics`))
      const [line, ...others] = yield* untilLines(1)
      assert.isEmpty(others)
      assert.isNumber(line.millis)
      assert.isAbove(line.bytes, 100)
      assert.deepInclude(line, {
        requestId: response.headers.get("x-request-id"),
        method: "GET",
        route: "/v2/organizations",
        path: "/v2/organizations",
        status: 200,
        address: "127.0.0.1",
        userId: user
      })
    })
  )

  it.effect("holds no token, wherever it was sent", () =>
    Effect.gen(function* () {
      const user = yield* seed.user({ username: "silent" })
      const organization = yield* seed.organization({ name: "silent", owner: user })
      const project = yield* seed.project({ organization: organization.id, name: "silent" })
      const { apiKey } = yield* seed.apiKey({ project: project.id, user, scopes: ["admin"] })
      const token = yield* seed.accessToken(user)
      lines.length = 0
      yield* send(null, "GET", `/v2/projects/languages?ak=${apiKey}`)
      yield* send({ apiKey }, "GET", "/v2/projects/languages")
      yield* send(token, "GET", "/v2/organizations/nothing")
      yield* send({ accessToken: "wrong-token" }, "GET", "/v2/organizations")
      assert.lengthOf(yield* untilLines(4), 4)
      for (const secret of [apiKey, token.accessToken, "wrong-token"]) assert.notInclude(lines.join("\n"), secret)
    })
  )

  it.effect("shows of a path its template, ids, and the words of the API", () =>
    Effect.gen(function* () {
      const code = "aBcDeFgHiJ".repeat(5)
      const shown = {
        "/v2/projects/7/languages/12": "/v2/projects/7/languages/12",
        "/v2/projects/languages": "/v2/projects/languages",
        "/v2/organizations/7": "/v2/organizations/7",
        "/v2/organizations/my-company": "/v2/organizations/:organization",
        [`/v2/organizations/${code}`]: "/v2/organizations/:organization",
        [`/api/public/invitation_info/${code}`]: "/api/public/invitation_info/:code",
        [`/v2/${code}/tgpat_0123456789abc`]: "/v2/(hidden)/(hidden)",
        "/v2/projects/7/langauges": "/v2/projects/(hidden)/(hidden)",
        [`/screenshots/${"0123456789abcdef0123".repeat(2)}-thumb.png`]: "/screenshots/:file"
      }
      lines.length = 0
      for (const path of Object.keys(shown)) yield* send(null, "GET", path)
      const logged = yield* untilLines(Object.keys(shown).length)
      assert.deepStrictEqual(
        logged.map(({ path }) => path),
        Object.values(shown)
      )
    })
  )
})

layer(layerTestServer({ accessLog: true, trustedProxies: ["127.0.0.0/8"] }).pipe(Layer.provideMerge(layerLogs)))(
  "behind a proxy",
  (it) => {
    it.effect("a request keeps the id and the address that the proxy tells", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        lines.length = 0
        const ask = (id: string) =>
          Effect.promise(() =>
            fetch(`${baseUrl}/v2/organizations`, {
              headers: { "x-request-id": id, "x-forwarded-for": "203.0.113.7" }
            })
          )
        const response = yield* ask("from-proxy-17")
        assert.strictEqual(response.headers.get("x-request-id"), "from-proxy-17")
        const odd = yield* ask("two words")
        assert.notStrictEqual(odd.headers.get("x-request-id"), "two words")
        const [line] = yield* untilLines(2)
        assert.deepInclude(line, { requestId: "from-proxy-17", address: "203.0.113.7", userId: null, status: 401 })
      })
    )
  }
)

layer(layerTestServer().pipe(Layer.provideMerge(layerLogs)))("a server without an access log", (it) => {
  it.effect("logs no request, and takes no id from a stranger", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      lines.length = 0
      const response = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v2/organizations`, { headers: { "x-request-id": "stranger" } })
      )
      assert.notStrictEqual(response.headers.get("x-request-id"), "stranger")
      yield* send(null, "GET", "/v2/organizations")
      assert.isEmpty(requestLines())
    })
  )
})
