import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let users = 0

const zero = "a\u0000bcd"

layer(layerTestServerPostgres({ registration: "open" }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a zero character on PostgreSQL",
  (it) => {
    it.effect("is rejected wherever a text is stored or searched, and nothing is stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const user = yield* seed.user({ username: "zora@example.com" })
        const { id } = yield* seed.organization({ name: "Acme", owner: user })
        const project = yield* seed.project({ organization: id, name: "Atlas" })
        const credential = yield* seed.accessToken(user, { super: true })
        const language = { name: "English", originalName: "English", tag: "en" }
        for (const [method, path, body] of [
          ["POST", "/api/public/generatetoken", { username: zero, password: zero }],
          ["POST", "/api/public/validate_email", JSON.stringify(zero)],
          ["PUT", "/v2/user", { name: zero, email: "zora@example.com" }],
          ["PUT", "/v2/user-preferences/set-language/a%00", undefined],
          ["POST", "/v2/pats", { description: zero }],
          ["POST", "/v2/api-keys", { projectId: project.id, scopes: ["admin"], description: zero }],
          ["POST", "/v2/organizations", { name: zero }],
          ["GET", "/v2/organizations/a%00", undefined],
          ["POST", "/v2/projects", { name: zero, organizationId: id, languages: [language] }],
          ["PUT", `/v2/projects/${project.id}`, { name: "Atlas", description: zero }],
          ["POST", `/v2/projects/${project.id}/languages`, { ...language, tag: zero }],
          ["GET", "/v2/projects?filterBaseLanguageTag=a%00", undefined]
        ] as const) {
          const who = path.startsWith("/api/public") ? null : credential
          const response = yield* send(who, method, path, body)
          assert.deepStrictEqual(
            response,
            error(400, "request_parse_error", ["A text holds U+0000 or half of a character"]),
            path
          )
        }
        for (const table of ["personal_access_token", "project_api_key"]) {
          assert.deepStrictEqual(yield* sql`SELECT id FROM ${sql(table)}`, [])
        }
        assert.deepInclude((yield* send(credential, "GET", "/v2/user")).body as object, { name: "zora@example.com" })
      })
    )
  }
)

layer(layerTestServer(), { timeout: "60 seconds" })("a body with a character that no database keeps", (it) => {
  it.effect.each([
    ["U+0000", '{"data":{"text":"a\\u0000"}}', 400],
    ["half of a character", '{"data":"\\ud83d"}', 400],
    ["halves in the wrong order", '{"data":"\\ude00\\ud83d"}', 400],
    ["such a name", '{"data":{"\\uD800":1}}', 400],
    ["a whole character written as escapes", '{"data":"\\ud83d\\ude00"}', 200],
    ["a backslash in front of the letters", '{"data":"\\\\u0000"}', 200]
  ] as const)("%s", ([, body, status]) =>
    Effect.gen(function* () {
      const credential = yield* seed.accessToken(yield* seed.user({ username: `text${++users}` }))
      const response = yield* send(credential, "PUT", "/v2/user-preferences/storage/field", body)
      assert.deepStrictEqual(
        response,
        status === 200
          ? { status, body: "" }
          : error(400, "request_parse_error", ["A text holds U+0000 or half of a character"])
      )
    })
  )
})
