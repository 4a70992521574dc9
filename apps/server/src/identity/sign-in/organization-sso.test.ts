import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { localClient } from "../../testing/oidc-provider.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { browse, layerServerWithProvider, signInToConsole, TestProvider } from "../../testing/sign-in-fixture.ts"

let administrators = 0

const adminToken = Effect.suspend(() =>
  seed.user({ username: `administrator ${administrators++}`, serverRole: "ADMIN" })
).pipe(Effect.flatMap((user) => seed.accessToken(user, { super: true })))

/** An organization with an owner, whose people log in by the local provider. */
const organizationWith = Effect.fnUntraced(function* (domain: string, values: object = {}) {
  const { issuer } = yield* TestProvider
  const ownerName = `owner of ${domain}`
  const owner = yield* seed.user({ username: ownerName, password: "correct horse" })
  const organization = yield* seed.organization({ name: `Company ${domain}`, owner })
  const admin = yield* adminToken
  const sso = {
    enabled: true,
    force: false,
    domain,
    clientId: localClient.id,
    clientSecret: localClient.secret,
    authorizationUri: `${issuer}/auth`,
    tokenUri: `${issuer}/token`,
    ...values
  }
  const path = `/v2/organizations/${organization.id}/sso`
  const set = yield* send(admin, "PUT", path, sso)
  assert.strictEqual(set.status, 200, JSON.stringify(set.body))
  const login = yield* send(null, "POST", "/api/public/generatetoken", {
    username: ownerName,
    password: "correct horse"
  })
  return { ...organization, owner: login.body as { readonly accessToken: string }, admin, sso, path }
})

const person = Effect.fnUntraced(function* (login: string, domain: string, claims: object = {}) {
  const { people } = yield* TestProvider
  people.set(login, { email: `${login}@${domain}`, name: login, ...claims })
})

const signInTo = (login: string, domain: string) => signInToConsole({ service: "sso", login, body: { domain } })

const roleOf = Effect.fnUntraced(function* (organizationId: number, username: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql<{ role: string }>`
    SELECT r.role FROM organization_role r JOIN user_account u ON u.id = r.user_id
    WHERE r.organization_id = ${organizationId} AND u.username = ${username}`)
  return rows[0]?.role ?? null
})

const idOf = Effect.fnUntraced(function* (cookies: Map<string, string>) {
  return ((yield* browse(cookies, "GET", "/v2/user")).body as { readonly id: number }).id
})

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  const layerServer = layerServerWithProvider(engine, () => ({
    ssoOrganizations: true,
    ssoOrganizationsAllowLocal: true,
    ssoGraceMinutes: 30
  }))
  layerOn(engine, Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "120 seconds" })(
    `single sign-on of an organization on ${engine}`,
    (it) => {
      it.effect("makes managed members", () =>
        Effect.gen(function* () {
          const { id, sso } = yield* organizationWith("made.example")
          yield* person("nela", "made.example")
          const { cookies, status } = yield* signInTo("nela", "made.example")
          assert.strictEqual(status, 200)
          const user = yield* browse(cookies, "GET", "/v2/user")
          assert.deepInclude(user.body as object, {
            username: "nela@made.example",
            accountType: "MANAGED",
            thirdPartyAuthType: "SSO",
            deletable: false,
            needsSuperJwtToken: false
          })
          assert.strictEqual(yield* roleOf(id, "nela@made.example"), "MEMBER")
          const managing = yield* browse(cookies, "GET", "/v2/user/managed-by")
          const enabledFeatures = [
            "AI_PROMPT_CUSTOMIZATION",
            "BRANCHING",
            "GLOSSARY",
            "GRANULAR_PERMISSIONS",
            "MULTIPLE_CONTENT_DELIVERY_CONFIGS",
            "PROJECT_LEVEL_CONTENT_STORAGES",
            "QA_CHECKS",
            "SSO",
            "SUGGESTIONS",
            "TASKS",
            "TRANSLATION_LABELS",
            "TRANSLATION_MEMORY",
            "WEBHOOKS"
          ]
          assert.deepInclude(managing.body as object, { id, currentUserRole: "MEMBER", enabledFeatures })
          const info = yield* browse(cookies, "GET", "/v2/user/sso")
          assert.deepStrictEqual(info.body, { domain: "made.example", global: false, force: false } as never)
          // The original's pages ask for the address of the provider.
          const url = yield* send(null, "POST", "/api/public/authorize_oauth/sso/authentication-url", {
            domain: "made.example",
            state: "x"
          })
          const { redirectUrl } = url.body as { readonly redirectUrl: string }
          assert.isTrue(redirectUrl.startsWith(sso.authorizationUri))
        })
      )

      it.effect("keeps its people from everything that it decides itself", () =>
        Effect.gen(function* () {
          const { id, owner, admin } = yield* organizationWith("kept.example")
          yield* person("kept", "kept.example")
          const { cookies } = yield* signInTo("kept", "kept.example")
          const unavailable = error(400, "operation_unavailable_for_account_type")
          const managed = { status: 400, body: { CUSTOM_VALIDATION: { user_is_managed_by_organization: [] } } }
          const attempt = (method: string, path: string, body?: unknown) => browse(cookies, method, path, body)
          const passwords = { currentPassword: "a", password: "another-password" }
          assert.deepStrictEqual(yield* attempt("PUT", "/v2/user/password", passwords), unavailable as never)
          const edit = { name: "K", email: "kept@other.example", currentPassword: "a" }
          assert.deepStrictEqual(yield* attempt("PUT", "/v2/user", edit), unavailable as never)
          assert.deepStrictEqual(yield* attempt("DELETE", "/v2/user"), unavailable as never)
          assert.deepStrictEqual(yield* attempt("PUT", `/v2/organizations/${id}/leave`), managed as never)
          assert.deepStrictEqual(
            yield* attempt("POST", "/v2/organizations", { name: "My own" }),
            error(403, "sso_user_cannot_create_organization") as never
          )
          const elsewhere = yield* organizationWith("elsewhere.example")
          const invited = yield* send(elsewhere.owner, "PUT", `/v2/organizations/${elsewhere.id}/invite`, {
            roleType: "MEMBER"
          })
          const { code } = invited.body as { readonly code: string }
          assert.deepStrictEqual(yield* attempt("PUT", `/v2/invitations/${code}/accept`), managed as never)
          const login = { username: "kept@kept.example", password: "something" }
          assert.deepStrictEqual(
            yield* send(null, "POST", "/api/public/generatetoken", login),
            error(401, "bad_credentials")
          )
          // No link gives it a password.
          const userId = yield* idOf(cookies)
          assert.deepStrictEqual(
            yield* send(admin, "POST", `/v2/administration/users/${userId}/password-reset-link`),
            error(400, "operation_unavailable_for_account_type")
          )
          // In place of a removal the account is disabled, at once.
          const removed = yield* send(owner, "DELETE", `/v2/organizations/${id}/users/${userId}`)
          assert.strictEqual(removed.status, 200)
          assert.strictEqual((yield* attempt("GET", "/v2/user")).status, 401)
          const again = yield* signInTo("kept", "kept.example")
          assert.deepInclude(again.body as object, { code: "user_account_disabled" })
        })
      )

      it.effect("gives roles by groups at each login, and keeps the last owner", () =>
        Effect.gen(function* () {
          const domain = "groups.example"
          const { people } = yield* TestProvider
          const mapping = { ownerGroups: ["leads"], memberGroups: ["people"] }
          const { id, owner } = yield* organizationWith(domain, mapping)
          yield* person("lead", domain, { groups: ["leads"] })
          yield* person("worker", domain, { groups: ["people", "others"] })
          yield* person("stranger", domain, { groups: ["others"] })
          const lead = yield* signInTo("lead", domain)
          yield* signInTo("worker", domain)
          const stranger = yield* signInTo("stranger", domain)
          assert.deepStrictEqual(
            { status: stranger.status, body: stranger.body },
            error(401, "sso_group_not_permitted", ["leads", "people"]) as never
          )
          const roles = Effect.forEach(["lead", "worker", "stranger"], (name) => roleOf(id, `${name}@${domain}`))
          assert.deepStrictEqual(yield* roles, ["OWNER", "MEMBER", null])
          people.set("worker", { ...people.get("worker"), groups: ["leads"] })
          people.set("lead", { ...people.get("lead"), groups: ["people"] })
          yield* signInTo("worker", domain)
          yield* signInTo("lead", domain)
          assert.deepStrictEqual(yield* roles, ["MEMBER", "OWNER", null])
          // The owner who made the organization goes: the last one stays, whatever the groups are.
          const made = yield* send(owner, "GET", "/v2/user")
          const workerId = yield* idOf((yield* signInTo("worker", domain)).cookies)
          assert.isAbove(workerId, (made.body as { readonly id: number }).id)
          yield* send(owner, "PUT", `/v2/organizations/${id}/leave`)
          people.set("worker", { ...people.get("worker"), groups: [] })
          assert.strictEqual((yield* signInTo("worker", domain)).status, 200)
          assert.deepStrictEqual(yield* roles, ["MEMBER", "OWNER", null])
          // A person without any group of the mapping loses the role.
          people.set("lead", { ...people.get("lead"), groups: [] })
          assert.strictEqual((yield* signInTo("lead", domain)).status, 401)
          assert.deepStrictEqual(yield* roles, [null, "OWNER", null])
          assert.strictEqual((yield* browse(lead.cookies, "GET", `/v2/organizations/${id}`)).status, 404)
        })
      )

      it.effect("takes only people of its domain", () =>
        Effect.gen(function* () {
          yield* organizationWith("own.example")
          yield* person("foreigner", "foreign.example")
          const { status, body } = yield* signInTo("foreigner", "own.example")
          assert.deepStrictEqual({ status, body }, error(401, "third_party_auth_non_matching_email") as never)
          const none = yield* signInTo("foreigner", "nowhere.example")
          assert.deepInclude(none.body as object, { code: "sso_domain_not_found_or_disabled" })
        })
      )

      it.effect("asks the provider again after some minutes, and ends with its refusal, API keys included", () =>
        Effect.gen(function* () {
          const domain = "session.example"
          const provider = yield* TestProvider
          yield* organizationWith(domain)
          yield* person("worker2", domain)
          const { cookies } = yield* signInTo("worker2", domain)
          const pat = yield* browse(cookies, "POST", "/v2/pats", { description: "CI" })
          const { token: apiKey } = pat.body as { readonly token: string }
          const both = Effect.all([browse(cookies, "GET", "/v2/user"), send({ apiKey }, "GET", "/v2/user")])
          const statuses = Effect.map(both, (responses) => responses.map(({ status }) => status))
          yield* TestClock.adjust("11 minutes")
          assert.deepStrictEqual(yield* statuses, [200, 200], "confirmed")
          provider.setDown(true)
          yield* TestClock.adjust("11 minutes")
          assert.deepStrictEqual(yield* statuses, [200, 200], "the provider is down: a grace period")
          yield* TestClock.adjust("40 minutes")
          assert.deepStrictEqual(yield* statuses, [401, 401], "too long")
          provider.setDown(false)
          yield* TestClock.adjust("1 minutes")
          assert.deepStrictEqual(yield* statuses, [200, 200], "it is back")
          provider.forget("worker2")
          yield* TestClock.adjust("11 minutes")
          assert.deepStrictEqual(yield* statuses, [401, 401], "refused")
          const response = yield* send({ apiKey }, "GET", "/v2/user")
          assert.deepStrictEqual(response, error(401, "sso_cant_verify_user"))
        })
      )

      it.effect("can be the only login of its domain", () =>
        Effect.gen(function* () {
          const domain = "forced.example"
          const username = `old@${domain}`
          yield* seed.user({ username, password: "correct horse" })
          yield* person("old", domain)
          const { id } = yield* organizationWith(domain, { force: true })
          const cookies = new Map<string, string>()
          yield* browse(cookies, "POST", "/v2/console/session", { username, password: "correct horse" })
          const forced = error(403, "sso_login_forced_for_this_account", [domain])
          assert.deepStrictEqual(yield* browse(cookies, "GET", "/v2/organizations"), forced as never)
          assert.strictEqual((yield* browse(cookies, "GET", "/v2/user")).status, 200)
          const signUp = { name: "N", email: `new@${domain}`, password: "correct horse" }
          assert.deepStrictEqual(
            yield* send(null, "POST", "/api/public/sign_up", signUp),
            error(401, "use_sso_for_authentication_instead", [domain])
          )
          // The account is connected, and managed from then on.
          const asked = yield* signInToConsole({
            service: "sso",
            login: "old",
            cookies,
            body: { domain, connect: true }
          })
          assert.deepInclude(asked.body as object, { outcome: "CHANGE_REQUESTED" })
          const change = yield* browse(cookies, "GET", "/v2/auth-provider/change")
          assert.deepInclude(change.body as object, { authType: "SSO", ssoDomain: domain })
          assert.strictEqual((yield* browse(cookies, "POST", "/v2/auth-provider/change", change.body)).status, 200)
          const user = yield* browse(cookies, "GET", "/v2/user")
          assert.deepInclude(user.body as object, { accountType: "MANAGED" })
          assert.strictEqual((yield* browse(cookies, "GET", "/v2/organizations")).status, 200)
          assert.strictEqual(yield* roleOf(id, username), "MEMBER")
        })
      )

      it.effect("is set by owners, its domain by administrators, and its secret is never shown", () =>
        Effect.gen(function* () {
          const { id, owner, admin, sso, path } = yield* organizationWith("set.example")
          const shown = yield* send(owner, "GET", path)
          assert.deepInclude(shown.body as object, { clientSecret: "", clientSecretSet: true, global: false })
          assert.notInclude(JSON.stringify(shown.body), localClient.secret)
          const sql = yield* SqlClient.SqlClient
          const audit = yield* Effect.orDie(sql`SELECT * FROM audit_entry WHERE organization_id = ${id}`)
          assert.include(JSON.stringify(audit), "ORGANIZATION_SSO_SET")
          assert.notInclude(JSON.stringify(audit), localClient.secret)
          const other = yield* send(owner, "PUT", path, { ...sso, domain: "other.example" })
          assert.deepStrictEqual(other, error(403, "sso_domain_not_allowed"))
          const kept = yield* send(owner, "PUT", path, { ...sso, clientSecret: null, force: true })
          assert.deepInclude(kept.body as object, { clientSecretSet: true, force: true })
          const blank = yield* send(owner, "PUT", path, { ...sso, clientId: "" })
          assert.deepStrictEqual(blank, error(400, "cannot_set_sso_provider_missing_fields", ["clientId"]))
          const second = yield* organizationWith("second.example")
          const taken = yield* send(admin, "PUT", second.path, { ...sso, domain: "set.example" })
          assert.deepStrictEqual(taken, error(400, "sso_domain_taken"))
          const third = yield* seed.organization({
            name: "Without",
            owner: yield* seed.user({ username: "owner of none" })
          })
          const none = yield* send(admin, "GET", `/v2/organizations/${third.id}/sso`)
          assert.deepStrictEqual(none, { status: 200, body: "" })
        })
      )
    }
  )
}

layer(layerServerWithProvider("SQLite", () => ({ ssoOrganizations: true, webhookAllow: [] })))(
  "single sign-on of an organization where private addresses are not allowed",
  (it) => {
    it.effect("is not set to an address of this machine", () =>
      Effect.gen(function* () {
        const { issuer } = yield* TestProvider
        const owner = yield* seed.user({ username: "owner" })
        const { id } = yield* seed.organization({ name: "Guarded", owner })
        const admin = yield* adminToken
        const sso = { enabled: true, domain: "a.example", clientId: "a", clientSecret: "b" }
        for (const uris of [
          { authorizationUri: `${issuer}/auth`, tokenUri: `${issuer}/token` },
          { issuer },
          { authorizationUri: "https://192.0.2.1/", tokenUri: "http://169.254.169.254/token" },
          { authorizationUri: "file:///etc/passwd", tokenUri: "x" }
        ]) {
          const response = yield* send(admin, "PUT", `/v2/organizations/${id}/sso`, { ...sso, ...uris })
          assert.deepStrictEqual(response, error(400, "url_not_valid"))
        }
      })
    )

    it.effect("reaches none that it was set to before", () =>
      Effect.gen(function* () {
        const { issuer, people } = yield* TestProvider
        const owner = yield* seed.user({ username: "owner 2" })
        const { id } = yield* seed.organization({ name: "Guarded 2", owner })
        people.set("inside", { email: "inside@b.example", name: "I" })
        const sql = yield* SqlClient.SqlClient
        const row = {
          organization_id: id,
          enabled: 1,
          force: 0,
          domain: "b.example",
          client_id: localClient.id,
          client_secret: localClient.secret,
          authorization_uri: "",
          token_uri: "",
          issuer,
          groups_claim: "groups",
          owner_groups: "[]",
          member_groups: "[]"
        }
        const database = yield* Database
        yield* Effect.orDie(database.transaction(sql`INSERT INTO organization_sso ${sql.insert(row)}`))
        assert.lengthOf(yield* Effect.orDie(sql`SELECT * FROM organization_sso`), 1)
        const { body } = yield* signInTo("inside", "b.example")
        assert.deepInclude(body as object, { code: "sso_token_exchange_failed" })
        assert.match(JSON.stringify(body), /the (address|port) is not permitted/)
      })
    )
  }
)
