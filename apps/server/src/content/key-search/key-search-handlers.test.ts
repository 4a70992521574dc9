import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with en (base) and de, and the keys greeting, home.title (web), settings and save. */
const seedFixture = Effect.gen(function* () {
  const name = `Search ${++fixtures}`
  const owner = yield* seed.user({ username: `searcher${fixtures}` })
  const member = yield* seed.user({ username: `limited${fixtures}` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const german = project.languages["de"] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: member,
    permission: { scopes: ["keys.view", "translations.view"], viewLanguageIds: [german] }
  })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const ids: Record<string, number> = {}
  for (const [key, namespace, en, de] of [
    ["greeting", null, "Good morning", "Grüß Gott"],
    ["home.title", "web", "Welcome", "Willkommen"],
    ["settings", null, "Preferences", "Einstellungen"],
    ["save", null, "Save", "Speichern"]
  ] as const) {
    const payload = { key, namespace, translations: { en, de } }
    ids[key] = (yield* client.translation.createOrSet({ params, payload })).keyId
  }
  return {
    client,
    credential,
    limited: yield* seed.accessToken(member),
    params,
    ids,
    english: project.languages["en"],
    path: `/v2/projects/${project.id}`
  }
})

type Fixture = Effect.Success<typeof seedFixture>

const search = ({ client, params }: Fixture, query: Record<string, string>) =>
  Effect.map(client.keySearch.search({ params, query }), ({ _embedded }) => _embedded.keys.map(({ name }) => name))

layer(layerTestServer(), { timeout: "60 seconds" })("key search", (it) => {
  it.effect("finds keys by name, namespace and texts, ignoring case and accents, also with a typing error", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      assert.deepStrictEqual(yield* search(fixture, { search: "WELCOME" }), ["home.title"])
      assert.deepStrictEqual(yield* search(fixture, { search: "web" }), ["home.title"])
      assert.deepStrictEqual(yield* search(fixture, { search: "gruß", languageTag: "de" }), ["greeting"])
      assert.deepStrictEqual(yield* search(fixture, { search: "setings" }), ["settings"])
      assert.deepStrictEqual(yield* search(fixture, { search: "Grüß" }), [])
    })
  )

  it.effect("shows the base text and the text in the requested language", () =>
    Effect.gen(function* () {
      const { client, params, ids } = yield* seedFixture
      const { _embedded, page } = yield* client.keySearch.search({
        params,
        query: { search: "save", languageTag: "de" }
      })
      assert.strictEqual(page.totalElements, 1)
      assert.deepStrictEqual(_embedded.keys, [
        {
          id: ids["save"] ?? 0,
          namespace: null,
          name: "save",
          baseTranslation: "Save",
          translation: "Speichern",
          description: null,
          plural: false
        }
      ])
    })
  )

  it.effect("needs a search, a language of the project, and the permission to view it", () =>
    Effect.gen(function* () {
      const { credential, limited, path, english } = yield* seedFixture
      const get = (query: string, who = credential) => send(who, "GET", `${path}/keys/search${query}`)
      assert.deepStrictEqual(yield* get(""), {
        status: 400,
        body: { STANDARD_VALIDATION: { search: "Required parameter 'search' is not present." } }
      })
      assert.deepStrictEqual(yield* get("?search=a&languageTag=fr"), error(404, "language_not_found"))
      assert.deepStrictEqual(
        yield* get("?search=a&languageTag=de", limited),
        error(403, "language_not_permitted", [[english], ["en"]])
      )
    })
  )

  it.effect("info returns known keys with texts in the requested languages, the default namespace first", () =>
    Effect.gen(function* () {
      const { client, params } = yield* seedFixture
      const { _embedded } = yield* client.keySearch.getInfo({
        params,
        query: {},
        payload: {
          keys: [
            { name: "home.title", namespace: "web" },
            { name: "save", namespace: "" },
            { name: "greeting" },
            { name: "missing" }
          ],
          languageTags: ["de"]
        }
      })
      assert.deepStrictEqual(
        _embedded.keys.map(({ name, translations }) => [name, Object.keys(translations), translations["de"]?.text]),
        [
          ["greeting", ["de"], "Grüß Gott"],
          ["save", ["de"], "Speichern"],
          ["home.title", ["de"], "Willkommen"]
        ]
      )
    })
  )

  it.effect("info needs languages", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture
      assert.deepStrictEqual(yield* send(credential, "POST", `${path}/keys/info`, { keys: [] }), {
        status: 400,
        body: { STANDARD_VALIDATION: { languageTags: "must not be empty" } }
      })
    })
  )

  it.effect("info of many keys is read in a thread, and of too many rejected", () =>
    Effect.gen(function* () {
      const { client, credential, params, path } = yield* seedFixture
      const names = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ name: index === 0 ? "greeting" : `missing ${index}` }))
      const payload = { keys: names(2_000), languageTags: ["de", "en"] }
      const { _embedded } = yield* client.keySearch.getInfo({ params, query: {}, payload })
      assert.deepStrictEqual(
        _embedded.keys.map(({ name }) => name),
        ["greeting"]
      )
      assert.deepStrictEqual(
        yield* send(credential, "POST", `${path}/keys/info`, { keys: names(2_001), languageTags: ["de"] }),
        { status: 400, body: { STANDARD_VALIDATION: { keys: "size must be between 0 and 2000" } } }
      )
    })
  )

  it.effect("big meta relates keys that are shown near each other", () =>
    Effect.gen(function* () {
      const { client, params, ids } = yield* seedFixture
      const related = [{ keyName: "greeting" }, { keyName: "unknown" }, { keyName: "save" }, { keyName: "settings" }]
      yield* client.keySearch.storeBigMeta({ params, payload: { relatedKeysInOrder: related } })
      const near = yield* client.keySearch.listNear({ params: { ...params, keyId: ids["greeting"] ?? 0 } })
      assert.deepStrictEqual(
        near._embedded.keys.map(({ name, baseTranslation }) => [name, baseTranslation]),
        [
          ["save", "Save"],
          ["settings", "Preferences"]
        ]
      )
    })
  )
})
