import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** One organization with an owner, a member, a guest with a direct permission, a stranger and a server administrator. */
const fixture = Effect.fnUntraced(function* () {
  const number = ++fixtures
  const [owner, member, guest, stranger] = [
    yield* seed.user({ username: `owner${number}`, name: "Olga" }),
    yield* seed.user({ username: `member${number}`, name: "Milan" }),
    yield* seed.user({ username: `guest${number}`, name: "Gita" }),
    yield* seed.user({ username: `stranger${number}` })
  ]
  const admin = yield* seed.user({ username: `admin${number}`, serverRole: "ADMIN" })
  const { id, slug } = yield* seed.organization({ name: `World ${number}`, owner, members: [member] })
  const project = yield* seed.project({ organization: id, name: `Atlas ${number}`, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: guest, permission: "TRANSLATE" })
  const token = (userId: number) => seed.accessToken(userId, { super: true })
  return {
    id,
    slug,
    path: `/v2/organizations/${id}`,
    params: { organization: String(id) },
    project,
    users: { owner, member, guest, stranger, admin },
    asOwner: yield* token(owner),
    asMember: yield* token(member),
    asGuest: yield* token(guest),
    asStranger: yield* token(stranger),
    asAdmin: yield* token(admin)
  }
})

const code = ({ body }: { readonly body: unknown }) => (body as { readonly code?: string }).code
const notFound = error(404, "organization_not_found")
const forbidden = error(403, "operation_not_permitted")
const done = { status: 200, body: "" }

const everything = {
  type: "VIEW",
  scopes: ["keys.view", "translations.view", "screenshots.view", "activity.view", "tasks.view"],
  permittedLanguageIds: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
} as const

layer(layerTestServer())("organizations", (it) => {
  it.effect("are hidden from strangers, and lower roles are rejected, before a body is read", () =>
    Effect.gen(function* () {
      const { path, users, asMember, asGuest, asStranger } = yield* fixture()
      const owned: ReadonlyArray<[string, string]> = [
        ["PUT", path],
        ["DELETE", path],
        ["PUT", `${path}/users/${users.member}/set-role`],
        ["DELETE", `${path}/users/${users.member}`],
        ["PUT", `${path}/set-base-permissions/EDIT`],
        ["PUT", `${path}/set-base-permissions?scopes=keys.view`],
        ["PUT", `${path}/invite`],
        ["GET", `${path}/invitations`]
      ]
      for (const [method, url] of owned) {
        const label = `${method} ${url}`
        const body = method === "PUT" ? "no json" : undefined
        assert.deepStrictEqual(yield* send(asStranger, method, url, body), notFound, label)
        assert.deepStrictEqual(yield* send(asMember, method, url, body), forbidden, label)
        assert.deepStrictEqual(yield* send(asGuest, method, url, body), forbidden, label)
      }
      assert.deepStrictEqual(yield* send(asStranger, "GET", `${path}/users`), notFound)
      assert.deepStrictEqual(yield* send(asGuest, "GET", `${path}/users`), forbidden)
      for (const name of ["", "/languages", "/base-languages"]) {
        assert.deepStrictEqual(yield* send(asStranger, "GET", `${path}${name}`), notFound, name)
        assert.strictEqual((yield* send(asGuest, "GET", `${path}${name}`)).status, 200, name)
      }
      assert.deepStrictEqual(yield* send(asStranger, "PUT", `${path}/leave`), notFound)
      assert.strictEqual((yield* send(asMember, "GET", path)).status, 200)
    })
  )

  it.effect("need the right kind of credential", () =>
    Effect.gen(function* () {
      const { path, project, users } = yield* fixture()
      const projectKey = yield* seed.apiKey({ project: project.id, user: users.owner, scopes: ["admin"] })
      const personalToken = yield* seed.personalAccessToken({ user: users.owner })
      const plain = yield* seed.accessToken(users.owner)
      const none: TestCredential = null
      assert.strictEqual(code(yield* send(none, "GET", "/v2/organizations")), "unauthenticated")
      assert.deepStrictEqual(yield* send(projectKey, "GET", path), error(403, "pak_access_not_allowed"))
      assert.strictEqual((yield* send(personalToken, "GET", path)).status, 200)
      assert.strictEqual((yield* send(personalToken, "GET", "/v2/organizations")).status, 200)
      for (const [method, url] of [
        ["GET", `${path}/users`],
        ["GET", `${path}/languages`],
        ["PUT", `${path}/set-base-permissions/EDIT`]
      ] as const) {
        assert.deepStrictEqual(yield* send(personalToken, method, url), error(403, "api_access_forbidden"), url)
      }
      for (const [method, url] of [
        ["PUT", path],
        ["DELETE", path],
        ["GET", `${path}/users`],
        ["PUT", `${path}/users/1/set-role`],
        ["DELETE", `${path}/users/1`],
        ["PUT", `${path}/leave`],
        ["PUT", `${path}/invite`],
        ["GET", `${path}/invitations`]
      ] as const) {
        assert.deepStrictEqual(yield* send(plain, method, url), error(403, "expired_super_jwt_token"), url)
      }
      assert.deepStrictEqual(yield* send(plain, "PUT", `${path}/set-base-permissions/EDIT`), done)
    })
  )

  it.effect("are created with the caller as owner, the base permission VIEW and a slug made of the name", () =>
    Effect.gen(function* () {
      const { asStranger } = yield* fixture()
      const invalid = (body: unknown) => send(asStranger, "POST", "/v2/organizations", body)
      assert.deepStrictEqual(yield* invalid({ name: " ", slug: "UPPER" }), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank", slug: "invalid_pattern" } }
      })
      assert.deepStrictEqual(yield* invalid({ name: "ab" }), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "size must be between 3 and 50" } }
      })
      const byStranger = yield* clientOf(asStranger)
      const created = yield* send(asStranger, "POST", "/v2/organizations", { name: "Žlutý kůň", unknown: 1 })
      const { id } = yield* byStranger.organization.get({ params: { organization: "zluty-kun" } })
      assert.deepStrictEqual(created, {
        status: 201,
        body: {
          id,
          name: "Žlutý kůň",
          slug: "zluty-kun",
          description: null,
          basePermissions: everything,
          avatar: null,
          currentUserRole: "OWNER"
        }
      })
      const again = yield* byStranger.organization.create({ payload: { name: "Žlutý kůň" } })
      assert.strictEqual(again.slug, "zluty-kun1")
      assert.deepStrictEqual(yield* invalid({ name: "Third", slug: "zluty-kun" }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { slug_not_unique: [] } }
      })
      const read = yield* send(asStranger, "GET", "/v2/organizations/zluty-kun")
      assert.deepStrictEqual(read, { ...created, status: 200 })
      const { organization } = yield* clientOf((yield* fixture()).asAdmin)
      assert.isNull((yield* organization.get({ params: { organization: String(id) } })).currentUserRole)
    })
  )

  it.effect("are listed for users with a role or a permission in a project; also for server administrators", () =>
    Effect.gen(function* () {
      const { id, slug, asOwner, asGuest, asStranger, asAdmin } = yield* fixture()
      const page = { size: 20, totalElements: 0, totalPages: 0, number: 0 }
      const nothing = { _embedded: { organizations: [] }, page }
      const list = Effect.fnUntraced(function* (
        credential: TestCredential,
        query: { readonly search?: string; readonly filterCurrentUserOwner?: true } = {}
      ) {
        return yield* (yield* clientOf(credential)).organization.list({ query })
      })
      assert.deepStrictEqual(yield* list(asStranger), nothing)
      assert.deepStrictEqual(yield* list(asAdmin), nothing)
      assert.deepStrictEqual(yield* list(asGuest, { filterCurrentUserOwner: true }), nothing)
      assert.deepStrictEqual(yield* list(asOwner, { search: "no%" }), nothing)
      const found = { id, name: slug.replace("world-", "World "), slug, description: null, basePermissions: everything }
      const one = (currentUserRole: "OWNER" | null) => ({
        _embedded: { organizations: [{ ...found, avatar: null, currentUserRole }] },
        page: { ...page, totalElements: 1, totalPages: 1 }
      })
      assert.deepStrictEqual(yield* list(asGuest), one(null))
      assert.deepStrictEqual(yield* list(asOwner, { filterCurrentUserOwner: true, search: "WORLD" }), one("OWNER"))
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", "/v2/organizations?filterCurrentUserOwner=maybe"),
        error(400, "wrong_param_type", ["filterCurrentUserOwner"])
      )
    })
  )

  it.effect("are edited as a whole; without a slug the old one stays, a taken one changes nothing", () =>
    Effect.gen(function* () {
      const { path, params, slug, asOwner, asAdmin } = yield* fixture()
      const { organization } = yield* clientOf(asOwner)
      const byAdmin = yield* clientOf(asAdmin)
      const other = yield* fixture()
      assert.deepStrictEqual(yield* send(asOwner, "PUT", path, { name: "Renamed", slug: other.slug }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { slug_not_unique: [] } }
      })
      const before = yield* organization.get({ params })
      assert.strictEqual(before.slug, slug)
      const payload = { name: "Renamed", description: "What it is" }
      const edited = yield* byAdmin.organization.edit({ params, payload })
      assert.deepStrictEqual(edited, { ...before, ...payload, currentUserRole: "OWNER" })
      const moved = yield* organization.edit({ params, payload: { name: "Renamed", slug: `${slug}-new` } })
      assert.deepInclude(moved, { slug: `${slug}-new`, description: null })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `/v2/organizations/${slug}`), notFound)
    })
  )

  it.effect("are deleted with their projects, for all users", () =>
    Effect.gen(function* () {
      const { path, slug, project, asOwner, asAdmin, asGuest } = yield* fixture()
      const remaining = yield* fixture()
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), done)
      for (const credential of [asOwner, asAdmin, asGuest]) {
        assert.deepStrictEqual(yield* send(credential, "GET", path), notFound)
        const invitations = yield* send(credential, "GET", `/v2/projects/${project.id}/invitations`)
        assert.deepStrictEqual(invitations, error(404, "project_not_found"))
      }
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), notFound)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `/v2/slug/validate-organization/${slug}`), {
        status: 200,
        body: false
      })
      assert.strictEqual((yield* send(remaining.asOwner, "GET", remaining.path)).status, 200)
    })
  )

  it.effect("show their users with their projects, by name", () =>
    Effect.gen(function* () {
      const { params, project, users, asMember } = yield* fixture()
      const { organization } = yield* clientOf(asMember)
      const shown = { mfaEnabled: false, avatar: null }
      const direct = { id: project.id, name: `Atlas ${fixtures}`, description: null, slug: project.slug, avatar: null }
      assert.deepStrictEqual(yield* organization.listUsers({ params, query: {} }), {
        _embedded: {
          usersInOrganization: [
            {
              id: users.guest,
              name: "Gita",
              username: `guest${fixtures}`,
              organizationRole: null,
              projectsWithDirectPermission: [direct],
              ...shown
            },
            {
              id: users.member,
              name: "Milan",
              username: `member${fixtures}`,
              organizationRole: "MEMBER",
              projectsWithDirectPermission: [],
              ...shown
            },
            {
              id: users.owner,
              name: "Olga",
              username: `owner${fixtures}`,
              organizationRole: "OWNER",
              projectsWithDirectPermission: [],
              ...shown
            }
          ]
        },
        page: { size: 20, totalElements: 3, totalPages: 1, number: 0 }
      })
      const found = yield* organization.listUsers({ params, query: { search: "OLG", size: 1 } })
      assert.deepStrictEqual(found.page, { size: 1, totalElements: 1, totalPages: 1, number: 0 })
    })
  )

  it.effect("give roles to members only, and no one changes their own role", () =>
    Effect.gen(function* () {
      const { path, users, asOwner, asMember, asAdmin } = yield* fixture()
      const setRole = (credential: TestCredential, userId: number | string, body: unknown) =>
        send(credential, "PUT", `${path}/users/${userId}/set-role`, body)
      const owner = { roleType: "OWNER" }
      assert.deepStrictEqual(yield* setRole(asOwner, users.owner, {}), error(400, "cannot_set_your_own_role"))
      assert.deepStrictEqual(yield* setRole(asOwner, 999_999, owner), error(404, "resource_not_found"))
      for (const userId of [users.guest, users.stranger]) {
        assert.deepStrictEqual(yield* setRole(asOwner, userId, owner), error(404, "resource_not_found"))
      }
      assert.deepStrictEqual(yield* setRole(asOwner, "x", owner), error(400, "wrong_param_type", ["userId"]))
      assert.strictEqual(code(yield* setRole(asOwner, users.member, { roleType: "KING" })), "request_parse_error")
      assert.deepStrictEqual(yield* send(asMember, "PUT", `${path}/set-base-permissions/EDIT`), forbidden)
      assert.deepStrictEqual(yield* setRole(asOwner, users.member, owner), done)
      assert.deepStrictEqual(yield* send(asMember, "PUT", `${path}/set-base-permissions/EDIT`), done)
      assert.deepStrictEqual(yield* setRole(asMember, users.owner, {}), done)
      assert.deepStrictEqual(yield* setRole(asOwner, users.member, {}), forbidden)
      // An owner always remains, also when a server administrator acts.
      assert.deepStrictEqual(yield* setRole(asAdmin, users.member, {}), {
        status: 400,
        body: { CUSTOM_VALIDATION: { organization_has_no_other_owner: [] } }
      })
      assert.deepStrictEqual(yield* setRole(asAdmin, users.owner, owner), done)
      assert.deepStrictEqual(yield* setRole(asAdmin, users.member, { roleType: "MAINTAINER" }), done)
      const { body: demoted } = yield* send(asMember, "GET", path)
      assert.deepInclude(demoted as object, { currentUserRole: "MEMBER" })
    })
  )

  it.effect("never lose their last owner by leaving or removing", () =>
    Effect.gen(function* () {
      const { path, users, asOwner, asMember, asGuest, asAdmin } = yield* fixture()
      const noOtherOwner = { status: 400, body: { CUSTOM_VALIDATION: { organization_has_no_other_owner: [] } } }
      assert.deepStrictEqual(yield* send(asOwner, "PUT", `${path}/leave`), noOtherOwner)
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${path}/users/${users.owner}`), noOtherOwner)
      assert.deepStrictEqual(yield* send(asAdmin, "DELETE", `${path}/users/${users.owner}`), noOtherOwner)
      for (const userId of [users.stranger, 999_999]) {
        assert.deepStrictEqual(
          yield* send(asOwner, "DELETE", `${path}/users/${userId}`),
          error(404, "user_is_not_member_of_organization")
        )
      }
      assert.deepStrictEqual(
        yield* send(asAdmin, "PUT", `${path}/leave`),
        error(404, "user_is_not_member_of_organization")
      )
      assert.deepStrictEqual(yield* send(asGuest, "PUT", `${path}/leave`), done)
      assert.deepStrictEqual(yield* send(asGuest, "GET", path), notFound)
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${path}/users/${users.member}`), done)
      assert.deepStrictEqual(yield* send(asMember, "GET", path), notFound)
      assert.strictEqual((yield* send(asOwner, "GET", path)).status, 200)
    })
  )

  it.effect("have one base permission: a type or scopes", () =>
    Effect.gen(function* () {
      const { path, params, asOwner } = yield* fixture()
      const { organization } = yield* clientOf(asOwner)
      const set = (rest: string) => send(asOwner, "PUT", `${path}/set-base-permissions${rest}`)
      const base = Effect.map(organization.get({ params }), ({ basePermissions }) => basePermissions)
      assert.deepStrictEqual(yield* set("/KING"), error(400, "wrong_param_type", ["permissionType"]))
      assert.deepStrictEqual(yield* set(""), {
        status: 400,
        body: { STANDARD_VALIDATION: { scopes: "must not be null" } }
      })
      assert.deepStrictEqual(yield* set("?scopes="), error(400, "scopes_has_to_be_set"))
      assert.deepStrictEqual(yield* set("?scopes=keys.view&scopes=king"), error(400, "scope_not_found", ["king"]))
      assert.deepInclude(yield* base, { type: "VIEW" })
      assert.deepStrictEqual(yield* set("?scopes=translations.view,keys.edit"), done)
      assert.deepInclude(yield* base, { type: null, scopes: ["keys.view", "translations.view", "keys.edit"] })
      assert.deepStrictEqual(yield* set("?scopes=translation-labels.manage,keys.view"), done)
      assert.deepInclude(yield* base, { type: null, scopes: ["project.edit", "keys.view"] })
      yield* organization.setBasePermissionType({ params: { ...params, permissionType: "NONE" } })
      assert.deepInclude(yield* base, { type: "NONE", scopes: [] })
    })
  )

  it.effect("list the languages of the projects that the caller can enter", () =>
    Effect.gen(function* () {
      const { id, params, project, asOwner, asGuest } = yield* fixture()
      const byOwner = yield* clientOf(asOwner)
      const byGuest = yield* clientOf(asGuest)
      yield* seed.project({ organization: id, name: `Hidden ${fixtures}`, languages: ["cs", "en"] })
      const language = (tag: string, base: boolean) => ({
        name: `Language ${tag}`,
        tag,
        originalName: null,
        flagEmoji: null,
        base
      })
      const embedded = <A>(languages: ReadonlyArray<A>) => ({
        _embedded: { languages },
        page: { size: 20, totalElements: languages.length, totalPages: 1, number: 0 }
      })
      const [cs, de, en] = [language("cs", true), language("de", false), language("en", true)]
      assert.deepStrictEqual(yield* byOwner.organization.listLanguages({ params, query: {} }), embedded([cs, en, de]))
      assert.deepStrictEqual(yield* byGuest.organization.listLanguages({ params, query: {} }), embedded([en, de]))
      assert.deepStrictEqual(yield* byGuest.organization.listBaseLanguages({ params, query: {} }), embedded([en]))
      assert.deepStrictEqual(
        yield* byOwner.organization.listLanguages({
          params,
          query: { projectIds: [project.id], sort: [{ property: "tag", direction: "desc" }] }
        }),
        embedded([en, de])
      )
    })
  )
})
