import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const notFound = error(404, "pat_not_found")
let users = 0

const someone = Effect.fnUntraced(function* () {
  const id = yield* seed.user({ username: `user${++users}`, name: "Uma" })
  const asSuper = yield* seed.accessToken(id, { super: true })
  const { personalAccessToken } = yield* clientOf(asSuper)
  return { id, plain: yield* seed.accessToken(id), asSuper, bySuper: personalAccessToken }
})

layer(layerTestServer())("personal access tokens", (it) => {
  it.effect("are created and changed with a super token only, and read with an access token", () =>
    Effect.gen(function* () {
      const { id, plain } = yield* someone()
      const personal = yield* seed.personalAccessToken({ user: id })
      const writes = [
        ["POST", "/v2/pats"],
        ["PUT", "/v2/pats/1"],
        ["PUT", "/v2/pats/1/regenerate"],
        ["DELETE", "/v2/pats/1"]
      ] as const
      for (const [method, path] of [...writes, ["GET", "/v2/pats"], ["GET", "/v2/pats/1"]] as const) {
        assert.deepStrictEqual(yield* send(null, method, path), error(401, "unauthenticated"), path)
        assert.deepStrictEqual(yield* send(personal, method, path), error(403, "api_access_forbidden"), path)
      }
      for (const [method, path] of writes) {
        const body = method === "DELETE" ? undefined : "no json"
        assert.deepStrictEqual(yield* send(plain, method, path, body), error(403, "expired_super_jwt_token"), path)
      }
    })
  )

  it.effect("of other users count as absent", () =>
    Effect.gen(function* () {
      const { id, plain, bySuper } = yield* someone()
      const stranger = yield* someone()
      const created = yield* bySuper.create({ payload: { description: "mine" } })
      const path = `/v2/pats/${created.id}`
      assert.deepStrictEqual(yield* send(stranger.plain, "GET", path), notFound)
      for (const [method, url, body] of [
        ["PUT", path, { description: "stolen" }],
        ["PUT", `${path}/regenerate`, {}],
        ["DELETE", path, undefined]
      ] as const) {
        assert.deepStrictEqual(yield* send(stranger.asSuper, method, url, body), notFound)
        assert.deepStrictEqual(
          yield* send(stranger.asSuper, method, url.replace(/\d+(?=$|\/regenerate)/, "999999"), body),
          notFound
        )
      }
      assert.deepStrictEqual(yield* send(plain, "GET", "/v2/pats/999999"), notFound)
      assert.deepStrictEqual(yield* send(plain, "GET", "/v2/pats/x"), error(400, "wrong_param_type", ["tokenId"]))
      const { personalAccessToken } = yield* clientOf({ apiKey: created.token })
      assert.deepInclude(yield* personalAccessToken.getCurrent(), {
        description: "mine",
        user: { id, username: `user${users - 1}`, name: "Uma", avatar: null, deleted: false }
      })
    })
  )

  it.effect("are shown once and kept as a digest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { plain, asSuper, bySuper } = yield* someone()
      const byPlain = yield* clientOf(plain)
      const invalid = (message: string) => ({ status: 400, body: { STANDARD_VALIDATION: { description: message } } })
      assert.deepStrictEqual(yield* send(asSuper, "POST", "/v2/pats", {}), invalid("must not be blank"))
      assert.deepStrictEqual(
        yield* send(asSuper, "POST", "/v2/pats", { description: "d".repeat(251) }),
        invalid("length must be between 1 and 250")
      )
      const payload = { description: "CI", expiresAt: 4_102_444_800_000 }
      const [created, { status }] = yield* bySuper.create({ payload, responseMode: "decoded-and-response" })
      assert.strictEqual(status, 201)
      const { token, ...model } = created
      assert.match(token, /^tgpat_[0-9a-v]{52}$/)
      assert.deepInclude(model, { ...payload, lastUsedAt: null })
      assert.deepStrictEqual(yield* send(plain, "GET", `/v2/pats/${model.id}`), { status: 200, body: model })
      assert.deepStrictEqual(yield* byPlain.personalAccessToken.list({ query: {} }), {
        _embedded: { pats: [model] },
        page: { size: 20, totalElements: 1, totalPages: 1, number: 0 }
      })
      const [row] = yield* sql<{ tokenHash: string }>`
        SELECT token_hash FROM personal_access_token WHERE id = ${model.id}`
      assert.notInclude(row?.tokenHash ?? "", token.slice("tgpat_".length))
    })
  )

  it.effect("get a new description, are regenerated and deleted; the old token stops working at once", () =>
    Effect.gen(function* () {
      const { asSuper, bySuper } = yield* someone()
      const created = yield* bySuper.create({ payload: { description: "CI", expiresAt: 4_102_444_800_000 } })
      const params = { tokenId: created.id }
      const works = (token: string) => Effect.map(send({ apiKey: token }, "GET", "/v2/user"), ({ status }) => status)
      const edited = yield* bySuper.edit({ params, payload: { description: "CI of Atlas", expiresAt: 1 } })
      assert.deepInclude(edited, { description: "CI of Atlas", expiresAt: 4_102_444_800_000 })
      assert.strictEqual(yield* works(created.token), 200)
      const regenerated = yield* bySuper.regenerate({ params, payload: {} })
      assert.deepInclude(regenerated, { id: created.id, description: "CI of Atlas", expiresAt: null })
      assert.strictEqual(yield* works(created.token), 401)
      assert.strictEqual(yield* works(regenerated.token), 200)
      yield* bySuper.delete({ params })
      assert.deepStrictEqual(yield* send({ apiKey: regenerated.token }, "GET", "/v2/user"), error(401, "invalid_pat"))
      assert.deepStrictEqual(yield* send(asSuper, "DELETE", `/v2/pats/${created.id}`), notFound)
    })
  )

  it.effect("are shown to a request that uses them", () =>
    Effect.gen(function* () {
      const { id, plain } = yield* someone()
      const organization = yield* seed.organization({ name: `Acme ${users}`, owner: id })
      const project = yield* seed.project({ organization: organization.id, name: `Atlas ${users}` })
      const key = yield* seed.apiKey({ project: project.id, user: id, scopes: ["keys.view"] })
      const current = "/v2/pats/current"
      assert.deepStrictEqual(yield* send(plain, "GET", current), error(400, "invalid_authentication_method"))
      assert.deepStrictEqual(yield* send(key, "GET", current), error(403, "pak_access_not_allowed"))
      const expired = yield* seed.personalAccessToken({ user: id, expiresAt: -1 })
      assert.deepStrictEqual(yield* send(expired, "GET", current), error(401, "pat_expired"))
    })
  )
})
