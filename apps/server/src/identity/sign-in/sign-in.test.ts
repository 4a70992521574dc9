import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import {
  browse,
  genericSettings,
  layerServerWithProvider,
  signInByCode,
  signInToConsole,
  startInConsole,
  TestProvider
} from "../../testing/sign-in-fixture.ts"

const person = (login: string, claims: object = {}) =>
  Effect.map(TestProvider, ({ people }) =>
    people.set(login, { email: `${login}@example.com`, email_verified: true, name: `Name of ${login}`, ...claims })
  )

const finish = (cookies: Map<string, string>, body: object) =>
  browse(cookies, "POST", "/v2/console/session/sign-in/oauth2/finish", body)

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  const layerServer = layerServerWithProvider(engine, (provider) => ({
    ...genericSettings(provider),
    blockedEmailDomains: ["blocked.example"]
  }))
  const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer))
  layerOn(engine, layerNow, { timeout: "60 seconds" })(`a login by a provider on ${engine}`, (it) => {
    it.effect("makes an account with an organization of its own, and finds it again", () =>
      Effect.gen(function* () {
        yield* person("nela", { email: "Nela@Example.com" })
        const first = yield* signInToConsole({ login: "nela", body: { to: "/projects/7" } })
        assert.deepStrictEqual(
          { status: first.status, body: first.body },
          {
            status: 200,
            body: { outcome: "LOGGED_IN", to: "/projects/7" } as never
          }
        )
        const user = yield* browse(first.cookies, "GET", "/v2/user")
        assert.deepInclude(user.body as object, {
          username: "nela@example.com",
          name: "Name of nela",
          accountType: "THIRD_PARTY",
          thirdPartyAuthType: "OAUTH2",
          needsSuperJwtToken: false
        })
        const organizations = yield* browse(first.cookies, "GET", "/v2/organizations")
        assert.lengthOf((organizations.body as { _embedded: { organizations: unknown[] } })._embedded.organizations, 1)
        const again = yield* signInToConsole({ login: "nela" })
        const same = yield* browse(again.cookies, "GET", "/v2/user")
        assert.deepStrictEqual(same.body, user.body)
        // Nothing to enter once more: without a password, an operation for fresh logins goes on.
        const token = yield* browse(again.cookies, "POST", "/v2/pats", { description: "CI" })
        assert.strictEqual(token.status, 201)
      })
    )

    it.effect("passes on state, nonce and PKCE, and keeps none of them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* person("careful")
        const { redirectUrl, response, cookies } = yield* startInConsole({ login: "careful" })
        const query = new URL(redirectUrl ?? "").searchParams
        assert.strictEqual(query.get("code_challenge_method"), "S256")
        const [value = ""] = [...cookies.values()]
        const rows = yield* Effect.orDie(sql`SELECT * FROM sign_in_attempt`)
        for (const secret of [value, query.get("state"), query.get("nonce")]) {
          assert.notInclude(JSON.stringify(rows), secret as string)
        }
        assert.strictEqual((yield* finish(cookies, response as object)).status, 200)
      })
    )

    it.effect("returns to a path of the console alone", () =>
      Effect.gen(function* () {
        yield* person("led-away")
        for (const [to, expected] of [
          ["/projects/7?a=b#c", "/projects/7?a=b#c"],
          ["//evil.example", null],
          ["/\\evil.example", null],
          ["https://evil.example", null],
          ["/\t/evil.example", null],
          ["/\n/evil.example", null],
          ["/\u0085/evil.example", null]
        ] as const) {
          const { body } = yield* signInToConsole({ login: "led-away", body: { to } })
          assert.deepStrictEqual(body, { outcome: "LOGGED_IN", to: expected } as never, to)
        }
      })
    )

    it.effect("is recorded and told as every login is, once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* person("recorded")
        const logins = Effect.map(
          Effect.orDie(sql<{ objectKind: string | null; after: string }>`
            SELECT object_kind, after FROM audit_entry
            WHERE action = 'LOGIN' AND username = 'recorded@example.com' ORDER BY id`),
          (rows) => rows.map(({ objectKind, after }) => [objectKind, JSON.parse(after)])
        )
        const byProvider = { provider: "OAUTH2" }
        const { cookies } = yield* signInToConsole({ login: "recorded" })
        assert.deepStrictEqual(yield* logins, [["SESSION", byProvider]])
        assert.strictEqual((yield* signInByCode({ login: "recorded" })).status, 200)
        assert.deepStrictEqual(yield* logins, [
          ["SESSION", byProvider],
          [null, byProvider]
        ])
        const { body } = yield* browse(cookies, "GET", "/v2/notification?allTypes=true")
        assert.deepStrictEqual(
          (
            body as { _embedded: { notificationModelList: ReadonlyArray<{ type: string }> } }
          )._embedded.notificationModelList.map(({ type }) => type),
          ["NEW_LOGIN"]
        )
      })
    )

    it.effect("ends once: its response cannot be replayed", () =>
      Effect.gen(function* () {
        yield* person("replayed")
        const { cookies, response } = yield* startInConsole({ login: "replayed" })
        const copy = new Map(cookies)
        assert.strictEqual((yield* finish(cookies, response as object)).status, 200)
        assert.deepStrictEqual(yield* finish(copy, response as object), error(400, "sign_in_expired") as never)
      })
    )

    it.effect("fails in another browser, with another state, for another provider, and too late", () =>
      Effect.gen(function* () {
        yield* person("stolen")
        const expired = error(400, "sign_in_expired") as never
        const other = yield* startInConsole({ login: "stolen" })
        assert.deepStrictEqual(yield* finish(new Map(), other.response as object), expired)
        const forged = { ...(other.response as object), state: "forged" }
        assert.deepStrictEqual(yield* finish(new Map(other.cookies), forged), expired)
        assert.deepStrictEqual(yield* finish(other.cookies, other.response as object), expired, "used up")
        const google = yield* startInConsole({ login: "stolen" })
        const path = "/v2/console/session/sign-in/google/finish"
        assert.deepStrictEqual(yield* browse(google.cookies, "POST", path, google.response), expired)
        const late = yield* startInConsole({ login: "stolen" })
        yield* TestClock.adjust("11 minutes")
        assert.deepStrictEqual(yield* finish(late.cookies, late.response as object), expired)
      })
    )

    it.effect("says what the provider said when it refuses", () =>
      Effect.gen(function* () {
        yield* person("refused")
        const { cookies, response } = yield* startInConsole({ login: "refused" })
        const body = { state: response?.state, error: "access_denied", errorDescription: "Not today" }
        assert.deepStrictEqual(
          yield* finish(cookies, body),
          error(401, "third_party_auth_error_message", ["access_denied", "Not today"]) as never
        )
        const wrongCode = yield* startInConsole({ login: "refused" })
        const failed = yield* finish(wrongCode.cookies, { ...(wrongCode.response as object), code: "invented" })
        assert.deepInclude(failed, { status: 401 })
        assert.deepInclude(failed.body as object, { code: "third_party_auth_error_message" })
      })
    )

    it.effect("needs the header of the console", () =>
      Effect.gen(function* () {
        const response = yield* send(null, "POST", "/v2/console/session/sign-in/oauth2", {})
        assert.deepStrictEqual(response, error(403, "console_header_missing"))
      })
    )

    it.effect("does not lead to other sites afterwards", () =>
      Effect.gen(function* () {
        yield* person("lured")
        for (const to of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
          const done = yield* signInToConsole({ login: "lured", body: { to } })
          assert.deepStrictEqual(done.body, { outcome: "LOGGED_IN", to: null } as never)
        }
      })
    )

    it.effect("works as the original's web application does it", () =>
      Effect.gen(function* () {
        yield* person("plain")
        const response = yield* signInByCode({ login: "plain" })
        assert.strictEqual(response.status, 200)
        const { accessToken, tokenType } = response.body as { accessToken: string; tokenType: string }
        assert.strictEqual(tokenType, "Bearer")
        const user = yield* send({ accessToken }, "GET", "/v2/user")
        assert.deepInclude(user.body as object, { username: "plain@example.com" })
      })
    )

    it.effect("never opens an account by its address", () =>
      Effect.gen(function* () {
        yield* seed.user({ username: "taken@example.com", password: "correct horse" })
        yield* person("taken")
        assert.deepStrictEqual(yield* signInByCode({ login: "taken" }), error(401, "username_already_exists"))
        const disabled = yield* seed.user({ username: "gone@example.com" })
        const sql = yield* SqlClient.SqlClient
        yield* person("gone")
        assert.isAbove(disabled, 0)
        assert.lengthOf(yield* Effect.orDie(sql`SELECT id FROM user_identity WHERE subject = 'taken'`), 0)
      })
    )

    it.effect.each([
      ["without an address", { email: undefined }, "third_party_auth_no_email"],
      ["with an address that is not verified", { email_verified: false }, "third_party_auth_no_email"],
      ["with something that is no address", { email: "nobody" }, "third_party_auth_no_email"]
    ] as const)("refuses a person %s", ([name, claims, code]) =>
      Effect.gen(function* () {
        const login = name.replaceAll(" ", "-")
        yield* person(login, claims)
        assert.deepStrictEqual(yield* signInByCode({ login }), error(401, code))
      })
    )

    it.effect("refuses a person with an address of a blocked domain, and makes no account", () =>
      Effect.gen(function* () {
        const email = "blocked@mail.blocked.example"
        yield* person("blocked", { email })
        assert.deepStrictEqual(yield* signInByCode({ login: "blocked" }), error(400, "email_domain_not_allowed"))
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* Effect.orDie(sql`SELECT id FROM user_account WHERE username = ${email}`), 0)
      })
    )

    it.effect("says that the provider is down, and goes on when it is back", () =>
      Effect.gen(function* () {
        const provider = yield* TestProvider
        yield* person("patient")
        const { cookies, response } = yield* startInConsole({ login: "patient" })
        provider.setDown(true)
        const failed = yield* finish(cookies, response as object)
        provider.setDown(false)
        assert.strictEqual(failed.status, 401)
        assert.deepInclude(failed.body as object, { code: "third_party_auth_unknown_error" })
        assert.strictEqual((yield* signInToConsole({ login: "patient" })).status, 200)
      })
    )

    it.effect("checks what is asked of it", () =>
      Effect.gen(function* () {
        const path = "/api/public/authorize_oauth"
        assert.deepStrictEqual(
          yield* send(null, "GET", `${path}/myspace?code=a&redirect_uri=b`),
          error(404, "service_not_found")
        )
        assert.deepStrictEqual(
          yield* send(null, "GET", `${path}/github?code=a&redirect_uri=http://x`),
          error(404, "service_not_found")
        )
        const blank = yield* send(null, "GET", `${path}/oauth2`)
        assert.strictEqual(blank.status, 400)
        assert.deepStrictEqual(
          yield* send(null, "GET", `${path}/sso?code=a&redirect_uri=http://x`),
          error(400, "sso_auth_missing_domain")
        )
      })
    )

    it.effect("is in the audit log, and so is one that fails", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* person("logged")
        yield* signInByCode({ login: "logged" })
        yield* person("refusable", { email_verified: false })
        yield* signInByCode({ login: "refusable" })
        const rows = yield* Effect.orDie(
          sql`SELECT action, failure FROM audit_entry WHERE username = 'logged@example.com' OR failure IS NOT NULL ORDER BY id`
        )
        const actions = rows.map((row) => (row as { action: string }).action)
        assert.includeMembers(actions, ["SIGN_UP", "LOGIN", "LOGIN_FAILED"])
      })
    )
  })
}
