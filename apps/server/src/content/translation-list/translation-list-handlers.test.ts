import { assert, describe, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memorySuggestionLimit, RateLimiter, translationReadLimit } from "../../platform/http/rate-limiter.ts"
import { TextsReadAtOnceMax } from "../../platform/reading/reading-thread.ts"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/**
 * A project with en (base), de and fr, its owner, a member with this permission, and the keys `home`, `home.title` and
 * `about` in this order, the last two in the namespace `web` too.
 */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn?: (languages: Readonly<Record<string, number>>) => SeedPermission
) {
  const name = `Lists ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const member = yield* seed.user({ username: `${name} member` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  yield* seed.useNamespaces(project.id)
  const permission = permissionIn?.(project.languages) ?? "VIEW"
  yield* seed.directPermission({ project: project.id, user: member, permission })
  const { en = 0, de = 0, fr = 0 } = project.languages
  const web = yield* seed.namespace({ project: project.id, name: "web" })
  const home = yield* seed.key({ project: project.id, name: "home" })
  const title = yield* seed.key({ project: project.id, name: "home.title" })
  const about = yield* seed.key({ project: project.id, name: "about", namespace: web })
  yield* seed.translation({ key: home, language: en, text: "Home" })
  yield* seed.translation({ key: title, language: en, text: "Hi" })
  yield* seed.translation({ key: title, language: de, text: "Hallo" })
  yield* seed.translation({ key: title, language: fr, text: "Salut" })
  yield* seed.translation({ key: about, language: en, text: "About" })
  yield* seed.tag({ project: project.id, key: title, name: "app" })
  const credential = yield* seed.accessToken(owner)
  return {
    project,
    params: { projectId: project.id },
    path: `/v2/projects/${project.id}/translations`,
    keys: { home, title, about },
    credential,
    memberCredential: yield* seed.accessToken(member),
    client: yield* clientOf(credential)
  }
})

/** Fields of a search line in front of those of languages. */
const searchFields = "key:, ns:, description:, tag:, text:, state:, has:, by:,"

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>
type ListQuery = Parameters<Fixture["client"]["translationList"]["list"]>[0]["query"]

const list = ({ client, params }: Fixture, query: ListQuery = {}) => client.translationList.list({ params, query })

type Page = Effect.Success<ReturnType<typeof list>>

const namesIn = ({ _embedded }: Page): ReadonlyArray<string> => _embedded.keys.map(({ keyName }) => keyName)

const names = (fixture: Fixture, query: ListQuery) => Effect.map(list(fixture, query), namesIn)

/** Changes the key: content and revision, as a use case would. */
const rename = Effect.fnUntraced(function* ({ client, params }: Fixture, keyId: number, name: string) {
  yield* client.key.edit({ params: { ...params, keyId }, payload: { name } })
})

const get = Effect.fnUntraced(function* (path: string, credential: TestCredential, headers: Record<string, string>) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const authorization =
      credential !== null && "accessToken" in credential ? `Bearer ${credential.accessToken}` : "none"
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
})

// Small projects are read at once, large ones in threads; the responses must be the same.
describe.each([
  ["from SQLite at once", layerTestServer()],
  ["from SQLite in threads", layerTestServer().pipe(Layer.provide(Layer.succeed(TextsReadAtOnceMax, -1)))],
  ["from PostgreSQL", layerTestServerPostgres()]
] as const)("the translation list, read %s,", (origin, layerServer) => {
  layerOn(origin, layerServer, { timeout: "60 seconds" })("of a project", (it) => {
    it.effect("needs keys.view; the map needs translations.view", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture(() => ["activity.view"])
        const { path, memberCredential, project } = fixture
        const stranger = yield* seed.accessToken(yield* seed.user({ username: `lists stranger ${fixtures}` }))
        for (const [url, scope] of [
          [path, "keys.view"],
          [`${path}/select-all`, "keys.view"],
          [`/v2/projects/${project.id}/keys/select`, "keys.view"],
          [`${path}/en`, "translations.view"]
        ] as const) {
          assert.deepStrictEqual(yield* send(null, "GET", url), error(401, "unauthenticated"))
          assert.deepStrictEqual(yield* send(stranger, "GET", url), error(404, "project_not_found"))
          assert.deepStrictEqual(
            yield* send(memberCredential, "GET", url),
            error(403, "operation_not_permitted", [scope])
          )
        }
      })
    )

    it.effect("shows every field, every selected language, and the base language with the oldest one by default", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const { keys, project } = fixture
        const page = yield* list(fixture, { filterKeyId: [keys.title] })
        const { en = 0, de = 0 } = project.languages
        const translation = (id: number | null, text: string | null) => ({
          id,
          text,
          state: text === null ? "UNTRANSLATED" : "TRANSLATED",
          outdated: false,
          auto: false,
          fromTranslationMemory: false,
          mtProvider: null,
          qualityScore: null,
          qualityReason: null,
          commentCount: 0,
          unresolvedCommentCount: 0,
          activeSuggestionCount: 0,
          totalSuggestionCount: 0,
          suggestions: [],
          labels: [],
          qaIssueCount: 0,
          qaChecksStale: false
        })
        const [key] = page._embedded.keys
        assert.deepStrictEqual(page, {
          _embedded: {
            keys: [
              {
                keyId: keys.title,
                createdAt: 0,
                keyName: "home.title",
                keyIsPlural: false,
                keyPluralArgName: null,
                keyNamespaceId: null,
                keyNamespace: null,
                keyDescription: null,
                keyMaxCharLimit: null,
                keyTags: [{ id: key?.keyTags[0]?.id ?? 0, name: "app" }],
                screenshotCount: 0,
                screenshots: [],
                contextPresent: false,
                translations: {
                  en: translation(key?.translations["en"]?.id ?? 0, "Hi"),
                  de: translation(key?.translations["de"]?.id ?? 0, "Hallo")
                },
                tasks: null,
                branch: null
              }
            ]
          },
          page: { size: 20, totalElements: 1, totalPages: 1, number: 0 },
          selectedLanguages: [
            { id: en, name: "Language en", tag: "en", originalName: null, flagEmoji: null, base: true },
            { id: de, name: "Language de", tag: "de", originalName: null, flagEmoji: null, base: false }
          ],
          nextCursor: page.nextCursor
        } as typeof page)
        const inFrench = yield* list(fixture, { filterKeyId: [keys.home], languages: ["fr", "none"] })
        assert.deepStrictEqual(inFrench._embedded.keys[0]?.translations, { fr: translation(null, null) } as never)
      })
    )

    it.effect("drops languages that the caller may not view, and all of them without translations.view", () =>
      Effect.gen(function* () {
        const limited = yield* seedFixture(({ en = 0, fr = 0 }) => ({
          scopes: ["translations.view"],
          viewLanguageIds: [en, fr]
        }))
        const shown = yield* send(limited.memberCredential, "GET", `${limited.path}?languages=de&languages=fr`)
        assert.deepStrictEqual(
          (shown.body as { selectedLanguages: ReadonlyArray<{ tag: string }> }).selectedLanguages.map(({ tag }) => tag),
          ["fr"]
        )
        // A hidden text must not match a search either.
        const found = yield* send(limited.memberCredential, "GET", `${limited.path}?languages=de,fr&search=hallo`)
        assert.include(JSON.stringify(found.body), `"totalElements":0`)
        const map = yield* send(limited.memberCredential, "GET", `${limited.path}/de,fr`)
        assert.deepStrictEqual(map.body, { fr: { home: { title: "Salut" } } })

        const blind = yield* seedFixture(() => ["keys.view"])
        const keysOnly = yield* send(
          blind.memberCredential,
          "GET",
          `${blind.path}?languages=en&filterUntranslatedAny=true`
        )
        const body = keysOnly.body as Page
        assert.deepStrictEqual(body.selectedLanguages, [])
        assert.deepStrictEqual(
          body._embedded.keys.map(({ translations, screenshots }) => [translations, screenshots]),
          [
            [{}, null],
            [{}, null],
            [{}, null]
          ]
        )
      })
    )

    it.effect("finds keys by parameters as clients write them", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const { path, credential, keys } = fixture
        const found = (query: string) =>
          Effect.map(send(credential, "GET", `${path}?languages=en,de&${query}`), ({ status, body }) => {
            assert.strictEqual(status, 200, JSON.stringify(body))
            return namesIn(body as Page)
          })
        for (const [query, expected] of [
          ["", ["home", "home.title", "about"]],
          ["search=HALLO", ["home.title"]],
          ["filterKeyName=home&filterNamespace=", ["home"]],
          ["filterKeyName=home,about", []],
          ["filterKeyName=home&filterKeyName=about", ["home", "about"]],
          [`filterKeyId=${keys.home},${keys.about}`, ["home", "about"]],
          ["filterNamespace=web", ["about"]],
          ["filterNamespace=web&filterNamespace=", ["home", "home.title", "about"]],
          ["filterTag=app", ["home.title"]],
          ["filterTag=", ["home", "about"]],
          ["filterNoTag=app", ["home", "about"]],
          ["filterState=de,UNTRANSLATED", ["home", "about"]],
          ["filterState=de&filterState=TRANSLATED", ["home.title"]],
          ["filterState=fr,TRANSLATED", ["home.title"]],
          ["filterUntranslatedAny=true", ["home", "about"]],
          ["filterTranslationPattern=de,ha*o", ["home.title"]],
          ["filterNoKeyPattern=home*", ["about"]],
          ["filterDeletedByUserId=1&trashed=true", []],
          ["q=-key:*.title -tag:app h", ["home"]],
          ['q=ns:"" de:hallo', ["home.title"]],
          ["q=state:translated has:text&filterNamespace=web", ["about"]],
          ["q=by:nobody", []],
          ["q=by:%00 %00 tag:%00", []],
          ["sort=keyName,desc", ["home.title", "home", "about"]],
          ["sort=translations.de.text&sort=keyName", ["about", "home", "home.title"]],
          ["page=1&size=2", ["about"]],
          ["page=5&size=2&search=h", []]
        ] as const) {
          assert.deepStrictEqual<ReadonlyArray<string>>(yield* found(query), expected, query)
        }
      })
    )

    it.effect("rejects invalid filters and cursors", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const { path, credential } = fixture
        const { nextCursor } = yield* list(fixture, { size: 1 })
        for (const [query, code, params] of [
          ["filterState=en,DONE", "filter_by_value_state_not_valid", null],
          ["filterLabel=5", "filter_by_value_label_not_valid", null],
          ["filterLabel=en,x", "filter_by_value_label_not_valid", null],
          ["filterKeyPattern=", "filter_pattern_not_valid", null],
          ["filterTranslationPattern=fr,x", "filter_pattern_language_not_valid", null],
          ["q=home nl:x", "search_invalid", [6, `${searchFields} en:, de:, fr:`]],
          ['q=key:"a', "search_invalid", [7, '"']],
          ["sort=translations.fr.text", "unknown_sort_property", null],
          ["cursor=x", "wrong_param_type", ["cursor"]],
          ["cursor=e30", "wrong_param_type", ["cursor"]],
          [`sort=keyName&cursor=${nextCursor}`, "cannot_sort_by_this_column", null],
          ["branch=feature", "feature_not_enabled_for_project", ["BRANCHING"]]
        ] as const) {
          assert.deepStrictEqual(yield* send(credential, "GET", `${path}?${query}`), error(400, code, params), query)
        }
      })
    )

    it.effect("sorts by the current context, which changes without an activity", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const sorted = names(fixture, { sort: ["contextPresent,desc", "keyName"] })
        assert.deepStrictEqual(yield* sorted, ["about", "home", "home.title"])
        const relatedKeysInOrder = [{ keyName: "home" }, { keyName: "home.title" }]
        const path = `/v2/projects/${fixture.params.projectId}/big-meta`
        assert.strictEqual((yield* send(fixture.credential, "POST", path, { relatedKeysInOrder })).status, 200)
        assert.deepStrictEqual(yield* sorted, ["home", "home.title", "about"])
      })
    )

    it.effect("reads filters as other clients write them: booleans of Spring, lists of PHP, Rails and axios", () =>
      Effect.gen(function* () {
        const { path, credential } = yield* seedFixture()
        const namesFor = (query: string) =>
          Effect.map(send(credential, "GET", `${path}?${query}`), ({ body }) => namesIn(body as Page))
        const translated = yield* namesFor("languages=de&filterTranslatedAny=true")
        const all = yield* namesFor("languages=de")
        assert.notDeepEqual(translated, all)
        for (const [flag, expected] of [
          ["True", translated],
          ["1", translated],
          ["on", translated],
          ["0", all],
          ["no", all],
          ["", all]
        ] as const) {
          assert.deepStrictEqual(yield* namesFor(`languages=de&filterTranslatedAny=${flag}`), expected, flag)
        }
        const wanted = ["about", "home"]
        for (const [first, second] of [
          ["filterKeyName", "filterKeyName"],
          ["filterKeyName[]", "filterKeyName[]"],
          ["filterKeyName[0]", "filterKeyName[1]"]
        ] as const) {
          const query = new URLSearchParams([
            [first, "home"],
            [second, "about"],
            ["sort", "keyName"]
          ])
          assert.deepStrictEqual(yield* namesFor(query.toString()), wanted, first)
        }
        assert.strictEqual((yield* send(credential, "GET", `${path}?filterTranslatedAny=maybe`)).status, 400)
        const open = yield* send(null, "GET", "/v2/public/projects/with-stats?filterContributed=1")
        assert.strictEqual(open.status, 200)
      })
    )

    it.effect("rejects unknown filters, and languages that the project does not have", () =>
      Effect.gen(function* () {
        const { path, credential } = yield* seedFixture()
        for (const [query, field] of [
          ["filterHasNoSuggestionsInLang=xx", "filterHasNoSuggestionsInLang"],
          ["filterTags=app", "filterTags"],
          ["filterState=xx,TRANSLATED", "filterState"],
          ["filterUntranslatedInLang=xx", "filterUntranslatedInLang"]
        ] as const) {
          for (const list of [path, `${path}/select-all`]) {
            const { status, body } = yield* send(credential, "GET", `${list}?${query}`)
            assert.strictEqual(status, 400, query)
            assert.deepStrictEqual(Object.keys((body as { STANDARD_VALIDATION: object }).STANDARD_VALIDATION), [field])
          }
        }
        assert.strictEqual((yield* send(credential, "GET", `${path}?utm_source=x`)).status, 200)
      })
    )

    it.effect("pages through all keys by cursor, with the full total, until an empty page", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        for (const query of [{}, { sort: ["keyName,desc"] }, { sort: ["keyNamespace", "translations.de.text,desc"] }]) {
          const expected = yield* names(fixture, query)
          const listed: Array<string> = []
          let cursor: string | null | undefined
          do {
            const page = yield* list(fixture, { ...query, size: 2, ...(cursor ? { cursor, page: 9 } : {}) })
            assert.deepStrictEqual(page.page, { size: 2, totalElements: 3, totalPages: 2, number: 0 })
            listed.push(...namesIn(page))
            cursor = page.nextCursor
          } while (cursor !== null)
          assert.deepStrictEqual(listed, expected, JSON.stringify(query))
        }
      })
    )

    it.effect("continues after the last key of the previous page, also when that key has moved", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const byName = { sort: ["keyName"], size: 1 }
        const first = yield* list(fixture, byName)
        assert.deepStrictEqual(namesIn(first), ["about"])
        yield* rename(fixture, fixture.keys.about, "zebra")
        const second = yield* list(fixture, { ...byName, cursor: first.nextCursor ?? "" })
        assert.deepStrictEqual(namesIn(second), ["home"])
        assert.deepStrictEqual(yield* names(fixture, { sort: ["keyName"] }), ["home", "home.title", "zebra"])
      })
    )

    it.effect("shows every change at once", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture()
        const query = { search: "home" }
        assert.deepStrictEqual(yield* names(fixture, query), ["home", "home.title"])
        yield* rename(fixture, fixture.keys.home, "start")
        const page = yield* list(fixture, { ...query, languages: ["de"] })
        assert.deepStrictEqual(namesIn(page), ["home.title"])
        assert.strictEqual(page.page.totalElements, 1)
        assert.strictEqual((yield* list(fixture)).page.totalElements, 3)
        const { client, params, keys } = fixture
        yield* client.key.deleteByBody({ params, payload: { ids: [keys.title] } })
        assert.strictEqual((yield* list(fixture)).page.totalElements, 2)
        assert.deepStrictEqual(yield* names(fixture, { trashed: true }), ["home.title"])
        assert.deepStrictEqual(yield* names(fixture, { search: "hi", trashed: true }), ["home.title"])
      })
    )

    it.effect("finds texts by the user that changed them, others only for callers who may see members", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture(() => ["keys.view", "translations.view"])
        const { client, params, path, memberCredential } = fixture
        yield* client.translation.set({ params, payload: { key: "home.title", translations: { de: "Servus" } } })
        const { username } = yield* client.user.get()
        const q = `by:"${username}"`
        assert.deepStrictEqual(yield* names(fixture, { q, languages: ["de"] }), ["home.title"])
        assert.deepStrictEqual(yield* names(fixture, { q, languages: ["en"] }), [])
        const { body } = yield* send(
          memberCredential,
          "GET",
          `${path}/select-all?languages=de&q=${encodeURIComponent(q)}`
        )
        assert.deepStrictEqual(body, { ids: [] })
      })
    )

    it.effect("returns the ids of all keys of a list, at both paths", () =>
      Effect.gen(function* () {
        const { path, project, credential, keys } = yield* seedFixture()
        for (const url of [`${path}/select-all`, `/v2/projects/${project.id}/keys/select`]) {
          assert.deepStrictEqual(yield* send(credential, "GET", `${url}?filterNamespace=`), {
            status: 200,
            body: { ids: [keys.home, keys.title] }
          })
          assert.deepStrictEqual(
            yield* send(credential, "GET", `${url}?filterState=en,DONE`),
            error(400, "filter_by_value_state_not_valid")
          )
        }
      })
    )

    it.effect("as a map for the SDK has one namespace, nested by names; a language without rows is absent", () =>
      Effect.gen(function* () {
        const { path, credential, project } = yield* seedFixture()
        for (const [query, body] of [
          ["en,none", { en: { home: "Home", "home.title": "Hi" } }],
          ["fr", { fr: { home: { title: "Salut" } } }],
          ["en,fr?ns=web", { en: { about: "About" } }],
          ["en?ns=none", {}],
          ["en?ns=&filterTag=app&filterTag=web", { en: { home: { title: "Hi" } } }],
          ["fr?structureDelimiter=", { fr: { "home.title": "Salut" } }],
          ["fr?structureDelimiter=m", { fr: { ho: { "e.title": "Salut" } } }],
          ["xx", {}]
        ] as const) {
          assert.deepStrictEqual(yield* send(credential, "GET", `${path}/${query}`), { status: 200, body }, query)
        }
        const owner = yield* seed.user({ username: `lists key owner ${fixtures}` })
        yield* seed.directPermission({ project: project.id, user: owner, permission: "VIEW" })
        const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
        assert.deepStrictEqual(yield* send(key, "GET", "/v2/projects/translations/fr"), {
          status: 200,
          body: { fr: { home: { title: "Salut" } } }
        })
      })
    )
  })
})

layer(layerTestServer())("the ETag of the SDK map", (it) => {
  it.effect("has no date within the second of a change, because another change may follow", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const path = `${fixture.path}/en`
      yield* TestClock.adjust("500 millis")
      yield* rename(fixture, fixture.keys.about, "about us")
      const first = yield* get(path, fixture.credential, {})
      assert.isNull(first.headers.get("last-modified"))
      // curl sends the time when it received the file.
      const received = { "if-modified-since": new Date(yield* Clock.currentTimeMillis).toUTCString() }
      yield* TestClock.adjust("100 millis")
      yield* rename(fixture, fixture.keys.about, "about you")
      assert.strictEqual((yield* get(path, fixture.credential, received)).status, 200)
      yield* TestClock.adjust("1 second")
      const second = yield* get(path, fixture.credential, received)
      assert.strictEqual(second.status, 200)
      const modified = second.headers.get("last-modified") ?? ""
      assert.strictEqual((yield* get(path, fixture.credential, { "if-modified-since": modified })).status, 304)
      yield* rename(fixture, fixture.keys.about, "about us")
      assert.strictEqual((yield* get(path, fixture.credential, { "if-modified-since": modified })).status, 200)
    })
  )

  it.effect("responds 304 until the project changes", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const path = `${fixture.path}/en`
      yield* rename(fixture, fixture.keys.about, "about us")
      yield* TestClock.adjust("5 seconds")
      const first = yield* get(path, fixture.credential, {})
      const tag = first.headers.get("etag") ?? ""
      const modified = first.headers.get("last-modified") ?? ""
      assert.match(tag, /^"[\w-]+"$/)
      assert.strictEqual(first.headers.get("cache-control"), "max-age=0")
      const later = new Date(Date.parse(modified) + 1_000).toUTCString()
      const earlier = new Date(Date.parse(modified) - 1_000).toUTCString()
      const headers: ReadonlyArray<readonly [Record<string, string>, number]> = [
        [{ "if-none-match": tag }, 304],
        [{ "if-none-match": tag.slice(1, -1) }, 304],
        [{ "if-none-match": `W/${tag}` }, 304],
        [{ "if-none-match": `"other", ${tag}` }, 304],
        [{ "if-modified-since": modified }, 304],
        [{ "if-modified-since": later }, 304],
        [{ "if-modified-since": "Fri, 31 Dec 9999 23:59:59 GMT" }, 200],
        [{ "if-none-match": '"other"', "if-modified-since": later }, 200],
        [{ "if-modified-since": earlier }, 200],
        [{ "if-modified-since": "yesterday" }, 200]
      ]
      for (const [sent, status] of headers) {
        const response = yield* get(path, fixture.credential, sent)
        assert.strictEqual(response.status, status, JSON.stringify(sent))
        assert.strictEqual(response.headers.get("etag"), tag)
        assert.strictEqual(response.headers.get("last-modified"), modified)
        assert.strictEqual(response.headers.get("cache-control"), "max-age=0")
        assert.strictEqual(response.text, status === 304 ? "" : first.text)
      }
      yield* rename(fixture, fixture.keys.home, "start")
      const changed = yield* get(path, fixture.credential, { "if-none-match": tag })
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers.get("etag"), tag)
    })
  )

  it.effect("depends on the address and on the languages that the caller may view", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(({ en = 0 }) => ({ scopes: ["translations.view"], viewLanguageIds: [en] }))
      const tagOf = (path: string, credential: TestCredential) =>
        Effect.map(get(path, credential, {}), ({ headers }) => headers.get("etag"))
      const tags = [
        yield* tagOf(`${fixture.path}/en`, fixture.credential),
        yield* tagOf(`${fixture.path}/en`, fixture.memberCredential),
        yield* tagOf(`${fixture.path}/en,de`, fixture.credential),
        yield* tagOf(`${fixture.path}/en?ns=web`, fixture.credential)
      ]
      assert.strictEqual(new Set(tags).size, tags.length)
      assert.strictEqual(yield* tagOf(`${fixture.path}/en`, fixture.credential), tags[0])
    })
  )
})

layer(layerTestServer({ rateLimits: true }))("the limit of reading translations", (it) => {
  it.effect("is shared by the list and the map of a user, and 304 does not count", () =>
    Effect.gen(function* () {
      const { path, credential, memberCredential } = yield* seedFixture()
      const first = yield* get(`${path}/en`, credential, {})
      const me = yield* send(credential, "GET", "/v2/user")
      const limiter = yield* RateLimiter
      const { id } = me.body as { readonly id: number }
      yield* Effect.replicateEffect(limiter.consume(translationReadLimit, id), 999)
      for (const url of [path, `${path}/en`]) {
        const { status, headers, text } = yield* get(url, credential, {})
        assert.strictEqual(status, 429)
        assert.isNotNull(headers.get("retry-after"))
        assert.include(text, `"message":"rate_limited"`)
        assert.include(text, `"global":false`)
      }
      const known = { "if-none-match": first.headers.get("etag") ?? "" }
      assert.strictEqual((yield* get(`${path}/en`, credential, known)).status, 304)
      assert.strictEqual((yield* get(path, memberCredential, {})).status, 200)
    })
  )

  it.effect("is another one than that of suggestions from the memory", () =>
    Effect.gen(function* () {
      const { project, path, credential } = yield* seedFixture()
      const suggest = send(credential, "POST", `/v2/projects/${project.id}/suggest/translation-memory`, {
        targetLanguageId: project.languages["de"],
        baseText: "Save"
      })
      const limiter = yield* RateLimiter
      const me = yield* send(credential, "GET", "/v2/user")
      const { id } = me.body as { readonly id: number }
      yield* Effect.replicateEffect(limiter.consume(memorySuggestionLimit, id), 999)
      assert.strictEqual((yield* suggest).status, 200)
      assert.deepInclude((yield* suggest).body, { message: "rate_limited", global: false })
      assert.strictEqual((yield* get(path, credential, {})).status, 200)
    })
  )
})
