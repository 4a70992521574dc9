import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const sdkHeaders = "content-type,x-api-key,x-tolgee-sdk-type,x-tolgee-sdk-version"

/** Every request that a page sends for the in-context tools, and the Figma plugin. */
const requests = [
  ["GET", "/v2/projects/1/translations/en"],
  ["GET", "/v2/projects/translations/en"],
  ["GET", "/v2/api-keys/current"],
  ["GET", "/v2/api-keys/current-permissions"],
  ["GET", "/v2/projects/1/languages?size=1000"],
  ["GET", "/v2/projects/1/branches/find"],
  ["GET", "/v2/projects/1/translations?filterKeyName=title&filterNamespace="],
  ["GET", "/v2/projects/1/tags?search=a"],
  ["POST", "/v2/image-upload"],
  ["DELETE", "/v2/image-upload/1"],
  ["POST", "/v2/projects/1/keys/create"],
  ["PUT", "/v2/projects/1/keys/1/complex-update"],
  ["GET", "/v2/projects/1"],
  ["GET", "/v2/projects/1/used-namespaces"],
  ["GET", "/v2/projects/1/keys/search?search=a"],
  ["POST", "/v2/projects/1/single-step-import-resolvable"],
  ["PUT", "/v2/projects/1/tag-complex"],
  ["POST", "/v2/projects/1/big-meta"]
] as const

const call = Effect.fnUntraced(function* (method: string, path: string, headers: Readonly<Record<string, string>>) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, { method, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
})

const listIn = (headers: Headers, name: string) => (headers.get(name) ?? "").toLowerCase().split(/,\s*/)

layer(layerTestServer())("a page of another origin", (it) => {
  it.effect.each(requests)("may send %s %s, and can read the error", ([method, path]) =>
    Effect.gen(function* () {
      // Figma's plugins have the origin `null`.
      for (const origin of ["null", "https://shop.example.com", "chrome-extension://abc"]) {
        const preflight = yield* call("OPTIONS", path, {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": sdkHeaders
        })
        assert.deepStrictEqual([preflight.status, preflight.text], [204, ""])
        assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
        assert.include(listIn(preflight.headers, "access-control-allow-methods"), method.toLowerCase())
        assert.deepStrictEqual(listIn(preflight.headers, "access-control-allow-headers"), sdkHeaders.split(","))
        assert.isNull(preflight.headers.get("access-control-allow-credentials"))
      }
      const rejected = yield* call(method, path, { origin: "null", "x-api-key": "unknown" })
      assert.strictEqual(rejected.status, 401)
      assert.strictEqual(rejected.headers.get("access-control-allow-origin"), "*")
      assert.include(listIn(rejected.headers, "access-control-expose-headers"), "x-tolgee-version")
      assert.strictEqual(JSON.parse(rejected.text).code, "invalid_project_api_key")
    })
  )

  it.effect("can read every response: a text, not modified, and not found", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "visitor" })
      const organization = yield* seed.organization({ name: "Visited", owner })
      const project = yield* seed.project({ organization: organization.id, name: "Visited" })
      const { apiKey } = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const credential = { origin: "https://shop.example.com", "x-api-key": apiKey }
      const path = `/v2/projects/${project.id}/translations/en`
      const first = yield* call("GET", path, credential)
      const etag = first.headers.get("etag") ?? ""
      const responses = [
        [200, first],
        [304, yield* call("GET", path, { ...credential, "if-none-match": etag })],
        [403, yield* call("POST", `/v2/projects/${project.id}/keys`, credential)],
        [404, yield* call("GET", "/v2/nothing", credential)],
        [405, yield* call("PATCH", path, credential)]
      ] as const
      for (const [status, response] of responses) {
        assert.strictEqual(response.status, status)
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
        const exposed = listIn(response.headers, "access-control-expose-headers")
        for (const name of ["x-tolgee-version", "etag", "retry-after"]) assert.include(exposed, name)
      }
    })
  )
})
