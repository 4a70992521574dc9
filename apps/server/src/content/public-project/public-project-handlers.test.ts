import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { connectStomp, stompCredential } from "../../testing/stomp-client.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.withTransaction(statement(sql))))

const hidden = "Hidden"

/** A project with a key that has all that people write about it, a member with MANAGE, and a visitor. */
const seedFixture = Effect.fnUntraced(function* ({ isPublic = true, mode = "ENABLED" } = {}) {
  const name = `Public ${++fixtures}`
  const owner = yield* seed.user({ username: `${hidden} owner ${fixtures}`, name: `${hidden} Olga` })
  const manager = yield* seed.user({ username: `${hidden} manager ${fixtures}`, name: `${hidden} Mona` })
  const visitor = yield* seed.user({ username: `visitor ${fixtures}`, name: "Vera" })
  const organization = yield* seed.organization({ name: `${hidden} ${name}`, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"], isPublic })
  yield* seed.directPermission({ project: project.id, user: manager, permission: "MANAGE" })
  yield* run((sql) => sql`UPDATE project SET suggestions_mode = ${mode} WHERE id = ${project.id}`)
  const { en = 0, de = 0 } = project.languages
  const key = yield* seed.key({ project: project.id, name: "title" })
  const text = yield* seed.translation({ key, language: en, text: "Hello" })
  yield* seed.comment({ translation: text, author: owner, text: `${hidden} comment` })
  yield* seed.suggestion({ key, language: de, author: owner, text: `${hidden} suggestion` })
  yield* seed.tag({ project: project.id, key, name: `${hidden} tag` })
  return {
    id: project.id,
    name,
    owner,
    en,
    de,
    key,
    visitor,
    asOwner: yield* seed.accessToken(owner, { super: true }),
    asManager: yield* seed.accessToken(manager, { super: true }),
    asVisitor: yield* seed.accessToken(visitor),
    page: `/v2/public-projects/${project.id}`,
    publication: `/v2/projects/${project.id}/publication`,
    suggestions: `/v2/projects/${project.id}/languages/${de}/key/${key}/suggestion`
  }
})

const statusOf = (credential: TestCredential, path: string) =>
  Effect.map(send(credential, "GET", path), ({ status }) => status)

const hiddenProject = error(404, "project_not_found")

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })("a public project", (it) => {
    it.effect("shows visitors its languages, progress, keys and texts, and nothing else", () =>
      Effect.gen(function* () {
        const { id, name, en, de, key, asVisitor, page } = yield* seedFixture()
        const shares = { translatedPercentage: 0, reviewedPercentage: 0 }
        const language = { originalName: null, flagEmoji: null }
        const languages = [
          { ...language, id: en, name: "Language en", tag: "en", base: true },
          { ...language, id: de, name: "Language de", tag: "de", base: false }
        ]
        for (const credential of [null, asVisitor]) {
          const project = yield* send(credential, "GET", page)
          assert.deepStrictEqual(project, {
            status: 200,
            body: {
              id,
              name,
              description: null,
              takesSuggestions: true,
              keyCount: 1,
              languages: [
                { ...languages[0], ...shares, translatedPercentage: 100 },
                { ...languages[1], ...shares }
              ]
            }
          })
          const { body } = yield* send(credential, "GET", `${page}/translations`)
          const { nextCursor, ...list } = body as { readonly nextCursor: string }
          assert.isString(nextCursor)
          assert.deepStrictEqual(list, {
            _embedded: {
              keys: [
                {
                  keyId: key,
                  keyName: "title",
                  keyNamespace: null,
                  keyDescription: null,
                  keyIsPlural: false,
                  translations: {
                    en: { text: "Hello", state: "TRANSLATED" },
                    de: { text: null, state: "UNTRANSLATED" }
                  }
                }
              ]
            },
            page: { size: 20, totalElements: 1, totalPages: 1, number: 0 },
            selectedLanguages: languages
          })
        }
      })
    )

    it.effect("is in no cache, and hidden from the next request when it becomes private", () =>
      Effect.gen(function* () {
        const { page, publication, asOwner, asVisitor } = yield* seedFixture()
        for (const path of [page, `${page}/translations`]) {
          const { baseUrl } = yield* TestServer
          const { headers } = yield* Effect.promise(() => fetch(`${baseUrl}${path}`))
          assert.strictEqual(headers.get("cache-control"), "no-store")
          assert.isNull(headers.get("etag"))
        }
        assert.deepInclude(yield* send(asOwner, "PUT", publication, { public: false }), { status: 200 })
        for (const credential of [null, asVisitor, asOwner]) {
          assert.deepStrictEqual(yield* send(credential, "GET", page), hiddenProject)
          assert.deepStrictEqual(yield* send(credential, "GET", `${page}/translations`), hiddenProject)
        }
      })
    )

    it.effect("is made public and private by owners alone, and the audit log says so", () =>
      Effect.gen(function* () {
        const { id, page, publication, asOwner, asManager } = yield* seedFixture({ isPublic: false })
        const notOwner = error(403, "user_is_not_owner_of_organization")
        assert.deepStrictEqual(yield* send(asManager, "PUT", publication, { public: true }), notOwner)
        assert.strictEqual(yield* statusOf(null, page), 404)
        const isPublic = { status: 200, body: { public: true, allowed: true } }
        assert.deepStrictEqual(yield* send(asOwner, "PUT", publication, { public: true }), isPublic)
        assert.deepStrictEqual(yield* send(asManager, "GET", publication), isPublic)
        // The second one changes nothing.
        assert.deepStrictEqual(yield* send(asOwner, "PUT", publication, { public: true }), isPublic)
        assert.strictEqual(yield* statusOf(null, page), 200)
        assert.deepStrictEqual(yield* send(asManager, "PUT", publication, { public: false }), notOwner)
        yield* send(asOwner, "PUT", publication, { public: false })
        const sql = yield* SqlClient.SqlClient
        const entries = yield* Effect.orDie(
          sql<{ action: string }>`SELECT action FROM audit_entry WHERE project_id = ${id} ORDER BY id`
        )
        assert.deepStrictEqual(
          entries.map(({ action }) => action),
          ["PROJECT_MADE_PUBLIC", "PROJECT_MADE_PRIVATE"]
        )
      })
    )

    it.effect("takes suggestions of logged-in visitors, where it takes suggestions", () =>
      Effect.gen(function* () {
        const { suggestions, asOwner, asVisitor, visitor } = yield* seedFixture()
        const body = { translation: "Hallo" }
        assert.deepStrictEqual(yield* send(null, "POST", suggestions, body), error(401, "unauthenticated"))
        const suggested = yield* send(asVisitor, "POST", suggestions, body)
        assert.strictEqual(suggested.status, 200)
        assert.notInclude(JSON.stringify(suggested.body), hidden)
        const listed = yield* send(asOwner, "GET", suggestions)
        const { _embedded } = listed.body as {
          _embedded: { suggestions: ReadonlyArray<{ translation: string; author: { id: number } }> }
        }
        assert.deepInclude(
          _embedded.suggestions.map(({ translation, author }) => [translation, author.id]),
          ["Hallo", visitor]
        )
        // Not those of others, nor decisions, nor their own again.
        assert.deepStrictEqual(yield* send(asVisitor, "GET", suggestions), hiddenProject)
        const { id } = suggested.body as { readonly id: number }
        assert.deepStrictEqual(yield* send(asVisitor, "DELETE", `${suggestions}/${id}`), hiddenProject)
        assert.deepStrictEqual(yield* send(asVisitor, "PUT", `${suggestions}/${id}/accept`), hiddenProject)

        const closed = yield* seedFixture({ mode: "DISABLED" })
        const disabled = error(400, "feature_not_enabled_for_project", ["SUGGESTIONS"])
        assert.deepStrictEqual(yield* send(closed.asVisitor, "POST", closed.suggestions, body), disabled)
        const isPrivate = yield* seedFixture({ isPublic: false })
        assert.deepStrictEqual(yield* send(isPrivate.asVisitor, "POST", isPrivate.suggestions, body), hiddenProject)
      })
    )

    it.effect("keeps users with the permission NONE from suggesting", () =>
      Effect.gen(function* () {
        const { id, suggestions, page, asVisitor, visitor } = yield* seedFixture()
        yield* seed.directPermission({ project: id, user: visitor, permission: "NONE" })
        assert.deepStrictEqual(yield* send(asVisitor, "POST", suggestions, { translation: "x" }), hiddenProject)
        assert.deepStrictEqual(yield* send(asVisitor, "GET", page), hiddenProject)
      })
    )

    it.effect("finds keys and texts, in pages of 100 keys at most", () =>
      Effect.gen(function* () {
        const { id, page } = yield* seedFixture()
        yield* seed.key({ project: id, name: "other" })
        const keysOf = (query: string) =>
          Effect.map(send(null, "GET", `${page}/translations?${query}`), ({ body }) => {
            const { _embedded, ...list } = body as {
              readonly _embedded: { readonly keys: ReadonlyArray<{ keyName: string }> }
              readonly page: { readonly size: number }
              readonly nextCursor: string
            }
            return { ...list, names: _embedded.keys.map(({ keyName }) => keyName) }
          })
        assert.deepStrictEqual((yield* keysOf("search=hello")).names, ["title"])
        assert.deepStrictEqual((yield* keysOf(`search=${hidden}`)).names, [])
        assert.strictEqual((yield* keysOf("size=1000")).page.size, 100)
        const first = yield* keysOf("size=1")
        assert.deepStrictEqual((yield* keysOf(`size=1&cursor=${first.nextCursor}`)).names, ["other"])
        // Filters of members would tell who commented, tagged or suggested what.
        const rejected = yield* send(null, "GET", `${page}/translations?filterTag=x`)
        assert.strictEqual(rejected.status, 400)
      })
    )

    it.effect("is in no list of a visitor, and sends them no events", () =>
      Effect.gen(function* () {
        const { id, asOwner, asVisitor } = yield* seedFixture()
        const listed = yield* send(asVisitor, "GET", "/v2/projects")
        assert.deepInclude(listed.body, { page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } })
        for (const [credential, status] of [
          [null, 401],
          [asVisitor, 404]
        ] as const) {
          for (const path of [
            "",
            "/events",
            "/translations",
            "/export",
            "/activity",
            "/languages",
            "/stats",
            "/publication"
          ]) {
            assert.strictEqual(yield* statusOf(credential, `/v2/projects/${id}${path}`), status, path)
          }
        }
        const [member, stomp] = [
          yield* connectStomp(stompCredential(asOwner)),
          yield* connectStomp(stompCredential(asVisitor))
        ]
        for (const client of [member, stomp]) {
          client.send("SUBSCRIBE", { id: "1", destination: `/projects/${id}/translation-data-modified` })
          assert.deepStrictEqual(yield* client.settled, [])
        }
        yield* send(asOwner, "PUT", `/v2/projects/${id}/translations`, { key: "title", translations: { de: "Hallo" } })
        assert.deepInclude(yield* member.next, { command: "MESSAGE" })
        assert.deepStrictEqual(yield* stomp.settled, [])
      })
    )

    it.effect("has the rule PUBLIC in explanations", () =>
      Effect.gen(function* () {
        const { id, visitor } = yield* seedFixture()
        const administrator = yield* seed.user({ username: `explaining ${fixtures}`, serverRole: "ADMIN" })
        const asAdministrator = yield* seed.accessToken(administrator)
        const explain = (scope: string) =>
          send(asAdministrator, "GET", `/v2/projects/${id}/permissions/explain?userId=${visitor}&scope=${scope}`)
        assert.deepInclude((yield* explain("translations.view")).body, { allowed: true, origin: "PUBLIC" })
        assert.deepInclude((yield* explain("activity.view")).body, { allowed: false, origin: "PUBLIC" })
      })
    )
  })
}

layer(layerTestServer({ publicProjects: false }))("a server without public projects", (it) => {
  it.effect("shows visitors none, takes none, and lets owners make theirs private", () =>
    Effect.gen(function* () {
      const { page, publication, suggestions, asOwner, asVisitor } = yield* seedFixture()
      for (const credential of [null, asVisitor, asOwner]) {
        assert.deepStrictEqual(yield* send(credential, "GET", page), hiddenProject)
        assert.deepStrictEqual(yield* send(credential, "GET", `${page}/translations`), hiddenProject)
      }
      assert.deepStrictEqual(yield* send(asVisitor, "POST", suggestions, { translation: "x" }), hiddenProject)
      const forbidden = error(400, "public_projects_not_allowed")
      assert.deepStrictEqual(yield* send(asOwner, "PUT", publication, { public: true }), forbidden)
      const isPrivate = { status: 200, body: { public: false, allowed: false } }
      assert.deepStrictEqual(yield* send(asOwner, "PUT", publication, { public: false }), isPrivate)
    })
  )
})

const twoReads = [{ requests: 2, windowMillis: 60_000 }]

layer(layerTestServer({ rateLimits: true, limitPublicReads: twoReads }))("a limited server", (it) => {
  it.effect("limits reads by address, with an account and without", () =>
    Effect.gen(function* () {
      const { page, asVisitor } = yield* seedFixture()
      assert.strictEqual(yield* statusOf(null, page), 200)
      assert.strictEqual(yield* statusOf(asVisitor, `${page}/translations`), 200)
      assert.strictEqual(yield* statusOf(null, `${page}/translations`), 429)
      assert.strictEqual(yield* statusOf(asVisitor, page), 429)
    })
  )
})
