import { Database, KeyTrashRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../testing/client.ts"
import { given } from "../testing/given.ts"
import { refusal, send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { purgeTrash } from "./purge-trash.ts"
import { trashPeriodMillis } from "./trash-period.ts"

let worlds = 0

/** A project with the deleted key `old` in the namespace `web`, with a text and a tag. */
const givenWorld = Effect.gen(function* () {
  const name = `Trash ${++worlds}`
  const owner = yield* given.user({ username: `trasher${worlds}` })
  const organization = yield* given.organization({ name, owner })
  const project = yield* given.project({ organization: organization.id, name, languages: ["en", "de"] })
  const credential = yield* given.accessToken(owner)
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
  it.effect("shows deleted keys with what they had, who deleted them and until when they can be restored", () =>
    Effect.gen(function* () {
      const { client, params, keyId, owner } = yield* givenWorld
      const { _embedded, page } = yield* client.keyTrash.list({ params, query: {} })
      const [key] = _embedded.keys
      assert.strictEqual(page.totalElements, 1)
      assert.deepStrictEqual(
        [key?.id, key?.name, key?.namespace, key?.translations["en"]?.text, key?.tags.map((tag) => tag.name)],
        [keyId, "old", "web", "Old", ["retired"]]
      )
      assert.deepStrictEqual([key?.deletedBy?.id, key?.deletedBy?.deleted], [owner, false])
      assert.strictEqual((key?.permanentDeleteAt ?? 0) - (key?.deletedAt ?? 0), trashPeriodMillis)
      assert.deepStrictEqual(yield* client.keyTrash.selectAll({ params }), { ids: [keyId] })
      const deleters = yield* client.keyTrash.listDeleters({ params })
      assert.deepStrictEqual(
        deleters._embedded.users.map(({ id }) => id),
        [owner]
      )
    })
  )

  it.effect("gives a key back with everything it had", () =>
    Effect.gen(function* () {
      const { client, params, keyId } = yield* givenWorld
      const restored = yield* client.keyTrash.restore({ params: { ...params, keyId } })
      assert.deepStrictEqual([restored.id, restored.name, restored.namespace], [keyId, "old", "web"])
      assert.strictEqual((yield* client.key.get({ params: { ...params, keyId } })).name, "old")
      assert.deepStrictEqual((yield* client.keyTrash.selectAll({ params })).ids, [])
      const { _embedded } = yield* client.activity.list({ params, query: { sort: ["timestamp,desc"], size: "1" } })
      const [activity] = _embedded.activities
      assert.strictEqual(activity?.type, "KEY_RESTORE")
      const modified = activity?.modifiedEntities?.["Key"]?.[0]?.modifications?.["deletedAt"]
      assert.match(String((modified as { old: string }).old), /^\d{4}-\d\d-\d\dT.*Z$/)
    })
  )

  it.effect("keeps a key whose name is taken by now", () =>
    Effect.gen(function* () {
      const { credential, create, path, keyId } = yield* givenWorld
      yield* create
      assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/${keyId}/restore`), refusal(400, "key_exists"))
    })
  )

  it.effect("erases a key for good, with the tag and the namespace that nothing else needs", () =>
    Effect.gen(function* () {
      const { client, credential, params, path, keyId } = yield* givenWorld
      yield* client.keyTrash.erase({ params: { ...params, keyId } })
      assert.deepStrictEqual((yield* client.keyTrash.selectAll({ params })).ids, [])
      assert.deepStrictEqual((yield* client.tag.list({ params, query: {} }))._embedded.tags, [])
      assert.deepStrictEqual((yield* client.namespace.list({ params, query: {} }))._embedded.namespaces, [])
      assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${keyId}`), refusal(404, "key_not_found"))
    })
  )

  it.effect("has no live key and none of another project", () =>
    Effect.gen(function* () {
      const { credential, create, path } = yield* givenWorld
      const other = yield* givenWorld
      const { keyId } = yield* create
      for (const id of [keyId, other.keyId]) {
        assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${id}`), refusal(404, "key_not_from_project"))
      }
    })
  )

  it.effect("is emptied of what has been in it for a week", () =>
    Effect.gen(function* () {
      const { client, params, keyId } = yield* givenWorld
      const recent = yield* givenWorld
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const trash = yield* KeyTrashRepository
      // The clock of the test is at 0.
      yield* Effect.orDie(
        database.transaction(sql`UPDATE translation_key SET deleted_at = ${-trashPeriodMillis - 1} WHERE id = ${keyId}`)
      )
      yield* purgeTrash()
      assert.deepStrictEqual(yield* trash.listIds(params.projectId), [])
      assert.deepStrictEqual(yield* trash.listIds(recent.params.projectId), [recent.keyId])
      assert.deepStrictEqual((yield* client.tag.list({ params, query: {} }))._embedded.tags, [])
    })
  )
})
