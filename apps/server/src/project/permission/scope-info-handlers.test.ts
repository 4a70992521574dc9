import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

layer(layerTestServer())("scope information", (it) => {
  it.effect("is public: the hierarchy starts at admin", () =>
    Effect.gen(function* () {
      const client = yield* clientOf(null)
      const hierarchy = yield* client.scopeInfo.getHierarchy()
      assert.strictEqual(hierarchy.scope, "admin")
      assert.strictEqual(hierarchy.requires[0]?.scope, "translations.edit")
    })
  )

  it.effect("has the headers of every response", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/v2/public/scope-info/roles`))
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      assert.match(response.headers.get("x-tolgee-version") ?? "", /^v\d+\.\d+\.\d+$/)
      assert.isNotNull(response.headers.get("x-request-id"))
    })
  )

  it.effect("rejects a bad credential", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const response = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v2/public/scope-info/roles`, { headers: { "x-api-key": "tgpak_unknown" } })
      )
      assert.strictEqual(response.status, 401)
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), {
        code: "invalid_project_api_key",
        params: null
      })
    })
  )

  it.effect("is not found under an unknown path, and not allowed with a wrong method", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const unknown = yield* Effect.promise(() => fetch(`${baseUrl}/v2/no/such?x=1`))
      assert.strictEqual(unknown.status, 404)
      assert.deepStrictEqual(yield* Effect.promise(() => unknown.json()), {
        code: "resource_not_found",
        params: ["v2/no/such"]
      })
      const wrongMethod = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v2/public/scope-info/roles`, { method: "DELETE" })
      )
      assert.strictEqual(wrongMethod.status, 405)
      assert.strictEqual(yield* Effect.promise(() => wrongMethod.text()), "")
    })
  )
})
