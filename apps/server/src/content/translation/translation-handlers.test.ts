import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with en (base), de and fr, its owner, and a member with this permission. */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn?: (languages: Readonly<Record<string, number>>) => SeedPermission
) {
  const name = `Texts ${++fixtures}`
  const owner = yield* seed.user({ username: `owner${fixtures}` })
  const member = yield* seed.user({ username: `member${fixtures}` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  const permission = permissionIn?.(project.languages) ?? "VIEW"
  yield* seed.directPermission({ project: project.id, user: member, permission })
  const credential = yield* seed.accessToken(owner)
  return {
    project,
    params: { projectId: project.id },
    path: `/v2/projects/${project.id}/translations`,
    credential,
    memberCredential: yield* seed.accessToken(member),
    client: yield* clientOf(credential)
  }
})

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

const write = ({ client, params }: Fixture, translations: Record<string, string | null>, key = "title") =>
  client.translation.createOrSet({ params, payload: { key, translations } })

const states = ({ client, params }: Fixture, key = "title") =>
  Effect.map(
    client.translation.set({ params, payload: { key, translations: {}, languagesToReturn: ["en", "de", "fr"] } }),
    ({ translations }) =>
      Object.fromEntries(
        Object.entries(translations).map(([tag, { text, state, outdated }]) => [tag, [text, state, outdated]])
      )
  )

const protect = Effect.fnUntraced(function* ({ project }: Fixture) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(
    database.transaction(sql`UPDATE project SET translation_protection = 'PROTECT_REVIEWED' WHERE id = ${project.id}`)
  )
})

const activities = ({ client, params }: Fixture) =>
  Effect.map(client.activity.list({ params, query: {} }), (page) => page._embedded.activities.map(({ type }) => type))

layer(layerTestServer(), { timeout: "60 seconds" })("writing translations", (it) => {
  it.effect("creates a missing key, and responds with the texts", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const response = yield* write(fixture, { en: "Hello", de: "" })
      assert.deepStrictEqual(
        [response.keyName, response.keyNamespace, response.keyIsPlural, Object.keys(response.translations)],
        ["title", null, false, ["en", "de"]]
      )
      const { id, ...german } = response.translations["de"] ?? { id: 0 }
      assert.isAbove(id, 0)
      assert.deepStrictEqual(german, {
        text: null,
        state: "UNTRANSLATED",
        outdated: false,
        auto: false,
        mtProvider: null,
        qualityScore: null,
        qualityReason: null,
        labels: []
      })
      assert.deepStrictEqual(yield* activities(fixture), ["CREATE_KEY"])
    })
  )

  it.effect("writes nothing when a text is not the one that the client expects, and shows the present ones", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture((languages) => ({
        scopes: ["translations.edit"],
        translateLanguageIds: [languages["de"] ?? 0],
        viewLanguageIds: [languages["de"] ?? 0]
      }))
      const { credential, memberCredential, path } = fixture
      yield* write(fixture, { en: "Hello", de: "Hallo" })
      const before = [yield* states(fixture), yield* activities(fixture)]
      const put = (body: object, as = credential, method = "PUT") => send(as, method, path, { key: "title", ...body })
      const change = { translations: { en: "Hi", de: "Tag", fr: "Salut" } }
      for (const [expectedTexts, present] of [
        [{ en: "Hey" }, { en: "Hello" }],
        [
          { en: "Hello", de: null, fr: "Bonjour" },
          { de: "Hallo", fr: null }
        ],
        [{ de: "" }, { de: "Hallo" }]
      ] as const) {
        for (const method of ["PUT", "POST"]) {
          assert.deepStrictEqual(
            yield* put({ ...change, expectedTexts }, credential, method),
            error(409, "text_changed", [present])
          )
        }
      }
      assert.deepStrictEqual(
        yield* put({ key: "none", translations: { en: "x" }, expectedTexts: { en: "y" } }),
        error(404, "key_not_found")
      )
      assert.deepStrictEqual(
        yield* put({ key: "none", translations: { en: "x" }, expectedTexts: { en: "y" } }, credential, "POST"),
        error(409, "text_changed", [{ en: null }])
      )
      // The response says nothing of a text that the caller may not see.
      const guess = { translations: { de: "Tag" }, expectedTexts: { en: "Hello" } }
      assert.deepStrictEqual(yield* put(guess, memberCredential), {
        status: 400,
        body: { STANDARD_VALIDATION: { expectedTexts: "names a language that is not in translations" } }
      })
      const hidden = yield* put({ translations: { en: "Hi" }, expectedTexts: { en: "x" } }, memberCredential)
      assert.deepStrictEqual([hidden.status, (hidden.body as { code: string }).code], [403, "language_not_permitted"])
      assert.deepStrictEqual([yield* states(fixture), yield* activities(fixture)], before)
      const right = yield* put({ ...change, expectedTexts: { en: "Hello", de: "Hallo", fr: null } })
      assert.strictEqual(right.status, 200)
      assert.deepStrictEqual((yield* states(fixture))["fr"]?.[0], "Salut")
      const fresh = { key: "fresh", translations: { en: "New" }, expectedTexts: { en: null } }
      assert.strictEqual((yield* put(fresh, credential, "POST")).status, 200)
    })
  )

  it.effect("of two writers who expect the same text one wins", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { credential, path } = fixture
      yield* write(fixture, { en: "Start" })
      const writers = Array.from({ length: 5 }, (_, index) => `Text ${index}`)
      const responses = yield* Effect.forEach(
        writers,
        (text) =>
          send(credential, "PUT", path, { key: "title", translations: { en: text }, expectedTexts: { en: "Start" } }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
      const winner = writers[responses.findIndex(({ status }) => status === 200)]
      assert.strictEqual((yield* states(fixture))["en"]?.[0], winner)
      const lost = responses.find(({ status }) => status === 409)
      assert.deepStrictEqual(lost?.body, { code: "text_changed", params: [{ en: winner }] })
    })
  )

  it.effect("PUT creates no key: it responds 404 key_not_found, and stores nothing", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture()
      const body = { key: "absent", translations: { en: "x" } }
      assert.deepStrictEqual(yield* send(credential, "PUT", path, body), error(404, "key_not_found"))
    })
  )

  it.effect("moves states: a changed text is translated, an empty one untranslated, an equal one stays", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const created = yield* write(fixture, { en: "Hello", de: "Hallo" })
      const translationId = created.translations["de"]?.id ?? 0
      const reviewed = yield* fixture.client.translation.setState({
        params: { ...fixture.params, translationId, state: "REVIEWED" }
      })
      assert.strictEqual(reviewed.state, "REVIEWED")
      yield* write(fixture, { de: "Hallo" })
      assert.deepStrictEqual((yield* states(fixture))["de"], ["Hallo", "REVIEWED", false])
      yield* write(fixture, { de: "Servus" })
      assert.deepStrictEqual((yield* states(fixture))["de"], ["Servus", "TRANSLATED", false])
      yield* write(fixture, { de: null })
      assert.deepStrictEqual((yield* states(fixture))["de"], [null, "UNTRANSLATED", false])
    })
  )

  it.effect(
    "a new base text makes the other texts outdated and takes their review back, except those written with it",
    () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const created = yield* write(fixture, { en: "Hello", de: "Hallo", fr: "Bonjour" })
        const translationId = created.translations["de"]?.id ?? 0
        yield* fixture.client.translation.setState({ params: { ...fixture.params, translationId, state: "REVIEWED" } })
        yield* write(fixture, { en: "Hello!", fr: "Bonjour !" })
        assert.deepStrictEqual(yield* states(fixture), {
          en: ["Hello!", "TRANSLATED", false],
          de: ["Hallo", "TRANSLATED", true],
          fr: ["Bonjour !", "TRANSLATED", false]
        })
        yield* fixture.client.translation.setOutdatedFlag({
          params: { ...fixture.params, translationId, state: false }
        })
        assert.deepStrictEqual((yield* states(fixture))["de"], ["Hallo", "TRANSLATED", false])
      })
  )

  it.effect("a protected review keeps its state, and changing its text needs translations.state-edit", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(() => "TRANSLATE")
      const created = yield* write(fixture, { en: "Hello", de: "Hallo" })
      const translationId = created.translations["de"]?.id ?? 0
      yield* fixture.client.translation.setState({ params: { ...fixture.params, translationId, state: "REVIEWED" } })
      yield* protect(fixture)
      const body = { key: "title", translations: { de: "Servus" } }
      assert.deepStrictEqual(
        yield* send(fixture.memberCredential, "PUT", fixture.path, body),
        error(403, "operation_not_permitted", ["translations.state-edit"])
      )
      yield* write(fixture, { de: "Servus" })
      assert.deepStrictEqual((yield* states(fixture))["de"], ["Servus", "REVIEWED", false])
    })
  )

  it.effect.each([
    ["a state", "en", "set-state/REVIEWED"],
    ["a state without a text", "de", "set-state/REVIEWED"],
    ["that it is up to date", "en", "set-outdated-flag/false"],
    ["that a person translated it", "en", "dismiss-auto-translated-state"]
  ] as const)("setting %s again writes nothing: the language did not change, its words stay counted", ([, tag, end]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const { keyId, translations } = yield* write(fixture, { en: "Hello", de: "" })
      const put = (path: string) =>
        Effect.map(send(fixture.credential, "PUT", `${fixture.path}/${translations[tag]?.id}/${path}`), ({ status }) =>
          assert.strictEqual(status, 200)
        )
      yield* put("set-state/REVIEWED")
      const before = yield* activities(fixture)
      yield* Effect.orDie(
        database.transaction(
          Effect.andThen(
            sql`UPDATE translation SET word_count = 1 WHERE key_id = ${keyId} AND text IS NOT NULL`,
            sql`UPDATE language SET translations_updated_at = 5 WHERE project_id = ${fixture.project.id}`
          )
        )
      )
      yield* put(end)
      const words = yield* Effect.orDie(sql`SELECT word_count FROM translation WHERE key_id = ${keyId} ORDER BY id`)
      const times = yield* Effect.orDie(
        sql`SELECT DISTINCT translations_updated_at AS at FROM language WHERE project_id = ${fixture.project.id}`
      )
      assert.sameMembers(
        words.map((row) => row["wordCount"]),
        [1, null]
      )
      assert.deepStrictEqual(
        times.map((row) => row["at"]),
        [5]
      )
      assert.deepStrictEqual(yield* activities(fixture), before)
    })
  )

  it.effect("a caller limited to some languages writes these and no others", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(({ de = 0 }) => ({
        scopes: ["translations.edit", "translations.state-edit"],
        translateLanguageIds: [de],
        stateChangeLanguageIds: [de]
      }))
      const { memberCredential, path, project } = fixture
      const created = yield* write(fixture, { en: "Hello", de: "Hallo" })
      const set = (translations: Record<string, string>) =>
        send(memberCredential, "PUT", path, { key: "title", translations })
      assert.strictEqual((yield* set({ de: "Servus" })).status, 200)
      const forbidden = error(403, "language_not_permitted", [[project.languages["en"]], ["en"]])
      assert.deepStrictEqual(yield* set({ en: "Hi" }), forbidden)
      assert.deepStrictEqual(yield* set({ en: "Hi", de: "Grüß Gott" }), forbidden)
      const setState = (tag: string) =>
        send(memberCredential, "PUT", `${path}/${created.translations[tag]?.id}/set-state/REVIEWED`)
      assert.deepStrictEqual(yield* setState("en"), forbidden)
      assert.strictEqual((yield* setState("de")).status, 200)
      assert.deepStrictEqual((yield* states(fixture))["en"], ["Hello", "TRANSLATED", false])
      assert.deepStrictEqual((yield* states(fixture))["de"], ["Servus", "REVIEWED", false])
    })
  )

  it.effect("creating by POST needs keys.edit, and a text in an unknown language is rejected", () =>
    Effect.gen(function* () {
      const { memberCredential, path, credential } = yield* seedFixture(() => ["translations.edit"])
      const post = (who: typeof credential, translations: Record<string, string>) =>
        send(who, "POST", path, { key: "new", translations })
      assert.deepStrictEqual(
        yield* post(memberCredential, { en: "x" }),
        error(403, "operation_not_permitted", ["keys.edit"])
      )
      assert.deepStrictEqual(yield* post(credential, { cs: "x" }), error(404, "language_not_found"))
    })
  )

  it.effect("rejects a text that is too long", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture()
      const body = { key: "title", translations: { en: "x".repeat(10_001) }, branch: " " }
      assert.deepStrictEqual(
        yield* send(credential, "POST", path, body),
        error(400, "translation_text_too_long", [10_000])
      )
    })
  )

  it.effect("names the invalid fields of a body", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture()
      assert.deepStrictEqual(yield* send(credential, "POST", path, { key: " ", namespace: "n".repeat(101) }), {
        status: 400,
        body: {
          STANDARD_VALIDATION: {
            key: "must not be blank",
            namespace: "size must be between 0 and 100",
            translations: "must not be null"
          }
        }
      })
    })
  )

  it.effect("any plural among the texts of a new key makes it a plural key; later texts must be plurals", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const response = yield* write(fixture, { en: "{n, plural, one {# dog} other {# dogs}}", de: "Hunde" }, "dogs")
      assert.isTrue(response.keyIsPlural)
      assert.strictEqual(response.translations["en"]?.text, "{n, plural,\none {# dog}\nother {# dogs}\n}")
      assert.strictEqual(response.translations["de"]?.text, "{n, plural,\nother {Hunde}\n}")
      const body = { key: "dogs", translations: { de: "Hunde" } }
      assert.deepStrictEqual(
        yield* send(fixture.credential, "PUT", fixture.path, body),
        error(400, "invalid_plural_form", [["Not a plural"]])
      )
    })
  )

  it.effect("finds keys by namespace; a blank one is the default namespace", () =>
    Effect.gen(function* () {
      const { client, params } = yield* seedFixture()
      const inWeb = { key: "title", namespace: "web" }
      const created = yield* client.translation.createOrSet({
        params,
        payload: { ...inWeb, translations: { en: "Web" } }
      })
      assert.strictEqual(created.keyNamespace, "web")
      const other = yield* client.translation.createOrSet({
        params,
        payload: { key: "title", namespace: " ", translations: { en: "Default" } }
      })
      assert.isNull(other.keyNamespace)
      assert.notStrictEqual(other.keyId, created.keyId)
      const again = yield* client.translation.set({ params, payload: { ...inWeb, translations: { en: "Web 2" } } })
      assert.strictEqual(again.keyId, created.keyId)
    })
  )

  it.effect("history shows each change, the newest first, with its author", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const created = yield* write(fixture, { en: "Hello" })
      yield* write(fixture, { en: "Hi" })
      const translationId = created.translations["en"]?.id ?? 0
      const { _embedded, page } = yield* fixture.client.translation.getHistory({
        params: { ...fixture.params, translationId },
        query: {}
      })
      assert.strictEqual(page.totalElements, 2)
      assert.deepStrictEqual(
        _embedded.revisions.map(({ revisionType, modifications }) => [revisionType, modifications["text"]]),
        [
          ["MOD", { old: "Hello", new: "Hi" }],
          ["ADD", { old: null, new: "Hello" }]
        ]
      )
      assert.isNotEmpty(_embedded.revisions[0]?.author?.username)
    })
  )

  it.effect("the activity names key and language of a translation as they were then", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const created = yield* write(fixture, { en: "Hello" })
      yield* write(fixture, { en: "Hi" })
      const page = yield* fixture.client.activity.list({
        params: fixture.params,
        query: { sort: [{ property: "timestamp", direction: "desc" }] }
      })
      const [newest] = page._embedded.activities
      assert.strictEqual(newest?.type, "SET_TRANSLATIONS")
      assert.deepStrictEqual(newest?.modifiedEntities?.["Translation"], [
        {
          entityClass: "Translation",
          entityId: created.translations["en"]?.id ?? 0,
          description: {},
          modifications: { text: { old: "Hello", new: "Hi" } },
          relations: {
            key: {
              entityClass: "Key",
              entityId: created.keyId,
              data: { name: "title" },
              relations: {},
              exists: true
            },
            language: {
              entityClass: "Language",
              entityId: fixture.project.languages["en"] ?? 0,
              data: { tag: "en", name: "Language en", flagEmoji: null },
              relations: {},
              exists: true
            }
          },
          exists: null
        }
      ])
    })
  )
})
