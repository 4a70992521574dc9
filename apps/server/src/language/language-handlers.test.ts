import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { given } from "../testing/given.ts"
import { type Answer, refusal, send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"

const czech = { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" }

let worlds = 0

/** A project with en (base), de and fr; the translator may view and translate German only. */
const givenWorld = Effect.gen(function* () {
  const name = `World ${++worlds}`
  const user = (role: string) => given.user({ username: `${role}${worlds}` })
  const owner = yield* user("owner")
  const translator = yield* user("translator")
  const stranger = yield* user("stranger")
  const organization = yield* given.organization({ name, owner })
  const project = yield* given.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  const german = project.languages["de"] ?? 0
  yield* given.directPermission({
    project: project.id,
    user: translator,
    permission: { scopes: ["translations.edit"], translateLanguageIds: [german], viewLanguageIds: [german] }
  })
  const ownerKey = yield* given.apiKey({ project: project.id, user: owner, scopes: ["languages.edit"] })
  return { owner, translator, stranger, organization, project, ownerKey, path: `/v2/projects/${project.id}/languages` }
})

const field = (answer: Answer, name: string): unknown => (answer.body as Record<string, unknown>)[name]

const tagsIn = (answer: Answer): ReadonlyArray<string> =>
  (answer.body as { _embedded: { languages: ReadonlyArray<{ tag: string }> } })._embedded.languages.map(
    ({ tag }) => tag
  )

const invalid = (messages: object): Answer => ({ status: 400, body: { STANDARD_VALIDATION: messages } })

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
        const { owner, translator, stranger, project, path } = yield* givenWorld
        const german = `${path}/${project.languages["de"]}`
        assert.deepStrictEqual(yield* send(null, "GET", path), refusal(401, "unauthenticated"))
        const asStranger = yield* given.accessToken(stranger)
        for (const [method, url] of [
          ["GET", path],
          ["POST", path],
          ["DELETE", german]
        ] as const) {
          assert.deepStrictEqual(yield* send(asStranger, method, url), refusal(404, "project_not_found"))
        }
        const limited = yield* given.accessToken(translator)
        const missing = refusal(403, "operation_not_permitted", ["languages.edit"])
        assert.deepStrictEqual(yield* send(limited, "POST", path, czech), missing)
        assert.deepStrictEqual(yield* send(limited, "PUT", german, czech), missing)
        assert.deepStrictEqual(yield* send(limited, "DELETE", german), missing)
        const viewKey = yield* given.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
        assert.deepStrictEqual(yield* send(viewKey, "POST", path, czech), missing)
        assert.deepStrictEqual(yield* activityTypes(project.id), [])

        // No language named, and one outside the caller's lists: languages themselves are for everybody.
        assert.deepStrictEqual(tagsIn(yield* send(limited, "GET", path)), ["de", "en", "fr"])
        const outside = yield* send(limited, "GET", `${path}/${project.languages["fr"]}`)
        assert.strictEqual(field(outside, "tag"), "fr")
      })
  )

  it.effect("are listed by tag; searched, filtered, sorted, paged", () =>
    Effect.gen(function* () {
      const { project, path, ownerKey } = yield* givenWorld
      const list = Effect.fnUntraced(function* (query: string) {
        return tagsIn(yield* send(ownerKey, "GET", `${path}?${query}`))
      })
      const { en, de } = project.languages
      assert.deepStrictEqual(yield* list("sort=id"), ["en", "de", "fr"])
      assert.deepStrictEqual(yield* list("sort=base,desc&sort=tag,desc"), ["en", "fr", "de"])
      assert.deepStrictEqual(yield* list("search=GE%20D"), ["de"])
      assert.deepStrictEqual(yield* list(`filterId=${en}&filterId=${de}`), ["de", "en"])
      assert.deepStrictEqual(yield* list(`filterNotId=${en}`), ["de", "fr"])
      const second = yield* send(ownerKey, "GET", `${path}?size=2&page=1`)
      assert.deepStrictEqual(tagsIn(second), ["fr"])
      assert.deepStrictEqual(field(second, "page"), { size: 2, totalElements: 3, totalPages: 2, number: 1 })
      assert.deepStrictEqual(yield* send(ownerKey, "GET", `${path}?sort=x`), refusal(400, "unknown_sort_property"))
      const short = yield* send(ownerKey, "GET", "/v2/projects/languages?filterNotId=1")
      assert.deepStrictEqual(tagsIn(short), ["de", "en", "fr"])
    })
  )

  it.effect("are refused when a field breaks its rule, or tag or name are taken", () =>
    Effect.gen(function* () {
      const { owner, project, path, ownerKey } = yield* givenWorld
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
      const other = yield* givenWorld
      const foreign = `${path}/${other.project.languages["en"]}`
      for (const [method, body] of [["GET"], ["PUT", czech], ["DELETE"]] as const) {
        assert.deepStrictEqual(yield* send(ownerKey, method, foreign, body), refusal(404, "language_not_found"))
      }
      assert.deepStrictEqual(
        yield* send(ownerKey, "GET", `${path}/99999999999999999999`),
        refusal(404, "language_not_found")
      )
      assert.deepStrictEqual(
        yield* send(ownerKey, "GET", `${path}/x`),
        refusal(400, "wrong_param_type", ["languageId"])
      )
      const malformed = yield* create("{")
      assert.strictEqual(field(malformed, "code"), "request_parse_error")
      const token = yield* given.accessToken(owner)
      assert.deepStrictEqual(yield* send(token, "GET", "/v2/projects/languages"), refusal(400, "project_not_selected"))
      assert.deepStrictEqual(yield* activityTypes(project.id), [])
    })
  )

  it.effect("are created, replaced and deleted; tags are case-sensitive and may be used again", () =>
    Effect.gen(function* () {
      const { project, path, ownerKey } = yield* givenWorld
      const created = yield* send(ownerKey, "POST", path, czech)
      const id = field(created, "id")
      assert.deepStrictEqual(created, { status: 200, body: { ...czech, id, base: false } })
      const upper = yield* send(ownerKey, "POST", "/v2/projects/languages", { ...czech, tag: "CS", name: "Other" })
      assert.strictEqual(upper.status, 200)
      const replaced = yield* send(ownerKey, "PUT", `${path}/${id}`, { ...czech, tag: "cs-CZ", flagEmoji: null })
      assert.deepStrictEqual(replaced.body, { ...czech, tag: "cs-CZ", flagEmoji: null, id, base: false })
      const base = yield* send(ownerKey, "PUT", `${path}/${project.languages["en"]}`, {
        name: "English",
        originalName: "English",
        tag: "en-GB"
      })
      assert.deepStrictEqual([field(base, "tag"), field(base, "base")], ["en-GB", true])
      assert.deepStrictEqual(
        yield* send(ownerKey, "DELETE", `${path}/${project.languages["en"]}`),
        refusal(400, "cannot_delete_base_language")
      )
      assert.deepStrictEqual(yield* send(ownerKey, "DELETE", `${path}/${id}`), { status: 200, body: "" })
      assert.deepStrictEqual(yield* send(ownerKey, "DELETE", `${path}/${id}`), refusal(404, "language_not_found"))
      const again = yield* send(ownerKey, "POST", path, { ...czech, tag: "cs-CZ" })
      assert.strictEqual(again.status, 200)
      assert.notStrictEqual(field(again, "id"), id)
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

  it.effect("of two equal creations at the same time one is refused", () =>
    Effect.gen(function* () {
      const { path, ownerKey } = yield* givenWorld
      const create = send(ownerKey, "POST", path, czech)
      const answers = yield* Effect.all([create, create, create], { concurrency: 3 })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
    })
  )

  it.effect("deleting one lowers the permissions and invitations that were limited to it, and no others", () =>
    Effect.gen(function* () {
      const { owner, translator, organization, project, path, ownerKey } = yield* givenWorld
      const sql = yield* SqlClient.SqlClient
      const german = project.languages["de"] ?? 0
      const french = project.languages["fr"] ?? 0
      const reviewer = yield* given.user({ username: `reviewer${worlds}` })
      const both = yield* given.user({ username: `both${worlds}` })
      const viewer = yield* given.user({ username: `viewer${worlds}` })
      yield* given.directPermission({
        project: project.id,
        user: reviewer,
        permission: { type: "REVIEW", translateLanguageIds: [german], stateChangeLanguageIds: [german] }
      })
      yield* given.directPermission({
        project: project.id,
        user: both,
        permission: { type: "TRANSLATE", translateLanguageIds: [german, french] }
      })
      yield* given.directPermission({ project: project.id, user: viewer, permission: "VIEW" })
      const inviting = yield* send(
        yield* given.accessToken(owner, { super: true }),
        "PUT",
        `/v2/projects/${project.id}/invite`,
        {
          type: "TRANSLATE",
          translateLanguages: [german],
          name: "Invited"
        }
      )
      assert.strictEqual(inviting.status, 200)

      assert.strictEqual((yield* send(ownerKey, "DELETE", `${path}/${german}`)).status, 200)
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
      assert.isDefined(organization)
    })
  )
})
