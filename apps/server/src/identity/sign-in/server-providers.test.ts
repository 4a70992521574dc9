import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { atNow } from "../../testing/at-now.ts"
import { localClient } from "../../testing/oidc-provider.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { browse, layerServerWithProvider, signInToConsole, TestProvider } from "../../testing/sign-in-fixture.ts"
import { setMissingIssuers } from "./set-missing-issuers.ts"

const google = layerServerWithProvider("SQLite", ({ issuer }) => ({
  googleClientId: localClient.id,
  googleClientSecret: localClient.secret,
  googleIssuer: issuer,
  googleWorkspaceDomains: ["example.com", "example.org"],
  registration: "open"
}))

layer(atNow(google), { timeout: "60 seconds" })("a login by Google", (it) => {
  it.effect("is for the domains of the workspace", () =>
    Effect.gen(function* () {
      const { people } = yield* TestProvider
      const claims = { email: "inside@example.org", email_verified: true, name: "Inside" }
      people.set("inside", { ...claims, hd: "example.org" })
      people.set("outside", { ...claims, email: "outside@other.org", hd: "other.org" })
      people.set("private", { ...claims, email: "private@gmail.example" })
      const { cookies, status } = yield* signInToConsole({ service: "google", login: "inside" })
      assert.strictEqual(status, 200)
      const user = yield* browse(cookies, "GET", "/v2/user")
      assert.deepInclude(user.body as object, { thirdPartyAuthType: "GOOGLE", username: "inside@example.org" })
      const mismatch = error(401, "third_party_google_workspace_mismatch")
      for (const login of ["outside", "private"]) {
        const { status: refused, body } = yield* signInToConsole({ service: "google", login })
        assert.deepStrictEqual({ status: refused, body }, mismatch as never)
      }
    })
  )

  it.effect("is in the public configuration, without its secret", () =>
    Effect.gen(function* () {
      const { body } = yield* send(null, "GET", "/api/public/configuration")
      const { authMethods, nativeEnabled } = body as { readonly authMethods: object; readonly nativeEnabled: boolean }
      assert.isTrue(nativeEnabled)
      assert.deepInclude(authMethods, { google: { clientId: localClient.id, enabled: true } })
      assert.deepInclude(authMethods, { github: { clientId: null, enabled: false } })
      assert.notInclude(JSON.stringify(body), localClient.secret)
    })
  )
})

const global = layerServerWithProvider("SQLite", ({ issuer }) => ({
  nativeLogin: false,
  ssoGlobal: true,
  ssoGlobalForce: true,
  ssoGlobalClientId: localClient.id,
  ssoGlobalClientSecret: localClient.secret,
  // These are Tolgee's settings: the issuer is found.
  ssoGlobalAuthorizationUrl: `${issuer}/auth`,
  ssoGlobalTokenUrl: `${issuer}/token`,
  ssoGlobalDomains: ["example.com", "Example.org"],
  ssoGlobalLoginText: "Company login"
}))

layer(atNow(global), { timeout: "60 seconds" })("single sign-on of the whole server, without passwords", (it) => {
  it.effect("makes managed accounts, also where registration is closed", () =>
    Effect.gen(function* () {
      const { people } = yield* TestProvider
      people.set("nela", { email: "nela@example.org", name: "Nela" })
      const { cookies, status } = yield* signInToConsole({
        service: "sso",
        login: "nela",
        body: { domain: "example.org" }
      })
      assert.strictEqual(status, 200)
      const data = yield* browse(cookies, "GET", "/v2/public/initial-data")
      const { userInfo, ssoInfo } = data.body as { readonly userInfo: object; readonly ssoInfo: object }
      assert.deepInclude(userInfo, { accountType: "MANAGED", thirdPartyAuthType: "SSO_GLOBAL", deletable: false })
      assert.deepStrictEqual(ssoInfo, { domain: "example.org", global: true, force: true })
      // No organization manages it.
      assert.deepStrictEqual(yield* browse(cookies, "GET", "/v2/user/managed-by"), { status: 204, body: "" as never })
      const created = yield* browse(cookies, "POST", "/v2/organizations", { name: "My own" })
      assert.strictEqual(created.status, 201)
    })
  )

  it.effect("makes administrators too: its operator has set the provider", () =>
    Effect.gen(function* () {
      const { people } = yield* TestProvider
      people.set("root", { email: "root@example.org", name: "Root" })
      const request = { service: "sso", login: "root", body: { domain: "example.org" } } as const
      const { cookies } = yield* signInToConsole(request)
      const { id } = (yield* browse(cookies, "GET", "/v2/user")).body as { readonly id: number }
      const first = yield* seed.user({ username: "first", serverRole: "ADMIN" })
      const admin = yield* seed.accessToken(first, { super: true })
      assert.strictEqual((yield* send(admin, "PUT", `/v2/administration/users/${id}/set-role/ADMIN`)).status, 200)
      const again = yield* signInToConsole(request)
      assert.strictEqual((yield* browse(again.cookies, "GET", "/v2/administration/users")).status, 200)
    })
  )

  it.effect("belongs to the issuer that is set: another one opens no account and gets no refresh token", () =>
    Effect.gen(function* () {
      const { people, issuer, tokenRequests } = yield* TestProvider
      people.set("moved", { email: "moved@example.org", name: "M" })
      const request = { service: "sso", login: "moved", body: { domain: "example.org" } } as const
      const { cookies } = yield* signInToConsole(request)
      const { id } = (yield* browse(cookies, "GET", "/v2/user")).body as { readonly id: number }
      const [sql, database] = [yield* SqlClient.SqlClient, yield* Database]
      const setIssuer = (text: string | null) =>
        Effect.orDie(database.transaction(sql`UPDATE user_identity SET issuer = ${text} WHERE user_id = ${id}`))
      yield* setIssuer("https://before.example")
      const asked = tokenRequests.length
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* browse(cookies, "GET", "/v2/user")).status, 401)
      assert.strictEqual(tokenRequests.length, asked)
      yield* setMissingIssuers
      const taken = yield* signInToConsole(request)
      assert.deepInclude(taken.body as object, { code: "username_already_exists" })
      // Older servers did not keep it: the one that is set at the next start.
      yield* setIssuer(null)
      yield* setMissingIssuers
      assert.strictEqual((yield* signInToConsole(request)).status, 200)
      const rows = yield* Effect.orDie(sql`SELECT issuer FROM user_identity WHERE user_id = ${id}`)
      assert.deepStrictEqual(JSON.stringify(rows), JSON.stringify([{ issuer: `${issuer}/token` }]))
    })
  )

  it.effect("lets nobody in with a password", () =>
    Effect.gen(function* () {
      yield* seed.user({ username: "local", password: "correct horse" })
      const login = { username: "local", password: "correct horse" }
      assert.deepStrictEqual(
        yield* send(null, "POST", "/api/public/generatetoken", login),
        error(401, "native_authentication_disabled")
      )
      const inConsole = yield* browse(new Map(), "POST", "/v2/console/session", login)
      assert.deepStrictEqual(inConsole, error(401, "native_authentication_disabled") as never)
      const account = { name: "N", email: "n@other.example", password: "correct horse" }
      assert.deepStrictEqual(
        yield* send(null, "POST", "/api/public/sign_up", account),
        error(409, "native_authentication_disabled")
      )
      for (const [path, body] of [
        ["reset_password_request", { email: "local@example.com" }],
        ["reset_password_set", { email: "local@example.com", code: "c", password: "correct horse" }]
      ] as const) {
        assert.deepStrictEqual(
          yield* send(null, "POST", `/api/public/${path}`, body),
          error(409, "native_authentication_disabled")
        )
      }
    })
  )

  it.effect("says so in the public configuration", () =>
    Effect.gen(function* () {
      const { body } = yield* send(null, "GET", "/api/public/configuration")
      const { authMethods, nativeEnabled } = body as { readonly authMethods: object; readonly nativeEnabled: boolean }
      assert.isFalse(nativeEnabled)
      assert.deepInclude(authMethods, {
        ssoGlobal: {
          enabled: true,
          clientId: localClient.id,
          domain: "example.com",
          customLogoUrl: null,
          customLoginText: "Company login"
        }
      })
    })
  )

  it.effect("takes only people of its domains", () =>
    Effect.gen(function* () {
      const { people } = yield* TestProvider
      people.set("foreigner", { email: "foreigner@other.example", name: "F" })
      const request = { service: "sso", login: "foreigner", body: { domain: "example.com" } } as const
      const { status, body } = yield* signInToConsole(request)
      assert.deepStrictEqual({ status, body }, error(401, "third_party_auth_non_matching_email") as never)
    })
  )
})

const withoutDiscovery = layerServerWithProvider("SQLite", ({ issuer }) => ({
  oauth2ClientId: localClient.id,
  oauth2ClientSecret: localClient.secret,
  oauth2AuthorizationUrl: `${issuer}/auth?audience=texts`,
  oauth2TokenUrl: `${issuer}/token`,
  oauth2UserUrl: `${issuer}/me`,
  oauth2NameClaim: "given_name",
  oauth2TrustEmail: true,
  registration: "open"
}))

layer(atNow(withoutDiscovery), { timeout: "60 seconds" })("a login by a provider without discovery", (it) => {
  it.effect("reads the profile with the access token, from claims of other names", () =>
    Effect.gen(function* () {
      const { people } = yield* TestProvider
      // It never says that an address is verified, and is trusted.
      people.set("plain", { email: "plain@example.com", name: "Whole Name", given_name: "Given" })
      const { cookies, status } = yield* signInToConsole({ login: "plain" })
      assert.strictEqual(status, 200)
      const user = yield* browse(cookies, "GET", "/v2/user")
      assert.deepInclude(user.body as object, { username: "plain@example.com", name: "Given" })
    })
  )

  it.effect("keeps the query of its page, and shows the page to clients", () =>
    Effect.gen(function* () {
      const { issuer } = yield* TestProvider
      const started = yield* browse(new Map(), "POST", "/v2/console/session/sign-in/oauth2", {})
      const { searchParams } = new URL((started.body as { readonly redirectUrl: string }).redirectUrl)
      assert.strictEqual(searchParams.get("audience"), "texts")
      assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
      const { body } = yield* send(null, "GET", "/api/public/configuration")
      const { authMethods } = body as { readonly authMethods: { readonly oauth2: object } }
      assert.deepInclude(authMethods.oauth2, { authorizationUrl: `${issuer}/auth?audience=texts`, enabled: true })
    })
  )
})
