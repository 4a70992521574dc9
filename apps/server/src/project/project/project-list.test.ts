import type { ProjectModel } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const path = "/v2/organizations/acme/projects"

/** An organization "Acme" with base VIEW and three projects; the member has a direct NONE in the last one. */
const seedAcme = Effect.gen(function* () {
  const owner = yield* seed.user({ username: "owner" })
  const member = yield* seed.user({ username: "member" })
  const guest = yield* seed.user({ username: "guest" })
  const stranger = yield* seed.user({ username: "stranger" })
  const admin = yield* seed.user({ username: "admin", serverRole: "ADMIN" })
  const acme = yield* seed.organization({ name: "Acme", owner, members: [member] })
  const web = yield* seed.project({ organization: acme.id, name: "Web", languages: ["en", "de"] })
  const app = yield* seed.project({ organization: acme.id, name: "App", languages: ["de"] })
  const secret = yield* seed.project({ organization: acme.id, name: "Secret_100%" })
  yield* seed.directPermission({
    project: web.id,
    user: member,
    permission: { type: "TRANSLATE", translateLanguageIds: [web.languages["de"] ?? 0] }
  })
  yield* seed.directPermission({ project: secret.id, user: member, permission: "NONE" })
  yield* seed.directPermission({ project: app.id, user: guest, permission: ["keys.view"] })
  return { owner, member, guest, stranger, admin, acme, web, app, secret }
})

const namesIn = (page: { readonly _embedded: { readonly projects: ReadonlyArray<ProjectModel> } }) =>
  page._embedded.projects.map(({ name }) => name)

const params = { organization: "acme" }

layer(layerTestServer())("the project list of an organization", (it) => {
  it.effect("rejects anonymous callers, API keys and tokens, and is hidden from strangers", () =>
    Effect.gen(function* () {
      const fixture = yield* seedAcme
      const key = yield* seed.apiKey({ project: fixture.web.id, user: fixture.owner, scopes: ["admin"] })
      const token = yield* seed.personalAccessToken({ user: fixture.owner })
      const stranger = yield* seed.accessToken(fixture.stranger)
      assert.deepStrictEqual(yield* send(null, "GET", path), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* send(key, "GET", path), error(403, "api_access_forbidden"))
      assert.deepStrictEqual(yield* send(token, "GET", path), error(403, "api_access_forbidden"))
      assert.deepStrictEqual(yield* send(stranger, "GET", path), error(404, "resource_not_found"))
      const unknown = yield* send(stranger, "GET", "/v2/organizations/no-such/projects")
      assert.deepStrictEqual(unknown, error(404, "resource_not_found"))

      // The response skips the encoder, so the typed client has to accept every kind of item.
      const visible = Effect.fnUntraced(function* (userId: number) {
        const { project } = yield* clientOf(yield* seed.accessToken(userId))
        return namesIn(yield* project.listOfOrganization({ params, query: {} }))
      })
      assert.deepStrictEqual(yield* visible(fixture.owner), ["Web", "App", "Secret_100%"])
      assert.deepStrictEqual(yield* visible(fixture.admin), ["Web", "App", "Secret_100%"])
      assert.deepStrictEqual(yield* visible(fixture.member), ["Web", "App"])
      assert.deepStrictEqual(yield* visible(fixture.guest), ["App"])

      // By id as well as by slug.
      const owner = yield* seed.accessToken(fixture.owner)
      const byId = yield* send(owner, "GET", `/v2/organizations/${fixture.acme.id}/projects`)
      assert.deepStrictEqual(byId, yield* send(owner, "GET", path))

      // The whole item.
      const member = yield* seed.accessToken(fixture.member)
      const { body } = yield* send(member, "GET", path)
      const german = [fixture.web.languages["de"]]
      const ofTranslate = {
        scopes: [
          "keys.view",
          "translations.view",
          "translations.edit",
          "screenshots.view",
          "activity.view",
          "translation-comments.add",
          "translation-comments.set-state",
          "tasks.view"
        ],
        type: "TRANSLATE",
        permittedLanguageIds: german,
        translateLanguageIds: german,
        viewLanguageIds: null,
        stateChangeLanguageIds: null
      }
      const page = body as { _embedded: { projects: ReadonlyArray<unknown> }; page: unknown }
      assert.deepStrictEqual(page.page, { size: 20, totalElements: 2, totalPages: 1, number: 0 })
      assert.deepStrictEqual(page._embedded.projects[0], {
        id: fixture.web.id,
        name: "Web",
        description: null,
        slug: "web",
        avatar: null,
        organizationOwner: {
          id: fixture.acme.id,
          name: "Acme",
          slug: "acme",
          description: null,
          basePermissions: {
            scopes: ["keys.view", "translations.view", "screenshots.view", "activity.view", "tasks.view"],
            type: "VIEW",
            permittedLanguageIds: null,
            translateLanguageIds: null,
            viewLanguageIds: null,
            stateChangeLanguageIds: null
          },
          avatar: null
        },
        baseLanguage: {
          id: fixture.web.languages["en"],
          name: "Language en",
          tag: "en",
          originalName: null,
          flagEmoji: null,
          base: true
        },
        useNamespaces: false,
        defaultNamespace: null,
        organizationRole: "MEMBER",
        directPermission: ofTranslate,
        computedPermission: { permissionModel: ofTranslate, origin: "DIRECT", ...ofTranslate },
        icuPlaceholders: true,
        translationProtection: "NONE",
        public: false,
        suggestionsMode: "DISABLED",
        useBranching: false,
        useQaChecks: false,
        rejectBrokenIcu: false,
        markTaskKeysDone: true
      })

      // Search, filters, paging and order.
      const { project } = yield* clientOf(owner)
      const listed = Effect.fnUntraced(function* (query: Parameters<typeof project.listOfOrganization>[0]["query"]) {
        return namesIn(yield* project.listOfOrganization({ params, query }))
      })
      assert.deepStrictEqual(yield* listed({ search: "APP" }), ["App"])
      assert.deepStrictEqual(yield* listed({ search: "acme" }), ["Web", "App", "Secret_100%"])
      assert.deepStrictEqual(yield* listed({ search: "%" }), ["Secret_100%"])
      assert.deepStrictEqual(yield* listed({ search: "_" }), ["Secret_100%"])
      assert.deepStrictEqual(yield* listed({ filterId: [fixture.web.id, fixture.app.id] }), ["Web", "App"])
      const joined = yield* send(owner, "GET", `${path}?filterNotId=${fixture.web.id},${fixture.app.id}`)
      const separate = yield* send(owner, "GET", `${path}?filterNotId=${fixture.web.id}&filterNotId=${fixture.app.id}`)
      assert.deepStrictEqual(joined, separate)
      assert.deepStrictEqual(yield* listed({ filterNotId: [fixture.web.id, fixture.app.id] }), ["Secret_100%"])
      assert.deepStrictEqual(yield* listed({ filterBaseLanguageTag: "de" }), ["App"])
      assert.deepStrictEqual(yield* listed({ sort: [{ property: "name", direction: "desc" }] }), [
        "Web",
        "Secret_100%",
        "App"
      ])
      assert.deepStrictEqual(
        yield* listed({
          sort: [
            { property: "baseLanguage.tag", direction: "asc" },
            { property: "name", direction: "asc" }
          ]
        }),
        ["App", "Secret_100%", "Web"]
      )
      assert.deepStrictEqual(
        yield* listed({
          sort: [
            { property: "organizationOwner.name", direction: "desc" },
            { property: "id", direction: "desc" }
          ]
        }),
        ["Secret_100%", "App", "Web"]
      )
      assert.deepStrictEqual(yield* listed({ size: 1, page: 1 }), ["App"])
      assert.deepStrictEqual(yield* project.listOfOrganization({ params, query: { page: 7 } }), {
        _embedded: { projects: [] },
        page: { size: 20, totalElements: 3, totalPages: 1, number: 7 }
      })
      assert.deepStrictEqual(yield* send(owner, "GET", `${path}?sort=password`), error(400, "unknown_sort_property"))
      assert.deepStrictEqual(yield* send(owner, "GET", `${path}?size=0`), {
        status: 400,
        body: { STANDARD_VALIDATION: { size: "must be greater than or equal to 1" } }
      })
      assert.deepStrictEqual(
        yield* send(owner, "GET", `${path}?filterId=x`),
        error(400, "wrong_param_type", ["filterId"])
      )
    })
  )

  it.effect("an empty organization has an empty page", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "lonely" })
      yield* seed.organization({ name: "Empty", owner })
      const { project } = yield* clientOf(yield* seed.accessToken(owner))
      const page = yield* project.listOfOrganization({ params: { organization: "empty" }, query: {} })
      assert.deepStrictEqual(page, {
        _embedded: { projects: [] },
        page: { size: 20, totalElements: 0, totalPages: 0, number: 0 }
      })
    })
  )
})

layer(layerTestServer())("the project list of a user", (it) => {
  it.effect("covers all organizations, by name; a server administrator gets nothing more, an API key nothing", () =>
    Effect.gen(function* () {
      const fixture = yield* seedAcme
      const other = yield* seed.organization({ name: "Beta", owner: fixture.guest, basePermission: "NONE" })
      yield* seed.project({ organization: other.id, name: "bravo" })
      const key = yield* seed.apiKey({ project: fixture.web.id, user: fixture.owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(null, "GET", "/v2/projects"), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* send(key, "GET", "/v2/projects"), error(403, "pak_access_not_allowed"))
      const listed = Effect.fnUntraced(function* (credential: TestCredential, query: { readonly search?: string }) {
        return namesIn(yield* (yield* clientOf(credential)).project.list({ query }))
      })
      const token = yield* seed.personalAccessToken({ user: fixture.guest })
      assert.deepStrictEqual(yield* listed(token, {}), ["App", "bravo"])
      assert.deepStrictEqual(yield* listed(yield* seed.accessToken(fixture.admin), {}), [])
      assert.deepStrictEqual(yield* listed(yield* seed.accessToken(fixture.member), { search: "web" }), ["Web"])
    })
  )
})
