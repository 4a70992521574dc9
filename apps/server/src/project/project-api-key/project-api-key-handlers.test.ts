import type { ProjectApiKeyModel } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** An owner, a member who may view, a translator of German from outside, a stranger, a server administrator. */
const fixture = Effect.fnUntraced(function* () {
  const number = ++fixtures
  const user = (name: string, more = {}) => seed.user({ username: `${name}${number}`, name, ...more })
  const owner = yield* user("Olga")
  const member = yield* user("Milan")
  const guest = yield* user("Gita")
  const stranger = yield* user("Stan")
  const admin = yield* user("Ada", { serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name: `Acme ${number}`, owner, members: [member] })
  const project = yield* seed.project({
    organization: organization.id,
    name: `Atlas ${number}`,
    languages: ["en", "de"]
  })
  const german = project.languages["de"] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: guest,
    permission: { type: "TRANSLATE", translateLanguageIds: [german] }
  })
  const token = (userId: number) => seed.accessToken(userId, { super: true })
  return {
    number,
    organization,
    project,
    german,
    users: { owner, member, guest, stranger, admin },
    asOwner: yield* token(owner),
    asMember: yield* token(member),
    asGuest: yield* token(guest),
    asStranger: yield* token(stranger),
    asAdmin: yield* token(admin)
  }
})

const create = (credential: TestCredential, body: unknown) => send(credential, "POST", "/v2/api-keys", body)

const keysOf = (credential: TestCredential) => Effect.map(clientOf(credential), ({ projectApiKey }) => projectApiKey)

layer(layerTestServer())("project API keys", (it) => {
  it.effect("are created and changed with a super token only, and read with an access token", () =>
    Effect.gen(function* () {
      const { project, users } = yield* fixture()
      const plain = yield* seed.accessToken(users.owner)
      const personal = yield* seed.personalAccessToken({ user: users.owner })
      const key = yield* seed.apiKey({ project: project.id, user: users.owner, scopes: ["admin"] })
      const writes = [
        ["POST", "/v2/api-keys"],
        ["PUT", "/v2/api-keys/1"],
        ["PUT", "/v2/api-keys/1/regenerate"],
        ["DELETE", "/v2/api-keys/1"]
      ] as const
      const reads = [
        ["GET", "/v2/api-keys"],
        ["GET", "/v2/api-keys/1"],
        ["GET", "/v2/api-keys/availableScopes"],
        ["GET", `/v2/projects/${project.id}/api-keys`]
      ] as const
      for (const [method, path] of [...writes, ...reads]) {
        assert.deepStrictEqual(yield* send(null, method, path), error(401, "unauthenticated"), path)
        assert.deepStrictEqual(yield* send(personal, method, path), error(403, "api_access_forbidden"), path)
        assert.deepStrictEqual(yield* send(key, method, path), error(403, "api_access_forbidden"), path)
      }
      for (const [method, path] of writes) {
        const body = method === "DELETE" ? undefined : "no json"
        assert.deepStrictEqual(yield* send(plain, method, path, body), error(403, "expired_super_jwt_token"), path)
      }
    })
  )

  it.effect("have no scope that their user lacks; a project that the user cannot see counts as absent", () =>
    Effect.gen(function* () {
      const { project, asMember, asGuest, asStranger, asAdmin } = yield* fixture()
      const body = { projectId: project.id, scopes: ["keys.view"] }
      assert.deepStrictEqual(yield* create(asMember, {}), {
        status: 400,
        body: { STANDARD_VALIDATION: { projectId: "must not be null", scopes: "must not be empty" } }
      })
      assert.deepStrictEqual(
        yield* create(asMember, { ...body, scopes: ["keys.fly"] }),
        error(400, "scope_not_found", ["keys.fly"])
      )
      assert.deepStrictEqual(
        yield* create(asMember, { ...body, scopes: ["translations.view", "keys.create", "admin"] }),
        error(403, "operation_not_permitted", ["keys.create", "admin"])
      )
      assert.deepStrictEqual(yield* create(asStranger, body), error(404, "project_not_found"))
      assert.deepStrictEqual(yield* create(asGuest, { ...body, projectId: 999_999 }), error(404, "project_not_found"))
      const byAdmin = yield* keysOf(asAdmin)
      assert.deepStrictEqual((yield* byAdmin.create({ payload: { ...body, scopes: ["admin"] } })).scopes, ["admin"])
      const own = yield* (yield* keysOf(asMember)).list({ query: {} })
      assert.strictEqual(own.page.totalElements, 0)
    })
  )

  it.effect("get the scopes that names of newer clients stand for", () =>
    Effect.gen(function* () {
      const { project, asGuest } = yield* fixture()
      const write = (method: string, path: string, scopes: ReadonlyArray<string>) =>
        Effect.map(send(asGuest, method, path, { projectId: project.id, scopes }), ({ body }) => {
          const { id, scopes } = body as { readonly id: number; readonly scopes: unknown }
          return { id, scopes }
        })
      const { id, scopes } = yield* write("POST", "/v2/api-keys", ["translations.suggest", "prompts.view"])
      assert.deepStrictEqual(scopes, ["translations.view", "keys.view"])
      const edited = yield* write("PUT", `/v2/api-keys/${id}`, ["translation-suggestions.manage", "keys.view"])
      assert.deepStrictEqual(edited.scopes, ["translations.edit", "keys.view"])
      assert.deepStrictEqual(
        yield* create(asGuest, { projectId: project.id, scopes: ["branch.management"] }),
        error(403, "operation_not_permitted", ["project.edit"])
      )
    })
  )

  it.effect("are shown once, with their scopes as they were requested", () =>
    Effect.gen(function* () {
      const { number, project, asGuest } = yield* fixture()
      const byGuest = yield* keysOf(asGuest)
      const { key, ...model } = yield* byGuest.create({
        payload: { projectId: project.id, scopes: ["translations.edit", "translations.edit"] }
      })
      assert.match(key, /^tgpak_[a-z2-7]+$/)
      assert.match(model.description, /^[0-9a-v]{5}\.{6}[0-9a-v]{5}$/)
      assert.deepStrictEqual(model, {
        id: model.id,
        description: model.description,
        username: `Gita${number}`,
        userFullName: "Gita",
        projectId: project.id,
        projectName: `Atlas ${number}`,
        scopes: ["translations.edit"],
        expiresAt: null,
        lastUsedAt: null
      })
      assert.deepStrictEqual(yield* send(asGuest, "GET", `/v2/api-keys/${model.id}`), { status: 200, body: model })
      const used = yield* (yield* clientOf({ apiKey: key })).project.get({ params: { projectId: project.id } })
      assert.strictEqual(used.id, project.id)
    })
  )

  it.effect("are open to their user and to users who administer the project", () =>
    Effect.gen(function* () {
      const { project, asOwner, asMember, asGuest, asStranger, asAdmin } = yield* fixture()
      const byGuest = yield* keysOf(asGuest)
      const payload = { projectId: project.id, scopes: ["keys.view"], description: "of Gita" }
      const { id, key } = yield* byGuest.create({ payload })
      const params = { apiKeyId: id }
      const path = `/v2/api-keys/${id}`
      const edit = { scopes: ["translations.view"] }
      for (const credential of [asMember, asStranger]) {
        const absent = error(404, "api_key_not_found")
        assert.deepStrictEqual(yield* send(credential, "GET", path), error(404, "resource_not_found"))
        assert.deepStrictEqual(yield* send(credential, "PUT", path, edit), absent)
        assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/regenerate`, {}), absent)
        assert.deepStrictEqual(yield* send(credential, "DELETE", path), absent)
      }
      assert.deepStrictEqual(yield* send(asGuest, "GET", "/v2/api-keys/999999"), error(404, "resource_not_found"))
      for (const [method, url, payload] of [
        ["PUT", "/v2/api-keys/999999", edit],
        ["PUT", "/v2/api-keys/999999/regenerate", {}],
        ["DELETE", "/v2/api-keys/999999", undefined]
      ] as const) {
        assert.deepStrictEqual(yield* send(asGuest, method, url, payload), error(404, "api_key_not_found"))
      }
      assert.strictEqual((yield* (yield* keysOf({ apiKey: key })).getCurrent()).id, id)
      assert.strictEqual((yield* (yield* keysOf(asAdmin)).get({ params })).description, "of Gita")
      const changed = { description: "of all", scopes: ["keys.view"] } as const
      const edited = yield* (yield* keysOf(asOwner)).edit({ params, payload: changed })
      assert.deepInclude(edited, { ...changed, userFullName: "Gita" })
      assert.deepStrictEqual(
        yield* send(asGuest, "PUT", path, { scopes: ["admin"] }),
        error(403, "operation_not_permitted", ["admin"])
      )
      const unchanged = yield* byGuest.edit({ params, payload: edit })
      assert.deepInclude(unchanged, { description: "of all", scopes: ["translations.view"] })
      const invalid = { status: 400, body: { STANDARD_VALIDATION: { scopes: "must not be empty" } } }
      assert.deepStrictEqual(yield* send(asGuest, "PUT", path, { scopes: [] }), invalid)
    })
  )

  it.effect("give a manager no usable key of another user, neither by regeneration nor by more scopes", () =>
    Effect.gen(function* () {
      const { project, asOwner, asAdmin } = yield* fixture()
      const manager = yield* seed.user({ username: `manager${fixtures}` })
      yield* seed.directPermission({ project: project.id, user: manager, permission: "MANAGE" })
      const asManager = yield* seed.accessToken(manager, { super: true })
      const payload = { projectId: project.id, scopes: ["translations.edit", "keys.create"] } as const
      for (const { victim, takers } of [
        { victim: asAdmin, takers: [asManager, asOwner] },
        { victim: asOwner, takers: [asManager, asAdmin] }
      ]) {
        const { id, key } = yield* (yield* keysOf(victim)).create({ payload })
        const path = `/v2/api-keys/${id}`
        const scopesNow = Effect.map(
          send({ apiKey: key }, "GET", "/v2/api-keys/current"),
          ({ body }) => (body as ProjectApiKeyModel).scopes
        )
        for (const taker of takers) {
          assert.deepStrictEqual(
            yield* send(taker, "PUT", `${path}/regenerate`, { expiresAt: null }),
            error(403, "api_key_of_another_user")
          )
          assert.deepStrictEqual(
            yield* send(taker, "PUT", path, { scopes: ["admin"] }),
            error(403, "api_key_of_another_user", ["admin"])
          )
          assert.deepStrictEqual(
            yield* send(taker, "PUT", path, { scopes: ["translations.edit", "keys.create", "keys.edit"] }),
            error(403, "api_key_of_another_user", ["keys.edit"])
          )
          assert.deepStrictEqual(yield* scopesNow, payload.scopes)
        }
        const narrowed = yield* send(asManager, "PUT", path, { scopes: ["translations.view"] })
        assert.deepInclude(narrowed.body as object, { id, scopes: ["translations.view"] })
        assert.deepStrictEqual(yield* scopesNow, ["translations.view"])
        assert.deepStrictEqual(
          yield* send(asManager, "PUT", path, { scopes: ["translations.edit"] }),
          error(403, "api_key_of_another_user", ["translations.edit"])
        )
        assert.strictEqual((yield* send(victim, "PUT", path, { scopes: ["translations.edit"] })).status, 200)
        assert.strictEqual((yield* send(asManager, "DELETE", path)).status, 200)
        assert.strictEqual((yield* send({ apiKey: key }, "GET", "/v2/api-keys/current")).status, 401)
      }
    })
  )

  it.effect("are regenerated and deleted; the old key stops working at once", () =>
    Effect.gen(function* () {
      const { project, asGuest } = yield* fixture()
      const byGuest = yield* keysOf(asGuest)
      const created = yield* byGuest.create({ payload: { projectId: project.id, scopes: ["keys.view"] } })
      const params = { apiKeyId: created.id }
      const response = yield* byGuest.regenerate({ params, payload: { expiresAt: 4_102_444_800_000 } })
      assert.deepInclude(response, { id: created.id, expiresAt: 4_102_444_800_000, scopes: ["keys.view"] })
      const current = (key: string) => send({ apiKey: key }, "GET", "/v2/api-keys/current")
      assert.deepStrictEqual(yield* current(created.key), error(401, "invalid_project_api_key"))
      assert.strictEqual((yield* current(response.key)).status, 200)
      yield* byGuest.delete({ params })
      assert.deepStrictEqual(yield* current(response.key), error(401, "invalid_project_api_key"))
    })
  )

  it.effect("are listed for their user, and all keys of a project for users who administer it", () =>
    Effect.gen(function* () {
      const { organization, project, users, asOwner, asMember, asGuest, asStranger } = yield* fixture()
      const second = yield* seed.project({ organization: organization.id, name: `Second ${fixtures}` })
      yield* seed.apiKey({ project: project.id, user: users.guest, scopes: ["keys.view"] })
      yield* seed.apiKey({ project: project.id, user: users.owner, scopes: ["keys.view"] })
      yield* seed.apiKey({ project: second.id, user: users.owner, scopes: ["keys.view"] })
      const ofProject = `/v2/projects/${project.id}/api-keys`
      const byOwner = yield* keysOf(asOwner)
      const byGuest = yield* keysOf(asGuest)
      const printed = Effect.map(
        ({ _embedded }: { readonly _embedded: { readonly apiKeys: ReadonlyArray<ProjectApiKeyModel> } }) =>
          _embedded.apiKeys.map(({ userFullName, projectId }) => `${userFullName} ${projectId}`)
      )
      assert.deepStrictEqual(yield* send(asMember, "GET", ofProject), error(403, "operation_not_permitted", ["admin"]))
      assert.deepStrictEqual(yield* send(asStranger, "GET", ofProject), error(404, "project_not_found"))
      const own = printed(byOwner.list({ query: {} }))
      assert.deepStrictEqual(yield* printed(byGuest.list({ query: {} })), [`Gita ${project.id}`])
      assert.deepStrictEqual(yield* own, [`Olga ${project.id}`, `Olga ${second.id}`])
      const ofSecond = byOwner.list({ query: { filterProjectId: second.id } })
      assert.deepStrictEqual(yield* printed(ofSecond), [`Olga ${second.id}`])
      const all = byOwner.listOfProject({
        params: { projectId: project.id },
        query: { sort: [{ property: "username", direction: "asc" }] }
      })
      assert.deepStrictEqual(yield* printed(all), [`Gita ${project.id}`, `Olga ${project.id}`])
      yield* send(asOwner, "DELETE", `/v2/projects/${second.id}`)
      assert.deepStrictEqual(yield* own, [`Olga ${project.id}`])
    })
  )

  it.effect("are shown to a request that uses them, whatever their user may still do", () =>
    Effect.gen(function* () {
      const { project, german, users, asGuest, asOwner } = yield* fixture()
      const current = "/v2/api-keys/current"
      const personal = yield* seed.personalAccessToken({ user: users.guest })
      const key = yield* seed.apiKey({ project: project.id, user: users.guest, scopes: ["translations.edit"] })
      assert.deepStrictEqual(yield* send(asGuest, "GET", current), error(400, "invalid_authentication_method"))
      assert.deepStrictEqual(yield* send(personal, "GET", current), error(403, "pat_access_not_allowed"))
      const permitted = {
        projectId: project.id,
        scopes: ["translations.edit"],
        permittedLanguageIds: [german]
      } as const
      const byKey = yield* keysOf(key)
      assert.deepInclude(yield* byKey.getCurrent(), permitted)
      const byOwner = yield* clientOf(asOwner)
      yield* byOwner.member.revokeAccess({ params: { projectId: project.id, userId: users.guest } })
      assert.deepInclude(yield* byKey.getCurrent(), { ...permitted, permittedLanguageIds: null })
      const permissions = yield* byKey.getCurrentPermissions({ query: {} })
      assert.deepInclude(permissions, { projectId: project.id, scopes: [], type: null })
    })
  )

  it.effect("and tokens show their permissions in a project", () =>
    Effect.gen(function* () {
      const { number, project, german, users, asGuest } = yield* fixture()
      const path = "/v2/api-keys/current-permissions"
      const personal = yield* seed.personalAccessToken({ user: users.guest })
      const foreign = yield* seed.personalAccessToken({ user: users.stranger })
      const scopes = ["translations.edit", "keys.delete"] as const
      const key = yield* seed.apiKey({ project: project.id, user: users.guest, scopes })
      assert.deepStrictEqual(yield* send(asGuest, "GET", path), error(400, "invalid_authentication_method"))
      assert.deepStrictEqual(yield* send(personal, "GET", path), error(400, "no_project_id_provided"))
      for (const id of [project.id, 999_999]) {
        const response = yield* send(foreign, "GET", `${path}?projectId=${id}`)
        assert.deepStrictEqual(response, error(404, "project_not_found"))
      }
      assert.deepStrictEqual(yield* (yield* keysOf(key)).getCurrentPermissions({ query: { projectId: 999_999 } }), {
        projectId: project.id,
        type: null,
        scopes: ["keys.view", "translations.view", "translations.edit"],
        translateLanguageIds: [german],
        viewLanguageIds: null,
        stateChangeLanguageIds: null,
        project: {
          id: project.id,
          name: `Atlas ${number}`,
          description: null,
          slug: `atlas-${number}`,
          avatar: null,
          baseLanguage: {
            id: project.languages["en"] ?? 0,
            name: "Language en",
            tag: "en",
            originalName: null,
            flagEmoji: null,
            base: true
          },
          icuPlaceholders: true
        }
      })
      const ofToken = yield* (yield* keysOf(personal)).getCurrentPermissions({ query: { projectId: project.id } })
      assert.strictEqual(ofToken.type, "TRANSLATE")
      assert.strictEqual(ofToken.scopes.length, 8)
    })
  )

  it.effect("can hold the scopes of the permission types", () =>
    Effect.gen(function* () {
      const { asStranger } = yield* fixture()
      const types = yield* (yield* keysOf(asStranger)).getAvailableScopes()
      assert.deepStrictEqual(types.NONE, [])
      assert.deepStrictEqual(types.MANAGE, ["admin"])
      assert.strictEqual(types.EDIT.length, 18)
    })
  )
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`project API keys on ${engine}`, (it) => {
    it.effect("can be listed by the time of their creation", () =>
      Effect.gen(function* () {
        const { project, users } = yield* fixture()
        const asOwner = yield* seed.accessToken(users.owner, { super: true })
        const descriptions = ["first", "second", "third"]
        for (const description of descriptions) {
          const payload = { projectId: project.id, scopes: ["keys.view"], description }
          assert.strictEqual((yield* send(asOwner, "POST", "/v2/api-keys", payload)).status, 200)
        }
        const listed = Effect.fnUntraced(function* (query: string) {
          const { body } = yield* send(asOwner, "GET", `/v2/api-keys?${query}`)
          const { apiKeys } = (body as { readonly _embedded: { readonly apiKeys: ReadonlyArray<ProjectApiKeyModel> } })
            ._embedded
          return apiKeys.map(({ description }) => description)
        })
        assert.deepStrictEqual(yield* listed("sort=createdAt,desc&sort=id,desc"), descriptions.toReversed())
        assert.deepStrictEqual(yield* listed("sort=createdAt,asc"), descriptions)
      })
    )
  })
}
