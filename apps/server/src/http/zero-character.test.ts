import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { given } from "../testing/given.ts"
import { refusal, send } from "../testing/send.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"

const zero = "a\u0000bcd"

layer(layerTestServerPostgres({ registration: "open" }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a zero character on PostgreSQL",
  (it) => {
    it.effect("is refused wherever a text is kept or looked for, and nothing is kept", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const user = yield* given.user({ username: "zora@example.com" })
        const { id } = yield* given.organization({ name: "Acme", owner: user })
        const project = yield* given.project({ organization: id, name: "Atlas" })
        const credential = yield* given.accessToken(user, { super: true })
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
          const answer = yield* send(who, method, path, body)
          assert.deepStrictEqual(
            answer,
            refusal(400, "request_parse_error", ["A text holds the character U+0000"]),
            path
          )
        }
        for (const table of ["personal_access_token", "project_api_key"]) {
          assert.deepStrictEqual(yield* sql`SELECT id FROM ${sql(table)}`, [])
        }
        assert.deepInclude((yield* send(credential, "GET", "/v2/user")).body as object, { name: "zora@example.com" })
      })
    )

    it.effect("is kept inside of JSON", () =>
      Effect.gen(function* () {
        const credential = yield* given.accessToken(yield* given.user({ username: "json" }))
        const path = "/v2/user-preferences/storage/field"
        assert.deepStrictEqual(yield* send(credential, "PUT", path, { text: zero }), { status: 200, body: "" })
        assert.deepStrictEqual(yield* send(credential, "GET", path), { status: 200, body: { data: { text: zero } } })
      })
    )
  }
)
