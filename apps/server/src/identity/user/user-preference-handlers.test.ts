import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const done = { status: 200, body: "" }
const preferred = (credential: TestCredential) =>
  Effect.map(
    send(credential, "GET", "/v2/preferred-organization"),
    ({ body }) => body as { readonly id: number; readonly name: string; readonly currentUserRole: string | null }
  )

layer(layerTestServer())("preferences", (it) => {
  it.effect("are for access tokens only", () =>
    Effect.gen(function* () {
      const user = yield* seed.user({ username: "token-holder" })
      const personal = yield* seed.personalAccessToken({ user })
      for (const [method, path] of [
        ["GET", "/v2/preferred-organization"],
        ["GET", "/v2/user-preferences"],
        ["PUT", "/v2/user-preferences/set-language/cs"],
        ["PUT", "/v2/user-preferences/set-preferred-organization/1"],
        ["GET", "/v2/user-preferences/storage/field"],
        ["PUT", "/v2/user-preferences/storage/field"]
      ] as const) {
        assert.deepStrictEqual(yield* send(null, method, path), error(401, "unauthenticated"), path)
        assert.deepStrictEqual(yield* send(personal, method, path), error(403, "api_access_forbidden"), path)
      }
    })
  )

  it.effect("start with an organization named after the user, created once", () =>
    Effect.gen(function* () {
      const user = yield* seed.user({ username: "newcomer", name: "Nela Nová" })
      const credential = yield* seed.accessToken(user)
      const nothing = { language: null, preferredOrganizationId: null }
      assert.deepStrictEqual((yield* send(credential, "GET", "/v2/user-preferences")).body, nothing)
      const first = yield* preferred(credential)
      assert.deepInclude(first as object, {
        name: "Nela Nová",
        slug: "nela-nova",
        currentUserRole: "OWNER",
        enabledFeatures: [
          "AI_PROMPT_CUSTOMIZATION",
          "BRANCHING",
          "GLOSSARY",
          "GRANULAR_PERMISSIONS",
          "MULTIPLE_CONTENT_DELIVERY_CONFIGS",
          "PROJECT_LEVEL_CONTENT_STORAGES",
          "QA_CHECKS",
          "SUGGESTIONS",
          "TASKS",
          "TRANSLATION_LABELS",
          "TRANSLATION_MEMORY",
          "WEBHOOKS"
        ],
        quickStart: null,
        activeCloudSubscription: null
      })
      assert.deepStrictEqual(yield* preferred(credential), first)
      assert.deepStrictEqual((yield* send(credential, "GET", "/v2/user-preferences")).body, {
        ...nothing,
        preferredOrganizationId: first.id
      })
    })
  )

  it.effect("keep the preferred organization as long as the user sees it, and then change to another one", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "owner" })
      const user = yield* seed.user({ username: "member" })
      const first = yield* seed.organization({ name: "First", owner, members: [user] })
      const second = yield* seed.organization({ name: "Second", owner })
      const hidden = yield* seed.organization({ name: "Hidden", owner })
      const project = yield* seed.project({ organization: second.id, name: "Second project" })
      yield* seed.directPermission({ project: project.id, user, permission: "VIEW" })
      const credential = yield* seed.accessToken(user)
      const prefer = (id: number | string) =>
        send(credential, "PUT", `/v2/user-preferences/set-preferred-organization/${id}`)
      assert.strictEqual((yield* preferred(credential)).id, first.id)
      assert.deepStrictEqual(yield* prefer(999_999), error(404, "organization_not_found"))
      assert.deepStrictEqual(yield* prefer("x"), error(400, "wrong_param_type", ["organizationId"]))
      assert.deepStrictEqual(yield* prefer(hidden.id), error(404, "organization_not_found"))
      assert.strictEqual((yield* preferred(credential)).id, first.id)
      assert.deepStrictEqual(yield* prefer(second.id), done)
      assert.deepInclude(yield* preferred(credential), { id: second.id, currentUserRole: null })
      const asOwner = yield* seed.accessToken(owner, { super: true })
      yield* send(asOwner, "DELETE", `/v2/organizations/${second.id}`)
      assert.strictEqual((yield* preferred(credential)).id, first.id)
    })
  )

  it.effect("keep a language and any JSON value under any name, separately for each user", () =>
    Effect.gen(function* () {
      const credential = yield* seed.accessToken(yield* seed.user({ username: "keeper" }))
      const other = yield* seed.accessToken(yield* seed.user({ username: "other" }))
      assert.deepStrictEqual(yield* send(credential, "PUT", "/v2/user-preferences/set-language/cs-CZ"), done)
      assert.deepInclude((yield* send(credential, "GET", "/v2/user-preferences")).body as object, { language: "cs-CZ" })
      assert.deepInclude((yield* send(other, "GET", "/v2/user-preferences")).body as object, { language: null })
      const path = "/v2/user-preferences/storage/table%2Fcolumns"
      const stored = (who: TestCredential) => Effect.map(send(who, "GET", path), ({ body }) => body)
      assert.deepStrictEqual(yield* stored(credential), { data: null })
      for (const data of [{ shown: ["id", "name"] }, [1, null], "text", 0, false]) {
        assert.deepStrictEqual(yield* send(credential, "PUT", path, JSON.stringify(data)), done)
        assert.deepStrictEqual(yield* stored(credential), { data })
        assert.deepStrictEqual(yield* stored(other), { data: null })
      }
      assert.strictEqual((yield* send(credential, "PUT", path, "{")).status, 400)
      assert.deepStrictEqual(yield* stored(credential), { data: false })
      assert.deepStrictEqual(yield* send(credential, "PUT", path, "null"), done)
      assert.deepStrictEqual(yield* stored(credential), { data: null })
    })
  )

  it.effect("limit the length of values and names", () =>
    Effect.gen(function* () {
      const credential = yield* seed.accessToken(yield* seed.user({ username: "hoarder" }))
      const path = (field: string) => `/v2/user-preferences/storage/${field}`
      const store = (field: string, data: string) => send(credential, "PUT", path(field), JSON.stringify(data))
      const rejectedAll = (messages: object) => ({ status: 400, body: { STANDARD_VALIDATION: messages } })
      const longest = "x".repeat(100_000 - '""'.length)
      assert.deepStrictEqual(yield* store("f".repeat(100), longest), done)
      assert.deepStrictEqual(
        yield* store("f".repeat(100), `${longest}x`),
        rejectedAll({ data: "size must be between 0 and 100000" })
      )
      assert.deepStrictEqual((yield* send(credential, "GET", path("f".repeat(100)))).body, { data: longest })
      assert.deepStrictEqual(
        yield* store("f".repeat(101), "short"),
        rejectedAll({ field: "size must be between 1 and 100" })
      )
      assert.deepStrictEqual((yield* send(credential, "GET", path("f".repeat(101)))).body, { data: null })
    })
  )
})
