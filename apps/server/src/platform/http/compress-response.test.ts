import { request } from "node:http"
import { gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openEventStream } from "../../testing/event-stream.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

/** One request whose body stays as it came over the wire, which `fetch` would unpack. */
const ask = Effect.fnUntraced(function* (path: string, headers: Record<string, string>, method = "GET") {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(
    () =>
      new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>((resolve, reject) => {
        const sent = request(`${baseUrl}${path}`, { method, headers }, (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("end", () => {
            const { statusCode = 0, headers: received } = response
            const body = Buffer.concat(chunks)
            resolve({ status: statusCode, headers: received as Record<string, string | undefined>, body })
          })
        })
        sent.on("error", reject)
        sent.end()
      })
  )
})

const seedProject = Effect.fnUntraced(function* (name: string, keys: number) {
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  for (let index = 0; index < keys; index++) {
    const key = yield* seed.key({ project: project.id, name: `key${index}` })
    yield* seed.translation({ key, language: project.languages["en"] ?? 0, text: `Text ${index}` })
  }
  const credential = yield* seed.accessToken(owner)
  return { project, credential, headers: { authorization: `Bearer ${credential.accessToken}` } }
})

const gzip = { "accept-encoding": "gzip, deflate" }

layer(layerTestServer(), { timeout: "60 seconds" })("a response", (it) => {
  it.effect("of JSON is compressed for clients that accept gzip, and for no others", () =>
    Effect.gen(function* () {
      const { project, headers } = yield* seedProject("Large", 30)
      const path = `/v2/projects/${project.id}/translations?size=30`
      const plain = yield* ask(path, headers)
      assert.isAbove(plain.body.length, 1_024)
      assert.isUndefined(plain.headers["content-encoding"])
      const identity = yield* ask(path, { ...headers, "accept-encoding": "identity, gzip;q=0" })
      assert.isUndefined(identity.headers["content-encoding"])
      const compressed = yield* ask(path, { ...headers, ...gzip })
      assert.strictEqual(compressed.status, 200)
      assert.strictEqual(compressed.headers["content-encoding"], "gzip")
      assert.strictEqual(compressed.headers["content-length"], String(compressed.body.length))
      assert.include(compressed.headers["vary"], "Accept-Encoding")
      assert.strictEqual(compressed.headers["content-type"], plain.headers["content-type"])
      assert.strictEqual(gunzipSync(compressed.body).toString(), plain.body.toString())
      assert.isBelow(compressed.body.length, plain.body.length / 3)
      assert.deepStrictEqual((yield* ask(path, { ...headers, ...gzip }, "HEAD")).body.length, 0)
    })
  )

  it.effect("that is compressed has a weak ETag; the server knows what the client has, in either form", () =>
    Effect.gen(function* () {
      const { project, headers } = yield* seedProject("Tagged", 60)
      const path = `/v2/projects/${project.id}/translations/en`
      const plain = yield* ask(path, headers)
      const compressed = yield* ask(path, { ...headers, ...gzip })
      assert.strictEqual(gunzipSync(compressed.body).toString(), plain.body.toString())
      assert.match(plain.headers["etag"] ?? "", /^"/)
      assert.strictEqual(compressed.headers["etag"], `W/${plain.headers["etag"]}`)
      for (const etag of [compressed.headers["etag"], plain.headers["etag"]]) {
        const again = yield* ask(path, { ...headers, ...gzip, "if-none-match": etag ?? "" })
        assert.deepStrictEqual([again.status, again.body.length], [304, 0])
      }
    })
  )

  it.effect("of a document, of an error and of little JSON stays readable", () =>
    Effect.gen(function* () {
      const document = yield* ask("/v3/api-docs", gzip)
      assert.strictEqual(document.headers["content-encoding"], "gzip")
      assert.strictEqual(JSON.parse(gunzipSync(document.body).toString()).openapi, "3.1.0")
      for (const path of ["/v2/user", "/health/live", "/metrics"]) {
        const { headers, body } = yield* ask(path, gzip)
        assert.isUndefined(headers["content-encoding"], path)
        assert.isAbove(body.length, 0)
      }
    })
  )

  it.effect("that is a stream stays one: events come as they happen", () =>
    Effect.gen(function* () {
      const { project, credential } = yield* seedProject("Stream", 0)
      // `fetch` accepts gzip.
      const stream = yield* openEventStream(credential, project.id)
      yield* stream.next
      const key = { key: "seen", translations: { en: "x".repeat(2_000) } }
      yield* send(credential, "POST", `/v2/projects/${project.id}/translations`, key)
      assert.include((yield* stream.next)?.["data"], "seen")
    })
  )
})
