import { keyLimits } from "@dragoman/domain/key"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { purgeTrash } from "./change-key-trash.ts"

let fixtures = 0

/** A project with the deleted key `old` in the namespace `web`, with a text and a tag. */
const seedFixture = Effect.gen(function* () {
  const name = `Trash ${++fixtures}`
  const owner = yield* seed.user({ username: `trasher${fixtures}` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const create = client.translation.createOrSet({
    params,
    payload: { key: "old", namespace: "web", translations: { en: "Old" } }
  })
  const { keyId } = yield* create
  yield* client.tag.tagKey({ params: { ...params, keyId }, payload: { name: "retired" } })
  yield* client.key.delete({ params: { ...params, keyIds: [keyId] } })
  return { client, credential, params, keyId, create, path: `/v2/projects/${project.id}/keys/trash`, owner }
})

layer(layerTestServer(), { timeout: "60 seconds" })("the trash", (it) => {
  it.effect("shows deleted keys with their texts, who deleted them and until when they can be restored", () =>
    Effect.gen(function* () {
      const { client, params, keyId, owner } = yield* seedFixture
      const { _embedded, page } = yield* client.keyTrash.list({ params, query: {} })
      const [key] = _embedded.keys
      assert.strictEqual(page.totalElements, 1)
      assert.deepStrictEqual(
        [key?.id, key?.name, key?.namespace, key?.translations["en"]?.text, key?.tags.map((tag) => tag.name)],
        [keyId, "old", "web", "Old", ["retired"]]
      )
      assert.deepStrictEqual([key?.deletedBy?.id, key?.deletedBy?.deleted], [owner, false])
      assert.strictEqual((key?.permanentDeleteAt ?? 0) - (key?.deletedAt ?? 0), keyLimits.trashMillis)
      assert.deepStrictEqual(yield* client.keyTrash.selectAll({ params, query: {} }), { ids: [keyId] })
      const deleters = yield* client.keyTrash.listDeleters({ params, query: {} })
      assert.deepStrictEqual(
        deleters._embedded.users.map(({ id }) => id),
        [owner]
      )
    })
  )

  it.effect("has the search, the filters and the order of the translation list, for select-all too", () =>
    Effect.gen(function* () {
      const { client, credential, params, path, keyId, owner } = yield* seedFixture
      const create = (key: string, de: string) =>
        client.translation.createOrSet({ params, payload: { key, translations: { de } } })
      const { keyId: cart } = yield* create("cart", "Warenkorb")
      yield* client.key.delete({ params: { ...params, keyIds: [cart] } })
      yield* create("alive", "Warenkorb")
      for (const [query, expected] of [
        ["", [keyId, cart]],
        ["search=cart", [cart]],
        ["search=warenkorb", [cart]],
        ["search=nothing", []],
        ["filterNamespace=web", [keyId]],
        ["filterTag=retired", [keyId]],
        ["filterNoNamespace=web", [cart]],
        ["filterNoTag=retired", [cart]],
        ["search=cart&filterTag=retired", []],
        ["filterState=de,TRANSLATED", [cart]],
        [`filterDeletedByUserId=${owner}`, [keyId, cart]],
        ["filterDeletedByUserId=999999", []],
        ["filterUntranslatedInLang=de", [keyId]],
        ["sort=keyName", [cart, keyId]],
        ["sort=name,desc", [keyId, cart]],
        ["sort=deletedAt&sort=keyName,desc", [keyId, cart]]
      ] as const) {
        const list = yield* send(credential, "GET", `${path}?${query}`)
        const { _embedded, page } = list.body as { _embedded: { keys: Array<{ id: number }> }; page: object }
        assert.deepStrictEqual<ReadonlyArray<number>>(
          _embedded.keys.map(({ id }) => id),
          expected,
          query
        )
        assert.deepStrictEqual(page, {
          size: 20,
          totalElements: expected.length,
          totalPages: Math.min(expected.length, 1),
          number: 0
        })
        const { ids } = (yield* send(credential, "GET", `${path}/select-all?${query}`)).body as { ids: Array<number> }
        assert.sameMembers(ids, [...expected], query)
      }
      const unknown = yield* send(credential, "GET", `${path}/select-all?filterTags=x`)
      assert.strictEqual(unknown.status, 400)
    })
  )

  it.effect("returns only the total when the size is 0", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture
      const { status, body } = yield* send(credential, "GET", `${path}?size=0`)
      assert.deepStrictEqual(
        [status, body],
        [200, { _embedded: { keys: [] }, page: { size: 0, totalElements: 1, totalPages: 0, number: 0 } }]
      )
      assert.strictEqual((yield* send(credential, "GET", `${path}?size=-1`)).status, 400)
    })
  )

  it.effect("restores a key with all its data", () =>
    Effect.gen(function* () {
      const { client, params, keyId } = yield* seedFixture
      const restored = yield* client.keyTrash.restore({ params: { ...params, keyId } })
      assert.deepStrictEqual([restored.id, restored.name, restored.namespace], [keyId, "old", "web"])
      assert.strictEqual((yield* client.key.get({ params: { ...params, keyId } })).name, "old")
      assert.deepStrictEqual((yield* client.keyTrash.selectAll({ params, query: {} })).ids, [])
      const { _embedded } = yield* client.activity.list({
        params,
        query: { sort: [{ property: "timestamp", direction: "desc" }], size: 1 }
      })
      const [activity] = _embedded.activities
      assert.strictEqual(activity?.type, "KEY_RESTORE")
      const modified = activity?.modifiedEntities?.["Key"]?.[0]?.modifications?.["deletedAt"]
      assert.match(String((modified as { old: string }).old), /^\d{4}-\d\d-\d\dT.*Z$/)
    })
  )

  it.effect("keeps a key whose name is taken in the meantime", () =>
    Effect.gen(function* () {
      const { credential, create, path, keyId } = yield* seedFixture
      yield* create
      assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/${keyId}/restore`), error(400, "key_exists"))
    })
  )

  it.effect("erases a key, with a tag and a namespace that become unused", () =>
    Effect.gen(function* () {
      const { client, credential, params, path, keyId } = yield* seedFixture
      yield* client.keyTrash.erase({ params: { ...params, keyId } })
      assert.deepStrictEqual((yield* client.keyTrash.selectAll({ params, query: {} })).ids, [])
      assert.deepStrictEqual((yield* client.tag.list({ params, query: {} }))._embedded.tags, [])
      assert.deepStrictEqual((yield* client.namespace.list({ params, query: {} }))._embedded.namespaces, [])
      assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${keyId}`), error(404, "key_not_found"))
    })
  )

  it.effect("has no live key and none of another project", () =>
    Effect.gen(function* () {
      const { credential, create, path } = yield* seedFixture
      const other = yield* seedFixture
      const { keyId } = yield* create
      for (const id of [keyId, other.keyId]) {
        assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${id}`), error(404, "key_not_found"))
      }
    })
  )

  it.effect("loses the keys that have been in it for a week, but for copies whose deletion a branch will merge", () =>
    Effect.gen(function* () {
      const { client, params, keyId } = yield* seedFixture
      const recent = yield* seedFixture
      const copied = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      // The clock of this test stays at 0.
      yield* Effect.orDie(
        database.transaction(
          sql`UPDATE translation_key SET deleted_at = ${-keyLimits.trashMillis - 1},
            origin_key_id = CASE WHEN id = ${copied.keyId} THEN 1 END
            WHERE id IN (${keyId}, ${copied.keyId})`
        )
      )
      yield* purgeTrash()
      assert.deepStrictEqual((yield* client.keyTrash.selectAll({ params, query: {} })).ids, [])
      assert.deepStrictEqual((yield* recent.client.keyTrash.selectAll({ params: recent.params, query: {} })).ids, [
        recent.keyId
      ])
      assert.deepStrictEqual((yield* copied.client.keyTrash.selectAll({ params: copied.params, query: {} })).ids, [
        copied.keyId
      ])
      assert.deepStrictEqual((yield* client.tag.list({ params, query: {} }))._embedded.tags, [])
    })
  )
})
