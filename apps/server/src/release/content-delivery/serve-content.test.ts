import { request as httpRequest } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { digestOf, publishVersion, seedDelivery } from "../../testing/published-content.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const texts = JSON.stringify({ title: "Published ".repeat(80) })

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

/** Sends a request whose path is not normalized, and whose response is not decoded. */
const ask = Effect.fnUntraced(function* (
  path: string,
  { method = "GET", headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {}
) {
  const { baseUrl } = yield* TestServer
  const { port } = new URL(baseUrl)
  return yield* Effect.promise(
    () =>
      new Promise<Received>((resolve, reject) => {
        // The server closes a connection that was to be upgraded.
        const connection = headers["upgrade"] === undefined ? {} : { agent: false as const }
        const sent = httpRequest({ host: "127.0.0.1", port, path, method, headers, ...connection }, (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk) => chunks.push(chunk))
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
          )
        })
        sent.on("upgrade", (_, socket) => reject(socket.destroy()))
        sent.on("error", reject)
        sent.end()
      })
  )
})

const newDelivery = Effect.fnUntraced(function* (slug: string) {
  const owner = yield* seed.user({ username: slug })
  const organization = yield* seed.organization({ name: slug, owner })
  const project = yield* seed.project({ organization: organization.id, name: slug })
  return yield* seedDelivery(project.id, slug)
})

const seedPublished = Effect.fnUntraced(function* (slug: string) {
  const delivery = yield* newDelivery(slug)
  yield* publishVersion(delivery, 1, { "en.json": texts, "shop/de.json": "{}", "čeština.html": "<script></script>" })
  return delivery
})

const write = Effect.fnUntraced(function* (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(statement(sql)))
})

layer(layerTestServer({ contentDeliveryMaxAgeSeconds: 30 }))("published files", (it) => {
  it.effect("are read by anyone, from pages of any origin, and run nowhere", () =>
    Effect.gen(function* () {
      yield* seedPublished("anyone")
      const { status, headers, body } = yield* ask("/content-delivery/anyone/en.json?v=1")
      assert.strictEqual(status, 200)
      assert.strictEqual(body.toString(), texts)
      assert.deepInclude(headers, {
        etag: `"${digestOf(texts)}"`,
        vary: "Accept-Encoding",
        "content-type": "application/json",
        "content-length": String(texts.length),
        "cache-control": "public, max-age=30, stale-while-revalidate=7",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox"
      })
      assert.isString(headers["x-request-id"])
      assert.isUndefined(headers["set-cookie"])
      assert.match(String(headers["access-control-expose-headers"]), /\bETag\b/)
      assert.strictEqual((yield* ask("/content-delivery/anyone/shop/de.json")).body.toString(), "{}")
      const page = yield* ask("/content-delivery/anyone/%C4%8De%C5%A1tina.html")
      assert.deepInclude(page.headers, {
        "content-type": "text/html; charset=UTF-8",
        "content-security-policy": "default-src 'none'; sandbox"
      })
      const head = yield* ask("/content-delivery/anyone/en.json", { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.body.length], [200, 0])
      assert.strictEqual(head.headers["content-length"], String(texts.length))
      const part = yield* ask("/content-delivery/anyone/en.json", { headers: { range: "bytes=0-3" } })
      assert.deepStrictEqual([part.status, part.body.toString()], [200, texts])
    })
  )

  it.effect("come compressed as they were published, each encoding with its own tag", () =>
    Effect.gen(function* () {
      yield* seedPublished("compressed")
      const read = (path: string, encoding: string) =>
        ask(`/content-delivery/compressed/${path}`, { headers: { "accept-encoding": encoding } })
      const brotli = yield* read("en.json", "gzip, deflate, br")
      assert.strictEqual(brotli.headers["content-encoding"], "br")
      assert.strictEqual(brotliDecompressSync(brotli.body).toString(), texts)
      const gzip = yield* read("en.json", "gzip;q=1, br;q=0.5")
      assert.strictEqual(gzip.headers["content-encoding"], "gzip")
      assert.strictEqual(gunzipSync(gzip.body).toString(), texts)
      const plain = yield* read("en.json", "identity")
      const tags = [brotli, gzip, plain].map(({ headers }) => headers["etag"])
      assert.strictEqual(new Set(tags).size, 3)
      for (const { headers } of [brotli, gzip, plain]) assert.strictEqual(headers["vary"], "Accept-Encoding")
      // A file that compression does not make smaller.
      const short = yield* read("shop/de.json", "br")
      assert.deepStrictEqual([short.headers["content-encoding"], short.body.toString()], [undefined, "{}"])
    })
  )

  it.effect("are not sent again to those who have them", () =>
    Effect.gen(function* () {
      yield* seedPublished("known")
      const etag = `"${digestOf(texts)}"`
      const read = (ifNoneMatch: string, encoding = "identity") =>
        ask("/content-delivery/known/en.json", {
          headers: { "if-none-match": ifNoneMatch, "accept-encoding": encoding }
        })
      for (const known of [etag, `W/${etag}`, `"x", W/"y", ${etag}`, "*"]) {
        const { status, headers, body } = yield* read(known)
        assert.deepStrictEqual([status, body.length, headers["etag"]], [304, 0, etag])
        assert.strictEqual(headers["cache-control"], "public, max-age=30, stale-while-revalidate=7")
        assert.strictEqual(headers["access-control-allow-origin"], "*")
      }
      assert.strictEqual((yield* read('"x"')).status, 200)
      assert.strictEqual((yield* read(etag, "br")).status, 200)
    })
  )

  it.effect("have addresses of versions, which never change, and a manifest", () =>
    Effect.gen(function* () {
      const delivery = yield* seedPublished("versions")
      yield* publishVersion(delivery, 2, { "en.json": "2" })
      assert.strictEqual((yield* ask("/content-delivery/versions/en.json")).body.toString(), "2")
      assert.strictEqual((yield* ask("/content-delivery/versions/shop/de.json")).status, 404)
      const first = yield* ask("/content-delivery/versions/@1/en.json")
      assert.strictEqual(first.body.toString(), texts)
      assert.strictEqual(first.headers["cache-control"], "public, max-age=31536000, immutable")
      const manifest = yield* ask("/content-delivery/versions/manifest.json")
      assert.deepStrictEqual(JSON.parse(manifest.body.toString()), {
        version: 2,
        publishedAt: 2,
        languages: ["de", "en"],
        files: [{ path: "en.json", mediaType: "application/json", size: 1, sha256: digestOf("2") }]
      })
      assert.strictEqual(manifest.headers["etag"], `"${digestOf(manifest.body)}"`)
      const older = yield* ask("/content-delivery/versions/@1/manifest.json")
      const { version, files } = JSON.parse(older.body.toString())
      assert.deepStrictEqual([version, files.length], [1, 3])
      assert.strictEqual(older.headers["cache-control"], "public, max-age=31536000, immutable")
      for (const path of ["@3/en.json", "@3/manifest.json", "@1/nothing.json"]) {
        assert.strictEqual((yield* ask(`/content-delivery/versions/${path}`)).status, 404, path)
      }
    })
  )

  it.effect("are not found under other paths, and folders are not listed", () =>
    Effect.gen(function* () {
      yield* seedPublished("paths")
      const paths = [
        "/content-delivery/",
        "/content-delivery/paths",
        "/content-delivery/paths/",
        "/content-delivery/paths/shop",
        "/content-delivery/paths/shop/",
        "/content-delivery/paths/En.json",
        "/content-delivery/paths/nothing.json",
        "/content-delivery/paths//en.json",
        "/content-delivery/paths/shop/../en.json",
        "/content-delivery/paths/shop%2Fde.json",
        "/content-delivery/../v2/organizations",
        "/content-delivery/%2e%2e/v2/organizations",
        "/content-delivery/paths/__proto__",
        "/content-delivery/paths/%00",
        "/content-delivery/paths/%",
        "/content-delivery/' OR 1=1/en.json".replaceAll(" ", "%20"),
        `/content-delivery/paths/${"a".repeat(5_000)}`,
        "/content-delivery/unknown/en.json"
      ]
      for (const path of paths) {
        const { status, headers, body } = yield* ask(path)
        assert.strictEqual(status, 404, path)
        assert.strictEqual(JSON.parse(body.toString()).code, "resource_not_found")
        assert.isBelow(body.length, 60)
        assert.strictEqual(headers["cache-control"], "public, max-age=5")
      }
    })
  )

  it.effect("are only read, and open nothing else to pages of other origins", () =>
    Effect.gen(function* () {
      yield* seedPublished("methods")
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const { status, headers } = yield* ask("/content-delivery/methods/en.json", { method })
        assert.deepStrictEqual([status, headers["allow"]], [405, "GET, HEAD, OPTIONS"])
      }
      const preflight = yield* ask("/content-delivery/methods/en.json", {
        method: "OPTIONS",
        headers: { origin: "https://shop.example.com", "access-control-request-method": "GET" }
      })
      assert.strictEqual(preflight.status, 204)
      assert.deepInclude(preflight.headers, {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD",
        "access-control-allow-headers": "*"
      })
      assert.isUndefined(preflight.headers["access-control-allow-credentials"])
      // Java's client offers to upgrade every connection.
      const upgrading = yield* ask("/content-delivery/methods/en.json", {
        headers: { connection: "upgrade", upgrade: "h2c" }
      })
      assert.deepStrictEqual([upgrading.status, upgrading.body.toString()], [200, texts])
      assert.strictEqual(upgrading.headers["etag"], `"${digestOf(texts)}"`)
    })
  )

  it.effect("change as soon as a version is published here, and within a second when another server does", () =>
    Effect.gen(function* () {
      const delivery = yield* newDelivery("changing")
      const read = Effect.map(ask("/content-delivery/changing/en.json"), ({ status, body }) =>
        status === 200 ? body.toString() : String(status)
      )
      assert.strictEqual(yield* read, "404")
      yield* publishVersion(delivery, 1, { "en.json": "1" })
      assert.strictEqual(yield* read, "1")
      yield* publishVersion(delivery, 2, { "en.json": "2" })
      assert.strictEqual(yield* read, "2")
      yield* publishVersion(delivery, 3, { "en.json": "3" }, false)
      assert.strictEqual(yield* read, "2")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* read, "3")
      yield* write((sql) => sql`UPDATE project SET deleted_at = 1 WHERE id = ${delivery.projectId}`)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* read, "404")
      assert.strictEqual((yield* ask("/content-delivery/changing/@1/en.json")).status, 404)
    })
  )

  it.effect("of an unknown slug are looked for once a second", () =>
    Effect.gen(function* () {
      const read = Effect.map(ask("/content-delivery/later/en.json"), ({ status }) => status)
      assert.strictEqual(yield* read, 404)
      const delivery = yield* newDelivery("later")
      yield* publishVersion(delivery, 1, { "en.json": "1" }, false)
      assert.strictEqual(yield* read, 404)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* read, 200)
    })
  )

  it.effect("never mix two versions while one after the other is published", () =>
    Effect.gen(function* () {
      const delivery = yield* newDelivery("mixing")
      const contents = (version: number) => ({
        "a.json": JSON.stringify({ version, file: "a" }),
        "b.json": JSON.stringify({ version, file: "b", unchanged: "x".repeat(200) }),
        [`only-${version}.json`]: "{}"
      })
      yield* publishVersion(delivery, 1, contents(1))
      let isPublishing = true
      let newest = 1
      let responses = 0
      const etags = new Map<string, string>()
      const read = (path: string, headers: Record<string, string> = {}) =>
        Effect.tap(ask(`/content-delivery/mixing/${path}`, { headers }), () =>
          Effect.sync(() => {
            responses++
          })
        )
      const reader = Effect.gen(function* () {
        while (isPublishing) {
          const published = newest
          const manifest = JSON.parse((yield* read("manifest.json")).body.toString())
          assert.isAtLeast(manifest.version, published)
          assert.lengthOf(manifest.files, 3)
          for (const { path, sha256, size } of manifest.files) {
            const { status, body } = yield* read(`@${manifest.version}/${path}`)
            assert.deepStrictEqual([status, digestOf(body), body.length], [200, sha256, size])
          }
          let seen = manifest.version
          for (const path of ["a.json", "b.json"]) {
            const headers: Record<string, string> = { "if-none-match": etags.get(path) ?? '""' }
            const { status, headers: received, body } = yield* read(path, headers)
            if (status === 200) {
              assert.strictEqual(received["etag"], `"${digestOf(body)}"`)
              const { version, file } = JSON.parse(body.toString())
              assert.strictEqual(`${file}.json`, path)
              assert.isAtLeast(version, seen)
              seen = version
              etags.set(path, String(received["etag"]))
            } else {
              assert.strictEqual(status, 304)
            }
          }
        }
      })
      const publisher = Effect.gen(function* () {
        for (let version = 2; version <= 200; version++) {
          yield* publishVersion(delivery, version, contents(version))
          newest = version
          // Each reader is somewhere else in its round when the next version comes.
          const before = responses
          while (responses === before) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            isPublishing = false
          })
        )
      )
      yield* Effect.all([publisher, reader, reader], { concurrency: "unbounded" })
      const { body } = yield* ask("/content-delivery/mixing/a.json")
      assert.deepStrictEqual(JSON.parse(body.toString()), { version: 200, file: "a" })
    })
  )
})

const lines: Array<Record<string, unknown>> = []

const layerLogs = Layer.mergeAll(
  Logger.layer([Logger.make(({ fiber }) => lines.push({ ...fiber.getRef(References.CurrentLogAnnotations) }))]),
  Layer.succeed(References.MinimumLogLevel, "Info")
)

layer(
  layerTestServer({
    accessLog: true,
    rateLimits: true,
    limitAddressRequests: [{ requests: 3, windowMillis: 60_000 }],
    trustedProxies: ["127.0.0.0/8"]
  }).pipe(Layer.provideMerge(layerLogs))
)("requests for published files", (it) => {
  it.effect("are logged, counted and limited by address as others", () =>
    Effect.gen(function* () {
      yield* seedPublished("logged")
      const from = (address: string) =>
        ask("/content-delivery/logged/en.json", {
          headers: { "x-forwarded-for": address, "x-request-id": `request-${address}` }
        })
      for (let count = 0; count < 3; count++) assert.strictEqual((yield* from("203.0.113.7")).status, 200)
      const limited = yield* from("203.0.113.7")
      assert.strictEqual(limited.status, 429)
      assert.deepInclude(JSON.parse(limited.body.toString()), { message: "rate_limited", global: true })
      assert.match(String(limited.headers["retry-after"]), /^\d+$/)
      const other = yield* from("198.51.100.4")
      assert.deepStrictEqual([other.status, other.headers["x-request-id"]], [200, "request-198.51.100.4"])
      yield* Effect.promise(async () => {
        while (!lines.some(({ requestId }) => requestId === "request-198.51.100.4")) {
          await new Promise((resolve) => setImmediate(resolve))
        }
      })
      const logged = lines.find(({ requestId }) => requestId === "request-198.51.100.4")
      assert.deepInclude(logged, {
        method: "GET",
        route: "/content-delivery/*",
        path: "/content-delivery/*",
        status: 200,
        address: "198.51.100.4",
        userId: null
      })
      const metrics = (yield* ask("/metrics")).body.toString()
      assert.match(
        metrics,
        /dragoman_http_requests_total\{[^}]*route="\/content-delivery\/\*"[^}]*status="4xx"[^}]*\} 1\b/
      )
    })
  )
})
