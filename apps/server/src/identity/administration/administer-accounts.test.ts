import { operator } from "@dragoman/domain/audit"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { createAccount } from "./change-accounts.ts"

const path = "/v2/administration/users"
const password = "correct horse"
const done = { status: 200, body: "" }
let fixtures = 0

const fixture = Effect.fnUntraced(function* () {
  const number = ++fixtures
  const admin = yield* seed.user({ username: `ada${number}`, name: "Ada", serverRole: "ADMIN" })
  const user = yield* seed.user({ username: `uma${number}`, name: "Uma", password })
  return { number, admin, user, asAdmin: yield* seed.accessToken(admin, { super: true }) }
})

const logIn = (username: string, tried = password) =>
  send(null, "POST", "/api/public/generatetoken", { username, password: tried })

interface Created {
  readonly id: number
  readonly passwordResetLink: { readonly url: string; readonly expiresAt: number } | null
}

const create = (as: TestCredential, body: object) =>
  Effect.map(send(as, "POST", path, body), (response) => ({ ...response, body: response.body as Created }))

/** The newest entries of the audit log about a user, the last one first. */
const auditOf = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.orDie(sql<{ action: string; userId: number; username: string }>`
    SELECT action, user_id, username FROM audit_entry WHERE object_kind = 'USER' AND object_id = ${userId}
    ORDER BY id DESC`)
})

describe.each([
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
])("administrators on %s", (engine, layerServer) => {
  layerOn(engine, layerServer, { timeout: "60 seconds" })("accounts", (it) => {
    it.effect("create an account with a password, which works at once", () =>
      Effect.gen(function* () {
        const { number, asAdmin, admin } = yield* fixture()
        const username = `New${number}@Example.com`
        const { status, body } = yield* create(asAdmin, { username, name: "Nela", password })
        assert.strictEqual(status, 201)
        assert.deepInclude(body as object, {
          username: username.toLowerCase(),
          name: "Nela",
          globalServerRole: "USER",
          disabled: false,
          passwordResetLink: null
        })
        assert.notInclude(JSON.stringify(body), password)
        assert.strictEqual((yield* logIn(username)).status, 200)
        assert.deepStrictEqual(yield* auditOf(body.id), [
          { action: "USER_CREATED", userId: admin, username: `ada${number}` }
        ])
      })
    )

    it.effect("create an account without a password: a link, and no login before it was used", () =>
      Effect.gen(function* () {
        const { number, asAdmin } = yield* fixture()
        const username = `linked${number}`
        const { status, body } = yield* create(asAdmin, { username, name: "Linked", globalServerRole: "ADMIN" })
        assert.strictEqual(status, 201)
        assert.match(body.passwordResetLink?.url ?? "", /\/reset_password#[\w-]+$/)
        assert.isAbove(body.passwordResetLink?.expiresAt ?? 0, 0)
        assert.deepStrictEqual(yield* logIn(username, ""), {
          status: 400,
          body: { STANDARD_VALIDATION: { password: "must not be empty" } }
        })
        assert.deepStrictEqual(yield* logIn(username, "null"), error(401, "bad_credentials"))
      })
    )

    it.effect("create an account as a member of an organization, which is the preferred one", () =>
      Effect.gen(function* () {
        const { number, admin, asAdmin } = yield* fixture()
        const { id } = yield* seed.organization({ name: `Harbour ${number}`, owner: admin })
        const content = { username: `member${number}`, name: "Member", password }
        const missing = yield* send(asAdmin, "POST", path, { ...content, organizationId: 999_999 })
        assert.deepStrictEqual(missing, error(404, "organization_not_found"))
        // Nothing of it was made.
        assert.deepStrictEqual(yield* logIn(content.username), error(401, "bad_credentials"))
        const { body } = yield* create(asAdmin, { ...content, organizationId: id, roleType: "OWNER" })
        const asUser = yield* seed.accessToken(body.id)
        const preferred = yield* send(asUser, "GET", "/v2/preferred-organization")
        assert.deepInclude(preferred.body as object, { id, currentUserRole: "OWNER" })
        const maintainer = { ...content, username: `maintainer${number}`, organizationId: id, roleType: "MAINTAINER" }
        const asMaintainer = yield* seed.accessToken((yield* create(asAdmin, maintainer)).body.id)
        const ofMaintainer = yield* send(asMaintainer, "GET", "/v2/preferred-organization")
        assert.deepInclude(ofMaintainer.body as object, { id, currentUserRole: "MEMBER" })
      })
    )

    it.effect("create no account that breaks a rule, or whose user name is taken", () =>
      Effect.gen(function* () {
        const { number, asAdmin } = yield* fixture()
        const content = { username: `rule${number}`, name: "Rule", password }
        for (const [change, field] of [
          [{ username: "" }, "username"],
          [{ username: "two words" }, "username"],
          [{ name: " " }, "name"],
          [{ password: "short" }, "password"],
          [{ password: content.username }, "password"]
        ] as const) {
          const { status, body } = yield* send(asAdmin, "POST", path, { ...content, ...change })
          assert.strictEqual(status, 400)
          assert.deepStrictEqual(Object.keys((body as { STANDARD_VALIDATION: object }).STANDARD_VALIDATION), [field])
        }
        const taken = { status: 400, body: { CUSTOM_VALIDATION: { username_already_exists: [] } } }
        const before = yield* auditCount
        assert.deepStrictEqual(yield* send(asAdmin, "POST", path, { ...content, username: `UMA${number}` }), taken)
        assert.strictEqual(yield* auditCount, before)
      })
    )

    it.effect("edit the name and the user name of an account, whose sessions stay", () =>
      Effect.gen(function* () {
        const { number, admin, user, asAdmin } = yield* fixture()
        const session = yield* seed.session(user)
        const edit = (userId: number, username: string, name = "Uma") =>
          send(asAdmin, "PUT", `${path}/${userId}`, { username, name })
        assert.deepStrictEqual(yield* edit(999_999, "nobody"), error(404, "user_not_found"))
        assert.deepStrictEqual(yield* edit(user, `ada${number}`), {
          status: 400,
          body: { CUSTOM_VALIDATION: { username_already_exists: [] } }
        })
        assert.strictEqual((yield* edit(user, "two words")).status, 400)
        const { status, body } = yield* edit(user, `Uma${number}@Example.com`, "Uma Nová")
        assert.strictEqual(status, 200)
        assert.deepInclude(body as object, { username: `uma${number}@example.com`, name: "Uma Nová" })
        assert.strictEqual((yield* send(session, "GET", "/v2/user")).status, 200)
        assert.strictEqual((yield* logIn(`uma${number}@example.com`)).status, 200)
        assert.deepStrictEqual(yield* logIn(`uma${number}`), error(401, "bad_credentials"))
        assert.deepStrictEqual(yield* auditOf(user), [
          { action: "USER_EDITED", userId: admin, username: `ada${number}` }
        ])
      })
    )

    it.effect("get a link for a new password of an account that is not disabled; the present one stays", () =>
      Effect.gen(function* () {
        const { number, admin, user, asAdmin } = yield* fixture()
        const link = (userId: number) => send(asAdmin, "POST", `${path}/${userId}/password-reset-link`)
        const { status, body } = yield* link(user)
        assert.strictEqual(status, 200)
        assert.match((body as { url: string }).url, /\/reset_password#/)
        assert.strictEqual((yield* logIn(`uma${number}`)).status, 200)
        assert.deepStrictEqual(yield* auditOf(user), [
          { action: "PASSWORD_RESET_REQUESTED", userId: admin, username: `ada${number}` }
        ])
        assert.deepStrictEqual(yield* link(999_999), error(404, "user_not_found"))
        yield* send(asAdmin, "PUT", `${path}/${user}/disable`)
        assert.deepStrictEqual(yield* link(user), error(400, "user_account_disabled"))
      })
    )

    it.effect("do not delete the only owner of organizations unless they say so", () =>
      Effect.gen(function* () {
        const { number, admin, user, asAdmin } = yield* fixture()
        const owned = yield* seed.organization({ name: `Alone ${number}`, owner: user })
        const shared = yield* seed.organization({ name: `Shared ${number}`, owner: user })
        yield* seed.organizationRole({ organization: shared.id, user: admin, role: "OWNER" })
        const remove = (query = "") => send(asAdmin, "DELETE", `${path}/${user}${query}`)
        const refused = error(400, "user_is_only_owner_of_organizations", [
          { id: owned.id, name: `Alone ${number}`, slug: owned.slug }
        ])
        assert.deepStrictEqual(yield* remove(), refused)
        assert.deepStrictEqual(yield* remove("?deleteOwnedOrganizations=false"), refused)
        assert.strictEqual((yield* remove("?deleteOwnedOrganizations=maybe")).status, 400)
        assert.strictEqual((yield* logIn(`uma${number}`)).status, 200)
        assert.deepStrictEqual(yield* remove("?deleteOwnedOrganizations=true"), done)
        assert.deepStrictEqual(yield* logIn(`uma${number}`), error(401, "bad_credentials"))
        assert.strictEqual((yield* send(asAdmin, "GET", `/v2/organizations/${owned.id}`)).status, 404)
        assert.strictEqual((yield* send(asAdmin, "GET", `/v2/organizations/${shared.id}`)).status, 200)
        assert.deepStrictEqual(
          (yield* auditOf(user)).map(({ action }) => action),
          ["USER_DELETED"]
        )
      })
    )

    it.effect("filter the list by state and role", () =>
      Effect.gen(function* () {
        const { number, admin, user, asAdmin } = yield* fixture()
        yield* send(asAdmin, "PUT", `${path}/${user}/disable`)
        const ids = (query: string) =>
          Effect.map(send(asAdmin, "GET", `${path}?size=2000&${query}`), ({ body }) =>
            (body as { _embedded: { users: ReadonlyArray<{ id: number }> } })._embedded.users.map(({ id }) => id)
          )
        assert.include(yield* ids("filterDisabled=true"), user)
        assert.notInclude(yield* ids("filterDisabled=true"), admin)
        assert.notInclude(yield* ids("filterDisabled=false"), user)
        assert.include(yield* ids("filterRole=ADMIN"), admin)
        assert.notInclude(yield* ids("filterRole=ADMIN"), user)
        assert.deepStrictEqual(yield* ids(`filterRole=ADMIN&search=uma${number}`), [])
        for (const query of ["filterRole=KING", "filterDisabled=2", "filterSomething=1"]) {
          assert.strictEqual((yield* send(asAdmin, "GET", `${path}?${query}`)).status, 400, query)
        }
      })
    )

    it.effect("see when an account was used last", () =>
      Effect.gen(function* () {
        const { number, user, asAdmin } = yield* fixture()
        const found = Effect.map(send(asAdmin, "GET", `${path}?search=uma${number}`), ({ body }) => {
          const [only] = (body as { _embedded: { users: ReadonlyArray<{ lastActivity: number | null }> } })._embedded
            .users
          return only?.lastActivity
        })
        assert.isNull(yield* found)
        yield* seed.session(user)
        assert.isAbove((yield* found) ?? 0, 0)
      })
    )

    it.effect("list the sessions of a user, and end one or all of them, which ends access tokens too", () =>
      Effect.gen(function* () {
        const { admin, user, asAdmin } = yield* fixture()
        const [first, second] = [yield* seed.session(user), yield* seed.session(user)]
        const own = yield* seed.session(admin, { super: true })
        const program = yield* seed.accessToken(user)
        const acting = yield* seed.actingToken({ administrator: admin, user })
        const sessions = `${path}/${user}/sessions`
        const listed = Effect.map(send(asAdmin, "GET", sessions), ({ body }) =>
          (body as { _embedded: { sessions: ReadonlyArray<{ id: number; current: boolean }> } })._embedded.sessions.map(
            ({ id, current }) => [id, current]
          )
        )
        assert.deepStrictEqual(yield* listed, [
          [second.id, false],
          [first.id, false]
        ])
        const works = Effect.fnUntraced(function* (credential: TestCredential) {
          return (yield* send(credential, "GET", "/v2/user")).status === 200
        })
        assert.deepStrictEqual(yield* send(asAdmin, "DELETE", `${sessions}/${first.id}`), done)
        assert.deepStrictEqual(
          yield* send(asAdmin, "DELETE", `${sessions}/${first.id}`),
          error(404, "resource_not_found")
        )
        // The session is another user's.
        assert.deepStrictEqual(
          yield* send(asAdmin, "DELETE", `${sessions}/${own.id}`),
          error(404, "resource_not_found")
        )
        assert.deepStrictEqual(
          [yield* works(first), yield* works(second), yield* works(program), yield* works(acting)],
          [false, true, true, true]
        )
        assert.deepStrictEqual(yield* send(own, "DELETE", sessions), done)
        assert.deepStrictEqual(
          [yield* works(second), yield* works(program), yield* works(acting), yield* works(own)],
          [false, false, false, true]
        )
        assert.deepStrictEqual(yield* listed, [])
        for (const method of ["GET", "DELETE"]) {
          assert.deepStrictEqual(
            yield* send(asAdmin, method, `${path}/999999/sessions`),
            error(404, "user_not_found"),
            method
          )
        }
      })
    )

    it.effect("must still be administrators when the change happens", () =>
      Effect.gen(function* () {
        const { number, user } = yield* fixture()
        const content = {
          username: `late${number}`,
          name: "Late",
          password: null,
          serverRole: "USER",
          organization: null
        } as const
        const failed = yield* Effect.flip(createAccount({ userId: user, username: `uma${number}` }, content))
        assert.deepInclude(failed, { code: "operation_not_permitted" })
        const id = yield* createAccount(operator, content)
        assert.deepStrictEqual(yield* auditOf(id), [
          { action: "USER_CREATED", userId: null as never, username: "operator" }
        ])
      })
    )
  })
})

const auditCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql`SELECT id FROM audit_entry`)
  return rows.length
})
