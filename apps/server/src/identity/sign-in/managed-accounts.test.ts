import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type LocalProvider, localClient, startOidcProvider } from "../../testing/oidc-provider.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import {
  browse,
  layerServerWithProvider,
  signInToConsole,
  startInConsole,
  TestProvider
} from "../../testing/sign-in-fixture.ts"

/** Another provider, which an owner names in place of the first. */
class OtherProvider extends Context.Service<OtherProvider, LocalProvider>()("OtherProvider") {}

const layerOtherProvider = Layer.effect(
  OtherProvider,
  Effect.acquireRelease(
    Effect.promise(() => startOidcProvider()),
    (provider) => Effect.promise(() => provider.stop())
  )
)

const password = "correct horse"
const managed = { status: 400, body: { CUSTOM_VALIDATION: { user_is_managed_by_organization: [] } } }
let places = 0

const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const [sql, database] = [yield* SqlClient.SqlClient, yield* Database]
    return yield* Effect.orDie(database.transaction(statement(sql)))
  })

const administrator = Effect.suspend(() =>
  Effect.flatMap(seed.user({ username: `root ${places++}`, serverRole: "ADMIN" }), (id) =>
    seed.accessToken(id, { super: true })
  )
)

/** An organization whose people log in by the first provider, its owner, and an administrator of the server. */
const place = Effect.fnUntraced(function* (values: object = {}) {
  const { issuer } = yield* TestProvider
  const domain = `place${places++}.example`
  const owner = yield* seed.user({ username: `owner of ${domain}` })
  const organization = yield* seed.organization({ name: domain, owner })
  const path = `/v2/organizations/${organization.id}`
  const client = { clientId: localClient.id, clientSecret: localClient.secret }
  const sso = { enabled: true, force: false, domain, ...client, issuer, authorizationUri: "", tokenUri: "", ...values }
  const admin = yield* administrator
  const set = yield* send(admin, "PUT", `${path}/sso`, sso)
  assert.strictEqual(set.status, 200, JSON.stringify(set.body))
  const owning = yield* seed.accessToken(owner, { super: true })
  return { ...organization, domain, path, sso, owner: owning, admin }
})

type Place = Effect.Success<ReturnType<typeof place>>

/** A person of the domain at both providers, with the same id. */
const person = Effect.fnUntraced(function* ({ domain }: Pick<Place, "domain">, name: string, other: object = {}) {
  const login = `${name}.${domain}`
  const claims = { email: `${login}@${domain}`, name }
  ;(yield* TestProvider).people.set(login, claims)
  ;(yield* OtherProvider).people.set(login, { ...claims, ...other })
  return { login, username: claims.email }
})

const signIn = (
  login: string,
  { domain }: Pick<Place, "domain">,
  options: { readonly cookies?: Map<string, string> } = {}
) =>
  signInToConsole({
    service: "sso",
    login,
    body: { domain, ...(options.cookies ? { connect: true } : {}) },
    ...options
  })

/** A member whom the first provider has let in: a session, an access token of an administrator's kind, and a key. */
const member = Effect.fnUntraced(function* (where: Place, name: string, other: object = {}) {
  const { login, username } = yield* person(where, name, other)
  const { cookies, status } = yield* signIn(login, where)
  assert.strictEqual(status, 200)
  const { id } = (yield* browse(cookies, "GET", "/v2/user")).body as { readonly id: number }
  const pat = yield* browse(cookies, "POST", "/v2/pats", { description: "CI" })
  const { id: apiKeyId, token: apiKey } = pat.body as { readonly id: number; readonly token: string }
  const generation = yield* run((sql) => sql`SELECT tokens_valid_not_before FROM user_account WHERE id = ${id}`)
  assert.isDefined(generation)
  return { id, login, username, cookies, apiKey, apiKeyId, token: yield* seed.accessToken(id) }
})

type Member = Effect.Success<ReturnType<typeof member>>

/** Statuses with the session, the access token and the key. */
const statuses = ({ cookies, token, apiKey }: Member) =>
  Effect.map(
    Effect.all([
      browse(cookies, "GET", "/v2/user"),
      send(token, "GET", "/v2/user"),
      send({ apiKey }, "GET", "/v2/user")
    ]),
    (responses) => responses.map(({ status }) => status)
  )

const account = (id: number) =>
  Effect.map(
    run(
      (sql) => sql`
      SELECT u.account_type, u.server_role, u.disabled_at, (SELECT COUNT(*) FROM user_identity i WHERE i.user_id = u.id) AS links,
        (SELECT COUNT(*) FROM organization_role r WHERE r.user_id = u.id) AS roles
      FROM user_account u WHERE u.id = ${id}`
    ),
    (rows) => (rows as ReadonlyArray<Record<string, unknown>>)[0]
  )

const unlinked = (organizationId: number) =>
  Effect.map(
    run(
      (sql) => sql`
      SELECT object_id FROM audit_entry
      WHERE action = 'IDENTITY_UNLINKED' AND organization_id = ${organizationId} ORDER BY object_id`
    ),
    (rows) => (rows as ReadonlyArray<{ readonly objectId: number }>).map(({ objectId }) => objectId)
  )

/** Changes with which an owner may move the single sign-on to another provider. */
const moves: ReadonlyArray<readonly [string, (other: LocalProvider, first: LocalProvider) => object]> = [
  ["the issuer", ({ issuer }) => ({ issuer })],
  [
    "addresses in place of the issuer",
    ({ issuer }) => ({ issuer: "", authorizationUri: `${issuer}/auth`, tokenUri: `${issuer}/token` })
  ],
  ["the token address alone", ({ issuer }, first) => ({ tokenUri: `${issuer}/token`, issuer: first.issuer })],
  ["the client", () => ({ clientId: "another-client" })],
  ["the issuer, while it is off", ({ issuer }) => ({ issuer, enabled: false })]
]

/** States of a victim's account at the time of the move, also those of before there was a rule. */
const victims: ReadonlyArray<
  readonly [string, (id: number) => Effect.Effect<unknown, never, SqlClient.SqlClient | Database>]
> = [
  ["a member", () => Effect.void],
  ["an administrator", (id) => run((sql) => sql`UPDATE user_account SET server_role = 'ADMIN' WHERE id = ${id}`)],
  [
    "an owner elsewhere",
    (id) =>
      Effect.gen(function* () {
        yield* seed.organization({ name: `elsewhere ${id}`, owner: id })
      })
  ],
  ["a disabled member", (id) => run((sql) => sql`UPDATE user_account SET disabled_at = 5 WHERE id = ${id}`)]
]

const layerServer = layerServerWithProvider("SQLite", () => ({
  ssoOrganizations: true,
  ssoOrganizationsAllowLocal: true,
  registration: "open",
  blockedEmailDomains: ["blocked.example"]
})).pipe(Layer.provideMerge(layerOtherProvider))

layer(Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "120 seconds" })(
  "an account that an organization manages",
  (it) => {
    it.effect.each(moves)("is not opened by another provider, whatever it has: %s changes", ([, change]) =>
      Effect.gen(function* () {
        const other = yield* OtherProvider
        const where = yield* place()
        const people: Array<Member> = []
        for (const [index, [, become]] of victims.entries()) {
          const victim = yield* member(where, `victim${index}`, { email: `taker${index}@${where.domain}` })
          yield* become(victim.id)
          people.push(victim)
        }
        const moved = { ...where.sso, ...change(other, yield* TestProvider) }
        const tokenRequests = other.tokenRequests.length
        const set = yield* send(where.owner, "PUT", `${where.path}/sso`, moved)
        assert.strictEqual(set.status, 200, JSON.stringify(set.body))
        // The next check of a session is due: the other provider gets no refresh token.
        yield* TestClock.adjust("11 minutes")
        for (const victim of people) {
          assert.deepStrictEqual(yield* statuses(victim), [401, 401, 401])
          assert.deepInclude(yield* account(victim.id), { accountType: "LOCAL", links: 0 })
        }
        assert.strictEqual(other.tokenRequests.length, tokenRequests)
        assert.deepStrictEqual(
          yield* unlinked(where.id),
          people.map(({ id }) => id).toSorted((a, b) => a - b)
        )
        if (!("issuer" in moved) || moved.issuer === where.sso.issuer) return
        // The same id with another address is a new person; with the old address, the account is taken.
        yield* send(where.owner, "PUT", `${where.path}/sso`, { ...moved, enabled: true })
        for (const victim of people) {
          const taker = yield* signIn(victim.login, where)
          assert.strictEqual(taker.status, 200, JSON.stringify(taker.body))
          const user = (yield* browse(taker.cookies, "GET", "/v2/user")).body as object
          assert.notDeepInclude(user, { id: victim.id })
          assert.deepInclude(user, { globalServerRole: "USER" })
          other.people.set(`again.${victim.login}`, { email: victim.username, name: "N" })
          const again = yield* signIn(`again.${victim.login}`, where)
          assert.deepInclude(again.body as object, {
            code: victim === people[3] ? "user_account_disabled" : "username_already_exists"
          })
        }
      })
    )

    it.effect("stays with its provider when an owner changes anything else", () =>
      Effect.gen(function* () {
        const where = yield* place()
        const one = yield* member(where, "one")
        const values = { ...where.sso, clientSecret: null, force: true, memberGroups: [], ownerGroups: ["leads"] }
        assert.strictEqual((yield* send(where.owner, "PUT", `${where.path}/sso`, values)).status, 200)
        yield* TestClock.adjust("11 minutes")
        assert.deepStrictEqual(yield* statuses(one), [200, 200, 200])
        assert.deepStrictEqual(yield* unlinked(where.id), [])
      })
    )

    it.effect("opens again with a new password, and the keys that it keeps with it", () =>
      Effect.gen(function* () {
        const other = yield* OtherProvider
        const where = yield* place()
        const one = yield* member(where, "one")
        yield* send(where.owner, "PUT", `${where.path}/sso`, { ...where.sso, issuer: other.issuer })
        const link = yield* send(where.admin, "POST", `/v2/administration/users/${one.id}/password-reset-link`)
        const { url } = link.body as { readonly url: string }
        const [code] = Buffer.from(url.slice(url.indexOf("#") + 1), "base64url")
          .toString("utf8")
          .split(",")
        const set = { email: one.username, code, password, keptAccessTokenIds: [one.apiKeyId] }
        assert.strictEqual((yield* send(null, "POST", "/api/public/reset_password_set", set)).status, 200)
        const login = yield* send(null, "POST", "/api/public/generatetoken", { username: one.username, password })
        assert.strictEqual(login.status, 200)
        assert.deepStrictEqual(yield* statuses(one), [401, 401, 200])
        // It is still a member, and can be connected with the other provider.
        const cookies = new Map<string, string>()
        yield* browse(cookies, "POST", "/v2/console/session", { username: one.username, password })
        assert.strictEqual((yield* browse(cookies, "GET", where.path)).status, 200)
        const asked = yield* signIn(one.login, where, { cookies })
        assert.deepInclude(asked.body as object, { outcome: "CHANGE_REQUESTED" })
        const change = yield* browse(cookies, "GET", "/v2/auth-provider/change")
        assert.strictEqual((yield* browse(cookies, "POST", "/v2/auth-provider/change", change.body)).status, 200)
        assert.deepInclude(yield* account(one.id), { accountType: "MANAGED", links: 1 })
      })
    )

    it.effect("gets no proof of a provider that was changed while the login was on its way", () =>
      Effect.gen(function* () {
        const other = yield* OtherProvider
        const where = yield* place()
        const { login } = yield* person(where, "slow")
        const request = { service: "sso", login, body: { domain: where.domain } } as const
        const { cookies, response } = yield* startInConsole(request)
        const waiting = yield* seed.user({ username: `waits@${where.domain}`, password })
        ;(yield* TestProvider).people.set("waits", { email: `waits@${where.domain}`, name: "W" })
        const connecting = new Map<string, string>()
        yield* browse(connecting, "POST", "/v2/console/session", { username: `waits@${where.domain}`, password })
        yield* signIn("waits", where, { cookies: connecting })
        const change = yield* browse(connecting, "GET", "/v2/auth-provider/change")
        assert.strictEqual(change.status, 200)
        const tokenRequests = other.tokenRequests.length
        yield* send(where.owner, "PUT", `${where.path}/sso`, { ...where.sso, issuer: other.issuer })
        const finished = yield* browse(cookies, "POST", "/v2/console/session/sign-in/sso/finish", response)
        assert.deepStrictEqual(finished, error(400, "sign_in_expired") as never)
        const accepted = yield* browse(connecting, "POST", "/v2/auth-provider/change", change.body)
        assert.deepStrictEqual(accepted, error(404, "resource_not_found") as never)
        assert.strictEqual(other.tokenRequests.length, tokenRequests)
        assert.deepInclude(yield* account(waiting), { accountType: "LOCAL", links: 0 })
      })
    )

    it.effect.each([
      ["issuer", { issuer: "https://203.0.113.7" }],
      ["clientId", { clientId: "other" }],
      ["authorizationUri", { authorizationUri: "https://203.0.113.7/auth" }],
      ["tokenUri", { tokenUri: "https://203.0.113.7/token" }]
    ] as const)("has a client secret that no other provider gets: %s", ([, change]) =>
      Effect.gen(function* () {
        const where = yield* place()
        const one = yield* member(where, "kept")
        for (const clientSecret of [null, ""]) {
          const response = yield* send(where.owner, "PUT", `${where.path}/sso`, {
            ...where.sso,
            ...change,
            clientSecret
          })
          assert.deepStrictEqual(response, error(400, "cannot_set_sso_provider_missing_fields", ["clientSecret"]))
        }
        // Nor is it kept while it is off.
        const off = { ...where.sso, ...change, clientSecret: null, enabled: false }
        const stored = yield* send(where.owner, "PUT", `${where.path}/sso`, off)
        assert.deepInclude(stored.body as object, { clientSecretSet: false })
        assert.deepInclude(yield* account(one.id), { accountType: "LOCAL" })
      })
    )

    it.effect("cannot become an administrator of the server", () =>
      Effect.gen(function* () {
        const where = yield* place()
        const one = yield* member(where, "climber")
        const set = yield* send(where.admin, "PUT", `/v2/administration/users/${one.id}/set-role/ADMIN`)
        assert.deepStrictEqual(set, managed)
        assert.deepInclude(yield* account(one.id), { serverRole: "USER" })
        assert.strictEqual(
          (yield* send(where.admin, "PUT", `/v2/administration/users/${one.id}/set-role/USER`)).status,
          200
        )
      })
    )

    it.effect("is disabled by an owner only while everything that it has belongs to the organization", () =>
      Effect.gen(function* () {
        const where = yield* place()
        const plain = yield* member(where, "plain")
        const both = yield* member(where, "both")
        const root = yield* member(where, "root")
        const elsewhere = yield* seed.organization({ name: `of both ${where.domain}`, owner: both.id })
        // Such accounts are from before there was a rule.
        yield* run((sql) => sql`UPDATE user_account SET server_role = 'ADMIN' WHERE id = ${root.id}`)
        for (const { id } of [plain, both, root]) {
          const removed = yield* send(where.owner, "DELETE", `${where.path}/users/${id}`)
          assert.strictEqual(removed.status, 200, JSON.stringify(removed.body))
        }
        assert.isNotNull((yield* account(plain.id))?.["disabledAt"])
        const released = { accountType: "LOCAL", disabledAt: null, links: 0 }
        assert.deepInclude(yield* account(both.id), { ...released, roles: 1 })
        assert.deepInclude(yield* account(root.id), { ...released, roles: 0, serverRole: "ADMIN" })
        assert.deepStrictEqual(yield* unlinked(where.id), [both.id, root.id])
        const rows = yield* run(
          (sql) => sql`SELECT role FROM organization_role WHERE organization_id = ${elsewhere.id}`
        )
        assert.deepStrictEqual(JSON.stringify(rows), '[{"role":"OWNER"}]')
        // It works like any other disabling: credentials of before have ended, the key works again.
        assert.deepStrictEqual(yield* statuses(plain), [401, 401, 401])
        yield* send(where.admin, "PUT", `/v2/administration/users/${plain.id}/enable`)
        assert.deepStrictEqual(yield* statuses(plain), [401, 401, 200])
      })
    )

    it.effect("is a local one after the end of the organization, which leaves no secret", () =>
      Effect.gen(function* () {
        const where = yield* place()
        const one = yield* member(where, "left")
        assert.strictEqual((yield* send(where.owner, "DELETE", where.path)).status, 200)
        assert.deepStrictEqual(yield* statuses(one), [401, 401, 401])
        assert.deepInclude(yield* account(one.id), { accountType: "LOCAL", links: 0 })
        const rows = yield* run(
          (sql) => sql`SELECT client_secret FROM organization_sso WHERE organization_id = ${where.id}`
        )
        assert.deepStrictEqual(rows, [])
        const link = yield* send(where.admin, "POST", `/v2/administration/users/${one.id}/password-reset-link`)
        assert.strictEqual(link.status, 200)
      })
    )

    it.effect("does not follow a project into another organization", () =>
      Effect.gen(function* () {
        const [from, to] = [yield* place(), yield* place()]
        const project = yield* seed.project({ organization: from.id, name: `moves ${from.domain}` })
        const one = yield* member(from, "stays")
        const local = yield* seed.user({ username: `local ${from.domain}` })
        for (const user of [one.id, local]) {
          yield* seed.directPermission({ project: project.id, user, permission: "EDIT" })
        }
        const path = `/v2/projects/${project.id}/transfer-to-organization/${to.id}`
        assert.strictEqual((yield* send(from.admin, "PUT", path)).status, 200)
        const rows = yield* run((sql) => sql`SELECT user_id FROM direct_permission WHERE project_id = ${project.id}`)
        assert.strictEqual(JSON.stringify(rows), JSON.stringify([{ userId: local }]))
        assert.strictEqual((yield* send({ apiKey: one.apiKey }, "GET", `/v2/projects/${project.id}`)).status, 404)
      })
    )

    it.effect("answers a password as an account that is not there", () =>
      Effect.gen(function* () {
        const where = yield* place()
        const one = yield* member(where, "quiet")
        const wrong = error(401, "bad_credentials")
        for (const username of [one.username, `nobody@${where.domain}`]) {
          const login = { username, password: "something" }
          assert.deepStrictEqual(yield* send(null, "POST", "/api/public/generatetoken", login), wrong)
          const inConsole = yield* browse(new Map(), "POST", "/v2/console/session", login)
          assert.deepStrictEqual(inConsole, wrong as never)
        }
      })
    )
  }
)

/** Accounts that want to be connected, each with the error code; null: it works. */
const candidates = [
  ["has nothing else", () => Effect.void, null, []],
  [
    "is an administrator of the server",
    (id: number) => run((sql) => sql`UPDATE user_account SET server_role = 'ADMIN' WHERE id = ${id}`),
    "sso_cannot_manage_administrator",
    null
  ],
  [
    "owns an organization with a project",
    (id: number) =>
      Effect.gen(function* () {
        const { id: organization } = yield* seed.organization({ name: `full ${id}`, owner: id })
        yield* seed.project({ organization, name: `of ${id}` })
      }),
    "sso_cannot_manage_access_elsewhere",
    "full"
  ],
  [
    "owns an organization with others",
    (id: number) =>
      Effect.gen(function* () {
        const other = yield* seed.user({ username: `friend of ${id}` })
        yield* seed.organization({ name: `shared ${id}`, owner: id, members: [other] })
      }),
    "sso_cannot_manage_access_elsewhere",
    "shared"
  ],
  [
    "is a member elsewhere",
    (id: number) =>
      Effect.gen(function* () {
        const owner = yield* seed.user({ username: `host of ${id}` })
        yield* seed.organization({ name: `host ${id}`, owner, members: [id] })
      }),
    "sso_cannot_manage_access_elsewhere",
    "host"
  ],
  [
    "has a permission in a project elsewhere",
    (id: number) =>
      Effect.gen(function* () {
        const owner = yield* seed.user({ username: `lender to ${id}` })
        const { id: organization } = yield* seed.organization({ name: `lender ${id}`, owner })
        const project = yield* seed.project({ organization, name: `lent ${id}` })
        yield* seed.directPermission({ project: project.id, user: id, permission: "NONE" })
      }),
    "sso_cannot_manage_access_elsewhere",
    "lender"
  ],
  [
    "owns an organization with nothing in it",
    (id: number) => Effect.asVoid(seed.organization({ name: `empty ${id}`, owner: id })),
    null,
    null
  ]
] as const

layer(Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "120 seconds" })(
  "an account of a domain with single sign-on",
  (it) => {
    it.effect.each(candidates)("that %s", ([, become, code, named]) =>
      Effect.gen(function* () {
        const where = yield* place({ force: true })
        const { login, username } = yield* person(where, "candidate")
        const id = yield* seed.user({ username, password })
        yield* become(id)
        const cookies = new Map<string, string>()
        yield* browse(cookies, "POST", "/v2/console/session", { username, password })
        // The login that the organization forces takes nothing away from whom it cannot manage.
        const isForced = code === null
        assert.strictEqual((yield* browse(cookies, "GET", "/v2/organizations")).status, isForced ? 403 : 200)
        yield* seed.organizationRole({ organization: where.id, user: id, role: "MEMBER" })
        const inside = yield* browse(cookies, "GET", where.path)
        assert.strictEqual(inside.status, code === "sso_cannot_manage_administrator" ? 200 : 403)
        yield* signIn(login, where, { cookies })
        const change = yield* browse(cookies, "GET", "/v2/auth-provider/change")
        const accepted = yield* browse(cookies, "POST", "/v2/auth-provider/change", change.body)
        if (code === null) {
          assert.strictEqual(accepted.status, 200, JSON.stringify(accepted.body))
          assert.deepInclude(yield* account(id), { accountType: "MANAGED", links: 1 })
          const live = yield* run(
            (sql) => sql`
            SELECT o.id FROM organization o JOIN organization_role r ON r.organization_id = o.id
            WHERE r.user_id = ${id} AND o.deleted_at IS NULL`
          )
          assert.strictEqual(JSON.stringify(live), JSON.stringify([{ id: where.id }]))
          return
        }
        assert.deepStrictEqual(accepted, error(400, code, named === null ? null : [`${named} ${id}`]) as never)
        assert.deepInclude(yield* account(id), { accountType: "LOCAL", links: 0 })
        assert.strictEqual((yield* browse(cookies, "GET", "/v2/organizations")).status, 200)
      })
    )

    it.effect(
      "is made by the provider only, and by administrators: no user gets such a name, nor one of a blocked domain",
      () =>
        Effect.gen(function* () {
          const where = yield* place()
          const admin = where.admin
          const user = yield* seed.user({ username: `plain@free${places++}.example`, password })
          const credential = yield* seed.accessToken(user, { super: true })
          const rename = (email: string) => ({ name: "N", email, currentPassword: password })
          const ofDomain = error(400, "use_sso_for_authentication_instead", [where.domain])
          const blocked = error(400, "email_domain_not_allowed")
          assert.deepStrictEqual(yield* send(credential, "PUT", "/v2/user", rename(`ceo@${where.domain}`)), ofDomain)
          assert.deepStrictEqual(yield* send(credential, "PUT", "/v2/user", rename("n@blocked.example")), blocked)
          const edit = (username: string) =>
            send(admin, "PUT", `/v2/administration/users/${user}`, { username, name: "N" })
          assert.strictEqual((yield* edit(`ceo@${where.domain}`)).status, 200)
          assert.strictEqual((yield* edit("n@blocked.example")).status, 200)
        })
    )
  }
)
