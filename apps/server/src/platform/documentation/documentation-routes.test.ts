import { createHash } from "node:crypto"
import { openApiDocument } from "@dragoman/api/open-api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const get = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, { redirect: "manual", headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
})

layer(layerTestServer())("documentation", (it) => {
  it.effect("gives the OpenAPI document under the path of Tolgee", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* get("/v3/api-docs")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^application\/json/)
      assert.deepStrictEqual(JSON.parse(text), openApiDocument())
    })
  )

  it.effect("leads from / to the page", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* get("/")
      assert.strictEqual(status, 302)
      assert.strictEqual(headers.get("location"), "/docs")
    })
  )

  it.effect("shows it on a page that loads from this server only", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* get("/docs")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/html/)
      const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
      assert.sameMembers(loaded, ["data:,", "/docs/swagger-ui.css", "/v3/api-docs", "/docs/swagger-ui-bundle.js"])
      assert.include(text, 'url: "/v3/api-docs"')
    })
  )

  it.effect(
    "serves the document and the files of the page, compressed and not, and once to a browser that has them",
    () =>
      Effect.gen(function* () {
        for (const [path, type] of [
          ["/v3/api-docs", "application/json"],
          ["/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
          ["/docs/swagger-ui.css", "text/css; charset=utf-8"]
        ] as const) {
          const plain = yield* get(path, { "accept-encoding": "identity" })
          assert.strictEqual(plain.status, 200)
          assert.isNull(plain.headers.get("content-encoding"))
          assert.isAbove(plain.text.length, 10_000)
          for (const [accepted, encoding] of [
            ["gzip, deflate, br", "br"],
            ["gzip, deflate", "gzip"]
          ] as const) {
            const compressed = yield* get(path, { "accept-encoding": accepted })
            assert.strictEqual(compressed.status, 200)
            assert.strictEqual(compressed.headers.get("content-type"), type)
            assert.strictEqual(compressed.headers.get("content-encoding"), encoding)
            assert.isBelow(Number(compressed.headers.get("content-length")), plain.text.length / 3)
            assert.strictEqual(compressed.text, plain.text)
          }
          const again = yield* get(path, { "if-none-match": plain.headers.get("etag") ?? "" })
          assert.deepStrictEqual([again.status, again.text], [304, ""])
        }
      })
  )

  it.effect("lets browsers run the scripts of this server, and of the page that one alone", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* get("/docs")
      const policy = headers.get("content-security-policy") ?? ""
      assert.notInclude(policy, "unsafe-")
      assert.notMatch(policy, /https?:|\*/)
      assert.match(policy, /^default-src 'none'; /)
      const inline = [...text.matchAll(/<script>(.*?)<\/script>/gs)]
      assert.lengthOf(inline, 1)
      const hash = createHash("sha256")
        .update(inline[0]?.[1] ?? "")
        .digest("base64")
      assert.include(policy, `script-src 'self' 'sha256-${hash}';`)
      assert.notMatch(text, /<style|<[^>]+ (?:style|on[a-z]+)="/)
    })
  )
})
