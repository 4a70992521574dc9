import { Database, defaultBranch, KeyRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with en (base), de and fr that uses namespaces, its owner, and a member with this permission. */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn?: (languages: Readonly<Record<string, number>>) => SeedPermission
) {
  const name = `Keys ${++fixtures}`
  const owner = yield* seed.user({ username: `owner${fixtures}` })
  const member = yield* seed.user({ username: `member${fixtures}` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  yield* seed.useNamespaces(project.id)
  yield* seed.directPermission({
    project: project.id,
    user: member,
    permission: permissionIn?.(project.languages) ?? "VIEW"
  })
  const credential = yield* seed.accessToken(owner)
  return {
    project,
    params: { projectId: project.id },
    path: `/v2/projects/${project.id}/keys`,
    credential,
    memberCredential: yield* seed.accessToken(member),
    client: yield* clientOf(credential)
  }
})

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>
type Creation = Parameters<Fixture["client"]["key"]["create"]>[0]["payload"]
type Update = Parameters<Fixture["client"]["key"]["complexUpdate"]>[0]["payload"]

const create = ({ client, params }: Fixture, payload: Creation) => client.key.create({ params, payload })

const update = ({ client, params }: Fixture, keyId: number, payload: Update) =>
  client.key.complexUpdate({ params: { ...params, keyId }, payload })

const names = ({ client, params }: Fixture) =>
  Effect.map(client.key.listAll({ params, query: {} }), ({ _embedded }) => _embedded.keys.map(({ name }) => name))

const namespaces = ({ client, params }: Fixture) =>
  Effect.map(client.namespace.list({ params, query: {} }), ({ _embedded }) =>
    _embedded.namespaces.map(({ name }) => name)
  )

/** The newest first. */
const activities = ({ client, params }: Fixture) =>
  Effect.map(
    client.activity.list({ params, query: { sort: [{ property: "id", direction: "desc" }] } }),
    ({ _embedded }) => _embedded.activities
  )

const activityTypes = (fixture: Fixture) => Effect.map(activities(fixture), (all) => all.map(({ type }) => type))

/** The relations of an entity of an activity, by path. */
const relationsOf = (entity: { readonly relations: unknown } | undefined) =>
  (entity?.relations ?? {}) as Readonly<Record<string, { entityId: number; data: { tag?: string } }>>

/** Text and state by tag, of the translations of a response. */
const textsOf = (response: Effect.Success<ReturnType<typeof create>>) =>
  Object.fromEntries(Object.entries(response.translations).map(([tag, { text, state }]) => [tag, [text, state]]))

const custom = (codes: object): TestResponse => ({ status: 400, body: { CUSTOM_VALIDATION: codes } })

const missing = (...scopes: ReadonlyArray<string>) => error(403, "operation_not_permitted", scopes)

const countRows = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ count: number }>`SELECT CAST(count(*) AS INTEGER) AS count FROM ${sql(table)}`
  return rows[0]?.count
})

layer(layerTestServer(), { timeout: "60 seconds" })("creating a key", (it) => {
  it.effect("responds 201 with all data of the key, also at the SDK's path", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const body = {
        name: " title ",
        namespace: "web",
        description: "of the page",
        translations: { en: "Hello", de: "", fr: "Bonjour" },
        states: { fr: "REVIEWED" },
        tags: ["new", " draft "],
        screenshots: [],
        maxCharLimit: 10
      }
      const { status, body: created } = yield* send(fixture.credential, "POST", `${fixture.path}/create`, body)
      assert.strictEqual(status, 201)
      const { id, translations, tags, ...rest } = created as Effect.Success<ReturnType<typeof create>>
      assert.deepStrictEqual(rest, {
        name: " title ",
        namespace: "web",
        description: "of the page",
        screenshots: [],
        isPlural: false,
        pluralArgName: null,
        custom: {},
        maxCharLimit: 10,
        branch: null
      })
      assert.deepStrictEqual(
        Object.entries(translations).map(([tag, { text, state }]) => [tag, text, state]),
        [
          ["en", "Hello", "TRANSLATED"],
          ["de", null, "UNTRANSLATED"],
          ["fr", "Bonjour", "REVIEWED"]
        ]
      )
      assert.deepStrictEqual(
        tags.map(({ name }) => name),
        ["draft", "new"]
      )
      const [activity] = yield* activities(fixture)
      assert.strictEqual(activity?.type, "CREATE_KEY")
      const entities = activity?.modifiedEntities ?? {}
      assert.deepStrictEqual(Object.keys(entities).sort(), ["Key", "KeyMeta", "Namespace", "Translation"])
      assert.deepStrictEqual(entities["KeyMeta"]?.[0]?.modifications, {
        tags: { old: null, new: ["draft", "new"] },
        description: { old: null, new: "of the page" }
      })
      assert.deepStrictEqual(entities["Key"]?.[0]?.modifications?.["name"], { old: null, new: " title " })
      assert.strictEqual(relationsOf(entities["Translation"]?.[0])["key"]?.entityId, id)
    })
  )

  it.effect("rejects a body that breaks a rule, and changes nothing", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      yield* create(fixture, { name: "taken", namespace: "web" })
      const before = [yield* countRows("translation_key"), yield* countRows("namespace"), yield* countRows("tag")]
      const ask = (body: object) => send(fixture.credential, "POST", fixture.path, { namespace: "new", ...body })
      for (const [body, response] of [
        [{}, { status: 400, body: { STANDARD_VALIDATION: { name: "must not be blank" } } }],
        [{ name: "a", branch: "b" }, error(400, "feature_not_enabled_for_project", ["BRANCHING"])],
        [{ name: "taken", namespace: "web", tags: ["x"] }, custom({ key_exists: [] })],
        [{ name: "a", translations: { xx: "x" } }, error(404, "language_not_found")],
        [{ name: "a", states: { en: "REVIEWED" } }, error(400, "cannot_set_state_for_missing_translation")],
        [{ name: "a", translations: { en: "x".repeat(10_001) } }, error(400, "translation_text_too_long", [10_000])],
        [{ name: "a", tags: ["x".repeat(101)] }, error(400, "tag_too_log")],
        [
          { name: "a", isPlural: true, translations: { en: "dogs" } },
          error(400, "invalid_plural_form", [["Not a plural"]])
        ],
        [
          { name: "a", maxCharLimit: 4, translations: { en: "<b>four</b> {x}" } },
          error(400, "translation_exceeds_char_limit", ["a", 4])
        ],
        [{ name: "a", screenshotUploadedImageIds: [5] }, error(404, "one_or_more_images_not_found")],
        [{ name: "a", screenshots: [{ uploadedImageId: 5 }] }, error(404, "one_or_more_images_not_found")],
        [
          { name: "a", screenshots: [], screenshotUploadedImageIds: [] },
          error(400, "provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids")
        ]
      ] as const) {
        assert.deepStrictEqual(yield* ask(body), response, JSON.stringify(body).slice(0, 100))
      }
      assert.deepStrictEqual(
        [yield* countRows("translation_key"), yield* countRows("namespace"), yield* countRows("tag")],
        before
      )
      assert.deepStrictEqual(yield* activityTypes(fixture), ["CREATE_KEY"])
    })
  )

  it.effect("rejects namespaces where the project does not use them; a blank one is the default one", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: `without${++fixtures}` })
      const organization = yield* seed.organization({ name: `Without ${fixtures}`, owner })
      const project = yield* seed.project({ organization: organization.id, name: `Without ${fixtures}` })
      const credential = yield* seed.accessToken(owner)
      const path = `/v2/projects/${project.id}/keys`
      assert.deepStrictEqual(
        yield* send(credential, "POST", path, { name: "a", namespace: "web" }),
        custom({ namespace_cannot_be_used_when_feature_is_disabled: [] })
      )
      assert.strictEqual((yield* send(credential, "POST", path, { name: "a", namespace: " " })).status, 201)
      assert.deepStrictEqual(yield* send(credential, "POST", path, { name: "a" }), custom({ key_exists: [] }))
    })
  )

  it.effect("needs the permission for everything in the body, in its languages", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(({ en = 0, de = 0 }) => ({
        scopes: ["keys.create", "translations.edit"],
        translateLanguageIds: [de],
        viewLanguageIds: [de, en]
      }))
      const { memberCredential, path, project } = fixture
      const ask = (body: object) => send(memberCredential, "POST", path, body)
      const english = project.languages["en"]
      const allowed = yield* ask({ name: "a", translations: { de: "Hallo", en: "" } })
      assert.strictEqual(allowed.status, 201)
      assert.deepStrictEqual(
        yield* ask({ name: "b", translations: { de: "Hallo", en: "Hello" } }),
        error(403, "language_not_permitted", [[english], ["en"]])
      )
      const reviewed = { translations: { de: "Hallo" }, states: { de: "REVIEWED" } }
      assert.deepStrictEqual(yield* ask({ name: "b", ...reviewed }), missing("translations.state-edit"))
      const translated = { translations: { de: "Hallo" }, states: { de: "TRANSLATED" } }
      assert.strictEqual((yield* ask({ name: "c", ...translated })).status, 201)
      assert.deepStrictEqual(yield* ask({ name: "b", screenshotUploadedImageIds: [] }), missing("screenshots.upload"))
      const creator = yield* seedFixture(() => ["keys.create"])
      const related = [{ keyName: "x" }]
      for (const body of [
        { name: "b", translations: { de: "x" } },
        { name: "b", relatedKeysInOrder: related }
      ]) {
        assert.deepStrictEqual(
          yield* send(creator.memberCredential, "POST", creator.path, body),
          missing("translations.edit")
        )
      }
      assert.deepStrictEqual(yield* names(fixture), ["a", "c"])
      assert.deepStrictEqual(yield* names(creator), [])
    })
  )

  it.effect("stores plurals in one form, with the argument of the body or of the texts", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const texts = { en: "{n, plural, one {# dog} other {# dogs}}!", de: "" }
      const guessed = yield* create(fixture, { name: "a", isPlural: true, translations: texts })
      assert.strictEqual(guessed.pluralArgName, "n")
      assert.deepStrictEqual(textsOf(guessed), {
        en: ["{n, plural,\none {# dog!}\nother {# dogs!}\n}", "TRANSLATED"],
        de: [null, "UNTRANSLATED"]
      })
      const named = yield* create(fixture, {
        name: "b",
        isPlural: true,
        pluralArgName: "count",
        translations: texts,
        maxCharLimit: 6
      })
      assert.strictEqual(named.translations["en"]?.text, "{count, plural,\none {# dog!}\nother {# dogs!}\n}")
      // The body does not make the key a plural.
      const verbatim = yield* create(fixture, { name: "c", translations: texts })
      assert.deepStrictEqual([verbatim.isPlural, verbatim.translations["en"]?.text], [false, texts.en])
    })
  )

  it.effect("stores which keys stand near it, without an activity", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const first = yield* create(fixture, { name: "first" })
      const relatedKeysInOrder = [{ keyName: "first" }, { keyName: "unknown" }, { keyName: "second", namespace: "web" }]
      const second = yield* create(fixture, { name: "second", namespace: "web", relatedKeysInOrder })
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ keyId: number; neighbourId: number; distance: number }>`
        SELECT key_id, neighbour_id, distance FROM key_neighbour WHERE key_id IN (${first.id}, ${second.id}) ORDER BY key_id`
      assert.deepStrictEqual(
        rows.map(({ keyId, neighbourId, distance }) => [keyId, neighbourId, distance]),
        [
          [first.id, second.id, 1],
          [second.id, first.id, 1]
        ]
      )
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("reading keys", (it) => {
  it.effect("returns one, a page, or all of them by id", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { client, params, credential } = fixture
      const none = yield* send(credential, "GET", `/v2/projects/${params.projectId}/all-keys`)
      assert.deepStrictEqual(none, { status: 200, body: { _embedded: { keys: [] } } })
      const b = yield* create(fixture, { name: "b", namespace: "web", description: "d", maxCharLimit: 3 })
      yield* create(fixture, { name: "a" })
      const model = {
        id: b.id,
        name: "b",
        namespace: "web",
        description: "d",
        custom: null,
        maxCharLimit: 3,
        branch: null
      }
      assert.deepStrictEqual(yield* client.key.get({ params: { ...params, keyId: b.id } }), model)
      const page = yield* client.key.list({ params, query: { size: 1 } })
      assert.deepStrictEqual(page, {
        _embedded: { keys: [model] },
        page: { size: 1, totalElements: 2, totalPages: 2, number: 0 }
      })
      const byName = yield* client.key.list({ params, query: { sort: [{ property: "name", direction: "asc" }] } })
      assert.deepStrictEqual(
        byName._embedded.keys.map(({ name }) => name),
        ["a", "b"]
      )
      const all = yield* client.key.listAll({ params, query: {} })
      assert.deepStrictEqual([all._embedded.keys[0], all._embedded.keys[1]?.name], [model, "a"])
    })
  )

  it.effect("returns all keys when there are more than in one batch", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const keys = yield* KeyRepository
      const database = yield* Database
      const all = Array.from({ length: 2_500 }, (_, index) => `key ${index}`)
      const content = {
        namespaceId: null,
        description: null,
        customValues: null,
        isPlural: false,
        pluralArgumentName: null,
        maxCharLimit: null
      }
      const inserted = keys.insert(
        defaultBranch(fixture.project.id),
        all.map((name) => ({ ...content, name })),
        0
      )
      yield* database.transaction(inserted)
      assert.deepStrictEqual(yield* names(fixture), all)
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("editing a key", (it) => {
  it.effect("replaces name, namespace and description, keeps the limit, and removes an empty namespace", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const key = yield* create(fixture, {
        name: "a",
        namespace: "web",
        description: "d",
        maxCharLimit: 3,
        tags: ["t"]
      })
      const edited = yield* fixture.client.key.edit({
        params: { ...fixture.params, keyId: key.id },
        payload: { name: "b" }
      })
      assert.deepStrictEqual(edited, {
        id: key.id,
        name: "b",
        namespace: null,
        description: null,
        custom: null,
        maxCharLimit: 3,
        branch: null
      })
      assert.deepStrictEqual(yield* namespaces(fixture), [])
      const [activity] = yield* activities(fixture)
      assert.strictEqual(activity?.type, "KEY_NAME_EDIT")
      const { Key, KeyMeta, Namespace, ...others } = activity?.modifiedEntities ?? {}
      assert.deepStrictEqual(others, {})
      assert.deepStrictEqual(Key?.[0]?.modifications?.["name"], { old: "a", new: "b" })
      assert.deepStrictEqual(KeyMeta?.[0]?.modifications, { description: { old: "d", new: null } })
      assert.deepStrictEqual(
        [Namespace?.[0]?.modifications, Namespace?.[0]?.exists],
        [{ name: { old: "web", new: null } }, false]
      )
    })
  )

  it.effect("rejects names that are taken, and unknown keys and keys of another project", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { id } = yield* create(fixture, { name: "a" })
      yield* create(fixture, { name: "b", namespace: "web" })
      const foreign = yield* create(yield* seedFixture(), { name: "a" })
      const edit = (keyId: number, body: object) => send(fixture.credential, "PUT", `${fixture.path}/${keyId}`, body)
      assert.deepStrictEqual(yield* edit(id, { name: "b", namespace: "web" }), custom({ key_exists: [] }))
      assert.deepStrictEqual(yield* edit(foreign.id, { name: "c" }), error(404, "resource_not_found"))
      assert.deepStrictEqual(yield* edit(987654321, { name: "c" }), error(404, "resource_not_found"))
      assert.deepStrictEqual(yield* edit(id, { name: "c", maxCharLimit: 0 }), {
        status: 400,
        body: { STANDARD_VALIDATION: { maxCharLimit: "must be greater than or equal to 1" } }
      })
      assert.strictEqual((yield* edit(id, { name: "a" })).status, 200)
      assert.deepStrictEqual(yield* activityTypes(fixture), ["CREATE_KEY", "CREATE_KEY"])
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("the complex update of a key", (it) => {
  it.effect("changes everything at once, in one activity", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const key = yield* create(fixture, {
        name: "a",
        description: "d",
        translations: { en: "one", de: "eins", fr: "un" },
        tags: ["x", "y"],
        maxCharLimit: 5
      })
      const updated = yield* update(fixture, key.id, {
        name: "b",
        namespace: "web",
        description: null,
        translations: { en: "two", de: "eins" },
        states: { fr: "REVIEWED", en: "REVIEWED" },
        tags: ["y", "z"],
        custom: { a: [1] },
        maxCharLimit: 0
      })
      assert.deepStrictEqual(textsOf(updated), {
        en: ["two", "REVIEWED"],
        de: ["eins", "TRANSLATED"],
        fr: ["un", "REVIEWED"]
      })
      const { name, namespace, description, maxCharLimit, tags } = updated
      assert.deepStrictEqual(
        [name, namespace, description, updated.custom, maxCharLimit, tags.map((tag) => tag.name)],
        ["b", "web", null, { a: [1] }, null, ["y", "z"]]
      )
      const [activity] = yield* activities(fixture)
      assert.strictEqual(activity?.type, "COMPLEX_EDIT")
      const { Translation = [], KeyMeta } = activity?.modifiedEntities ?? {}
      assert.deepStrictEqual(KeyMeta?.[0]?.modifications, {
        tags: { old: ["x", "y"], new: ["y", "z"] },
        description: { old: "d", new: null },
        custom: { old: null, new: { a: [1] } }
      })
      // The base text changed: German is outdated; French is in the request.
      assert.deepStrictEqual(
        Translation.map(({ modifications }) => Object.keys(modifications ?? {})),
        [["text", "state"], ["outdated"], ["state"]]
      )
      const tagNames = yield* fixture.client.tag.list({ params: fixture.params, query: {} })
      assert.deepStrictEqual(
        tagNames._embedded.tags.map((tag) => tag.name),
        ["y", "z"]
      )
    })
  )

  it.effect("keeps fields that the body omits, except the namespace; without a change there is no activity", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const body = { name: "a", description: "d", translations: { en: "one" }, tags: ["x"], maxCharLimit: 5 }
      const key = yield* create(fixture, body)
      assert.deepStrictEqual(yield* update(fixture, key.id, { name: "a" }), key)
      assert.deepStrictEqual(
        yield* update(fixture, key.id, {
          name: "a",
          description: "d",
          translations: { en: "one", de: null },
          states: { en: "TRANSLATED" },
          tags: ["x"],
          isPlural: false,
          maxCharLimit: null
        }),
        key
      )
      assert.deepStrictEqual(yield* activityTypes(fixture), ["CREATE_KEY"])
      const moved = yield* create(fixture, { name: "b", namespace: "web" })
      assert.isNull((yield* update(fixture, moved.id, { name: "b" })).namespace)
      assert.deepStrictEqual(yield* namespaces(fixture), [])
    })
  )

  it.effect("has the activity type of the only kind of change", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { id } = yield* create(fixture, { name: "a", translations: { en: "one" } })
      for (const [change, type] of [
        [{ translations: { en: "two" } }, "SET_TRANSLATIONS"],
        [{ states: { en: "REVIEWED" } }, "SET_TRANSLATION_STATE"],
        [{ tags: ["x"] }, "KEY_TAGS_EDIT"],
        [{ maxCharLimit: 4 }, "KEY_CHARACTER_LIMIT_EDIT"],
        [{ description: "d" }, "COMPLEX_EDIT"],
        [{ custom: { a: 1 } }, "COMPLEX_EDIT"],
        [{ isPlural: true }, "COMPLEX_EDIT"],
        [{ translations: { en: "{value, plural, other {x}}" }, tags: [] }, "COMPLEX_EDIT"],
        [{ name: "b" }, "KEY_NAME_EDIT"]
      ] as const) {
        yield* update(fixture, id, { name: "a", ...change })
        assert.strictEqual((yield* activityTypes(fixture))[0], type, JSON.stringify(change))
      }
    })
  )

  it.effect("needs only the permission for the changes", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(({ de = 0, fr = 0 }) => ({
        scopes: ["translations.edit"],
        translateLanguageIds: [de],
        viewLanguageIds: [de, fr]
      }))
      const { id } = yield* create(fixture, { name: "a", description: "d", translations: { en: "one", fr: "un" } })
      const ask = (body: object) =>
        send(fixture.memberCredential, "PUT", `${fixture.path}/${id}/complex-update`, { name: "a", ...body })
      const allowed = yield* ask({ translations: { en: "one", de: "eins" }, tags: [], states: { fr: "TRANSLATED" } })
      assert.strictEqual(allowed.status, 200)
      // The caller may not view English.
      const { translations } = allowed.body as Effect.Success<ReturnType<typeof update>>
      assert.deepStrictEqual(Object.keys(translations), ["de", "fr"])
      const before = yield* activityTypes(fixture)
      const french = fixture.project.languages["fr"]
      for (const [body, response] of [
        [{ translations: { fr: "deux" } }, error(403, "language_not_permitted", [[french], ["fr"]])],
        [{ states: { de: "REVIEWED" } }, missing("translations.state-edit")],
        [{ name: "b" }, missing("keys.edit")],
        [{ namespace: "web" }, missing("keys.edit")],
        [{ description: null }, missing("keys.edit")],
        [{ tags: ["x"] }, missing("keys.edit")],
        [{ custom: {} }, missing("keys.edit")],
        [{ isPlural: true, translations: {} }, missing("keys.edit")],
        [{ maxCharLimit: 2 }, missing("keys.edit")],
        [{ screenshotIdsToDelete: [1] }, missing("screenshots.delete")],
        [{ screenshotsToAdd: [{ uploadedImageId: 1 }] }, missing("screenshots.upload")]
      ] as const) {
        assert.deepStrictEqual(yield* ask({ translations: { de: "zwei" }, ...body }), response, JSON.stringify(body))
      }
      const viewer = yield* seedFixture(() => ["keys.edit"])
      const other = yield* create(viewer, { name: "a", translations: { en: "secret" } })
      const unseen = yield* send(viewer.memberCredential, "PUT", `${viewer.path}/${other.id}/complex-update`, {
        name: "b",
        relatedKeysInOrder: []
      })
      assert.deepInclude(unseen.body as object, { name: "b", translations: {} })
      const text = "{n, plural,\none {# dog}\nother {# dogs}\n}"
      const dogs = yield* create(viewer, { name: "dogs", isPlural: true, translations: { en: text } })
      assert.deepStrictEqual(
        yield* send(viewer.memberCredential, "PUT", `${viewer.path}/${dogs.id}/complex-update`, {
          name: "dogs",
          isPlural: false,
          warnOnDataLoss: true
        }),
        error(400, "plural_forms_data_loss", [])
      )
      assert.deepStrictEqual(yield* activityTypes(fixture), before)
    })
  )

  it.effect("rejects a body that breaks a rule, and changes nothing", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { id } = yield* create(fixture, { name: "a", translations: { en: "one" } })
      yield* create(fixture, { name: "taken" })
      const plural = yield* create(fixture, {
        name: "dogs",
        isPlural: true,
        translations: { en: "{n, plural, one {# dog} other {# dogs}}" }
      })
      const foreign = yield* create(yield* seedFixture(), { name: "a" })
      const before = yield* activityTypes(fixture)
      const ask = (keyId: number, body: object) =>
        send(fixture.credential, "PUT", `${fixture.path}/${keyId}/complex-update`, body)
      const also = { tags: ["new"], translations: { en: "two" }, namespace: "new" }
      for (const [keyId, body, response] of [
        [987654321, { name: "a" }, error(404, "key_not_found")],
        [foreign.id, { name: "a" }, error(404, "key_not_found")],
        [id, {}, { status: 400, body: { STANDARD_VALIDATION: { name: "must not be blank" } } }],
        [id, { name: "taken", namespace: null }, custom({ key_exists: [] })],
        [id, { name: "a", translations: { xx: "" } }, error(404, "language_not_found")],
        [id, { name: "a", states: { xx: "REVIEWED" } }, error(404, "language_not_found")],
        [id, { name: "a", states: { de: "REVIEWED" } }, error(404, "translation_not_found")],
        [id, { name: "a", custom: { a: "x".repeat(5000) } }, error(400, "custom_values_json_too_long")],
        [id, { name: "a", isPlural: true }, error(400, "invalid_plural_form", [["Not a plural"]])],
        [id, { name: "a", screenshotsToAdd: [{ uploadedImageId: 1 }] }, error(404, "one_or_more_images_not_found")],
        [
          plural.id,
          { name: "dogs", translations: {}, isPlural: false, warnOnDataLoss: true },
          error(400, "plural_forms_data_loss", ["{n, plural,\none {# dog}\nother {# dogs}\n}"])
        ]
      ] as const) {
        assert.deepStrictEqual(yield* ask(keyId, { ...also, ...body }), response, JSON.stringify(body).slice(0, 100))
      }
      assert.deepStrictEqual(yield* activityTypes(fixture), before)
      assert.deepStrictEqual(yield* namespaces(fixture), [])
    })
  )

  it.effect("makes a key plural and singular again, and keeps states", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { id } = yield* create(fixture, {
        name: "a",
        translations: { en: "dogs", de: "Hunde" },
        states: { de: "REVIEWED" }
      })
      const plural = yield* update(fixture, id, { name: "a", isPlural: true, pluralArgName: "n" })
      assert.deepStrictEqual(
        [plural.isPlural, plural.pluralArgName, textsOf(plural)],
        [
          true,
          "n",
          {
            en: ["{n, plural,\nother {dogs}\n}", "TRANSLATED"],
            de: ["{n, plural,\nother {Hunde}\n}", "REVIEWED"]
          }
        ]
      )
      const renamed = yield* update(fixture, id, {
        name: "a",
        pluralArgName: "count",
        translations: { en: "{n, plural, one {# dog} other {# dogs}}" }
      })
      // The base text changed as well: a converted and outdated text is one change.
      assert.deepStrictEqual(textsOf(renamed)["de"], ["{count, plural,\nother {Hunde}\n}", "TRANSLATED"])
      const [activity] = yield* activities(fixture)
      assert.deepStrictEqual(activity?.type, "SET_TRANSLATIONS")
      const german = activity?.modifiedEntities?.["Translation"]?.find(
        (entity) => relationsOf(entity)["language"]?.data.tag === "de"
      )
      assert.deepStrictEqual(german?.modifications, {
        text: { old: "{n, plural,\nother {Hunde}\n}", new: "{count, plural,\nother {Hunde}\n}" },
        state: { old: "REVIEWED", new: "TRANSLATED" },
        outdated: { old: false, new: true }
      })
      const singular = yield* update(fixture, id, { name: "a", isPlural: false })
      assert.deepStrictEqual(
        [singular.isPlural, singular.pluralArgName, textsOf(singular)],
        [false, null, { en: ["# dogs", "TRANSLATED"], de: ["Hunde", "TRANSLATED"] }]
      )
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("deleting keys", (it) => {
  it.effect("moves them to the trash, by path or by body, and ignores unknown ids", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const ids: Array<number> = []
      for (const name of ["a", "b", "c", "d"]) ids.push((yield* create(fixture, { name, namespace: "web" })).id)
      const [a = 0, b = 0, c = 0] = ids
      const empty = { status: 200, body: "" }
      const { credential, path } = fixture
      assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${a},987654321,${b},${a}`), empty)
      assert.deepStrictEqual(yield* send(credential, "DELETE", path, { ids: [c, -1] }), empty)
      assert.deepStrictEqual(yield* names(fixture), ["d"])
      assert.deepStrictEqual(yield* send(credential, "DELETE", path, { ids: [a, b] }), empty)
      assert.deepStrictEqual(yield* send(credential, "DELETE", path, { ids: [] }), empty)
      const [second, first] = yield* activities(fixture)
      assert.deepStrictEqual(
        [first?.type, first?.counts, first?.modifiedEntities, second?.counts],
        ["KEY_SOFT_DELETE", { Key: 2 }, null, { Key: 1 }]
      )
      assert.deepStrictEqual(yield* send(credential, "GET", `${path}/${a}`), error(404, "key_not_found"))
      // The name is free at once; the namespace stays for the keys in the trash.
      yield* create(fixture, { name: "a", namespace: "web" })
      assert.deepStrictEqual(yield* namespaces(fixture), ["web"])
    })
  )

  it.effect("ignores keys of other projects like unknown ids, and deletes none without the scope", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { id } = yield* create(fixture, { name: "a" })
      const { id: other } = yield* create(fixture, { name: "b" })
      const elsewhere = yield* seedFixture()
      const foreign = yield* create(elsewhere, { name: "a" })
      assert.deepStrictEqual(
        yield* send(fixture.memberCredential, "DELETE", `${fixture.path}/${id}`),
        missing("keys.delete")
      )
      assert.deepStrictEqual(yield* names(fixture), ["a", "b"])
      assert.deepStrictEqual(yield* send(fixture.credential, "DELETE", `${fixture.path}/${id},${foreign.id}`), {
        status: 200,
        body: ""
      })
      assert.deepStrictEqual(yield* send(fixture.credential, "DELETE", fixture.path, { ids: [foreign.id, other] }), {
        status: 200,
        body: ""
      })
      assert.deepStrictEqual(yield* names(fixture), [])
      assert.deepStrictEqual(yield* names(elsewhere), ["a"])
    })
  )
})
