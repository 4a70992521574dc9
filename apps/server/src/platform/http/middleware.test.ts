import { connect } from "node:net"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const jsonMax = 200_000

const response = Effect.fnUntraced(function* (path: string, init: RequestInit = {}) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(() => fetch(`${baseUrl}${path}`, init))
})

/** Sends bytes that `fetch` would not send; returns the response. */
const rawExchange = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  options: { readonly abort?: boolean } = {}
) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(
    () =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
        let received = ""
        socket.on("data", (bytes) => {
          received += bytes.toString("utf8")
        })
        socket.on("close", () => resolve(received))
        socket.on("error", () => resolve(received))
        socket.write(lines.join("\r\n"), () => {
          if (options.abort === true) socket.destroy()
        })
      })
  )
})

const newOwner = Effect.fnUntraced(function* (name: string) {
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  return { owner, project, organization, token: yield* seed.accessToken(owner, { super: true }) }
})

describe("every response", () => {
  layer(layerTestServer({ maxJsonBytes: jsonMax }))("on one server", (it) => {
    it.effect("carries a request id, the version, CORS and no permission to cache", () =>
      Effect.gen(function* () {
        for (const path of ["/v2/public/scope-info/roles", "/v2/organizations", "/nothing/here"]) {
          const { headers } = yield* response(path)
          assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
          assert.match(headers.get("x-tolgee-version") ?? "", /^v\d+\.\d+\.\d+$/)
          assert.strictEqual(headers.get("access-control-allow-origin"), "*")
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          assert.strictEqual(headers.get("cache-control"), "no-store")
        }
      })
    )

    it.effect("says how to authenticate on 401", () =>
      Effect.gen(function* () {
        const received = yield* response("/v2/organizations")
        assert.strictEqual(received.status, 401)
        assert.strictEqual(received.headers.get("www-authenticate"), "Bearer")
      })
    )

    it.effect("of an unknown path is 404 with the path, without its first slash and its query", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* send(null, "GET", "/v2/nothing/here?a=1"),
          error(404, "resource_not_found", ["v2/nothing/here"])
        )
      })
    )

    it.effect("of a wrong method is 405 with the allowed methods and without a body", () =>
      Effect.gen(function* () {
        const received = yield* response("/v2/organizations", { method: "PATCH" })
        assert.strictEqual(received.status, 405)
        assert.deepStrictEqual((received.headers.get("allow") ?? "").split(", ").sort(), [
          "GET",
          "HEAD",
          "OPTIONS",
          "POST"
        ])
        assert.strictEqual(received.headers.get("content-length"), "0")
        assert.strictEqual(yield* Effect.promise(() => received.text()), "")
      })
    )

    it.effect("of HEAD is that of GET without the body", () =>
      Effect.gen(function* () {
        const received = yield* response("/v2/public/scope-info/roles", { method: "HEAD" })
        assert.strictEqual(received.status, 200)
        assert.strictEqual(yield* Effect.promise(() => received.text()), "")
      })
    )

    it.effect("allows any origin to send any header, without a credential", () =>
      Effect.gen(function* () {
        const received = yield* response("/v2/projects/1/languages", {
          method: "OPTIONS",
          headers: {
            origin: "null",
            "access-control-request-method": "PUT",
            "access-control-request-headers": "x-api-key, x-tolgee-sdk-type"
          }
        })
        assert.strictEqual(received.status, 204)
        assert.strictEqual(received.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(received.headers.get("access-control-allow-headers"), "x-api-key, x-tolgee-sdk-type")
        assert.match(received.headers.get("access-control-allow-methods") ?? "", /PUT/)
      })
    )

    it.effect("to a body of another type is 415 with that type", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("media")
        const received = yield* response("/v2/organizations", {
          method: "POST",
          headers: { authorization: `Bearer ${token.accessToken}`, "content-type": "text/plain" },
          body: "{}"
        })
        assert.strictEqual(received.status, 415)
        assert.deepStrictEqual(yield* Effect.promise(() => received.json()), {
          code: "unsupported_media_type",
          params: ["text/plain"]
        })
      })
    )

    it.effect("to a missing body has no message, to an invalid one has a message", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("bodies")
        assert.deepStrictEqual(yield* send(token, "POST", "/v2/organizations", ""), error(400, "request_parse_error"))
        assert.deepStrictEqual(
          yield* send(token, "POST", "/v2/organizations", "{"),
          error(400, "request_parse_error", ["Expected a valid JSON body"])
        )
        const wrongType = yield* send(token, "POST", "/v2/organizations", { name: 5 })
        assert.strictEqual(wrongType.status, 400)
        assert.match(JSON.stringify(wrongType.body), /request_parse_error.*name/)
      })
    )

    it.effect("reads JSON behind a byte order mark", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("marked")
        const received = yield* send(token, "POST", "/v2/organizations", '\uFEFF{"name":"Behind a mark"}')
        assert.strictEqual(received.status, 201)
      })
    )

    it.effect("to a body above the limit is 400, also with a wrong content-length", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("large")
        const body = JSON.stringify({ name: "x".repeat(jsonMax) })
        assert.deepStrictEqual(
          yield* send(token, "POST", "/v2/organizations", body),
          error(400, "file_too_big", [`Expected a JSON body of at most ${jsonMax} bytes`])
        )
        const stream = new Blob([body]).stream()
        const chunked = yield* response("/v2/organizations", {
          method: "POST",
          headers: { authorization: `Bearer ${token.accessToken}`, "content-type": "application/json" },
          body: stream,
          duplex: "half"
        } as RequestInit)
        assert.strictEqual(chunked.status, 400)
      })
    )

    it.effect("to JSON that is not UTF-8 is an error, and nothing is stored", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("letters")
        const { status } = yield* response("/v2/organizations", {
          method: "POST",
          headers: { authorization: `Bearer ${token.accessToken}`, "content-type": "application/json" },
          body: Buffer.from('{"name":"M\u00fcnchen"}', "latin1")
        })
        assert.strictEqual(status, 400)
        assert.notInclude(JSON.stringify(yield* send(token, "GET", "/v2/organizations")), "nchen")
      })
    )

    it.effect("to malformed paths is below 500", () =>
      Effect.gen(function* () {
        const { token, project } = yield* newOwner("paths")
        const authorization = `Authorization: Bearer ${token.accessToken}`
        const paths = [
          "/v2/organizations/%E0%A4%A",
          "/v2/organizations/%",
          "/v2/organizations/%00",
          "/v2/projects/%2e%2e/languages",
          `/v2/projects/${project.id}/languages?page=%ZZ`,
          `/v2/projects/${project.id}/languages?sort=%`,
          `/v2/projects/${project.id}/languages?page=0&page=1`,
          `/v2/organizations/${"a".repeat(5_000)}`,
          "//v2///organizations",
          "/v2/organizations;x=1",
          "/v2/organizations#x",
          "*",
          "http://elsewhere.test/v2/organizations"
        ]
        for (const path of paths) {
          const received = yield* rawExchange([
            `GET ${path} HTTP/1.1`,
            "Host: localhost",
            authorization,
            "Connection: close",
            "",
            ""
          ])
          assert.match(received, /^HTTP\/1\.1 [234]\d\d /, `${path}: ${received.slice(0, 400)}`)
        }
      })
    )

    it.effect("finds nothing behind a part of the path longer than any name", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("long")
        for (const length of [300, 5_000]) {
          const received = yield* send(token, "GET", `/v2/organizations/${"a".repeat(length)}`)
          assert.strictEqual(received.status, 404)
        }
      })
    )

    it.effect("lives on after uploads that end early or say a wrong length", () =>
      Effect.gen(function* () {
        const { token } = yield* newOwner("aborted")
        const head = (length: number) => [
          "POST /v2/organizations HTTP/1.1",
          "Host: localhost",
          `Authorization: Bearer ${token.accessToken}`,
          "Content-Type: application/json",
          "Connection: close",
          `Content-Length: ${length}`,
          "",
          '{"name":"Cut'
        ]
        yield* rawExchange(head(10_000), { abort: true })
        assert.match(yield* rawExchange(head(12)), /^HTTP\/1\.1 400 /)
        assert.match(yield* rawExchange(head(-1)), /^HTTP\/1\.1 400 /)
        assert.strictEqual((yield* response("/health/live")).status, 200)
      })
    )
  })
})

describe("the client's address", () => {
  const failedAttempts = Effect.fnUntraced(function* (addressOf: (attempt: number) => string) {
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 12; attempt++) {
      const received = yield* response("/v2/organizations", {
        headers: { "x-api-key": "wrong", "x-forwarded-for": addressOf(attempt) }
      })
      statuses.add(received.status)
    }
    return [...statuses].sort()
  })

  layer(layerTestServer({ rateLimits: true }))("without trusted proxies", (it) => {
    it.effect("is that of the connection, whatever a header says", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* failedAttempts((attempt) => `198.51.100.${attempt}`), [401, 429])
      })
    )
  })

  layer(layerTestServer({ rateLimits: true }))("that failed too often", (it) => {
    it.effect("gets the time to retry, in whole seconds in the header", () =>
      Effect.gen(function* () {
        yield* failedAttempts(() => "")
        yield* TestClock.adjust("999 millis")
        const { status, headers } = yield* response("/v2/organizations", { headers: { "x-api-key": "wrong" } })
        assert.strictEqual(status, 429)
        assert.strictEqual(headers.get("retry-after"), "1")
      })
    )
  })

  layer(layerTestServer({ rateLimits: true, trustedProxies: ["127.0.0.1", "::1"] }))("behind trusted proxies", (it) => {
    it.effect("is the one that the proxy names", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* failedAttempts((attempt) => `198.51.100.${attempt}`), [401])
      })
    )
    it.effect("is limited as any other", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* failedAttempts(() => "198.51.100.200"), [401, 429])
      })
    )
  })
})
