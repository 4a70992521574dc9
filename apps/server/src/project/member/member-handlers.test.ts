import type { PermissionType } from "@dragoman/domain/permission"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project whose organization has an owner, a member (the caller in most tests has MANAGE) and a guest with VIEW. */
const seedFixture = Effect.gen(function* () {
  const name = `World ${++fixtures}`
  const user = (role: string, serverRole: "USER" | "ADMIN" = "USER") =>
    seed.user({ username: `${role}${fixtures}@example.com`, name: role, serverRole })
  const owner = yield* user("Olga")
  const member = yield* user("Max")
  const guest = yield* user("Gina")
  const stranger = yield* user("Stefan")
  const admin = yield* user("Ada", "ADMIN")
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: guest, permission: "VIEW" })
  const token = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${project.id}/users`
  const client = yield* clientOf(token)
  const params = { projectId: project.id }
  const list = Effect.fnUntraced(function* (query: Parameters<typeof client.member.list>[0]["query"] = {}) {
    return (yield* client.member.list({ params, query }))._embedded.users
  })
  return { owner, member, guest, stranger, admin, project, token, path, params, client, list }
})

const done: TestResponse = { status: 200, body: "" }

layer(layerTestServer())("members of a project", (it) => {
  it.effect("are listed with members.view and a recently entered password", () =>
    Effect.gen(function* () {
      const { owner, member, guest, stranger, admin, project, token, path, list } = yield* seedFixture
      assert.deepStrictEqual(yield* send(null, "GET", path), error(401, "unauthenticated"))
      const plain = yield* seed.accessToken(owner)
      assert.deepStrictEqual(yield* send(plain, "GET", path), error(403, "expired_super_jwt_token"))
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(key, "GET", path), error(403, "expired_super_jwt_token"))
      const asStranger = yield* seed.accessToken(stranger, { super: true })
      assert.deepStrictEqual(yield* send(asStranger, "GET", path), error(404, "project_not_found"))
      const asGuest = yield* seed.accessToken(guest, { super: true })
      assert.deepStrictEqual(yield* send(asGuest, "GET", path), error(403, "operation_not_permitted", ["members.view"]))
      const listed = yield* list()
      assert.deepStrictEqual(
        listed.map((user) => [user.id, user.organizationRole, user.computedPermission.origin]),
        [
          [owner, "OWNER", "ORGANIZATION_OWNER"],
          [member, "MEMBER", "ORGANIZATION_BASE"],
          [guest, null, "DIRECT"]
        ]
      )
      assert.deepStrictEqual(listed[2], {
        id: guest,
        username: `Gina${fixtures}@example.com`,
        name: "Gina",
        avatar: null,
        organizationRole: null,
        organizationBasePermission: { ...viewPermission },
        directPermission: { ...viewPermission, agency: null },
        computedPermission: { permissionModel: viewPermission, origin: "DIRECT", ...viewPermission },
        mfaEnabled: false
      })
      yield* seed.directPermission({ project: project.id, user: admin, permission: "VIEW" })
      const found = yield* list({ search: "ADA" })
      assert.deepStrictEqual(
        found.map((user) => [user.name, user.computedPermission.origin]),
        [["Ada", "DIRECT"]]
      )
      const names = Effect.fnUntraced(function* (query: Parameters<typeof list>[0]) {
        return (yield* list(query)).map(({ name }) => name)
      })
      assert.deepStrictEqual(yield* names({ sort: [{ property: "name", direction: "asc" }] }), [
        "Ada",
        "Gina",
        "Max",
        "Olga"
      ])
      assert.deepStrictEqual(
        yield* names({ filterId: [guest, member], sort: [{ property: "name", direction: "desc" }] }),
        ["Max", "Gina"]
      )
      assert.deepStrictEqual(yield* names({ filterNotId: [guest, admin], size: 1, page: 1 }), ["Max"])
      const joined = yield* send(token, "GET", `${path}?filterNotId=${guest},${admin}&size=1&page=1`)
      assert.deepInclude(joined.body, { page: { size: 1, totalElements: 2, totalPages: 2, number: 1 } })
      assert.deepStrictEqual(yield* send(token, "GET", `${path}?sort=x`), error(400, "unknown_sort_property"))
    })
  )

  it.effect("get a type: every rule rejects in its order, and nothing changes", () =>
    Effect.gen(function* () {
      const { owner, member, guest, stranger, project, token, path, params, client, list } = yield* seedFixture
      const other = yield* seedFixture
      const foreign = other.project.languages["de"]
      const { en = 0, de = 0 } = project.languages
      const set = (userId: number | string, rest: string) =>
        send(token, "PUT", `${path}/${userId}/set-permissions/${rest}`)
      const asGuest = yield* seed.accessToken(guest, { super: true })
      assert.deepStrictEqual(
        yield* send(asGuest, "PUT", `${path}/${member}/set-permissions/VIEW`),
        error(403, "operation_not_permitted", ["members.edit"])
      )
      const pat = yield* seed.personalAccessToken({ user: owner })
      assert.deepStrictEqual(
        yield* send(pat, "PUT", `${path}/${member}/set-permissions/VIEW`),
        error(403, "api_access_forbidden")
      )
      const errors: ReadonlyArray<readonly [number | string, string, TestResponse]> = [
        [member, "ADMIN", error(400, "wrong_param_type", ["permissionType"])],
        ["x", "VIEW", error(400, "wrong_param_type", ["userId"])],
        [owner, `VIEW?languages=${foreign}`, error(400, "cannot_set_your_own_permissions")],
        [member, `VIEW?languages=${foreign}`, error(400, "language_not_from_project")],
        [
          member,
          `VIEW?viewLanguages=${de}`,
          error(400, "cannot_set_view_languages_without_for_level_based_permissions")
        ],
        [
          member,
          `TRANSLATE?stateChangeLanguages=${de}`,
          error(400, "only_review_permission_accepts_state_change_languages")
        ],
        [
          member,
          `EDIT?translateLanguages=${de}`,
          error(400, "only_translate_or_review_permission_accepts_translate_languages")
        ],
        [
          member,
          `REVIEW?languages=${de}`,
          error(400, "cannot_set_different_translate_and_state_change_languages_for_level_based_permissions")
        ],
        [stranger, "VIEW", error(404, "user_not_found")],
        [other.owner, "VIEW", error(404, "user_not_found")],
        [987654, "VIEW", error(404, "user_not_found")]
      ]
      for (const [userId, rest, expected] of errors) {
        assert.deepStrictEqual(yield* set(userId, rest), expected, rest)
      }
      const manager = yield* seed.user({ username: `manager${fixtures}` })
      yield* seed.directPermission({ project: project.id, user: manager, permission: "MANAGE" })
      const asManager = yield* seed.accessToken(manager, { super: true })
      assert.deepStrictEqual(
        yield* send(asManager, "PUT", `${path}/${owner}/set-permissions/VIEW`),
        error(400, "user_is_organization_owner")
      )
      const before = yield* list({ filterId: [member] })
      assert.isNull(before[0]?.directPermission)

      type Limits = Parameters<typeof client.member.setPermissionType>[0]["query"]
      const setType = (permissionType: PermissionType, query: Limits) =>
        client.member.setPermissionType({ params: { ...params, userId: member, permissionType }, query })
      yield* setType("REVIEW", { languages: [de], stateChangeLanguages: [de] })
      yield* setType("TRANSLATE", { translateLanguages: [de, en] })
      const [after] = yield* list({ filterId: [member] })
      assert.deepInclude(after?.directPermission, {
        type: "TRANSLATE",
        translateLanguageIds: [en, de],
        stateChangeLanguageIds: null
      } as never)
      assert.deepStrictEqual(yield* set(member, "NONE"), done)
      const asMember = yield* seed.accessToken(member)
      assert.deepStrictEqual(
        yield* send(asMember, "GET", `/v2/projects/${project.id}`),
        error(404, "project_not_found")
      )
    })
  )

  it.effect("get granular scopes: every rule rejects in its order", () =>
    Effect.gen(function* () {
      const { owner, member, guest, stranger, project, token, path, params, client, list } = yield* seedFixture
      const { en = 0, de = 0 } = project.languages
      const set = (userId: number, query: string) => send(token, "PUT", `${path}/${userId}/set-permissions?${query}`)
      const errors: ReadonlyArray<readonly [number, string, TestResponse]> = [
        [owner, "scopes=keys.fly", error(400, "scope_not_found", ["keys.fly"])],
        [owner, "scopes=keys.view", error(400, "cannot_set_your_own_permissions")],
        [guest, "", error(400, "scopes_has_to_be_set")],
        [guest, `scopes=admin&viewLanguages=${en}`, error(400, "cannot_set_language_permissions_for_admin_scope")],
        [
          guest,
          `scopes=keys.view&viewLanguages=${en}`,
          error(400, "cannot_set_view_languages_without_translations_view_scope")
        ],
        [
          guest,
          `scopes=translations.view&translateLanguages=${en}`,
          error(400, "cannot_set_translate_languages_without_translations_edit_scope")
        ],
        [
          guest,
          `scopes=translations.edit&stateChangeLanguages=${en}`,
          error(400, "cannot_set_state_change_languages_without_translations_state_edit_scope")
        ],
        [stranger, "scopes=keys.view", error(404, "user_not_found")]
      ]
      for (const [userId, query, expected] of errors) {
        assert.deepStrictEqual(yield* set(userId, query), expected, query)
      }
      yield* client.member.setScopes({
        params: { ...params, userId: member },
        query: {
          scopes: ["translations.edit,translations.state-edit"],
          translateLanguages: [en],
          stateChangeLanguages: [de],
          viewLanguages: [en]
        }
      })
      const [after] = yield* list({ filterId: [member] })
      assert.deepInclude(after?.directPermission, {
        type: null,
        scopes: ["keys.view", "translations.view", "translations.edit", "translations.state-edit"],
        viewLanguageIds: [en, de]
      } as never)
      const newer = "scopes=translation-labels.assign,prompts.edit&scopes=organization-quotas.view"
      assert.deepStrictEqual(yield* set(member, newer), done)
      const [stored] = yield* list({ filterId: [member] })
      assert.deepInclude(stored?.directPermission, {
        type: null,
        scopes: ["keys.view", "translations.view", "translations.state-edit", "project.edit"]
      } as never)
    })
  )

  it.effect("are reset, revoked and rejected as the rules say", () =>
    Effect.gen(function* () {
      const { owner, member, guest, stranger, project, token, path } = yield* seedFixture
      const put = (userId: number, action: string) => send(token, "PUT", `${path}/${userId}/${action}`)
      assert.deepStrictEqual(yield* put(owner, "set-by-organization"), error(400, "cannot_set_your_own_permissions"))
      assert.deepStrictEqual(yield* put(owner, "revoke-access"), error(400, "can_not_revoke_own_permissions"))
      assert.deepStrictEqual(yield* put(member, "revoke-access"), error(400, "user_is_organization_member"))
      assert.deepStrictEqual(yield* put(stranger, "revoke-access"), error(404, "user_not_found"))
      assert.deepStrictEqual(yield* put(987654, "revoke-access"), error(404, "user_not_found"))
      assert.deepStrictEqual(yield* put(member, "set-by-organization"), done)
      assert.deepStrictEqual(yield* put(guest, "revoke-access"), done)
      assert.deepStrictEqual(yield* put(guest, "revoke-access"), error(404, "user_not_found"))
      const asGuest = yield* seed.accessToken(guest)
      assert.deepStrictEqual(yield* send(asGuest, "GET", `/v2/projects/${project.id}`), error(404, "project_not_found"))
    })
  )

  it.effect("do not get everything through an accomplice who edits members", () =>
    Effect.gen(function* () {
      const { member, guest: accomplice, stranger: evil, project, token, path } = yield* seedFixture
      const { en = 0, de = 0 } = project.languages
      yield* seed.directPermission({
        project: project.id,
        user: evil,
        permission: { scopes: ["members.edit", "translations.edit"], translateLanguageIds: [de] }
      })
      const asEvil = yield* seed.accessToken(evil, { super: true })
      const ofAccomplice = (change: string) => send(asEvil, "PUT", `${path}/${accomplice}/${change}`)
      const permissionOf = (userId: number) =>
        Effect.map(send(token, "GET", `${path}?filterId=${userId}`), ({ body }) => {
          const [user] = (body as { _embedded: { users: ReadonlyArray<{ computedPermission: object }> } })._embedded
            .users
          return user?.computedPermission ?? {}
        })
      const lowered = `${path}/${accomplice}/set-permissions?scopes=translations.view`
      assert.deepStrictEqual(yield* send(token, "PUT", lowered), done)
      const before = yield* permissionOf(accomplice)
      for (const [change, response] of [
        ["set-permissions/MANAGE", error(403, "operation_not_permitted", ["admin"])],
        ["set-permissions?scopes=admin", error(403, "operation_not_permitted", ["admin"])],
        ["set-permissions?scopes=keys.delete", error(403, "operation_not_permitted", ["keys.delete"])],
        ["set-permissions?scopes=translations.edit", error(403, "language_not_permitted", [[], null])],
        [
          `set-permissions?scopes=translations.edit&translateLanguages=${en}`,
          error(403, "language_not_permitted", [[en], null])
        ]
      ] as const) {
        assert.deepStrictEqual(yield* ofAccomplice(change), response, change)
      }
      assert.deepStrictEqual(yield* permissionOf(accomplice), before)
      assert.deepStrictEqual(
        yield* ofAccomplice(`set-permissions?scopes=translations.edit&translateLanguages=${de}`),
        done
      )
      // The accomplice cannot lower, reset or remove a member who has more either.
      assert.deepStrictEqual(yield* send(token, "PUT", `${path}/${accomplice}/set-permissions/MANAGE`), done)
      for (const change of ["set-permissions/NONE", "set-by-organization", "revoke-access"]) {
        assert.deepStrictEqual(yield* ofAccomplice(change), error(403, "operation_not_permitted", ["admin"]), change)
      }
      assert.deepInclude(yield* permissionOf(accomplice), { type: "MANAGE" })
      // Resetting a member to a base permission that gives more is granting it.
      assert.deepStrictEqual(yield* send(token, "PUT", `${path}/${member}/set-permissions/NONE`), done)
      assert.deepStrictEqual(
        yield* send(asEvil, "PUT", `${path}/${member}/set-by-organization`),
        error(403, "operation_not_permitted", ["screenshots.view", "activity.view", "tasks.view"])
      )
      assert.deepInclude(yield* permissionOf(member), { type: "NONE" })
    })
  )
})

const viewPermission = {
  scopes: ["keys.view", "translations.view", "screenshots.view", "activity.view", "tasks.view"],
  type: "VIEW",
  permittedLanguageIds: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
} as const
