import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const form = { name: "Jana", password: "correct horse" }

const signUp = (email: string, more: object = {}) =>
  send(null, "POST", "/api/public/sign_up", { ...form, email, ...more })

const inConsole = (email: string) => send(null, "POST", "/v2/console/session/sign-up", { ...form, email })

const error = (code: string) => ({ status: 400, body: { code, params: null } })

const countUsers = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ users: number }>`SELECT COUNT(*) AS users FROM user_account`, ([row]) => row?.users)
)

layer(
  layerTestServer({
    registration: "open",
    rateLimits: true,
    blockedEmailDomains: ["*"],
    allowedEmailDomains: ["example.org"]
  })
)("signing up where one domain is allowed", (it) => {
  it.effect("is for addresses of that domain, and of those below it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signUp("Jana@Example.ORG")).status, 200)
      assert.strictEqual((yield* signUp("jana@mail.example.org")).status, 200)
    })
  )

  it.effect.each([
    "jana@example.com",
    "jana@example.org.evil.example",
    "example.org@evil.example",
    "jana@EXAMPLE.org.evil.example"
  ])("is not for others, and changes nothing: %s", (email) =>
    Effect.gen(function* () {
      const before = yield* countUsers
      assert.deepStrictEqual(yield* signUp(email), error("email_domain_not_allowed"))
      assert.strictEqual(yield* countUsers, before)
    })
  )

  it.effect("says what is wrong with the form first, and asks about the domain before anything that is stored", () =>
    Effect.gen(function* () {
      const invalid = yield* signUp("jana@example.com", { password: "1" })
      assert.deepStrictEqual(invalid.body, { STANDARD_VALIDATION: { password: "size must be between 8 and 50" } })
      const refused = error("email_domain_not_allowed")
      const code = "aBcDeFgHiJ".repeat(5)
      assert.deepStrictEqual(yield* signUp("jana@example.com", { invitationCode: code }), refused)
      yield* seed.user({ username: "taken@example.com" })
      assert.deepStrictEqual(yield* signUp("taken@example.com"), refused)
      // So none of them counts as a check of an address.
      for (let attempt = 0; attempt < 12; attempt++) assert.deepStrictEqual(yield* signUp("taken@example.com"), refused)
    })
  )
})

layer(layerTestServer({ registration: "invitation", blockedEmailDomains: ["blocked.example"] }))(
  "signing up where a domain is blocked",
  (it) => {
    it.effect("counts the domain before it says that an invitation is needed", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* signUp("jana@blocked.example"), error("email_domain_not_allowed"))
        assert.deepStrictEqual(yield* signUp("jana@sub.blocked.example"), error("email_domain_not_allowed"))
        assert.deepStrictEqual(yield* signUp("jana@notblocked.example"), {
          status: 401,
          body: { code: "registrations_not_allowed", params: null }
        })
      })
    )
  }
)

for (const emailAliases of [false, true]) {
  layer(layerTestServer({ registration: "open", emailAliases }))(
    `signing up with an alias where they are ${emailAliases ? "on" : "off"}`,
    (it) => {
      it.effect(emailAliases ? "makes another account" : "counts as the mailbox that has an account", () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* signUp("jana@example.com")).status, 200)
          const alias = yield* signUp("Jana+second@example.com")
          if (emailAliases) assert.strictEqual(alias.status, 200)
          else assert.deepStrictEqual(alias, error("username_already_exists"))
          assert.deepStrictEqual(yield* signUp("JANA@example.com"), error("username_already_exists"))
        })
      )
    }
  )
}

layer(layerTestServer({ registration: "open", blockedEmailDomains: ["blocked.example"] }))("the console", (it) => {
  it.effect("signs up by the same rules", () =>
    Effect.gen(function* () {
      const { body } = yield* inConsole("jana@blocked.example")
      assert.include(JSON.stringify(body), "console_header_missing")
      const headers = { session: "none" }
      const refused = yield* send(headers, "POST", "/v2/console/session/sign-up", {
        ...form,
        email: "jana@blocked.example"
      })
      assert.deepStrictEqual(refused, error("email_domain_not_allowed"))
    })
  )
})
