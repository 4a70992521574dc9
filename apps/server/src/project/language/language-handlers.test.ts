import type { LanguageModel } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const czech = { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" }

let fixtures = 0

/** A project with en (base), de and fr; the translator may view and translate German only. */
const seedFixture = Effect.gen(function* () {
  const name = `World ${++fixtures}`
  const user = (role: string) => seed.user({ username: `${role}${fixtures}` })
  const owner = yield* user("owner")
  const translator = yield* user("translator")
  const stranger = yield* user("stranger")
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  const german = project.languages["de"] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: translator,
    permission: { scopes: ["translations.edit"], translateLanguageIds: [german], viewLanguageIds: [german] }
  })
  const ownerKey = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["languages.edit"] })
  return {
    owner,
    translator,
    stranger,
    project,
    params: { projectId: project.id },
    ownerKey,
    byKey: yield* clientOf(ownerKey),
    path: `/v2/projects/${project.id}/languages`
  }
})

const tagsIn = (page: { readonly _embedded: { readonly languages: ReadonlyArray<LanguageModel> } }) =>
  page._embedded.languages.map(({ tag }) => tag)

const invalid = (messages: object): TestResponse => ({ status: 400, body: { STANDARD_VALIDATION: messages } })

const activityTypes = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ type: string }>`
    SELECT type FROM activity_revision WHERE project_id = ${projectId} ORDER BY id`
  return rows.map((row) => row.type)
})

const permissionOf = Effect.fnUntraced(function* (projectId: number, userId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT type, scopes, translate_language_ids, view_language_ids, state_change_language_ids
    FROM direct_permission WHERE project_id = ${projectId} AND user_id = ${userId}`
  return rows.map((row) => Object.values(row))[0] ?? null
})

layer(layerTestServer())("languages", (it) => {
  it.effect(
    "are hidden from strangers, changed only with languages.edit, and listed whole even to limited callers",
    () =>
      Effect.gen(function* () {
        const { owner, translator, stranger, project, params, path } = yield* seedFixture
        const german = `${path}/${project.languages["de"]}`
        assert.deepStrictEqual(yield* send(null, "GET", path), error(401, "unauthenticated"))
        const asStranger = yield* seed.accessToken(stranger)
        for (const [method, url] of [
          ["GET", path],
          ["POST", path],
          ["DELETE", german]
        ] as const) {
          assert.deepStrictEqual(yield* send(asStranger, method, url), error(404, "project_not_found"))
        }
        const limited = yield* seed.accessToken(translator)
        const missing = error(403, "operation_not_permitted", ["languages.edit"])
        assert.deepStrictEqual(yield* send(limited, "POST", path, czech), missing)
        assert.deepStrictEqual(yield* send(limited, "PUT", german, czech), missing)
        assert.deepStrictEqual(yield* send(limited, "DELETE", german), missing)
        const viewKey = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
        assert.deepStrictEqual(yield* send(viewKey, "POST", path, czech), missing)
        assert.deepStrictEqual(yield* activityTypes(project.id), [])

        // No language named, and one outside the caller's lists: every member may read the languages themselves.
        const byLimited = yield* clientOf(limited)
        assert.deepStrictEqual(tagsIn(yield* byLimited.language.list({ params, query: {} })), ["de", "en", "fr"])
        const outside = yield* byLimited.language.get({
          params: { ...params, languageId: project.languages["fr"] ?? 0 }
        })
        assert.strictEqual(outside.tag, "fr")
      })
  )

  it.effect("are listed by tag; searched, filtered, sorted, paged", () =>
    Effect.gen(function* () {
      const { project, params, path, ownerKey, byKey } = yield* seedFixture
      const list = Effect.fnUntraced(function* (query: Parameters<typeof byKey.language.list>[0]["query"]) {
        return tagsIn(yield* byKey.language.list({ params, query }))
      })
      const { en = 0, de = 0 } = project.languages
      assert.deepStrictEqual(yield* list({ sort: [{ property: "id", direction: "asc" }] }), ["en", "de", "fr"])
      assert.deepStrictEqual(
        yield* list({
          sort: [
            { property: "base", direction: "desc" },
            { property: "tag", direction: "desc" }
          ]
        }),
        ["en", "fr", "de"]
      )
      assert.deepStrictEqual(yield* list({ search: "GE D" }), ["de"])
      assert.deepStrictEqual(yield* list({ filterId: [en, de] }), ["de", "en"])
      assert.deepStrictEqual(yield* list({ filterNotId: [en] }), ["de", "fr"])
      const second = yield* byKey.language.list({ params, query: { size: 2, page: 1 } })
      assert.deepStrictEqual(tagsIn(second), ["fr"])
      assert.deepStrictEqual(second.page, { size: 2, totalElements: 3, totalPages: 2, number: 1 })
      assert.deepStrictEqual(yield* send(ownerKey, "GET", `${path}?sort=x`), error(400, "unknown_sort_property"))
      assert.deepStrictEqual(
        yield* send(ownerKey, "GET", "/v2/projects/languages?filterNotId=999999"),
        yield* send(ownerKey, "GET", path)
      )
    })
  )

  it.effect("are rejected when a field breaks its rule, or tag or name are taken", () =>
    Effect.gen(function* () {
      const { owner, project, path, ownerKey } = yield* seedFixture
      const create = (body: unknown) => send(ownerKey, "POST", path, body)
      assert.deepStrictEqual(
        yield* create({}),
        invalid({ name: "must not be blank", originalName: "must not be blank", tag: "must not be blank" })
      )
      assert.deepStrictEqual(
        yield* create({ ...czech, tag: "c,s", name: "x".repeat(101), flagEmoji: "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿" }),
        invalid({
          name: "size must be between 0 and 100",
          tag: "can not contain coma",
          flagEmoji: "size must be between 0 and 20"
        })
      )
      assert.deepStrictEqual(
        yield* create({ ...czech, tag: "x".repeat(21) }),
        invalid({ tag: "size must be between 0 and 20" })
      )
      assert.deepStrictEqual(yield* create({ ...czech, tag: "de", name: "Language fr" }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { language_tag_exists: [], language_name_exists: [] } }
      })
      assert.deepStrictEqual(
        yield* send(ownerKey, "PUT", `${path}/${project.languages["fr"]}`, { ...czech, tag: "de" }),
        {
          status: 400,
          body: { CUSTOM_VALIDATION: { language_tag_exists: [] } }
        }
      )
      const other = yield* seedFixture
      const foreign = `${path}/${other.project.languages["en"]}`
      for (const [method, body] of [["GET"], ["PUT", czech], ["DELETE"]] as const) {
        assert.deepStrictEqual(yield* send(ownerKey, method, foreign, body), error(404, "language_not_found"))
      }
      assert.deepStrictEqual(
        yield* send(ownerKey, "GET", `${path}/99999999999999999999`),
        error(404, "language_not_found")
      )
      assert.deepStrictEqual(yield* send(ownerKey, "GET", `${path}/x`), error(400, "wrong_param_type", ["languageId"]))
      const token = yield* seed.accessToken(owner)
      assert.deepStrictEqual(yield* send(token, "GET", "/v2/projects/languages"), error(400, "project_not_selected"))
      assert.deepStrictEqual(yield* activityTypes(project.id), [])
    })
  )

  it.effect("are created, replaced and deleted; tags are case-sensitive and may be used again", () =>
    Effect.gen(function* () {
      const { project, params, path, ownerKey, byKey } = yield* seedFixture
      const created = yield* byKey.language.create({ params, payload: czech })
      const { id } = created
      assert.deepStrictEqual(created, { ...czech, id, base: false })
      const upper = yield* send(ownerKey, "POST", "/v2/projects/languages", { ...czech, tag: "CS", name: "Other" })
      assert.strictEqual(upper.status, 200)
      const replacing = { ...czech, tag: "cs-CZ", flagEmoji: null }
      const replaced = yield* byKey.language.edit({ params: { ...params, languageId: id }, payload: replacing })
      assert.deepStrictEqual(replaced, { ...replacing, id, base: false })
      const base = yield* byKey.language.edit({
        params: { ...params, languageId: project.languages["en"] ?? 0 },
        payload: { name: "English", originalName: "English", tag: "en-GB" }
      })
      assert.deepInclude(base, { tag: "en-GB", base: true })
      assert.deepStrictEqual(
        yield* send(ownerKey, "DELETE", `${path}/${project.languages["en"]}`),
        error(400, "cannot_delete_base_language")
      )
      assert.deepStrictEqual(yield* send(ownerKey, "DELETE", `${path}/${id}`), { status: 200, body: "" })
      assert.deepStrictEqual(yield* send(ownerKey, "DELETE", `${path}/${id}`), error(404, "language_not_found"))
      const again = yield* byKey.language.create({ params, payload: { ...czech, tag: "cs-CZ" } })
      assert.notStrictEqual(again.id, id)
      assert.deepStrictEqual(yield* activityTypes(project.id), [
        "CREATE_LANGUAGE",
        "CREATE_LANGUAGE",
        "EDIT_LANGUAGE",
        "EDIT_LANGUAGE",
        "DELETE_LANGUAGE",
        "CREATE_LANGUAGE"
      ])
    })
  )

  it.effect("of two equal creations at the same time one is rejected", () =>
    Effect.gen(function* () {
      const { path, ownerKey } = yield* seedFixture
      const create = send(ownerKey, "POST", path, czech)
      const responses = yield* Effect.all([create, create, create], { concurrency: 3 })
      assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [200, 400, 400])
    })
  )

  it.effect("deleting one lowers the permissions and invitations that were limited to it, and no others", () =>
    Effect.gen(function* () {
      const { owner, translator, project, params, byKey } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      const german = project.languages["de"] ?? 0
      const french = project.languages["fr"] ?? 0
      const reviewer = yield* seed.user({ username: `reviewer${fixtures}` })
      const both = yield* seed.user({ username: `both${fixtures}` })
      const viewer = yield* seed.user({ username: `viewer${fixtures}` })
      yield* seed.directPermission({
        project: project.id,
        user: reviewer,
        permission: { type: "REVIEW", translateLanguageIds: [german], stateChangeLanguageIds: [german] }
      })
      yield* seed.directPermission({
        project: project.id,
        user: both,
        permission: { type: "TRANSLATE", translateLanguageIds: [german, french] }
      })
      yield* seed.directPermission({ project: project.id, user: viewer, permission: "VIEW" })
      const byOwner = yield* clientOf(yield* seed.accessToken(owner, { super: true }))
      const payload = { type: "TRANSLATE", translateLanguages: [german], name: "Invited" } as const
      yield* byOwner.invitation.inviteToProject({ params, payload })

      yield* byKey.language.delete({ params: { ...params, languageId: german } })
      assert.deepStrictEqual(yield* permissionOf(project.id, translator), [null, '["keys.view"]', null, null, null])
      assert.deepStrictEqual(yield* permissionOf(project.id, reviewer), ["VIEW", null, null, null, null])
      assert.deepStrictEqual(yield* permissionOf(project.id, both), ["TRANSLATE", null, `[${french}]`, null, null])
      assert.deepStrictEqual(yield* permissionOf(project.id, viewer), ["VIEW", null, null, null, null])
      const invitations = yield* sql<{ type: string; translateLanguageIds: string | null }>`
        SELECT type, translate_language_ids FROM invitation WHERE project_id = ${project.id}`
      assert.deepStrictEqual(
        invitations.map((row) => ({ ...row })),
        [{ type: "VIEW", translateLanguageIds: null }]
      )
    })
  )
})
