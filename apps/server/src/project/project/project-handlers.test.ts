import type { Scope } from "@dragoman/domain/permission"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const english = { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" }
const german = { name: "German", originalName: "Deutsch", tag: "de" }

let fixtures = 0

/** An organization with an owner, a member, a guest who may only view, a server administrator, and one project. */
const seedFixture = Effect.gen(function* () {
  const name = `World ${++fixtures}`
  const user = (role: string, serverRole: "USER" | "ADMIN" = "USER") =>
    seed.user({ username: `${role}${fixtures}@example.com`, serverRole })
  const owner = yield* user("owner")
  const member = yield* user("member")
  const guest = yield* user("guest")
  const admin = yield* user("admin", "ADMIN")
  const stranger = yield* user("stranger")
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const project = yield* seed.project({ organization: organization.id, name: `${name} web`, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: guest, permission: "VIEW" })
  return { owner, member, guest, admin, stranger, organization, project }
})

const superToken = (userId: number) => seed.accessToken(userId, { super: true })

const activityTypes = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ type: string }>`
    SELECT type FROM activity_revision WHERE project_id = ${projectId} ORDER BY id`
  return rows.map((row) => row.type)
})

layer(layerTestServer())("creating a project", (it) => {
  it.effect("rejects in the order of the rules, and stores nothing of a rejected request", () =>
    Effect.gen(function* () {
      const { owner, member, organization, project } = yield* seedFixture
      const token = yield* seed.accessToken(owner)
      const body = { name: "Shop", organizationId: organization.id, languages: [english, german] }
      const create = (change: object) => send(token, "POST", "/v2/projects", { ...body, ...change })
      const rejectedAll = (messages: object) => ({ status: 400, body: { STANDARD_VALIDATION: messages } })

      assert.deepStrictEqual(yield* send(null, "POST", "/v2/projects", body), error(401, "unauthenticated"))
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(key, "POST", "/v2/projects", body), error(403, "pak_access_not_allowed"))
      assert.deepStrictEqual(
        yield* send(token, "POST", "/v2/projects", {}),
        rejectedAll({
          name: "must not be blank",
          languages: "must not be empty",
          organizationId: "must not be null"
        })
      )
      assert.deepStrictEqual(
        yield* create({ name: "ab", slug: "1", organizationId: 0, languages: [{ ...english, tag: "a,b", name: " " }] }),
        rejectedAll({
          name: "size must be between 3 and 50",
          "languages[0].name": "must not be blank",
          "languages[0].tag": "can not contain coma",
          slug: "size must be between 3 and 60",
          organizationId: "must be greater than or equal to 1"
        })
      )
      assert.deepStrictEqual(
        yield* create({ languages: Array(1_001).fill({}) }),
        rejectedAll({ languages: "size must be between 1 and 1000" })
      )
      assert.deepStrictEqual(yield* create({ slug: "123" }), rejectedAll({ slug: "invalid_pattern" }))
      assert.deepStrictEqual(yield* create({ languages: [english, english] }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { language_tag_exists: [], language_name_exists: [] } }
      })
      const notOwner = error(403, "user_is_not_owner_or_maintainer_of_organization")
      assert.deepStrictEqual(yield* create({ organizationId: 999999, slug: project.slug }), notOwner)
      const asMember = yield* send(yield* seed.accessToken(member), "POST", "/v2/projects", body)
      assert.deepStrictEqual(asMember, notOwner)
      assert.deepStrictEqual(
        yield* create({ slug: project.slug, baseLanguageTag: "fr" }),
        error(400, "slug_not_unique")
      )
      assert.deepStrictEqual(
        yield* create({ baseLanguageTag: "fr" }),
        error(400, "language_with_base_language_tag_not_found")
      )

      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT id FROM project WHERE organization_id = ${organization.id}`
      assert.strictEqual(rows.length, 1)
    })
  )

  it.effect("returns the project with a slug made of the name, and records it with its languages", () =>
    Effect.gen(function* () {
      const { owner, organization } = yield* seedFixture
      const { project } = yield* clientOf(yield* seed.personalAccessToken({ user: owner }))
      const payload = { name: "Můj obchod", organizationId: organization.id, languages: [english, german] }
      const created = yield* project.create({ payload: { ...payload, baseLanguageTag: "de" } })
      assert.strictEqual(created.slug, "muj-obchod")
      assert.strictEqual(created.baseLanguage?.tag, "de")
      assert.strictEqual(created.computedPermission.origin, "ORGANIZATION_OWNER")
      assert.isNull(created.directPermission)
      assert.deepStrictEqual(yield* activityTypes(created.id), ["CREATE_PROJECT"])
      const again = yield* project.create({ payload })
      assert.strictEqual(again.slug, "muj-obchod1")
      assert.strictEqual(again.baseLanguage?.tag, "en")
    })
  )

  it.effect("a server administrator creates projects where they have no role", () =>
    Effect.gen(function* () {
      const { admin, organization } = yield* seedFixture
      const payload = { name: "By the admin", organizationId: organization.id, languages: [english] }
      const created = yield* (yield* clientOf(yield* seed.accessToken(admin))).project.create({ payload })
      assert.isNull(created.organizationRole)
      assert.strictEqual(created.computedPermission.origin, "SERVER_ADMIN")
    })
  )
})

layer(layerTestServer())("one project", (it) => {
  it.effect("is hidden from users without a scope in it, and shown as its user sees it, whatever the API key has", () =>
    Effect.gen(function* () {
      const { owner, member, stranger, project } = yield* seedFixture
      const path = `/v2/projects/${project.id}`
      const hidden = error(404, "project_not_found")
      assert.deepStrictEqual(yield* send(null, "GET", path), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* send(yield* seed.accessToken(stranger), "GET", path), hidden)
      assert.deepStrictEqual(yield* send(yield* seed.accessToken(owner), "GET", "/v2/projects/987654321"), hidden)
      const other = yield* seedFixture
      const foreignKey = yield* seed.apiKey({ project: other.project.id, user: other.owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(foreignKey, "GET", path), hidden)
      const withoutOverlap = yield* seed.apiKey({ project: project.id, user: member, scopes: ["webhooks.manage"] })
      assert.deepStrictEqual(yield* send(withoutOverlap, "GET", path), hidden)

      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const found = yield* (yield* clientOf(key)).project.get({ params: { projectId: project.id } })
      assert.strictEqual(found.computedPermission.scopes.length, 28)
    })
  )

  it.effect("is edited as a whole: missing fields take their default, but slug and base language stay", () =>
    Effect.gen(function* () {
      const { owner, guest, member, project } = yield* seedFixture
      const path = `/v2/projects/${project.id}`
      const token = yield* superToken(owner)
      const edit = (body: object) => send(token, "PUT", path, body)
      const plain = yield* seed.accessToken(owner)
      assert.deepStrictEqual(yield* send(plain, "PUT", path, {}), error(403, "expired_super_jwt_token"))
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(key, "PUT", path, {}), error(403, "expired_super_jwt_token"))
      for (const userId of [guest, member]) {
        const rejected = yield* send(yield* superToken(userId), "PUT", path, {})
        assert.deepStrictEqual(rejected, error(403, "operation_not_permitted", ["project.edit"]))
      }
      assert.deepStrictEqual(yield* edit({ name: " ", description: "ab" }), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank", description: "size must be between 3 and 2000" } }
      })
      const other = yield* seedFixture
      assert.deepStrictEqual(yield* edit({ name: "Web", slug: other.project.slug }), error(400, "slug_not_unique"))
      assert.deepStrictEqual(
        yield* edit({ name: "Web", baseLanguageId: other.project.languages["en"] }),
        error(400, "language_not_from_project")
      )
      assert.deepStrictEqual(
        yield* edit({ name: "Web", defaultNamespaceId: 5 }),
        error(400, "namespace_not_from_project")
      )
      assert.deepStrictEqual(yield* activityTypes(project.id), [])

      const client = yield* clientOf(token)
      const params = { projectId: project.id }
      const flags = {
        name: "New name",
        description: "Three letters at least",
        useNamespaces: true,
        icuPlaceholders: false
      }
      const changed = yield* client.project.edit({
        params,
        payload: { ...flags, baseLanguageId: project.languages["de"] ?? 0 }
      })
      assert.deepInclude(changed, { ...flags, slug: project.slug })
      assert.strictEqual(changed.baseLanguage?.tag, "de")
      const cleared = yield* client.project.edit({ params, payload: { name: "New name", slug: project.slug } })
      assert.deepInclude(cleared, { description: null, useNamespaces: false, icuPlaceholders: true })
      assert.strictEqual(cleared.baseLanguage?.tag, "de")
      assert.deepStrictEqual(yield* activityTypes(project.id), ["EDIT_PROJECT", "EDIT_PROJECT"])
      yield* client.project.edit({ params, payload: { name: "New name" } })
      assert.strictEqual((yield* activityTypes(project.id)).length, 2)
    })
  )

  it.effect("is absent for all users once deleted, and its slug is free for an edit but not for a creation", () =>
    Effect.gen(function* () {
      const { owner, guest, organization, project } = yield* seedFixture
      const path = `/v2/projects/${project.id}`
      const token = yield* superToken(owner)
      const rejected = yield* send(yield* superToken(guest), "DELETE", path)
      assert.deepStrictEqual(rejected, error(403, "operation_not_permitted", ["project.edit"]))
      assert.deepStrictEqual(yield* send(token, "DELETE", path), { status: 200, body: "" })
      assert.deepStrictEqual(yield* send(token, "GET", path), error(404, "project_not_found"))
      assert.deepStrictEqual(yield* send(token, "DELETE", path), error(404, "project_not_found"))
      assert.deepStrictEqual(yield* send(token, "GET", `${path}/languages`), error(404, "project_not_found"))
      const body = { name: "Again", slug: project.slug, organizationId: organization.id, languages: [english] }
      assert.deepStrictEqual(yield* send(token, "POST", "/v2/projects", body), error(400, "slug_not_unique"))
      const next = yield* seed.project({ organization: organization.id, name: `Next ${organization.id}` })
      const { project: projects } = yield* clientOf(token)
      const payload = { name: "Next", slug: project.slug }
      const edited = yield* projects.edit({ params: { projectId: next.id }, payload })
      assert.strictEqual(edited.slug, project.slug)
    })
  )

  it.effect("is deleted once by two requests at the same time: one gets 404, neither fails", () =>
    Effect.gen(function* () {
      const { owner, project } = yield* seedFixture
      const token = yield* superToken(owner)
      const remove = send(token, "DELETE", `/v2/projects/${project.id}`)
      const responses = yield* Effect.all([remove, remove, remove], { concurrency: 3 })
      assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [200, 404, 404])
    })
  )

  it.effect("is left by users with a direct permission only", () =>
    Effect.gen(function* () {
      const { guest, member, admin, project } = yield* seedFixture
      const path = `/v2/projects/${project.id}/leave`
      const plain = yield* seed.accessToken(guest)
      assert.deepStrictEqual(yield* send(plain, "PUT", path), error(403, "expired_super_jwt_token"))
      const asMember = yield* send(yield* superToken(member), "PUT", path)
      assert.deepStrictEqual(asMember, error(400, "cannot_leave_project_with_organization_role"))
      const asAdmin = yield* send(yield* superToken(admin), "PUT", path)
      assert.deepStrictEqual(asAdmin, error(400, "dont_have_direct_permissions"))
      const token = yield* superToken(guest)
      assert.deepStrictEqual(yield* send(token, "PUT", path), { status: 200, body: "" })
      assert.deepStrictEqual(yield* send(token, "PUT", path), error(404, "project_not_found"))
    })
  )

  it.effect("is transferred to another organization of its owner, and only there", () =>
    Effect.gen(function* () {
      const { owner, member, admin, organization, project } = yield* seedFixture
      const foreign = yield* seedFixture
      const second = yield* seed.organization({ name: `Second ${project.id}`, owner })
      const path = `/v2/projects/${project.id}`
      const token = yield* superToken(owner)
      const rejected = yield* send(yield* seed.accessToken(member), "GET", `${path}/transfer-options`)
      assert.deepStrictEqual(rejected, error(403, "operation_not_permitted", ["admin"]))
      const client = yield* clientOf(token)
      const params = { projectId: project.id }
      assert.deepStrictEqual(yield* client.project.listTransferOptions({ params, query: {} }), {
        _embedded: { transferOptions: [{ id: second.id, name: `Second ${project.id}`, slug: second.slug }] }
      })
      assert.deepStrictEqual(yield* client.project.listTransferOptions({ params, query: { search: "x%" } }), {
        _embedded: { transferOptions: [] }
      })
      const transfer = (id: number) => `${path}/transfer-to-organization/${id}`
      const notOwner = error(403, "user_is_not_owner_of_organization")
      assert.deepStrictEqual(yield* send(token, "PUT", transfer(foreign.organization.id)), notOwner)
      assert.deepStrictEqual(yield* send(token, "PUT", transfer(999999)), notOwner)
      const asAdmin = yield* superToken(admin)
      assert.deepStrictEqual(yield* send(asAdmin, "PUT", transfer(999999)), error(404, "organization_not_found"))
      const translationMemoryId = yield* seed.memory({ organization: organization.id, name: "Left behind" })
      yield* client.translationMemory.assign({ params: { ...params, translationMemoryId }, payload: {} })
      const listMemories = Effect.map(client.translationMemory.listOfProject({ params }), ({ _embedded }) =>
        _embedded.translationMemoryAssignments.map(({ type }) => type)
      )
      assert.deepStrictEqual(yield* send(token, "PUT", transfer(organization.id)), { status: 200, body: "" })
      assert.deepStrictEqual(yield* listMemories, ["SHARED"])
      assert.deepStrictEqual(yield* send(token, "PUT", transfer(second.id)), { status: 200, body: "" })
      assert.deepStrictEqual(yield* listMemories, [])
      assert.deepStrictEqual(yield* activityTypes(project.id), [
        "TRANSLATION_MEMORY_ASSIGN_PROJECT",
        "TRANSLATION_MEMORY_UNASSIGN_PROJECT"
      ])
      const moved = yield* client.project.get({ params })
      assert.strictEqual(moved.organizationOwner?.id, second.id)
      const asMember = yield* send(yield* seed.accessToken(member), "GET", path)
      assert.deepStrictEqual(asMember, error(404, "project_not_found"))
    })
  )

  it.effect("is not transferred by a member who may only edit it", () =>
    Effect.gen(function* () {
      const { owner, guest: thief, project } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const own = yield* seed.organization({ name: `Den ${project.id}`, owner: thief })
      const permit = (scopes: ReadonlyArray<Scope>) =>
        Effect.orDie(
          database.transaction(sql`UPDATE direct_permission SET type = NULL, scopes = ${JSON.stringify(scopes)}
            WHERE project_id = ${project.id} AND user_id = ${thief}`)
        )
      const path = `/v2/projects/${project.id}`
      const asThief = yield* superToken(thief)
      yield* permit(["project.edit", "members.edit", "languages.edit"])
      assert.deepStrictEqual(
        yield* send(asThief, "PUT", `${path}/transfer-to-organization/${own.id}`),
        error(403, "operation_not_permitted", ["admin"])
      )
      assert.deepStrictEqual(
        yield* send(asThief, "GET", `${path}/transfer-options`),
        error(403, "operation_not_permitted", ["admin"])
      )
      const asOwner = yield* superToken(owner)
      assert.strictEqual((yield* send(asOwner, "GET", path)).status, 200)
      yield* permit(["admin"])
      assert.deepStrictEqual(yield* send(asThief, "PUT", `${path}/transfer-to-organization/${own.id}`), {
        status: 200,
        body: ""
      })
    })
  )
})
