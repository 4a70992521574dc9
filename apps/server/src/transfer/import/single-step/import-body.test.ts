import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { withoutReport } from "../../../testing/import-answer.ts"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { contentOf, protectReviewed, setStates, textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send, type TestCredential } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"

let members = 0

const seedFixture = Effect.gen(function* () {
  const fixture = yield* seedImportFixture()
  const { client, params, project } = fixture
  const start = `/v2/projects/${project.id}`
  return {
    ...fixture,
    start,
    texts: textsIn(project.id),
    importKeys: (keys: ReadonlyArray<unknown>, credential: TestCredential = fixture.asOwner) =>
      Effect.map(send(credential, "POST", `${start}/keys/import`, { keys }), withoutReport),
    importKeysResolvable: (keys: ReadonlyArray<unknown>, credential: TestCredential = fixture.asOwner) =>
      send(credential, "POST", `${start}/keys/import-resolvable`, { keys }),
    importResolvable: (keys: ReadonlyArray<unknown>, rest: object = {}, credential: TestCredential = fixture.asOwner) =>
      Effect.map(send(credential, "POST", `${start}/single-step-import-resolvable`, { keys, ...rest }), withoutReport),
    activities: Effect.map(client.activity.list({ params, query: {} }), (page) => page._embedded.activities),
    member: Effect.fnUntraced(function* (permission: Parameters<typeof seed.directPermission>[0]["permission"]) {
      const user = yield* seed.user({ username: `importer of keys ${++members}` })
      yield* seed.directPermission({ project: project.id, user, permission })
      return yield* seed.accessToken(user)
    })
  }
})

const empty = { status: 200, body: "" }
const applied = { status: 200, body: { unresolvedConflicts: null } }

layer(layerTestServer(), { timeout: "60 seconds" })("an import of keys", (it) => {
  it.effect("creates keys with everything, and leaves those alone that are there", () =>
    Effect.gen(function* () {
      const { importKeys, client, params, project, activities } = yield* seedFixture
      yield* client.key.create({ params, payload: { name: "old", translations: { en: "old" } } })
      const response = yield* importKeys([
        { name: "old", description: "no", tags: ["no"], translations: { en: "no", cs: "no" } },
        {
          name: "new",
          namespace: "web",
          description: "yes",
          tags: [" b ", "a"],
          translations: { en: "1", xx: "2", cs: null }
        },
        { name: "new", namespace: "web", translations: { en: "second" } },
        { name: "dogs", namespace: "", translations: { en: "{n, plural, one {# dog} other {# dogs}}", cs: "psi" } }
      ])
      assert.deepStrictEqual(response, { status: 200, body: {} })
      const content = yield* contentOf(project.id)
      assert.deepStrictEqual(Object.keys(content), ["dogs", "web:new", "old"])
      const { texts, tags, description } = content["web:new"] ?? {}
      assert.deepStrictEqual([texts, tags, description], [{ en: "1" }, ["a", "b"], "yes"])
      assert.deepStrictEqual([content["old"]?.texts, content["old"]?.tags], [{ en: "old" }, []])
      assert.deepStrictEqual(content["dogs"]?.texts, {
        en: "{n, plural,\none {# dog}\nother {# dogs}\n}",
        cs: "{n, plural,\nother {psi}\n}"
      })
      const counts = (yield* activities).find(({ type }) => type === "IMPORT")?.counts
      assert.deepStrictEqual(counts, { Namespace: 1, Key: 2, KeyMeta: 1, Translation: 3 })
    })
  )

  it.effect("says what is wrong with the keys, and changes nothing", () =>
    Effect.gen(function* () {
      const { importKeys, texts, activities } = yield* seedFixture
      const good = { name: "k", translations: { en: "1" } }
      assert.deepStrictEqual(yield* importKeys([good, { name: " " }]), {
        status: 400,
        body: { STANDARD_VALIDATION: { "keys[1].name": "must not be blank" } }
      })
      assert.deepStrictEqual(yield* importKeys([{ ...good, tags: [""] }]), error(400, "tag_is_blank"))
      assert.deepStrictEqual(
        yield* importKeys([{ ...good, translations: { en: "x".repeat(10_001) } }]),
        error(400, "translation_text_too_long", [10_000])
      )
      assert.deepStrictEqual([yield* texts, yield* activities], [{}, []])
    })
  )

  it.effect("needs the right to create keys and to write their languages", () =>
    Effect.gen(function* () {
      const { importKeys, member, project, texts } = yield* seedFixture
      const keys = [{ name: "k", translations: { en: "1" } }]
      const { en = 0, cs = 0 } = project.languages
      assert.deepStrictEqual(
        yield* importKeys(keys, yield* member(["translations.edit"])),
        error(403, "operation_not_permitted", ["keys.create"])
      )
      const asCzech = yield* member({ scopes: ["keys.create", "translations.edit"], translateLanguageIds: [cs] })
      assert.deepStrictEqual(yield* importKeys(keys, asCzech), error(403, "language_not_permitted", [[en], ["en"]]))
      assert.deepStrictEqual(yield* texts, {})
      assert.deepStrictEqual(yield* importKeys([{ name: "k", translations: { cs: "1" } }], asCzech), empty)
      assert.deepStrictEqual(yield* importKeys(keys, asCzech), { status: 200, body: {} })
      assert.deepStrictEqual(yield* texts, { k: { cs: "1" } })
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("an import of keys with resolutions", (it) => {
  it.effect("does what each text expects, and answers with the keys", () =>
    Effect.gen(function* () {
      const { importKeysResolvable, client, params, texts } = yield* seedFixture
      yield* client.key.create({ params, payload: { name: "a", translations: { en: "old", cs: "old" } } })
      const response = yield* importKeysResolvable([
        {
          name: "a",
          translations: { en: { text: "new", resolution: "OVERRIDE" }, cs: { text: "no", resolution: "KEEP" } }
        },
        {
          name: "b",
          namespace: "web",
          translations: { en: { text: "1" }, cs: { text: "2", resolution: "FORCE_OVERRIDE" } }
        }
      ])
      const { keys, screenshots } = response.body as {
        keys: ReadonlyArray<Record<string, unknown>>
        screenshots: unknown
      }
      assert.deepStrictEqual(
        [response.status, keys.map(({ name, namespace }) => [name, namespace]), screenshots],
        [
          200,
          [
            ["a", null],
            ["b", "web"]
          ],
          {}
        ]
      )
      assert.deepStrictEqual(yield* texts, { a: { en: "new", cs: "old outdated" }, "web:b": { en: "1", cs: "2" } })
    })
  )

  it.effect("names every expectation that is not met, and saves nothing", () =>
    Effect.gen(function* () {
      const { importKeysResolvable, client, params, texts } = yield* seedFixture
      yield* client.key.create({ params, payload: { name: "a", translations: { en: "old" } } })
      const response = yield* importKeysResolvable([
        { name: "a", translations: { en: { text: "1" }, cs: { text: "1", resolution: "OVERRIDE" } } },
        { name: "b", namespace: "web", translations: { en: { text: "1", resolution: "KEEP" } } },
        { name: "c", translations: { en: { text: "1" } } }
      ])
      assert.deepStrictEqual(
        response,
        error(400, "import_keys_error", [
          ["translation_exists", null, "a", "en"],
          ["translation_not_found", null, "a", "cs"],
          ["translation_not_found", "web", "b", "en"]
        ])
      )
      assert.deepStrictEqual(yield* texts, { a: { en: "old" } })
    })
  )

  it.effect("knows only the languages of the project, no branches and no images", () =>
    Effect.gen(function* () {
      const { importKeysResolvable, texts } = yield* seedFixture
      const en = { en: { text: "1" } }
      assert.deepStrictEqual(
        yield* importKeysResolvable([{ name: "a", translations: { ...en, xx: { text: "1" } } }]),
        error(404, "language_not_found")
      )
      assert.deepStrictEqual(
        yield* importKeysResolvable([{ name: "a", branch: "b", translations: en }]),
        error(400, "feature_not_enabled_for_project", ["BRANCHING"])
      )
      assert.deepStrictEqual(
        yield* importKeysResolvable([{ name: "a", translations: en, screenshots: [{ uploadedImageId: 1 }] }]),
        error(404, "one_or_more_images_not_found")
      )
      assert.deepStrictEqual(yield* texts, {})
    })
  )

  it.effect("needs the right to write texts, and for new keys that to create them", () =>
    Effect.gen(function* () {
      const { importKeysResolvable, member, texts } = yield* seedFixture
      const keys = [{ name: "a", translations: { en: { text: "1" } } }]
      assert.deepStrictEqual(
        yield* importKeysResolvable(keys, yield* member("VIEW")),
        error(403, "operation_not_permitted", ["translations.edit"])
      )
      assert.deepStrictEqual(
        yield* importKeysResolvable(keys, yield* member("TRANSLATE")),
        error(403, "operation_not_permitted", ["keys.create"])
      )
      assert.deepStrictEqual(yield* texts, {})
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("a resolvable single-step import", (it) => {
  it.effect("takes names as they are and overrides unless a text says that nothing is there", () =>
    Effect.gen(function* () {
      const { importResolvable, project, texts } = yield* seedFixture
      yield* seed.useNamespaces(project.id)
      const first = [
        { name: "a.b", translations: { en: { text: "1" } } },
        { name: "c", namespace: "web", translations: { en: { text: "1", resolution: "EXPECT_NO_CONFLICT" } } }
      ]
      assert.deepStrictEqual(yield* importResolvable(first), applied)
      assert.deepStrictEqual(yield* importResolvable([{ name: "a.b", translations: { en: { text: "2" } } }]), applied)
      assert.deepStrictEqual(yield* importResolvable(first.slice(1)), applied)
      assert.deepStrictEqual(yield* texts, { "a.b": { en: "2" }, "web:c": { en: "1" } })
    })
  )

  it.effect("names the texts that were not expected, in every namespace", () =>
    Effect.gen(function* () {
      const { importResolvable, client, params, texts } = yield* seedFixture
      const created = yield* client.key.create({ params, payload: { name: "a", translations: { en: "1" } } })
      const expecting = (text: string) => ({ en: { text, resolution: "EXPECT_NO_CONFLICT" } })
      const keys = [
        { name: "new", translations: expecting("2") },
        { name: "a", translations: expecting("2") }
      ]
      const id = created.translations["en"]?.id
      assert.deepStrictEqual(
        yield* importResolvable(keys),
        error(400, "expect_no_conflict_failed", [{ id, name: "a", namespace: null }])
      )
      assert.deepStrictEqual(yield* texts, { a: { en: "1" } })
    })
  )

  it.effect("leaves protected texts, and is refused for them when they shall be an error", () =>
    Effect.gen(function* () {
      const { importResolvable, project, texts } = yield* seedFixture
      const keys = (text: string) => [{ name: "a", translations: { en: { text } } }]
      yield* importResolvable(keys("1"))
      yield* protectReviewed(project.id)
      yield* setStates(project.id, "REVIEWED")
      const conflict = { keyName: "a", keyNamespace: null, language: "en", isOverridable: true }
      assert.deepStrictEqual(yield* importResolvable(keys("2")), {
        status: 200,
        body: { unresolvedConflicts: [conflict] }
      })
      assert.deepStrictEqual(
        yield* importResolvable(keys("2"), { errorOnUnresolvedConflict: true }),
        error(400, "conflict_is_not_resolved", [conflict])
      )
      assert.deepStrictEqual(yield* importResolvable(keys("2"), { overrideMode: "ALL" }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "2 REVIEWED" } })
    })
  )

  it.effect("is refused for languages, namespaces, branches and images that there are not", () =>
    Effect.gen(function* () {
      const { importResolvable, texts } = yield* seedFixture
      const translations = { en: { text: "1" } }
      assert.deepStrictEqual(
        yield* importResolvable([{ name: "a", translations: { ...translations, xx: { text: "1" } } }]),
        error(400, "existing_language_not_selected")
      )
      assert.deepStrictEqual(
        yield* importResolvable([{ name: "a", namespace: "web", translations }]),
        error(400, "namespace_cannot_be_used_when_feature_is_disabled")
      )
      assert.deepStrictEqual(
        yield* importResolvable([{ name: "a", translations }], { branch: "b" }),
        error(400, "feature_not_enabled_for_project", ["BRANCHING"])
      )
      assert.deepStrictEqual(
        yield* importResolvable([{ name: "a", translations, screenshots: [{ uploadedImageId: 1 }] }]),
        error(404, "one_or_more_images_not_found")
      )
      assert.deepStrictEqual(yield* importResolvable([]), error(400, "no_data_to_import"))
      assert.deepStrictEqual(yield* texts, {})
    })
  )
})
