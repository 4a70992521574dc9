import { existsSync, writeFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { initialPasswordFile } from "../authentication/password.ts"

const password = "correct horse"
const done = { status: 200, body: "" }
let users = 0

const someone = Effect.fnUntraced(function* (name = "Hana") {
  const username = `hana${++users}@example.com`
  const id = yield* seed.user({ username, name, password })
  return {
    id,
    username,
    plain: yield* seed.accessToken(id),
    asSuper: yield* seed.accessToken(id, { super: true })
  }
})

const logIn = (username: string, secret: string) =>
  send(null, "POST", "/api/public/generatetoken", { username, password: secret })
const tokenOf = ({ body }: { readonly body: unknown }): TestCredential => ({
  accessToken: (body as { readonly accessToken: string }).accessToken
})

layer(layerTestServer())("the caller's account", (it) => {
  it.effect("is shown to every credential, and is changed with an access token only", () =>
    Effect.gen(function* () {
      const { id, username, plain } = yield* someone()
      const organization = yield* seed.organization({ name: `Keys ${users}`, owner: id })
      const project = yield* seed.project({ organization: organization.id, name: `Keys ${users}` })
      const personal = yield* seed.personalAccessToken({ user: id })
      const key = yield* seed.apiKey({ project: project.id, user: id, scopes: ["keys.view"] })
      assert.deepStrictEqual(yield* send(null, "GET", "/v2/user"), error(401, "unauthenticated"))
      for (const credential of [plain, personal, key]) {
        assert.deepStrictEqual(yield* send(credential, "GET", "/v2/user"), {
          status: 200,
          body: {
            id,
            username,
            name: "Hana",
            domain: "example.com",
            emailAwaitingVerification: null,
            emailVerified: true,
            mfaEnabled: false,
            avatar: null,
            accountType: "LOCAL",
            thirdPartyAuthType: null,
            globalServerRole: "USER",
            passwordIsInitial: false,
            deletable: true,
            needsSuperJwtToken: true
          }
        })
        assert.deepStrictEqual(yield* send(credential, "GET", "/v2/user/sso"), { status: 204, body: "" })
      }
      assert.deepStrictEqual(yield* send(plain, "GET", "/v2/user/managed-by"), { status: 204, body: "" })
      for (const [method, path] of [
        ["PUT", "/v2/user"],
        ["POST", "/v2/user"],
        ["DELETE", "/v2/user"],
        ["PUT", "/v2/user/password"],
        ["GET", "/v2/user/single-owned-organizations"],
        ["POST", "/v2/user/generate-super-token"],
        ["GET", "/v2/user/managed-by"]
      ] as const) {
        for (const credential of [personal, key]) {
          assert.deepStrictEqual(
            yield* send(credential, method, path, method === "GET" ? undefined : "no json"),
            error(403, "api_access_forbidden"),
            path
          )
        }
      }
      assert.deepStrictEqual(yield* send(plain, "DELETE", "/v2/user"), error(403, "expired_super_jwt_token"))
    })
  )

  it.effect("gets one of several new passwords that are sent at once with the present one", () =>
    Effect.gen(function* () {
      const { id, username } = yield* someone()
      const { session } = yield* seed.session(id)
      const credentials = [{ session }, ...(yield* Effect.forEach([1, 2, 3, 4], () => seed.accessToken(id)))]
      const responses = yield* Effect.forEach(
        credentials,
        (credential, index) =>
          send(credential, "PUT", "/v2/user/password", {
            currentPassword: password,
            password: `new password ${index}`
          }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [200, 401, 401, 401, 401])
      const logins = yield* Effect.forEach(credentials, (_, index) => logIn(username, `new password ${index}`))
      const winner = responses.findIndex(({ status }) => status === 200)
      assert.deepStrictEqual(
        logins.map(({ status }) => status === 200),
        credentials.map((_, index) => index === winner)
      )
    })
  )

  it.effect("can change its name; another address needs the password, and must be valid and free", () =>
    Effect.gen(function* () {
      const { username, plain } = yield* someone()
      const other = yield* someone()
      const edit = (body: unknown, method = "PUT") => send(plain, method, "/v2/user", body)
      assert.deepStrictEqual(yield* edit({}), {
        status: 400,
        body: { STANDARD_VALIDATION: { name: "must not be blank", email: "must not be blank" } }
      })
      const moved = { name: "Eva", email: "eva@example.com" }
      assert.deepStrictEqual(yield* edit(moved), error(400, "current_password_required"))
      assert.deepStrictEqual(yield* edit({ ...moved, currentPassword: "wrong" }), error(400, "wrong_current_password"))
      const custom = (code: string) => ({ status: 400, body: { CUSTOM_VALIDATION: { [code]: [] } } })
      assert.deepStrictEqual(
        yield* edit({ ...moved, email: "eva", currentPassword: password }),
        custom("validation_email_is_not_valid")
      )
      assert.deepStrictEqual(
        yield* edit({ ...moved, email: other.username.toUpperCase(), currentPassword: password }),
        custom("username_already_exists")
      )
      const unchanged = yield* send(plain, "GET", "/v2/user")
      assert.deepInclude(unchanged.body as object, { username, name: "Hana" })
      const renamed = yield* edit({ name: "Eva", email: username.toUpperCase() }, "POST")
      assert.deepInclude(renamed.body as object, { username, name: "Eva" })
      const readdressed = yield* edit({ ...moved, email: "Eva@Example.com", currentPassword: password })
      assert.deepStrictEqual(readdressed.status, 200)
      assert.deepStrictEqual((yield* send(plain, "GET", "/v2/user")).body, readdressed.body)
      assert.strictEqual((yield* logIn("eva@example.com", password)).status, 200)
      assert.deepStrictEqual(yield* logIn(username, password), error(401, "bad_credentials"))
    })
  )

  it.effect("gets a new password for the current one; older access tokens end, API keys stay", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* TestServer
      const { id, username, plain, asSuper } = yield* someone()
      const personal = yield* seed.personalAccessToken({ user: id })
      const file = initialPasswordFile(dataDir)
      writeFileSync(file, "of another program")
      const change = (body: unknown) => send(plain, "PUT", "/v2/user/password", body)
      assert.deepStrictEqual(yield* change({ password: "short" }), {
        status: 400,
        body: {
          STANDARD_VALIDATION: { currentPassword: "must not be blank", password: "size must be between 8 and 50" }
        }
      })
      assert.deepStrictEqual(
        yield* change({ currentPassword: "wrong", password: "battery staple" }),
        error(403, "wrong_current_password")
      )
      assert.strictEqual((yield* logIn(username, password)).status, 200)
      const changed = yield* change({ currentPassword: password, password: "battery staple" })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(yield* logIn(username, password), error(401, "bad_credentials"))
      assert.strictEqual((yield* logIn(username, "battery staple")).status, 200)
      const fresh = tokenOf(changed)
      assert.strictEqual((yield* send(fresh, "GET", "/v2/user")).status, 200)
      assert.deepStrictEqual(yield* send(fresh, "DELETE", "/v2/user"), error(403, "expired_super_jwt_token"))
      assert.isTrue(existsSync(file))
      // The clock of the test stands still: a thief's token of the same second ends as well.
      for (const old of [plain, asSuper]) {
        assert.deepStrictEqual(yield* send(old, "GET", "/v2/user"), error(401, "expired_jwt_token"))
      }
      assert.deepStrictEqual(
        yield* send(fresh, "PUT", "/v2/user/password", { currentPassword: "battery staple", password: username }),
        { status: 400, body: { STANDARD_VALIDATION: { password: "must differ from the user name" } } }
      )
      assert.strictEqual((yield* send(personal, "GET", "/v2/user")).status, 200)
    })
  )

  it.effect("gets a super token for its password", () =>
    Effect.gen(function* () {
      const { plain } = yield* someone()
      const generate = (body: unknown) => send(plain, "POST", "/v2/user/generate-super-token", body)
      const wrong = error(401, "wrong_current_password")
      assert.deepStrictEqual(yield* generate({}), wrong)
      assert.deepStrictEqual(yield* generate({ password: "wrong" }), wrong)
      const response = yield* generate({ password })
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(yield* send(tokenOf(response), "DELETE", "/v2/user"), done)
    })
  )

  it.effect("is deleted with its keys, its roles and the organizations that it alone owns", () =>
    Effect.gen(function* () {
      const { id, username, asSuper } = yield* someone()
      const other = yield* someone("Iva")
      const alone = yield* seed.organization({ name: `Alone ${users}`, owner: id, members: [other.id] })
      const shared = yield* seed.organization({ name: `Shared ${users}`, owner: id })
      yield* seed.organizationRole({ organization: shared.id, user: other.id, role: "OWNER" })
      const lost = yield* seed.project({ organization: alone.id, name: `Lost ${users}` })
      const remaining = yield* seed.project({ organization: shared.id, name: `Kept ${users}` })
      const key = yield* seed.apiKey({ project: remaining.id, user: id, scopes: ["admin"] })
      const personal = yield* seed.personalAccessToken({ user: id })
      const single = yield* send(asSuper, "GET", "/v2/user/single-owned-organizations")
      const owned = (single.body as { _embedded: { organizations: Array<{ id: number }> } })._embedded.organizations
      assert.deepStrictEqual(
        owned.map((organization) => organization.id),
        [alone.id]
      )
      assert.deepStrictEqual(yield* send(asSuper, "DELETE", "/v2/user"), done)
      assert.deepStrictEqual(yield* send(asSuper, "GET", "/v2/user"), error(401, "invalid_jwt_token"))
      assert.deepStrictEqual(yield* send(key, "GET", "/v2/user"), error(401, "invalid_project_api_key"))
      assert.deepStrictEqual(yield* send(personal, "GET", "/v2/user"), error(401, "invalid_pat"))
      assert.deepStrictEqual(yield* logIn(username, password), error(401, "bad_credentials"))
      assert.strictEqual((yield* send(other.plain, "GET", `/v2/projects/${lost.id}`)).status, 404)
      assert.strictEqual((yield* send(other.plain, "GET", `/v2/projects/${remaining.id}`)).status, 200)
      const members = yield* send(other.asSuper, "GET", `/v2/organizations/${shared.id}/users`)
      assert.deepInclude(members.body as object, { page: { size: 20, totalElements: 1, totalPages: 1, number: 0 } })
      assert.strictEqual(yield* seed.user({ username }), other.id + 1)
    })
  )

  it.effect("of the initial administrator is not deleted; a new password removes its password file", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { id, asSuper } = yield* someone()
      yield* sql.withTransaction(sql`UPDATE user_account SET is_initial = 1, password_changed = 0 WHERE id = ${id}`)
      assert.deepStrictEqual(yield* send(asSuper, "DELETE", "/v2/user"), error(400, "cannot_delete_your_own_account"))
      assert.deepInclude((yield* send(asSuper, "GET", "/v2/user")).body as object, { id, deletable: false })
      const file = initialPasswordFile(dataDir)
      writeFileSync(file, password)
      const body = { currentPassword: password, password: "battery staple" }
      assert.strictEqual((yield* send(asSuper, "PUT", "/v2/user/password", body)).status, 200)
      assert.isFalse(existsSync(file))
    })
  )
})
