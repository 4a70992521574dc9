import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const seedFixture = Effect.gen(function* () {
  const owner = yield* seed.user({ username: "owner" })
  const translator = yield* seed.user({ username: "translator" })
  const stranger = yield* seed.user({ username: "stranger" })
  const acme = yield* seed.organization({ name: "Acme", owner, members: [translator] })
  const project = yield* seed.project({ organization: acme.id, name: "Web", languages: ["en", "de"] })
  const other = yield* seed.project({ organization: acme.id, name: "Other" })
  const german = project.languages["de"] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: translator,
    permission: { type: "TRANSLATE", translateLanguageIds: [german] }
  })
  return { owner, translator, stranger, project, other, german, path: `/v2/projects/${project.id}/permissions/explain` }
})

const field = (response: TestResponse, name: string): unknown => (response.body as Record<string, unknown>)[name]

layer(layerTestServer())("an explained permission", (it) => {
  it.effect("needs members.view for other users, and shows rules, path and languages", () =>
    Effect.gen(function* () {
      const { owner, translator, stranger, project, other, german, path } = yield* seedFixture
      const asTranslator = yield* seed.accessToken(translator)
      const asOwner = yield* seed.accessToken(owner)
      const ask = (query: string) => send(asTranslator, "GET", `${path}?${query}`)
      assert.deepStrictEqual(yield* send(null, "GET", path), error(401, "unauthenticated"))
      assert.deepStrictEqual(
        yield* send(yield* seed.accessToken(stranger), "GET", path),
        error(404, "project_not_found")
      )
      assert.deepStrictEqual(
        yield* ask(`userId=${owner}&scope=keys.view`),
        error(403, "operation_not_permitted", ["members.view"])
      )
      assert.deepStrictEqual(yield* ask(""), {
        status: 400,
        body: { STANDARD_VALIDATION: { scope: "must not be blank" } }
      })
      assert.deepStrictEqual(yield* ask("scope=keys.fly"), error(400, "scope_not_found", ["keys.fly"]))
      assert.deepStrictEqual(yield* ask("scope=keys.view&userId=x"), error(400, "wrong_param_type", ["userId"]))
      assert.deepStrictEqual(
        yield* ask(`scope=translations.view&languageId=${other.languages["en"]}`),
        error(404, "language_not_found")
      )
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${path}?scope=keys.view&userId=987654`),
        error(404, "user_not_found")
      )

      const inGerman = yield* ask(`scope=translations.edit&languageId=${german}`)
      assert.deepStrictEqual(
        ["userId", "allowed", "origin", "obstacles"].map((name) => field(inGerman, name)),
        [translator, true, "DIRECT", []]
      )
      assert.deepStrictEqual(field(inGerman, "language"), {
        operation: "translate",
        languageIds: [german],
        permitted: true
      })
      const english = yield* ask(`scope=translations.edit&languageId=${project.languages["en"]}`)
      assert.isFalse(field(english, "allowed"))
      // Without a language the explanation is about the languages of the list, not about all.
      const anyLanguage = yield* ask("scope=translations.edit")
      assert.isTrue(field(anyLanguage, "allowed"))
      assert.deepStrictEqual(field(anyLanguage, "language"), {
        operation: "translate",
        languageIds: [german],
        permitted: null
      })
      assert.include(String(field(anyLanguage, "sentence")), `in the languages ${german} only`)
      const missing = yield* send(asOwner, "GET", `${path}?userId=${translator}&scope=keys.edit`)
      assert.isFalse(field(missing, "allowed"))
      assert.deepStrictEqual(
        (field(missing, "rules") as ReadonlyArray<{ rule: string; state: string }>).map(({ rule, state }) => [
          rule,
          state
        ]),
        [
          ["ORGANIZATION_OWNER", "NOT_APPLICABLE"],
          ["DIRECT", "DECIDED"],
          ["ORGANIZATION_BASE", "SHADOWED"],
          ["NONE", "NOT_APPLICABLE"],
          ["SERVER_ADMIN", "NOT_APPLICABLE"]
        ]
      )

      // With a project API key, about oneself, the key counts; the response fits its schema.
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const client = yield* clientOf(key)
      const explained = yield* client.permission.explain({
        params: { projectId: project.id },
        query: { scope: "keys.edit" }
      })
      assert.isFalse(explained.allowed)
      assert.deepStrictEqual(explained.key?.scopes, ["translations.view"])
      assert.deepStrictEqual(
        explained.obstacles.map(({ code }) => code),
        ["KEY_SCOPE_MISSING"]
      )
      const short = yield* send(key, "GET", "/v2/projects/permissions/explain?scope=keys.view")
      assert.isTrue(field(short, "allowed"))
      const aboutOther = yield* send(key, "GET", `${path}?scope=keys.view&userId=${translator}`)
      assert.deepStrictEqual(aboutOther, error(403, "operation_not_permitted", ["members.view"]))
    })
  )
})
