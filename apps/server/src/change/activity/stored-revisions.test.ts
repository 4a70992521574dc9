import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { openEventStream } from "../../testing/event-stream.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** A project with texts and comments in German and French, old and new. */
const seedFixture = Effect.gen(function* () {
  const name = `Visible ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["de", "fr"] })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  const { de = 0, fr = 0 } = project.languages
  const does = Effect.fnUntraced(function* (method: "POST" | "PUT", path: string, body: object) {
    const { status, body: response } = yield* send(asOwner, method, `${start}${path}`, body)
    assert.include([200, 201], status, JSON.stringify(response))
    return response as { id: number; comment: { id: number } }
  })
  const member = Effect.fnUntraced(function* (permission: SeedPermission) {
    const user = yield* seed.user({ username: `${name} member ${Math.random()}` })
    yield* seed.directPermission({ project: project.id, user, permission })
    return user
  })
  const change = Effect.gen(function* () {
    yield* does("POST", "/keys/create", { name: "home", translations: { de: "Hafen eins", fr: "Port un" } })
    yield* does("PUT", "/translations", { key: "home", translations: { de: "Hafen zwei", fr: "Port deux" } })
    const sql = yield* SqlClient.SqlClient
    const translations = yield* Effect.orDie(
      sql<{ id: number; languageId: number }>`SELECT t.id, t.language_id FROM translation t
        JOIN translation_key k ON k.id = t.key_id WHERE k.project_id = ${project.id}`
    )
    for (const [languageId, text] of [
      [de, "Hafen-Kommentar"],
      [fr, "Port-commentaire"]
    ]) {
      const { id } = translations.find((each) => each.languageId === languageId) ?? { id: 0 }
      yield* does("POST", `/translations/${id}/comments`, { text, state: "NEEDS_RESOLUTION" })
    }
  })
  return { owner, project, asOwner, start, de, fr, member, change }
})

const written = (statement: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(Database, (database) => Effect.orDie(database.transaction(statement)))

const sees = (body: unknown) => {
  const text = JSON.stringify(body)
  return {
    german: ["Hafen eins", "Hafen zwei", "Hafen-Kommentar"].filter((part) => text.includes(part)).length,
    french: ["Port un", "Port deux", "Port-commentaire"].filter((part) => text.includes(part)).length
  }
}

const all = { german: 3, french: 3 }
const germanOnly = { german: 3, french: 0 }
const nothing = { german: 0, french: 0 }

/** Everything that the activity shows: the list, each revision, and the entities of each in pages of one. */
const readActivity = Effect.fnUntraced(function* (credential: TestCredential, start: string) {
  const list = yield* send(credential, "GET", `${start}/activity?size=100`)
  assert.strictEqual(list.status, 200)
  const { activities } = (
    list.body as { _embedded: { activities: ReadonlyArray<{ revisionId: number; meta: unknown }> } }
  )._embedded
  const revisions: Array<unknown> = []
  const entities: Array<unknown> = []
  for (const { revisionId } of activities) {
    const path = `${start}/activity/revisions/${revisionId}`
    revisions.push((yield* send(credential, "GET", path)).body)
    for (let page = 0, pages = 1; page < pages; page++) {
      const { body } = yield* send(credential, "GET", `${path}/modified-entities?size=1&page=${page}`)
      const response = body as { _embedded: { modifiedEntities: ReadonlyArray<unknown> }; page: { totalPages: number } }
      entities.push(...response._embedded.modifiedEntities)
      pages = response.page.totalPages
      if (pages > 0) assert.lengthOf(response._embedded.modifiedEntities, 1)
    }
  }
  return { list: activities, revisions, entities }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ webhookDispatcher: "external" })],
  ["PostgreSQL", layerTestServerPostgres({ webhookDispatcher: "external" })]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `texts in the activity on ${engine}`,
    (it) => {
      it.effect("are those of the languages that the reader may see", () =>
        Effect.gen(function* () {
          const { owner, project, asOwner, start, de, fr, member, change } = yield* seedFixture
          const limited = (...viewLanguageIds: ReadonlyArray<number>): SeedPermission => ({
            scopes: ["activity.view", "translations.view"],
            viewLanguageIds
          })
          const german = yield* member(limited(de))
          const asGerman = yield* seed.accessToken(german)
          const asBoth = yield* seed.accessToken(yield* member(limited(de, fr)))
          const asViewer = yield* seed.accessToken(yield* member({ scopes: ["activity.view"] }))
          const keyOfOwner = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view"] })
          const keyOfGerman = yield* seed.apiKey({
            project: project.id,
            user: german,
            scopes: ["activity.view", "translations.view"]
          })
          yield* change
          for (const [title, credential, expected] of [
            ["the owner", asOwner, all],
            ["a member with both languages", asBoth, all],
            ["a member with German", asGerman, germanOnly],
            ["a key of this member", keyOfGerman, germanOnly],
            ["a member with activity.view alone", asViewer, nothing],
            ["a key of the owner with activity.view alone", keyOfOwner, nothing]
          ] as const) {
            const activity = yield* readActivity(credential, start)
            for (const [part, body] of Object.entries(activity))
              assert.deepStrictEqual(sees(body), expected, `${title}: ${part}`)
            assert.include(JSON.stringify(activity.list), '"new":"home"', `${title} sees keys`)
            const isHidden = activity.list.some(({ meta }) => meta !== null)
            assert.strictEqual(isHidden, expected !== all, `${title} is told that texts are hidden`)
          }
        })
      )

      it.effect("are not shown to a reader who lost the language", () =>
        Effect.gen(function* () {
          const { start, de, fr, member, change } = yield* seedFixture
          const scopes = ["activity.view", "translations.view"] as const
          const user = yield* member({ scopes, viewLanguageIds: [de, fr] })
          const asUser = yield* seed.accessToken(user)
          yield* change
          assert.deepStrictEqual(sees(yield* readActivity(asUser, start)), all)
          const sql = yield* SqlClient.SqlClient
          yield* written(sql`UPDATE direct_permission SET view_language_ids = ${`[${de}]`} WHERE user_id = ${user}`)
          assert.deepStrictEqual(sees(yield* readActivity(asUser, start)), germanOnly)
        })
      )

      it.effect("that a subscriber of the project receives are the same", () =>
        Effect.gen(function* () {
          const { project, de, member, change } = yield* seedFixture
          const permission: SeedPermission = { scopes: ["keys.view", "translations.view"], viewLanguageIds: [de] }
          const stream = yield* openEventStream(yield* seed.accessToken(yield* member(permission)), project.id)
          yield* stream.next
          yield* change
          const events = [yield* stream.next, yield* stream.next]
          assert.deepStrictEqual(sees(events), { german: 2, french: 0 })
        })
      )
    }
  )
}

// No dispatcher runs, so deliveries stay pending.
for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ webhookDispatcher: "external" })],
  ["PostgreSQL", layerTestServerPostgres({ webhookDispatcher: "external" })]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`texts in webhooks on ${engine}`, (it) => {
    const url = "http://127.0.0.1:8/hook"

    const create = Effect.fnUntraced(function* (credential: TestCredential, start: string) {
      const { status, body } = yield* send(credential, "POST", `${start}/webhook-configs`, { url })
      assert.strictEqual(status, 200)
      return (body as { id: number }).id
    })

    const bodiesFor = Effect.fnUntraced(function* (id: number) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* Effect.orDie(
        sql<{ body: string }>`SELECT c.body FROM delivery d JOIN delivery_content c ON c.delivery_id = d.id
          WHERE d.webhook_configuration_id = ${id} ORDER BY d.id`
      )
      return rows.map(({ body }) => JSON.parse(body) as { activityData: { meta: unknown; type: string } })
    })

    const webhooks = ["webhooks.manage", "translations.view"] as const

    it.effect("are those that the user who set the address may see", () =>
      Effect.gen(function* () {
        const { owner, project, asOwner, start, de, member, change } = yield* seedFixture
        const german = yield* seed.accessToken(yield* member({ scopes: webhooks, viewLanguageIds: [de] }))
        const without = yield* seed.accessToken(yield* member({ scopes: ["webhooks.manage"] }))
        const keyWithout = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["webhooks.manage"] })
        const keyWith = yield* seed.apiKey({ project: project.id, user: owner, scopes: webhooks })
        const table = [
          ["the owner", yield* create(asOwner, start), all],
          ["a key of the owner", yield* create(keyWith, start), all],
          ["a member with German", yield* create(german, start), germanOnly],
          ["a member without translations.view", yield* create(without, start), nothing],
          ["a key of the owner without translations.view", yield* create(keyWithout, start), nothing],
          ["an unknown author", yield* seed.webhook({ project: project.id }), all]
        ] as const
        yield* change
        for (const [title, id, expected] of table) {
          const bodies = yield* bodiesFor(id)
          assert.deepStrictEqual(sees(bodies), expected, title)
          const changes = bodies.filter(({ activityData }) => !activityData.type.startsWith("WEBHOOK_CONFIG"))
          assert.lengthOf(changes, 4, title)
          assert.strictEqual(
            changes.some(({ activityData }) => activityData.meta !== null),
            expected !== all,
            title
          )
        }
      })
    )

    it.effect("end with the permission of the user who set the address", () =>
      Effect.gen(function* () {
        const { start, de, fr, member, change } = yield* seedFixture
        const sql = yield* SqlClient.SqlClient
        const users = yield* Effect.forEach([1, 2, 3, 4], () => member({ scopes: webhooks, viewLanguageIds: [de, fr] }))
        const ids = yield* Effect.forEach(users, (user) =>
          Effect.flatMap(seed.accessToken(user), (credential) => create(credential, start))
        )
        const [narrowed = 0, removed = 0, disabled = 0] = users
        yield* written(sql`UPDATE direct_permission SET view_language_ids = ${`[${de}]`} WHERE user_id = ${narrowed}`)
        yield* written(sql`DELETE FROM direct_permission WHERE user_id = ${removed}`)
        yield* written(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${disabled}`)
        yield* change
        const seen = yield* Effect.forEach(ids, (id) => Effect.map(bodiesFor(id), sees))
        assert.deepStrictEqual(seen, [germanOnly, nothing, nothing, all])
      })
    )

    it.effect("follow the address: a user who may see less than a configuration shows cannot send it elsewhere", () =>
      Effect.gen(function* () {
        const { owner, project, asOwner, start, de, fr, member, change } = yield* seedFixture
        const german = yield* seed.accessToken(yield* member({ scopes: webhooks, viewLanguageIds: [de] }))
        const both = yield* seed.accessToken(yield* member({ scopes: webhooks, viewLanguageIds: [de, fr] }))
        const keyWithout = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["webhooks.manage"] })
        const [ofOwner, ofBoth, ofGerman, old] = [
          yield* create(asOwner, start),
          yield* create(both, start),
          yield* create(german, start),
          yield* seed.webhook({ project: project.id })
        ]
        const move = (credential: TestCredential, id: number, path: string) =>
          send(credential, "PUT", `${start}/webhook-configs/${id}`, { url: `${url}${path}` })
        for (const id of [ofOwner, old]) {
          assert.deepStrictEqual(yield* move(german, id, "/x"), error(403, "language_not_permitted", [[], null]))
        }
        assert.deepStrictEqual(yield* move(german, ofBoth, "/x"), error(403, "language_not_permitted", [[fr], null]))
        assert.deepStrictEqual(
          yield* move(keyWithout, ofOwner, "/x"),
          error(403, "operation_not_permitted", ["translations.view"])
        )
        for (const id of [ofOwner, ofBoth]) {
          assert.strictEqual((yield* move(german, id, "")).status, 200, "the same address")
        }
        assert.strictEqual((yield* move(german, ofGerman, "/own")).status, 200)
        assert.strictEqual((yield* move(asOwner, ofGerman, "/own")).status, 200, "the same address")
        yield* change
        const seen = yield* Effect.forEach([ofOwner, ofBoth, ofGerman], (id) => Effect.map(bodiesFor(id), sees))
        assert.deepStrictEqual(seen, [all, all, germanOnly])
        assert.strictEqual((yield* move(asOwner, ofGerman, "/owners")).status, 200)
        const body = { key: "home", translations: { fr: "Port trois" } }
        assert.strictEqual((yield* send(asOwner, "PUT", `${start}/translations`, body)).status, 200)
        assert.include(JSON.stringify(yield* bodiesFor(ofGerman)), "Port trois")
      })
    )
  })
}
