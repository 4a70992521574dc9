import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with a key in the default namespace and one in each of `web` and `app.mobile`. */
const seedFixture = Effect.gen(function* () {
  const name = `Spaces ${++fixtures}`
  const owner = yield* seed.user({ username: `spacer${fixtures}` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  for (const namespace of [null, "web", "app.mobile"]) {
    yield* client.translation.createOrSet({ params, payload: { key: "k", namespace, translations: { en: "x" } } })
  }
  return { client, credential, params, path: `/v2/projects/${project.id}` }
})

layer(layerTestServer(), { timeout: "60 seconds" })("namespaces", (it) => {
  it.effect("are created with their keys and listed without the default one", () =>
    Effect.gen(function* () {
      const { client, params } = yield* seedFixture
      const list = (search: string) =>
        Effect.map(client.namespace.list({ params, query: { search } }), ({ _embedded }) =>
          _embedded.namespaces.map(({ name }) => name)
        )
      assert.deepStrictEqual(yield* list(""), ["web", "app.mobile"])
      assert.deepStrictEqual(yield* list("MOB"), ["app.mobile"])
    })
  )

  it.effect("in use are shown with the default one first", () =>
    Effect.gen(function* () {
      const { client, params } = yield* seedFixture
      const { _embedded } = yield* client.namespace.listUsed({ params })
      assert.deepStrictEqual(
        _embedded.namespaces.map(({ name }) => name),
        [null, "app.mobile", "web"]
      )
    })
  )

  it.effect("are found by name, with dots too", () =>
    Effect.gen(function* () {
      const { client, credential, params, path } = yield* seedFixture
      const found = yield* client.namespace.getByName({ params: { ...params, name: "app.mobile" } })
      assert.strictEqual(found.name, "app.mobile")
      assert.deepStrictEqual(
        yield* send(credential, "GET", `${path}/namespace-by-name/absent`),
        error(404, "namespace_not_found")
      )
    })
  )

  it.effect("are renamed, keep their keys, and are in the activity", () =>
    Effect.gen(function* () {
      const { client, credential, params, path } = yield* seedFixture
      const { id: namespaceId } = yield* client.namespace.getByName({ params: { ...params, name: "web" } })
      const rename = (name: string) => send(credential, "PUT", `${path}/namespaces/${namespaceId}`, { name })
      assert.deepStrictEqual(yield* rename("site"), { status: 200, body: { id: namespaceId, name: "site" } })
      const inSite = { key: "k", namespace: "site", translations: {}, languagesToReturn: ["en"] }
      assert.strictEqual((yield* send(credential, "PUT", `${path}/translations`, inSite)).status, 200)
      const { _embedded } = yield* client.activity.list({
        params,
        query: { sort: [{ property: "timestamp", direction: "desc" }], size: 1 }
      })
      assert.deepStrictEqual(
        [_embedded.activities[0]?.type, _embedded.activities[0]?.modifiedEntities?.["Namespace"]?.[0]?.modifications],
        ["NAMESPACE_EDIT", { name: { old: "web", new: "site" } }]
      )
      assert.deepStrictEqual(yield* rename("app.mobile"), error(400, "namespace_exists"))
      assert.deepStrictEqual(yield* rename("site"), error(400, "namespace_exists"))
      assert.deepStrictEqual(yield* rename(" "), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank" } }
      })
    })
  )
})
