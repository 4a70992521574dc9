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
  TestProvider
} from "../../testing/sign-in-fixture.ts"

const password = "correct horse"

/** A user with a password, and a person of the same address at the provider. */
const userAndPerson = Effect.fnUntraced(function* (login: string) {
  const { people } = yield* TestProvider
  const username = `${login}@example.com`
  people.set(login, { email: username, email_verified: true, name: login })
  const id = yield* seed.user({ username, password, name: login })
  const logged = yield* send(null, "POST", "/api/public/generatetoken", { username, password })
  return { id, username, ...(logged.body as { readonly accessToken: string }) }
})

const changeOf = (credential: { readonly accessToken: string }) =>
  Effect.map(send(credential, "GET", "/v2/auth-provider/change"), ({ body }) => (body as { readonly id: string }).id)

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  const layerServer = layerServerWithProvider(engine, genericSettings)
  layerOn(engine, Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "60 seconds" })(
    `the provider of an account on ${engine}`,
    (it) => {
      it.effect("is connected when the user accepts it, and the password stays", () =>
        Effect.gen(function* () {
          const user = yield* userAndPerson("both")
          const none = yield* send(user, "GET", "/v2/auth-provider")
          assert.deepStrictEqual(none, error(404, "resource_not_found"))
          const asked = yield* signInByCode({ login: "both", accessToken: user.accessToken })
          assert.deepStrictEqual(asked, error(401, "third_party_switch_initiated"))
          // Nothing has changed before it is accepted.
          assert.deepStrictEqual(yield* signInByCode({ login: "both" }), error(401, "username_already_exists"))
          const change = yield* send(user, "GET", "/v2/auth-provider/change")
          assert.deepInclude(change.body as object, { authType: "OAUTH2", ssoDomain: null })
          const { id } = change.body as { readonly id: string }
          const wrong = yield* send(user, "POST", "/v2/auth-provider/change", { id: "another" })
          assert.deepStrictEqual(wrong, error(404, "resource_not_found"))
          const accepted = yield* send(user, "POST", "/v2/auth-provider/change", { id })
          assert.strictEqual(accepted.status, 200)
          // Older tokens have ended; the new one counts as a fresh login.
          assert.deepStrictEqual(yield* send(user, "GET", "/v2/user"), error(401, "expired_jwt_token"))
          const renewed = accepted.body as { readonly accessToken: string }
          assert.strictEqual((yield* send(renewed, "POST", "/v2/pats", { description: "CI" })).status, 201)
          assert.deepStrictEqual((yield* send(renewed, "GET", "/v2/auth-provider")).body, {
            id: null,
            authType: "OAUTH2",
            ssoDomain: null
          })
          const byProvider = yield* signInByCode({ login: "both" })
          assert.strictEqual(byProvider.status, 200)
          const token = byProvider.body as { readonly accessToken: string }
          const found = yield* send(token, "GET", "/v2/user")
          assert.deepInclude(found.body as object, { id: user.id, accountType: "LOCAL", thirdPartyAuthType: "OAUTH2" })
          // No password was entered.
          assert.deepStrictEqual(
            yield* send(token, "POST", "/v2/pats", { description: "CI" }),
            error(403, "expired_super_jwt_token")
          )
          const byPassword = yield* send(null, "POST", "/api/public/generatetoken", {
            username: user.username,
            password
          })
          assert.strictEqual(byPassword.status, 200)
        })
      )

      it.effect("is given up when the user accepts that, if there is a password", () =>
        Effect.gen(function* () {
          const user = yield* userAndPerson("leaver")
          yield* signInByCode({ login: "leaver", accessToken: user.accessToken })
          const id = yield* changeOf(user)
          const linked = yield* send(user, "POST", "/v2/auth-provider/change", { id })
          const credential = linked.body as { readonly accessToken: string }
          assert.strictEqual((yield* send(credential, "DELETE", "/v2/auth-provider")).status, 200)
          assert.strictEqual((yield* send(credential, "GET", "/v2/auth-provider")).status, 200)
          const none = yield* send(credential, "GET", "/v2/auth-provider/change")
          assert.deepInclude(none.body as object, { authType: null, ssoDomain: null })
          const path = "/v2/auth-provider/change"
          const gone = yield* send(credential, "POST", path, none.body)
          const after = gone.body as { readonly accessToken: string }
          assert.strictEqual((yield* send(after, "GET", "/v2/auth-provider")).status, 404)
          assert.deepStrictEqual(yield* signInByCode({ login: "leaver" }), error(401, "username_already_exists"))
        })
      )

      it.effect("cannot be given up without a password", () =>
        Effect.gen(function* () {
          const { people } = yield* TestProvider
          people.set("only", { email: "only@example.com", email_verified: true, name: "Only" })
          const credential = (yield* signInByCode({ login: "only" })).body as { readonly accessToken: string }
          yield* send(credential, "DELETE", "/v2/auth-provider")
          const id = yield* changeOf(credential)
          const response = yield* send(credential, "POST", "/v2/auth-provider/change", { id })
          assert.deepStrictEqual(response, error(400, "user_missing_password"))
          const wrong = yield* send(credential, "PUT", "/v2/user/password", {
            currentPassword: "something",
            password: "another-password"
          })
          assert.deepStrictEqual(wrong, error(403, "wrong_current_password"))
        })
      )

      it.effect("is not connected when the address differs, or another account has it", () =>
        Effect.gen(function* () {
          const { people } = yield* TestProvider
          const user = yield* userAndPerson("mine")
          people.set("other", { email: "other@example.com", email_verified: true, name: "Other" })
          const conflict = error(401, "third_party_switch_conflict")
          const asked = yield* signInByCode({ login: "other", accessToken: user.accessToken })
          assert.deepStrictEqual(asked, conflict)
          yield* signInByCode({ login: "other" })
          assert.deepStrictEqual(yield* signInByCode({ login: "other", accessToken: user.accessToken }), conflict)
          assert.strictEqual((yield* send(user, "GET", "/v2/auth-provider/change")).status, 404)
        })
      )

      it.effect("can be rejected, and expires after half an hour", () =>
        Effect.gen(function* () {
          const user = yield* userAndPerson("late")
          yield* signInByCode({ login: "late", accessToken: user.accessToken })
          assert.strictEqual((yield* send(user, "DELETE", "/v2/auth-provider/change")).status, 200)
          assert.strictEqual((yield* send(user, "DELETE", "/v2/auth-provider/change")).status, 404)
          yield* signInByCode({ login: "late", accessToken: user.accessToken })
          const id = yield* changeOf(user)
          yield* TestClock.adjust("31 minutes")
          const late = yield* send(user, "POST", "/v2/auth-provider/change", { id })
          assert.deepStrictEqual(late, error(404, "resource_not_found"))
        })
      )

      it.effect("is connected in the console by its own session", () =>
        Effect.gen(function* () {
          const user = yield* userAndPerson("browser")
          const cookies = new Map<string, string>()
          const login = { username: user.username, password }
          yield* browse(cookies, "POST", "/v2/console/session", login)
          const asked = yield* signInToConsole({ login: "browser", cookies, body: { connect: true, to: "/account" } })
          assert.deepStrictEqual(asked.body, { outcome: "CHANGE_REQUESTED", to: "/account" } as never)
          const change = yield* browse(cookies, "GET", "/v2/auth-provider/change")
          const accepted = yield* browse(cookies, "POST", "/v2/auth-provider/change", change.body)
          assert.strictEqual(accepted.status, 200)
          // The cookie of the session was renewed with it.
          assert.strictEqual((yield* browse(cookies, "GET", "/v2/user")).status, 200)
          const sql = yield* SqlClient.SqlClient
          const rows = yield* Effect.orDie(sql`
            SELECT action FROM audit_entry WHERE user_id = ${user.id} AND action = 'IDENTITY_LINKED'`)
          assert.lengthOf(rows, 1)
        })
      )

      it.effect("is not connected without a login, nor by another user than the one who began", () =>
        Effect.gen(function* () {
          const user = yield* userAndPerson("begun")
          const anonymous = yield* browse(new Map(), "POST", "/v2/console/session/sign-in/oauth2", { connect: true })
          assert.deepStrictEqual(anonymous, error(401, "unauthenticated") as never)
          const cookies = new Map<string, string>()
          yield* browse(cookies, "POST", "/v2/console/session", { username: user.username, password })
          const start = yield* browse(cookies, "POST", "/v2/console/session/sign-in/oauth2", { connect: true })
          assert.strictEqual(start.status, 200)
          const session = [...cookies.keys()].find((name) => name.endsWith("dragoman_session")) ?? ""
          cookies.delete(session)
          const { redirectUrl } = start.body as { readonly redirectUrl: string }
          const state = new URL(redirectUrl).searchParams.get("state")
          const path = "/v2/console/session/sign-in/oauth2/finish"
          const finished = yield* browse(cookies, "POST", path, { state, code: "any" })
          assert.deepStrictEqual(finished, error(400, "sign_in_expired") as never)
        })
      )
    }
  )
}
