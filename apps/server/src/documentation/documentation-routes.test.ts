import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
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
      assert.notMatch(text, /(?:src|href)="(?:https?:)?\/\//)
      assert.notMatch(text, /@import|url\(/)
    })
  )

  it.effect("has links only to what is on the page", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/docs")
      for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert.include(text, `id="${target}"`)
    })
  )
})
