import { explainDenial, permissionOfType } from "@dragoman/domain/permission"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { sendExplained, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Reasons ${++fixtures}`
  const user = (role: string) => seed.user({ username: `${role}${fixtures}` })
  const owner = yield* user("owner")
  const member = yield* user("member")
  const translator = yield* user("translator")
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  const { de = 0, fr = 0 } = project.languages
  yield* seed.directPermission({
    project: project.id,
    user: translator,
    permission: { type: "TRANSLATE", translateLanguageIds: [de] }
  })
  const key = yield* seed.key({ project: project.id, name: "home" })
  yield* seed.translation({ key, language: fr, text: "Accueil" })
  const token = (userId: number) => seed.accessToken(userId, { super: true })
  return {
    organization,
    project,
    key,
    german: de,
    french: fr,
    path: `/v2/projects/${project.id}`,
    owner,
    member,
    asOwner: yield* token(owner),
    asMember: yield* token(member),
    asTranslator: yield* token(translator)
  }
})

interface Explanation {
  readonly origin: string
  readonly sentence: string
  readonly obstacles: ReadonlyArray<{ readonly code: string; readonly scope: string; readonly languageIds: unknown }>
}

const explained = (credential: TestCredential, method: string, path: string, body?: unknown) =>
  Effect.map(sendExplained(credential, method, path, body), (response) => {
    assert.strictEqual(response.status, 403)
    const { explanation, ...rest } = response.body as { readonly explanation?: Explanation }
    return { body: rest, explanation }
  })

const obstaclesOf = (explanation: Explanation | undefined) =>
  explanation?.obstacles.map(({ code, scope, languageIds }) => [code, scope, languageIds])

layer(layerTestServer(), { timeout: "60 seconds" })("a 403 in a project that the caller sees", (it) => {
  it.effect("has the explanation of the domain beside code and parameters", () =>
    Effect.gen(function* () {
      const { path, asMember } = yield* seedFixture
      const error = { code: "operation_not_permitted", params: ["keys.create"] }
      const basePermission = permissionOfType("VIEW")
      const facts = { organizationRole: "MEMBER", basePermission, directPermission: null, serverRole: "USER" } as const
      assert.deepStrictEqual(yield* sendExplained(asMember, "POST", `${path}/keys`, { name: "new" }), {
        status: 403,
        body: { ...error, explanation: explainDenial(facts, null, error) }
      })
    })
  )

  it.effect("names the permitted languages in every use case that rejects", () =>
    Effect.gen(function* () {
      const { path, key, german, french, asTranslator } = yield* seedFixture
      const limited = [["LANGUAGE_NOT_PERMITTED", "translations.edit", [german]]]
      const body = { key: "home", translations: { fr: "Maison" } }
      const write = yield* explained(asTranslator, "PUT", `${path}/translations`, body)
      assert.deepStrictEqual(write.body, { code: "language_not_permitted", params: [[french], ["fr"]] })
      assert.strictEqual(write.explanation?.origin, "DIRECT")
      assert.deepStrictEqual(obstaclesOf(write.explanation), limited)
      const clear = { keyIds: [key], languageIds: [french] }
      const batch = yield* explained(asTranslator, "POST", `${path}/start-batch-job/clear-translations`, clear)
      assert.deepStrictEqual(obstaclesOf(batch.explanation), limited)
    })
  )

  it.effect("distinguishes the scopes of a key from those of its user", () =>
    Effect.gen(function* () {
      const { path, project, owner, member } = yield* seedFixture
      const body = { name: "new" }
      const keyOf = (user: number) => seed.apiKey({ project: project.id, user, scopes: ["keys.view", "admin"] })
      const narrow = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
      const ofKey = yield* explained(narrow, "POST", `${path}/keys`, body)
      assert.deepStrictEqual(obstaclesOf(ofKey.explanation), [["KEY_SCOPE_MISSING", "keys.create", null]])
      const ofUser = yield* explained(yield* keyOf(member), "POST", `${path}/keys`, body)
      assert.deepStrictEqual(obstaclesOf(ofUser.explanation), [["SCOPE_MISSING", "keys.create", null]])
    })
  )

  it.effect("explains permissions that a user may not grant, and keys that may not be created", () =>
    Effect.gen(function* () {
      const { path, project, member, asMember } = yield* seedFixture
      const lead = yield* seed.user({ username: `lead${fixtures}` })
      yield* seed.directPermission({ project: project.id, user: lead, permission: ["members.edit"] })
      const asLead = yield* seed.accessToken(lead, { super: true })
      const grant = yield* explained(asLead, "PUT", `${path}/users/${member}/set-permissions/MANAGE`)
      assert.deepStrictEqual(grant.body, {
        code: "operation_not_permitted",
        params: ["screenshots.view", "activity.view", "tasks.view"]
      })
      assert.strictEqual(obstaclesOf(grant.explanation)?.[0]?.[1], "screenshots.view")
      const key = { projectId: project.id, scopes: ["keys.edit"] }
      const made = yield* explained(asMember, "POST", "/v2/api-keys", key)
      assert.deepStrictEqual(obstaclesOf(made.explanation), [["SCOPE_MISSING", "keys.edit", null]])
      const other = yield* explained(asMember, "GET", `${path}/permissions/explain?scope=admin&userId=${lead}`)
      assert.deepStrictEqual(obstaclesOf(other.explanation), [["SCOPE_MISSING", "members.view", null]])
    })
  )

  it.effect("explains nothing where the permission is not the reason, or the caller may not ask", () =>
    Effect.gen(function* () {
      const { path, organization, owner, asMember } = yield* seedFixture
      const second = yield* seed.project({ organization: organization.id, name: `Other ${fixtures}` })
      const ofOther = yield* seed.apiKey({ project: second.id, user: owner, scopes: ["keys.view"] })
      const personal = yield* seed.personalAccessToken({ user: owner })
      const plain = yield* seed.accessToken(owner)
      for (const [credential, method, url] of [
        [ofOther, "GET", path],
        [ofOther, "POST", `${path}/keys`],
        [personal, "GET", `${path}/api-keys`],
        [plain, "DELETE", path],
        [asMember, "PUT", `/v2/organizations/${organization.id}/set-base-permissions/VIEW`]
      ] as const) {
        const { explanation } = yield* explained(credential, method, url)
        assert.isUndefined(explanation, `${method} ${url}`)
      }
    })
  )
})
