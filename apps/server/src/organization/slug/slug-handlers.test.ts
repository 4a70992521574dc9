import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const responded = (body: unknown) => ({ status: 200, body })

layer(layerTestServer())("slugs", (it) => {
  it.effect("are for logged-in users", () =>
    Effect.gen(function* () {
      const user = yield* seed.user({ username: "token-holder" })
      const personalToken = yield* seed.personalAccessToken({ user })
      for (const [method, path] of [
        ["GET", "/v2/slug/validate-organization/acme"],
        ["GET", "/v2/slug/validate-project/acme"],
        ["POST", "/v2/slug/generate-organization"],
        ["POST", "/v2/slug/generate-project"]
      ] as const) {
        assert.deepStrictEqual(yield* send(null, method, path), error(401, "unauthenticated"), path)
        assert.deepStrictEqual(yield* send(personalToken, method, path), error(403, "api_access_forbidden"), path)
      }
    })
  )

  it.effect("of organizations and projects are two name spaces", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "owner" })
      const credential = yield* seed.accessToken(owner)
      const { id } = yield* seed.organization({ name: "Acme", owner })
      yield* seed.project({ organization: id, name: "Atlas" })
      const isFree = (kind: string, slug: string) => send(credential, "GET", `/v2/slug/validate-${kind}/${slug}`)
      assert.deepStrictEqual(yield* isFree("organization", "acme"), responded(false))
      assert.deepStrictEqual(yield* isFree("organization", "atlas"), responded(true))
      assert.deepStrictEqual(yield* isFree("project", "acme"), responded(true))
      assert.deepStrictEqual(yield* isFree("project", "atlas"), responded(false))
    })
  )

  it.effect("are made of names; the first free one is proposed, and a proposal reserves nothing", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "maker" })
      const credential = yield* seed.accessToken(owner)
      const generate = (kind: string, body: unknown) => send(credential, "POST", `/v2/slug/generate-${kind}`, body)
      assert.deepStrictEqual(yield* generate("project", { name: " " }), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank" } }
      })
      assert.deepStrictEqual(yield* generate("organization", {}), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank" } }
      })
      for (const name of ["Hello world", "Hello world1"]) yield* seed.organization({ name, owner })
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.deepStrictEqual(yield* generate("organization", { name: "Hello, World!" }), responded("hello-world2"))
      }
      const oldSlug = "hello-world1"
      assert.deepStrictEqual(yield* generate("organization", { name: "Hello world", oldSlug }), responded(oldSlug))
      assert.deepStrictEqual(yield* generate("project", { name: "Hello world" }), responded("hello-world"))
      assert.deepStrictEqual(yield* generate("project", { name: "Žluťoučký kůň" }), responded("zlutoucky-kun"))
    })
  )

  it.effect("are found after many taken ones", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "collector" })
      const credential = yield* seed.accessToken(owner)
      for (let number = 0; number < 45; number++) {
        yield* seed.organization({ name: number === 0 ? "Row" : `Row${number}`, owner })
      }
      const response = yield* send(credential, "POST", "/v2/slug/generate-organization", { name: "Row" })
      assert.deepStrictEqual(response, responded("row45"))
    })
  )
})
