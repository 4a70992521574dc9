import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with the keys a, b, c and their ids. */
const seedFixture = Effect.gen(function* () {
  const name = `Tags ${++fixtures}`
  const owner = yield* seed.user({ username: `tagger${fixtures}` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const key = (name: string) =>
    Effect.map(
      client.translation.createOrSet({ params, payload: { key: name, translations: { en: name } } }),
      ({ keyId }) => keyId
    )
  return {
    client,
    credential,
    params,
    path: `/v2/projects/${project.id}`,
    a: yield* key("a"),
    b: yield* key("b"),
    c: yield* key("c")
  }
})

type Fixture = Effect.Success<typeof seedFixture>

const tag = ({ client, params }: Fixture, keyId: number, name: string) =>
  client.tag.tagKey({ params: { ...params, keyId }, payload: { name } })

const tagNames = ({ client, params }: Fixture, search = "") =>
  Effect.map(client.tag.list({ params, query: { search } }), ({ _embedded }) => _embedded.tags.map(({ name }) => name))

/** The tags of every changed key in the newest revision. */
const newestTagEdits = Effect.fnUntraced(function* ({ client, params }: Fixture) {
  const { _embedded } = yield* client.activity.list({
    params,
    query: { sort: [{ property: "timestamp", direction: "desc" }], size: 1 }
  })
  const [{ revisionId = 0, type = "", counts = null } = {}] = _embedded.activities
  const entities = yield* client.activity.listModifiedEntities({ params: { ...params, revisionId }, query: {} })
  const edits = entities._embedded.modifiedEntities.map(({ entityId, modifications }) => [
    entityId,
    modifications?.["tags"]
  ])
  return { type, counts, edits }
})

layer(layerTestServer(), { timeout: "60 seconds" })("tags", (it) => {
  it.effect("are trimmed and created when they are new; the second time changes nothing", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const first = yield* tag(fixture, fixture.a, " draft ")
      const again = yield* tag(fixture, fixture.b, "draft")
      assert.deepStrictEqual(first, { id: again.id, name: "draft" })
      yield* tag(fixture, fixture.a, "draft")
      assert.deepStrictEqual((yield* newestTagEdits(fixture)).edits, [[fixture.b, { old: null, new: ["draft"] }]])
    })
  )

  it.effect("are removed when the last key loses them", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { id } = yield* tag(fixture, fixture.a, "draft")
      yield* tag(fixture, fixture.a, "old")
      yield* fixture.client.tag.untagKey({ params: { ...fixture.params, keyId: fixture.a, tagId: id } })
      assert.deepStrictEqual(yield* tagNames(fixture), ["old"])
      assert.deepStrictEqual(
        yield* send(fixture.credential, "DELETE", `${fixture.path}/keys/${fixture.a}/tags/${id}`),
        error(404, "tag_not_found")
      )
    })
  )

  it.effect("are listed by name and searched ignoring case", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      for (const name of ["web", "App", "Älter"]) yield* tag(fixture, fixture.a, name)
      assert.deepStrictEqual(yield* tagNames(fixture), ["App", "web", "Älter"])
      assert.deepStrictEqual(yield* tagNames(fixture, "äLT"), ["Älter"])
    })
  )

  it.effect.each([
    ["blank", " ", error(400, "tag_is_blank")],
    ["longer than 100 characters", "t".repeat(101), error(400, "tag_too_log")]
  ] as const)("that are %s are rejected", ([, name, expected]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const path = `${fixture.path}/keys/${fixture.a}/tags`
      assert.deepStrictEqual(yield* send(fixture.credential, "PUT", path, { name }), expected)
      const complex = { tagFiltered: [name] }
      assert.deepStrictEqual(yield* send(fixture.credential, "PUT", `${fixture.path}/tag-complex`, complex), expected)
    })
  )

  it.effect("are not given to keys of another project, which are not found like unknown keys", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const other = yield* seedFixture
      const put = (keyId: number) =>
        send(fixture.credential, "PUT", `${fixture.path}/keys/${keyId}/tags`, { name: "x" })
      assert.deepStrictEqual(yield* put(other.a), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* put(999_999), error(404, "key_not_found"))
    })
  )

  it.effect("a complex operation tags the keys that match, untags the others, and is one activity", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      yield* tag(fixture, fixture.a, "production-1")
      yield* tag(fixture, fixture.b, "production-1")
      yield* fixture.client.tag.tagKeys({
        params: fixture.params,
        query: {},
        payload: {
          filterKeys: [{ name: "a", namespace: "" }, { id: fixture.c }, { name: "missing" }],
          tagFiltered: ["production-2"],
          untagFiltered: ["production-1"],
          tagOther: ["deprecated"],
          untagOther: ["production-*"]
        }
      })
      assert.deepStrictEqual(yield* newestTagEdits(fixture), {
        type: "COMPLEX_TAG_OPERATION",
        counts: { KeyMeta: 3 },
        edits: [
          [fixture.a, { old: ["production-1"], new: ["production-2"] }],
          [fixture.b, { old: ["production-1"], new: ["deprecated"] }],
          [fixture.c, { old: null, new: ["production-2"] }]
        ]
      })
      assert.deepStrictEqual(yield* tagNames(fixture), ["deprecated", "production-2"])
    })
  )

  it.effect("a complex operation that matches nothing leaves no activity", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      yield* tag(fixture, fixture.a, "other")
      yield* fixture.client.tag.tagKeys({
        params: fixture.params,
        query: {},
        payload: { filterKeys: [], tagFiltered: ["new"] }
      })
      assert.strictEqual((yield* newestTagEdits(fixture)).type, "KEY_TAGS_EDIT")
      assert.deepStrictEqual(yield* tagNames(fixture), ["other"])
    })
  )
})
