import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

interface Revision {
  readonly revisionId: number
  readonly timestamp: number
  readonly type: string
  readonly author: { readonly username: string; readonly deleted: boolean } | null
  readonly modifiedEntities: Readonly<Record<string, ReadonlyArray<Entity>>>
}

interface Entity {
  readonly entityClass: string
  readonly entityId: number
  readonly exists: boolean | null
  readonly modifications: object
}

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Activity ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  return { name, owner, organization, project, asOwner, start, path: `${start}/activity` }
})

const czech = { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" }

const activitiesIn = (response: TestResponse): ReadonlyArray<Revision> => {
  if (response.status !== 200) throw new Error(`answered with ${response.status}: ${JSON.stringify(response.body)}`)
  return (response.body as { _embedded: { activities: ReadonlyArray<Revision> } })._embedded.activities
}

const entitiesIn = (response: TestResponse): ReadonlyArray<Entity> =>
  (response.body as { _embedded: { modifiedEntities: ReadonlyArray<Entity> } })._embedded.modifiedEntities

const addCzech = Effect.fnUntraced(function* (credential: TestCredential, start: string) {
  const { body } = yield* send(credential, "POST", `${start}/languages`, czech)
  return (body as { id: number }).id
})

layer(layerTestServer({ webhookDispatcher: "external" }))("activity", (it) => {
  it.effect("is hidden from strangers and open to activity.view only", () =>
    Effect.gen(function* () {
      const { name, owner, project, asOwner, start, path } = yield* seedFixture
      yield* addCzech(asOwner, start)
      const [revision] = activitiesIn(yield* send(asOwner, "GET", path))
      const stranger = yield* seed.accessToken(yield* seed.user({ username: `${name} stranger` }))
      const viewer = yield* seed.user({ username: `${name} viewer` })
      yield* seed.directPermission({ project: project.id, user: viewer, permission: ["translations.view"] })
      const asViewer = yield* seed.accessToken(viewer)
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view"] })
      for (const url of [
        path,
        `${path}/revisions/${revision?.revisionId}`,
        `${path}/revisions/${revision?.revisionId}/modified-entities`
      ]) {
        assert.deepStrictEqual(yield* send(null, "GET", url), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* send(stranger, "GET", url), error(404, "project_not_found"))
        assert.deepStrictEqual(
          yield* send(asViewer, "GET", url),
          error(403, "operation_not_permitted", ["activity.view"])
        )
        assert.strictEqual((yield* send(key, "GET", url)).status, 200)
        const short = url.replace(start, "/v2/projects")
        assert.deepStrictEqual(yield* send(key, "GET", short), yield* send(key, "GET", url))
      }
    })
  )

  it.effect("shows who changed what, and whether it still exists", () =>
    Effect.gen(function* () {
      const { name, owner, asOwner, start, path } = yield* seedFixture
      const id = yield* addCzech(asOwner, start)
      const [created] = activitiesIn(yield* send(asOwner, "GET", path))
      const language = {
        entityClass: "Language",
        entityId: id,
        description: {},
        modifications: {
          tag: { old: null, new: "cs" },
          name: { old: null, new: "Czech" },
          originalName: { old: null, new: "čeština" },
          flagEmoji: { old: null, new: "🇨🇿" }
        },
        relations: {},
        exists: true
      }
      assert.deepStrictEqual(created as unknown, {
        revisionId: created?.revisionId,
        timestamp: created?.timestamp,
        type: "CREATE_LANGUAGE",
        branch: null,
        author: { id: owner, username: `${name} owner`, name: `${name} owner`, avatar: null, deleted: false },
        modifiedEntities: { Language: [language] },
        meta: null,
        counts: null,
        params: null
      })
      const revision = `${path}/revisions/${created?.revisionId}`
      assert.deepStrictEqual(yield* send(asOwner, "GET", revision), { status: 200, body: created })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${revision}/modified-entities`), {
        status: 200,
        body: {
          _embedded: { modifiedEntities: [language] },
          page: { size: 20, totalElements: 1, totalPages: 1, number: 0 }
        }
      })
      yield* send(asOwner, "PUT", `${start}/languages/${id}`, { ...czech, name: "Bohemian" })
      yield* send(asOwner, "DELETE", `${start}/languages/${id}`)
      const activities = activitiesIn(yield* send(asOwner, "GET", path))
      assert.deepStrictEqual(
        activities.map(({ type, modifiedEntities }) => [type, modifiedEntities["Language"]?.[0]?.exists]),
        [
          ["CREATE_LANGUAGE", false],
          ["EDIT_LANGUAGE", false],
          ["DELETE_LANGUAGE", false]
        ]
      )
      assert.deepStrictEqual(activities[1]?.modifiedEntities["Language"]?.[0], {
        entityClass: "Language",
        entityId: id,
        description: { tag: "cs", flagEmoji: "🇨🇿" },
        modifications: { name: { old: "Czech", new: "Bohemian" } },
        relations: {},
        exists: false
      } as Entity)
    })
  )

  it.effect("names the entities that the changes belong to, also when the same change created them", () =>
    Effect.gen(function* () {
      const { project, asOwner, start, path } = yield* seedFixture
      yield* addCzech(asOwner, start)
      yield* seed.useNamespaces(project.id)
      const key = { name: "home.title", namespace: "web", translations: { cs: "Ahoj" } }
      assert.strictEqual((yield* send(asOwner, "POST", `${start}/keys/create`, key)).status, 201)
      const put = { key: "home.title", namespace: "web", translations: { cs: "Nazdar" } }
      assert.strictEqual((yield* send(asOwner, "PUT", `${start}/translations`, put)).status, 200)
      const [, created, changed] = activitiesIn(yield* send(asOwner, "GET", path))
      for (const revision of [created, changed]) {
        const translation = revision?.modifiedEntities["Translation"]?.[0]
        assert.deepNestedInclude(translation, {
          "relations.key.data": { name: "home.title" },
          "relations.key.relations.namespace.data": { name: "web" },
          "relations.language.data": { tag: "cs", name: "Czech", flagEmoji: "🇨🇿" }
        })
      }
      const entities = `${path}/revisions/${created?.revisionId}/modified-entities?filterEntityClass=Translation`
      assert.deepStrictEqual(
        entitiesIn(yield* send(asOwner, "GET", entities)),
        created?.modifiedEntities["Translation"] as ReadonlyArray<Entity>
      )
    })
  )

  it.effect("shows e-mail addresses only to callers who may see the members", () =>
    Effect.gen(function* () {
      const { name, owner, project, asOwner, start, path } = yield* seedFixture
      yield* addCzech(asOwner, start)
      const few = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view"] })
      const more = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view", "members.view"] })
      const usernames = Effect.fnUntraced(function* (credential: TestCredential) {
        return activitiesIn(yield* send(credential, "GET", path)).map(({ author }) => author?.username)
      })
      assert.deepStrictEqual(yield* usernames(few), [""])
      assert.deepStrictEqual(yield* usernames(more), [`${name} owner`])
    })
  )

  it.effect("comes in pages, oldest first unless asked otherwise", () =>
    Effect.gen(function* () {
      const { asOwner, start, path } = yield* seedFixture
      const id = yield* addCzech(asOwner, start)
      for (const name of ["A", "B", "C"]) {
        yield* send(asOwner, "PUT", `${start}/languages/${id}`, { ...czech, name })
      }
      const all = activitiesIn(yield* send(asOwner, "GET", path))
      assert.lengthOf(all, 4)
      const page = yield* send(asOwner, "GET", `${path}?size=3&page=1&sort=timestamp,desc&sort=id,desc`)
      assert.deepStrictEqual(activitiesIn(page), all.slice(0, 1))
      assert.deepStrictEqual((page.body as { page: object }).page, {
        size: 3,
        totalElements: 4,
        totalPages: 2,
        number: 1
      })
      assert.deepStrictEqual(
        activitiesIn(yield* send(asOwner, "GET", `${path}?sort=type`)).map(({ type }) => type),
        ["CREATE_LANGUAGE", "EDIT_LANGUAGE", "EDIT_LANGUAGE", "EDIT_LANGUAGE"]
      )
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}?sort=author`), error(400, "unknown_sort_property"))
    })
  )

  it.effect("of another project, or none, is not found; its entities are an empty page", () =>
    Effect.gen(function* () {
      const mine = yield* seedFixture
      const theirs = yield* seedFixture
      yield* addCzech(theirs.asOwner, theirs.start)
      const [revision] = activitiesIn(yield* send(theirs.asOwner, "GET", theirs.path))
      assert.deepStrictEqual(activitiesIn(yield* send(mine.asOwner, "GET", mine.path)), [])
      for (const id of [revision?.revisionId, 999_999]) {
        const url = `${mine.path}/revisions/${id}`
        assert.deepStrictEqual(yield* send(mine.asOwner, "GET", url), error(404, "resource_not_found"))
        assert.deepStrictEqual(entitiesIn(yield* send(mine.asOwner, "GET", `${url}/modified-entities`)), [])
      }
      assert.deepStrictEqual(
        yield* send(mine.asOwner, "GET", `${mine.path}/revisions/x`),
        error(400, "wrong_param_type", ["revisionId"])
      )
    })
  )

  it.effect("filters the activity by author, type, language and time", () =>
    Effect.gen(function* () {
      const { owner, asOwner, start, path } = yield* seedFixture
      yield* addCzech(asOwner, start)
      yield* send(asOwner, "POST", `${start}/languages`, { ...czech, tag: "de", name: "German" })
      yield* send(asOwner, "POST", `${start}/keys/create`, { name: "title", translations: { cs: "Ahoj" } })
      const all = activitiesIn(yield* send(asOwner, "GET", path))
      const [czechAdded, germanAdded, keyCreated] = all.map(({ revisionId }) => revisionId)
      const found = Effect.fnUntraced(function* (query: string) {
        return activitiesIn(yield* send(asOwner, "GET", `${path}?${query}`)).map(({ revisionId }) => revisionId)
      })
      assert.deepStrictEqual(yield* found("filterLanguage=cs"), [czechAdded, keyCreated])
      assert.deepStrictEqual(yield* found("filterLanguage=de,fr"), [germanAdded])
      assert.deepStrictEqual(yield* found("filterType=CREATE_KEY"), [keyCreated])
      assert.lengthOf(yield* found(`filterAuthorId=${owner}`), 3)
      assert.deepStrictEqual(yield* found(`filterAuthorId=${owner + 9_999}`), [])
      const { timestamp = 0 } = all[2] ?? {}
      assert.include(yield* found(`createdAfter=${timestamp}`), keyCreated)
      assert.notInclude(yield* found(`createdBefore=${timestamp}`), keyCreated)
      for (const query of ["filterType=NOTHING", "filterAuthorId=me", "createdAfter=yesterday"]) {
        assert.strictEqual((yield* send(asOwner, "GET", `${path}?${query}`)).status, 400, query)
      }
    })
  )

  it.effect("filters the entities of a revision by class", () =>
    Effect.gen(function* () {
      const { asOwner, start, path } = yield* seedFixture
      yield* addCzech(asOwner, start)
      const [revision] = activitiesIn(yield* send(asOwner, "GET", path))
      const countFor = Effect.fnUntraced(function* (query: string) {
        const url = `${path}/revisions/${revision?.revisionId}/modified-entities?${query}`
        return entitiesIn(yield* send(asOwner, "GET", url)).length
      })
      assert.strictEqual(yield* countFor("filterEntityClass=Language"), 1)
      assert.strictEqual(yield* countFor("filterEntityClass=Project"), 0)
      assert.strictEqual(yield* countFor("filterEntityClass=Project&filterEntityClass=Language"), 1)
      assert.strictEqual(yield* countFor("page=1"), 0)
    })
  )
})
