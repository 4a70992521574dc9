import type { WebhookConfigurationBody } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { halvedImages, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const url = "http://127.0.0.1:8/hook"

let fixtures = 0

type EventFilter = WebhookConfigurationBody["eventFilter"]

/** A project that uses namespaces, with the key `title` in `web`, and one configuration per filter. */
const seedFixture = Effect.fnUntraced(function* (
  filters: ReadonlyArray<EventFilter>,
  languages: ReadonlyArray<string> = ["en", "de"]
) {
  const name = `Filters ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages })
  yield* seed.useNamespaces(project.id)
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const key = yield* client.key.create({ params, payload: { name: "title", namespace: "web" } })
  const ids: Array<number> = []
  for (const eventFilter of filters) {
    ids.push((yield* client.webhook.create({ params, payload: { url, eventFilter } })).id)
  }
  return { client, credential, params, project, key, ids }
})

interface Activity {
  readonly type: string
  readonly branch: string | null
  readonly modifiedEntities: unknown
  readonly counts: unknown
  readonly meta: unknown
}

/** Pending deliveries of a configuration, without those of the configurations' own creation. */
const activitiesFor = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ body: string }>`
    SELECT c.body FROM delivery d JOIN delivery_content c ON c.delivery_id = d.id
    WHERE d.webhook_configuration_id = ${id} ORDER BY d.id`
  return rows
    .map(({ body }) => (JSON.parse(body) as { activityData: Activity }).activityData)
    .filter(({ type }) => !type.startsWith("WEBHOOK_CONFIG"))
})

const typesFor = (ids: ReadonlyArray<number>) =>
  Effect.forEach(ids, (id) => Effect.map(activitiesFor(id), (all) => all.map(({ type }) => type)))

// No dispatcher runs, so deliveries stay pending.
layer(layerTestServer({ webhookDispatcher: "external" }))("a webhook configuration with a filter", (it) => {
  it.effect("gets only changes of its types, namespaces and languages", () =>
    Effect.gen(function* () {
      const { client, params, ids } = yield* seedFixture([
        null,
        { activityTypes: ["CREATE_KEY"] },
        { namespaces: ["web"] },
        { namespaces: [""] },
        { languageTags: ["de"] },
        { namespaces: ["web"], languageTags: ["de"] }
      ])
      const set = (translations: Record<string, string>) =>
        client.translation.set({ params, payload: { key: "title", namespace: "web", translations } })
      yield* set({ en: "Title" })
      yield* set({ de: "Titel" })
      yield* client.key.create({ params, payload: { name: "title", translations: { de: "Titel" } } })
      yield* client.language.create({
        params,
        payload: { name: "French", originalName: "français", tag: "fr", flagEmoji: "" }
      })
      assert.deepStrictEqual(yield* typesFor(ids), [
        ["SET_TRANSLATIONS", "SET_TRANSLATIONS", "CREATE_KEY", "CREATE_LANGUAGE"],
        ["CREATE_KEY"],
        ["SET_TRANSLATIONS", "SET_TRANSLATIONS", "CREATE_LANGUAGE"],
        ["CREATE_KEY", "CREATE_LANGUAGE"],
        ["SET_TRANSLATIONS", "CREATE_KEY"],
        ["SET_TRANSLATIONS"]
      ])
    })
  )

  it.effect("gets only changes of its branches, and the body says the branch", () =>
    Effect.gen(function* () {
      const { client, credential, params, project, ids } = yield* seedFixture([
        null,
        { branches: ["release"] },
        { branches: ["main"] },
        { branches: ["release"], namespaces: ["web"] }
      ])
      yield* seed.branch({ project: project.id, name: "main", isDefault: true })
      yield* seed.branch({ project: project.id, name: "release" })
      for (const branch of ["main", "release"]) {
        yield* client.key.create({ params, payload: { name: "new", branch } })
      }
      const keys = [{ name: "imported", namespace: "web", translations: { en: "Text" } }]
      yield* send(credential, "POST", `/v2/projects/${project.id}/keys/import?branch=release`, { keys })
      yield* client.language.create({
        params,
        payload: { name: "French", originalName: "fr", tag: "fr", flagEmoji: "" }
      })
      const branchesFor = Effect.forEach(ids, (id) =>
        Effect.map(activitiesFor(id), (all) => all.map(({ branch, type }) => `${type} ${branch}`))
      )
      const [onMain, onRelease] = [["CREATE_KEY main"], ["CREATE_KEY release", "IMPORT release"]]
      assert.deepStrictEqual(yield* branchesFor, [
        [...onMain, ...onRelease, "CREATE_LANGUAGE main"],
        onRelease,
        [...onMain, "CREATE_LANGUAGE main"],
        ["IMPORT release"]
      ])
    })
  )

  it.effect("gets a bulk change that contains a matching part, although the body only counts the parts", () =>
    Effect.gen(function* () {
      const { client, credential, project, params, key, ids } = yield* seedFixture([
        { namespaces: ["web"] },
        { namespaces: ["app"] }
      ])
      const path = `/v2/projects/${project.id}`
      const tagged = yield* send(credential, "PUT", `${path}/tag-complex`, {
        filterKeys: [{ id: key.id }],
        tagFiltered: ["new"]
      })
      assert.strictEqual(tagged.status, 200)
      yield* client.key.delete({ params: { ...params, keyIds: [key.id] } })
      assert.deepStrictEqual(yield* typesFor(ids), [["COMPLEX_TAG_OPERATION", "KEY_SOFT_DELETE"], []])
      const [, deletion] = yield* activitiesFor(ids[0] ?? 0)
      assert.deepInclude(deletion, { modifiedEntities: null, counts: { Key: 1 }, meta: null })
    })
  )

  it.effect("gets a screenshot when any of its keys is in the namespace", () =>
    Effect.gen(function* () {
      const { client, credential, project, params, ids } = yield* seedFixture([
        { namespaces: ["web"] },
        { namespaces: ["app"] },
        { namespaces: [""] }
      ])
      yield* client.key.create({ params, payload: { name: "title", namespace: "app" } })
      const uploaded = yield* sendImage(credential, "POST", "/v2/image-upload", "image", halvedImages.gif)
      const { id: uploadedImageId } = uploaded.body as { id: number }
      const keys = ["web", "app"].map((namespace) => ({
        name: "title",
        namespace,
        screenshots: [{ uploadedImageId }]
      }))
      const imported = yield* send(credential, "POST", `/v2/projects/${project.id}/keys/import-resolvable`, { keys })
      assert.strictEqual(imported.status, 200)
      assert.deepStrictEqual(yield* typesFor(ids), [["IMPORT"], ["CREATE_KEY", "IMPORT"], []])
    })
  )

  it.effect("keeps the filter until another one is sent; null removes it", () =>
    Effect.gen(function* () {
      const { client, params, ids } = yield* seedFixture([{ namespaces: ["web"], languageTags: null }])
      const id = ids[0] ?? 0
      const filterAfter = (payload: WebhookConfigurationBody) =>
        Effect.map(
          client.webhook.update({ params: { ...params, id }, payload: { url, ...payload } }),
          ({ eventFilter }) => eventFilter
        )
      assert.deepStrictEqual(yield* filterAfter({ enabled: true }), { namespaces: ["web"] })
      const other = { activityTypes: ["IMPORT"], languageTags: ["de"] } as const
      assert.deepStrictEqual(yield* filterAfter({ eventFilter: other }), other)
      const { eventFilter } = yield* client.webhook.get({ params: { ...params, id } })
      assert.deepStrictEqual(eventFilter, other)
      assert.isNull(yield* filterAfter({ eventFilter: null }))
      assert.isNull(yield* filterAfter({ eventFilter: {} }))
    })
  )

  it.effect.each([
    ["an empty list", { namespaces: [] }, "STANDARD_VALIDATION"],
    ["a list that is too long", { languageTags: Array(101).fill("de") }, "STANDARD_VALIDATION"],
    ["an activity type that is none", { activityTypes: ["KEY_DELETE"] }, "request_parse_error"],
    ["a text in place of a list", { namespaces: "web" }, "request_parse_error"],
    ["a list in place of a filter", ["web"], "request_parse_error"]
  ] as const)("is rejected with %s, and nothing changes", ([, eventFilter, code]) =>
    Effect.gen(function* () {
      const { client, credential, params, project, ids } = yield* seedFixture([{ namespaces: ["web"] }])
      const path = `/v2/projects/${project.id}/webhook-configs`
      const before = yield* client.webhook.list({ params, query: {} })
      for (const [method, target] of [
        ["POST", path],
        ["PUT", `${path}/${ids[0]}`]
      ] as const) {
        const { status, body } = yield* send(credential, method, target, { url, paused: true, eventFilter })
        assert.strictEqual(status, 400)
        assert.include(JSON.stringify(body), code)
        assert.include(JSON.stringify(body), "eventFilter")
      }
      assert.deepStrictEqual(yield* client.webhook.list({ params, query: {} }), before)
    })
  )
})

layer(layerTestServer({ webhookDispatcher: "external" }))("a change too large for a body", (it) => {
  it.effect("is delivered with counts in place of its entities; the activity has all of them", () =>
    Effect.gen(function* () {
      const tags = Array.from({ length: 30 }, (_, index) => `x-${index}`)
      const { client, params, ids } = yield* seedFixture(
        [null, { languageTags: ["x-7"] }, { languageTags: ["de"] }],
        tags
      )
      const translations = Object.fromEntries(tags.map((tag) => [tag, "x".repeat(10_000)]))
      yield* client.translation.set({ params, payload: { key: "title", namespace: "web", translations } })
      const [all = 0, one = 0, none = 0] = ids
      for (const id of [all, one]) {
        const [activity] = yield* activitiesFor(id)
        assert.deepInclude(activity, {
          type: "SET_TRANSLATIONS",
          modifiedEntities: null,
          counts: { Translation: 30 },
          meta: { truncated: true }
        })
      }
      assert.deepStrictEqual(yield* activitiesFor(none), [])
      const { _embedded } = yield* client.activity.list({
        params,
        query: { sort: [{ property: "id", direction: "desc" }], size: 1 }
      })
      assert.lengthOf(_embedded.activities[0]?.modifiedEntities?.["Translation"] ?? [], 30)
    })
  )
})
