import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { announceSuggestions } from "./announce-suggestions.ts"

let fixtures = 0

const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.withTransaction(statement(sql))))

/** A project with en (base), de and fr that takes suggestions, a key with a German text, its owner, and a member with this permission. */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn: (languages: Readonly<Record<string, number>>) => SeedPermission = () => "VIEW",
  mode: "DISABLED" | "ENABLED" | "ENFORCED" = "ENABLED"
) {
  const name = `Suggestions ${++fixtures}`
  const owner = yield* seed.user({ username: `suggesting owner${fixtures}`, name: "Olga" })
  const member = yield* seed.user({ username: `suggesting member${fixtures}`, name: "Max" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  yield* seed.directPermission({ project: project.id, user: member, permission: permissionIn(project.languages) })
  yield* run((sql) => sql`UPDATE project SET suggestions_mode = ${mode} WHERE id = ${project.id}`)
  const { en = 0, de = 0, fr = 0 } = project.languages
  const key = yield* seed.key({ project: project.id, name: "title" })
  const text = yield* seed.translation({ key, language: de, text: "Hallo" })
  const credential = yield* seed.accessToken(owner)
  const memberCredential = yield* seed.accessToken(member)
  const place = { projectId: project.id, languageId: de, keyId: key }
  return {
    project,
    owner,
    member,
    key,
    text,
    en,
    de,
    fr,
    credential,
    memberCredential,
    place,
    start: `/v2/projects/${project.id}`,
    path: `/v2/projects/${project.id}/languages/${de}/key/${key}/suggestion`,
    params: { projectId: project.id },
    client: yield* clientOf(credential),
    memberClient: yield* clientOf(memberCredential)
  }
})

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

const review = ({ text }: Fixture) => run((sql) => sql`UPDATE translation SET state = 'REVIEWED' WHERE id = ${text}`)

const suggest = ({ memberClient, place }: Fixture, translation: string) =>
  memberClient.suggestion.create({ params: place, payload: { translation } })

/** The German translation of the key as the list shows it. */
const listed = ({ client, params, key }: Fixture, languages = ["de"]) =>
  Effect.map(
    client.translationList.list({ params, query: { languages, filterKeyId: [key] } }),
    (page) => page._embedded.keys[0]?.translations ?? {}
  )

const typesOf = ({ client, params }: Fixture) =>
  Effect.map(client.activity.list({ params, query: {} }), (page) => page._embedded.activities.map(({ type }) => type))

const statesOf = ({ client, place }: Fixture) =>
  Effect.map(client.suggestion.list({ params: place, query: {} }), (page) =>
    page._embedded.suggestions.map(({ translation, state }) => [translation, state])
  )

const notificationsOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/notification?allTypes=true"), ({ body }) =>
    (
      body as { _embedded: { notificationModelList: ReadonlyArray<{ type: string; params: unknown }> } }
    )._embedded.notificationModelList.map(({ type, params }) => [type, params])
  )

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `suggestions on ${engine}`,
    (it) => {
      it.effect("are rejected with a reason, and nothing is stored", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture()
          const { memberCredential: viewer, path, start, project, de, key } = fixture
          const elsewhere = yield* seedFixture()
          const plural = yield* seed.key({ project: project.id, name: "plural" })
          const disabled = yield* seed.key({ project: project.id, name: "disabled" })
          const row = yield* seed.translation({ key: disabled, language: de, text: "x" })
          yield* run((sql) => sql`UPDATE translation SET text = NULL, state = 'DISABLED' WHERE id = ${row}`)
          yield* run(
            (sql) => sql`UPDATE translation_key SET is_plural = 1, plural_argument_name = 'n' WHERE id = ${plural}`
          )
          const at = (languageId: number, keyId: number) => `${start}/languages/${languageId}/key/${keyId}/suggestion`
          for (const [url, translation, response] of [
            [path, " ", { status: 400, body: { STANDARD_VALIDATION: { translation: "must not be blank" } } }],
            [path, "x".repeat(10_001), error(400, "translation_text_too_long", [10_000])],
            [at(de, plural), "Hallo", error(400, "invalid_plural_form", [["Not a plural"]])],
            [at(de, disabled), "Hallo", error(400, "cannot_modify_disabled_translation")],
            [at(de, elsewhere.key), "Hallo", error(404, "key_not_found")],
            [at(elsewhere.de, key), "Hallo", error(404, "language_not_found")]
          ] as const) {
            assert.deepStrictEqual(
              yield* send(viewer, "POST", url, { translation }),
              response,
              translation.slice(0, 20)
            )
          }
          const off = yield* seedFixture(() => "VIEW", "DISABLED")
          assert.deepStrictEqual(
            yield* send(off.memberCredential, "POST", off.path, { translation: "Hallo" }),
            error(400, "feature_not_enabled_for_project", ["SUGGESTIONS"])
          )
          assert.deepStrictEqual(yield* typesOf(fixture), [])
          assert.deepStrictEqual(yield* typesOf(off), [])
          assert.deepStrictEqual(yield* send(viewer, "DELETE", `${path}/1`), error(404, "suggestion_not_found"))
        })
      )

      it.effect("are made by who may view the language; the text stays", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(({ de = 0 }) => ({ scopes: ["translations.view"], viewLanguageIds: [de] }))
          const { memberCredential, member, place, path, start, key, en } = fixture
          const { id, createdAt, ...rest } = yield* suggest(fixture, "Guten Tag")
          assert.deepStrictEqual(rest, {
            languageId: place.languageId,
            keyId: key,
            translation: "Guten Tag",
            state: "ACTIVE",
            author: { id: member, username: "", name: "Max", avatar: null, deleted: false },
            isPlural: false,
            updatedAt: createdAt
          })
          assert.deepStrictEqual(
            yield* send(memberCredential, "POST", path, { translation: "Guten Tag" }),
            error(400, "duplicate_suggestion")
          )
          for (const [method, url, body] of [
            ["GET", `${start}/languages/${en}/key/${key}/suggestion`],
            ["POST", `${start}/languages/${en}/key/${key}/suggestion`, { translation: "Hi" }]
          ] as const) {
            assert.deepStrictEqual(
              yield* send(memberCredential, method, url, body),
              error(403, "language_not_permitted", [[en], ["en"]]),
              method
            )
          }
          const german = (yield* listed(fixture))["de"]
          assert.deepStrictEqual([german?.text, german?.activeSuggestionCount], ["Hallo", 1])
          assert.deepStrictEqual(
            german?.suggestions.map((suggestion) => [suggestion.id, suggestion.translation, suggestion.state]),
            [[id, "Guten Tag", "ACTIVE"]]
          )
        })
      )

      it.effect("of plural keys are stored like their texts", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture()
          const { key } = fixture
          yield* run(
            (sql) => sql`UPDATE translation_key SET is_plural = 1, plural_argument_name = 'n' WHERE id = ${key}`
          )
          const made = yield* suggest(fixture, "{count, plural, one {# Tag} other {# Tage}}")
          assert.isTrue(made.isPlural)
          yield* run(
            (sql) => sql`UPDATE translation_key SET is_plural = 0, plural_argument_name = NULL WHERE id = ${key}`
          )
          assert.deepStrictEqual(
            yield* send(fixture.credential, "PUT", `${fixture.path}/${made.id}/accept`),
            error(400, "suggestion_cant_be_plural")
          )
          yield* run(
            (sql) => sql`UPDATE translation_key SET is_plural = 1, plural_argument_name = 'n' WHERE id = ${key}`
          )
          yield* fixture.client.suggestion.accept({ params: { ...fixture.place, suggestionId: made.id }, query: {} })
          assert.match((yield* listed(fixture))["de"]?.text ?? "", /^\{n, plural,\s+one/)
        })
      )

      it.effect("are counted, shown and found also without a text, and go with the trash", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture()
          const { memberClient, client, place, fr, params, key } = fixture
          const inFrench = { ...place, languageId: fr }
          for (const translation of ["a", "b", "c", "d"]) {
            yield* memberClient.suggestion.create({ params: inFrench, payload: { translation } })
          }
          const french = (yield* listed(fixture, ["fr"]))["fr"]
          assert.deepStrictEqual(
            [french?.id, french?.activeSuggestionCount, french?.totalSuggestionCount],
            [null, 4, 4]
          )
          assert.deepStrictEqual(
            french?.suggestions.map(({ translation }) => translation),
            ["d", "c", "b"]
          )
          const found = (filters: object) =>
            Effect.map(client.translationList.list({ params, query: filters }), ({ page }) => page.totalElements)
          assert.strictEqual(yield* found({ filterHasSuggestionsInLang: ["fr"] }), 1)
          assert.strictEqual(yield* found({ filterHasSuggestionsInLang: ["de"] }), 0)
          assert.strictEqual(yield* found({ filterHasNoSuggestionsInLang: ["fr"] }), 0)
          assert.strictEqual(yield* found({ filterHasNoSuggestionsInLang: ["de"] }), 1)
          const stats = yield* client.stats.get({ params, query: {} })
          assert.strictEqual(stats.activeSuggestionCount, 4)
          assert.deepStrictEqual(
            stats.languageStats.map(({ languageTag, activeSuggestionCount }) => [languageTag, activeSuggestionCount]),
            [
              ["en", 0],
              ["de", 0],
              ["fr", 4]
            ]
          )
          yield* send(fixture.credential, "DELETE", `${fixture.start}/keys/${key}`)
          assert.strictEqual((yield* client.stats.get({ params, query: {} })).activeSuggestionCount, 0)
          assert.deepStrictEqual(
            yield* send(fixture.memberCredential, "GET", fixture.path),
            error(404, "key_not_found")
          )
        })
      )

      it.effect("become the text when they are accepted, once; the others are declined", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture()
          const { client, place, path, credential, memberCredential } = fixture
          const [first, second] = [yield* suggest(fixture, "Guten Tag"), yield* suggest(fixture, "Grüß Gott")]
          assert.deepStrictEqual(
            yield* send(memberCredential, "PUT", `${path}/${first.id}/accept`),
            error(403, "operation_not_permitted", ["translations.edit"])
          )
          yield* review(fixture)
          const params = { ...place, suggestionId: first.id }
          const { accepted, declined } = yield* client.suggestion.accept({ params, query: { declineOther: true } })
          assert.deepStrictEqual([accepted.id, accepted.state, declined], [first.id, "ACCEPTED", [second.id]])
          const german = (yield* listed(fixture))["de"]
          assert.deepStrictEqual(
            [german?.text, german?.state, german?.activeSuggestionCount, german?.totalSuggestionCount],
            ["Guten Tag", "REVIEWED", 0, 2]
          )
          for (const [action, state] of [
            ["accept", "ACCEPTED"],
            ["decline", "ACCEPTED"]
          ] as const) {
            assert.deepStrictEqual(
              yield* send(credential, "PUT", `${path}/${first.id}/${action}`),
              error(400, "suggestion_not_active", [state])
            )
          }
          // Declining a declined one records nothing.
          yield* client.suggestion.decline({ params: { ...place, suggestionId: second.id } })
          yield* client.suggestion.setActive({ params: { ...place, suggestionId: second.id } })
          assert.deepStrictEqual(yield* statesOf(fixture), [
            ["Grüß Gott", "ACTIVE"],
            ["Guten Tag", "ACCEPTED"]
          ])
          yield* client.suggestion.decline({ params: { ...place, suggestionId: second.id } })
          assert.deepStrictEqual(yield* typesOf(fixture), [
            "CREATE_SUGGESTION",
            "CREATE_SUGGESTION",
            "ACCEPT_SUGGESTION",
            "SUGGESTION_SET_ACTIVE",
            "DECLINE_SUGGESTION"
          ])
          const decided = { keyId: fixture.key, keyName: "title", languageTag: "de" }
          assert.deepStrictEqual(yield* notificationsOf(memberCredential), [
            ["SUGGESTION_DECLINED", decided],
            ["SUGGESTION_DECLINED", decided],
            ["SUGGESTION_ACCEPTED", decided]
          ])
        })
      )

      it.effect("are accepted by who may translate the language; only who may review keeps a review", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(() => "TRANSLATE")
          const { memberCredential, path, project } = fixture
          const first = yield* suggest(fixture, "Guten Tag")
          yield* review(fixture)
          assert.strictEqual((yield* send(memberCredential, "PUT", `${path}/${first.id}/accept`)).status, 200)
          const german = (yield* listed(fixture))["de"]
          assert.deepStrictEqual([german?.text, german?.state], ["Guten Tag", "TRANSLATED"])
          yield* review(fixture)
          yield* run(
            (sql) => sql`UPDATE project SET translation_protection = 'PROTECT_REVIEWED' WHERE id = ${project.id}`
          )
          const second = yield* suggest(fixture, "Grüß Gott")
          const rejected = yield* send(memberCredential, "PUT", `${path}/${second.id}/accept`)
          assert.deepInclude(rejected, { status: 403 })
          assert.deepInclude(rejected.body, { code: "operation_not_permitted", params: ["translations.state-edit"] })
          assert.strictEqual((yield* listed(fixture))["de"]?.text, "Guten Tag")
        })
      )

      it.effect("are deleted by their author, or by who may edit the text", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture()
          const { client, place, path, credential, memberCredential } = fixture
          const ofOwner = yield* client.suggestion.create({ params: place, payload: { translation: "Tach" } })
          assert.deepStrictEqual(
            yield* send(memberCredential, "DELETE", `${path}/${ofOwner.id}`),
            error(403, "user_can_only_delete_his_suggestions")
          )
          const [mine, other] = [yield* suggest(fixture, "Moin"), yield* suggest(fixture, "Servus")]
          assert.deepStrictEqual(yield* send(memberCredential, "DELETE", `${path}/${mine.id}`), {
            status: 200,
            body: ""
          })
          assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${other.id}`), { status: 200, body: "" })
          assert.deepStrictEqual(yield* statesOf(fixture), [["Tach", "ACTIVE"]])
          assert.deepStrictEqual((yield* typesOf(fixture)).slice(-2), ["DELETE_SUGGESTION", "DELETE_SUGGESTION"])
        })
      )

      it.effect("are made with a project API key, at the path without the project", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(() => "VIEW")
          const { project, member, de, key } = fixture
          const credential = yield* seed.apiKey({
            project: project.id,
            user: member,
            scopes: ["translations.view"]
          })
          const path = `/v2/projects/languages/${de}/key/${key}/suggestion`
          assert.strictEqual((yield* send(credential, "POST", path, { translation: "Tach" })).status, 200)
          assert.deepStrictEqual(yield* statesOf(fixture), [["Tach", "ACTIVE"]])
        })
      )

      it.effect("take the place of edits of reviewed texts where the project enforces them", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(() => "TRANSLATE", "ENFORCED")
          const { memberCredential, start, key, client, params } = fixture
          yield* review(fixture)
          const write = (translations: object) =>
            Effect.map(
              send(memberCredential, "PUT", `${start}/translations`, { key: "title", translations }),
              ({ status, body }) => {
                const { suggestedLanguages, translations: written } = body as {
                  suggestedLanguages: ReadonlyArray<string>
                  translations: Readonly<Record<string, { text: string }>>
                }
                return [status, suggestedLanguages, Object.entries(written).map(([tag, { text }]) => [tag, text])]
              }
            )
          assert.deepStrictEqual(yield* write({ de: "Guten Tag", fr: "Bonjour" }), [
            200,
            ["de"],
            [
              ["de", "Hallo"],
              ["fr", "Bonjour"]
            ]
          ])
          // The same text once more changes nothing.
          assert.deepStrictEqual(yield* write({ de: "Guten Tag" }), [200, ["de"], [["de", "Hallo"]]])
          assert.deepStrictEqual(yield* write({ de: "Hallo" }), [200, [], [["de", "Hallo"]]])
          yield* send(memberCredential, "PUT", `${start}/keys/${key}/complex-update`, {
            name: "title",
            translations: { de: "Grüß Gott" }
          })
          const german = (yield* listed(fixture))["de"]
          assert.deepStrictEqual([german?.text, german?.state], ["Hallo", "REVIEWED"])
          assert.deepStrictEqual(
            german?.suggestions.map(({ translation }) => translation),
            ["Grüß Gott", "Guten Tag"]
          )
          assert.deepStrictEqual(yield* typesOf(fixture), ["SET_TRANSLATIONS", "CREATE_SUGGESTION"])
          const removed = yield* send(memberCredential, "PUT", `${start}/translations`, {
            key: "title",
            translations: { de: "" }
          })
          assert.strictEqual(removed.status, 403)
          // A user who may change the state edits the text, which stays reviewed.
          yield* client.translation.set({ params, payload: { key: "title", translations: { de: "Tach" } } })
          const edited = (yield* listed(fixture))["de"]
          assert.deepStrictEqual([edited?.text, edited?.state], ["Tach", "REVIEWED"])
        })
      )

      it.effect("are announced to reviewers once a day, with those of others only", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(({ fr = 0 }) => ({
            type: "REVIEW",
            translateLanguageIds: [fr],
            stateChangeLanguageIds: [fr]
          }))
          const { credential, memberCredential, place, fr, client } = fixture
          yield* suggest(fixture, "Tach")
          yield* client.suggestion.create({ params: { ...place, languageId: fr }, payload: { translation: "Salut" } })
          yield* announceSuggestions()
          yield* announceSuggestions()
          const toOwner = [["SUGGESTIONS_WAITING", { suggestionCount: 1, languageTags: ["de"] }]]
          assert.deepStrictEqual(yield* notificationsOf(credential), toOwner)
          assert.deepStrictEqual(yield* notificationsOf(memberCredential), [
            ["SUGGESTIONS_WAITING", { suggestionCount: 1, languageTags: ["fr"] }]
          ])
          yield* suggest(fixture, "Moin")
          yield* announceSuggestions()
          assert.deepStrictEqual(yield* notificationsOf(credential), toOwner)
          yield* run((sql) => sql`UPDATE translation_suggestion SET announced_at = 1 WHERE announced_at IS NOT NULL`)
          yield* announceSuggestions()
          assert.deepStrictEqual(yield* notificationsOf(credential), [...toOwner, ...toOwner])
        })
      )
    }
  )
}
