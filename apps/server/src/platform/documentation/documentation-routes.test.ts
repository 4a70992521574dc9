import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { openApiDocument } from "./open-api-document.ts"

const get = Effect.fnUntraced(function* (path: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const answer = await fetch(`${baseUrl}${path}`, { redirect: "manual" })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  })
})

layer(layerTestServer())("documentation", (it) => {
  it.effect("gives the OpenAPI document under the path of the original", () =>
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

  it.effect("shows every operation on a page that loads nothing", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* get("/docs")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/html/)
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/)
      for (const [path, methods] of Object.entries(openApiDocument().paths)) {
        assert.include(text, path)
        for (const operation of Object.values(methods)) assert.include(text, `id="${operation.operationId}"`)
      }
      assert.include(text, "<code>filterState</code> (optional)")
      assert.notMatch(text, /(?:src|href)="(?:https?:)?\/\//)
      assert.notMatch(text, /@import|url\(/)
    })
  )

  it.effect("lets browsers run its own script and style, and nothing else", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* get("/docs")
      const policy = headers.get("content-security-policy") ?? ""
      assert.notInclude(policy, "unsafe-inline")
      for (const [directive, element] of [
        ["script-src", "script"],
        ["style-src", "style"]
      ] as const) {
        const found = [...text.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, "gs"))]
        assert.lengthOf(found, 1)
        const hash = createHash("sha256")
          .update(found[0]?.[1] ?? "")
          .digest("base64")
        assert.include(policy, `${directive} 'sha256-${hash}';`)
      }
      assert.notMatch(text, /<[^>]+ (?:style|on[a-z]+)="/)
    })
  )

  it.effect("has links only to what is on the page", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/docs")
      for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert.include(text, `id="${target}"`)
    })
  )
})
