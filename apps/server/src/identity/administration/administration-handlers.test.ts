import { Database, UserRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Logger, Option, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { administratorAccess } from "../../service/access/access.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { generateTokenOfUser } from "./administer-users.ts"

const done = { status: 200, body: "" }
const notFound = error(404, "user_not_found")
const path = "/v2/administration"
let fixtures = 0

const fixture = Effect.fnUntraced(function* () {
  const number = ++fixtures
  const admin = yield* seed.user({ username: `ada${number}`, name: `Ada ${number}`, serverRole: "ADMIN" })
  const user = yield* seed.user({ username: `uma${number}`, name: `Uma ${number}` })
  return {
    number,
    users: { admin, user },
    asAdmin: yield* seed.accessToken(admin, { super: true }),
    asUser: yield* seed.accessToken(user, { super: true })
  }
})

const page = (totalElements: number) => ({ size: 20, totalElements, totalPages: 1, number: 0 })

layer(layerTestServer())("administration", (it) => {
  it.effect("is for administrators with a super token", () =>
    Effect.gen(function* () {
      const { users, asUser } = yield* fixture()
      const plain = yield* seed.accessToken(users.admin)
      const personal = yield* seed.personalAccessToken({ user: users.admin })
      for (const [method, url] of [
        ["GET", `${path}/organizations`],
        ["GET", `${path}/users`],
        ["POST", `${path}/users`],
        ["PUT", `${path}/users/${users.user}`],
        ["DELETE", `${path}/users/${users.user}`],
        ["POST", `${path}/users/${users.user}/password-reset-link`],
        ["GET", `${path}/users/${users.user}/sessions`],
        ["DELETE", `${path}/users/${users.user}/sessions`],
        ["DELETE", `${path}/users/${users.user}/sessions/1`],
        ["PUT", `${path}/users/${users.user}/disable`],
        ["PUT", `${path}/users/${users.user}/enable`],
        ["PUT", `${path}/users/${users.user}/set-role/ADMIN`],
        ["GET", `${path}/users/${users.user}/generate-token`]
      ] as const) {
        assert.deepStrictEqual(yield* send(null, method, url), error(401, "unauthenticated"), url)
        assert.deepStrictEqual(yield* send(personal, method, url), error(403, "api_access_forbidden"), url)
        assert.deepStrictEqual(yield* send(plain, method, url), error(403, "expired_super_jwt_token"), url)
        assert.deepStrictEqual(yield* send(asUser, method, url), error(403, "operation_not_permitted"), url)
      }
      const me = yield* send(asUser, "GET", "/v2/user")
      assert.deepInclude(me.body as object, { globalServerRole: "USER" })
    })
  )

  it.effect("lists all users, disabled ones too, and all organizations", () =>
    Effect.gen(function* () {
      const { number, users, asAdmin } = yield* fixture()
      yield* send(asAdmin, "PUT", `${path}/users/${users.user}/disable`)
      const shown = {
        emailAwaitingVerification: null,
        avatar: null,
        mfaEnabled: false,
        deleted: false,
        createdAt: 0,
        lastActivity: null
      }
      assert.deepStrictEqual(yield* send(asAdmin, "GET", `${path}/users?search=UMA${number}`), {
        status: 200,
        body: {
          _embedded: {
            users: [
              {
                id: users.user,
                username: `uma${number}`,
                name: `Uma ${number}`,
                globalServerRole: "USER",
                disabled: true,
                ...shown
              }
            ]
          },
          page: page(1)
        }
      })
      assert.deepStrictEqual(
        yield* send(asAdmin, "GET", `${path}/users?sort=password`),
        error(400, "unknown_sort_property")
      )
      const { id, slug } = yield* seed.organization({ name: `Zeta ${number}`, owner: users.user })
      for (const search of [`zeta%20${number}`, slug, String(id)]) {
        const { body } = yield* send(asAdmin, "GET", `${path}/organizations?search=${search}&size=2000`)
        const found = (body as { _embedded: { organizations: Array<{ id: number; currentUserRole: null }> } })._embedded
          .organizations
        assert.deepInclude(
          found.map(({ id, currentUserRole }) => ({ id, currentUserRole })),
          { id, currentUserRole: null }
        )
      }
    })
  )

  it.effect("disables and enables other accounts, with all their credentials", () =>
    Effect.gen(function* () {
      const { users, asAdmin, asUser } = yield* fixture()
      const personal = yield* seed.personalAccessToken({ user: users.user })
      const change = (userId: number | string, what: string) => send(asAdmin, "PUT", `${path}/users/${userId}/${what}`)
      assert.deepStrictEqual(yield* change(users.admin, "disable"), error(400, "cannot_disable_your_own_account"))
      assert.deepStrictEqual(yield* change(999_999, "disable"), notFound)
      assert.deepStrictEqual(yield* change(999_999, "enable"), notFound)
      assert.deepStrictEqual(yield* change(users.user, "disable"), done)
      assert.deepStrictEqual(yield* send(asUser, "GET", "/v2/user"), error(401, "invalid_jwt_token"))
      assert.deepStrictEqual(yield* send(personal, "GET", "/v2/user"), error(401, "user_not_found"))
      assert.deepStrictEqual(
        yield* send(asAdmin, "GET", `${path}/users/${users.user}/generate-token`),
        error(400, "user_account_disabled")
      )
      assert.deepStrictEqual(yield* change(users.user, "enable"), done)
      // The access token has ended for good; what its user stored elsewhere works again.
      assert.deepStrictEqual(yield* send(asUser, "GET", "/v2/user"), error(401, "expired_jwt_token"))
      assert.strictEqual((yield* send(personal, "GET", "/v2/user")).status, 200)
    })
  )

  it.effect("gives server roles", () =>
    Effect.gen(function* () {
      const { users, asAdmin, asUser } = yield* fixture()
      const setRole = (userId: number, role: string) => send(asAdmin, "PUT", `${path}/users/${userId}/set-role/${role}`)
      assert.deepStrictEqual(yield* setRole(users.user, "KING"), error(400, "wrong_param_type", ["role"]))
      assert.deepStrictEqual(yield* setRole(999_999, "ADMIN"), notFound)
      assert.deepStrictEqual(yield* setRole(users.user, "ADMIN"), done)
      assert.strictEqual((yield* send(asUser, "GET", `${path}/users`)).status, 200)
      assert.deepStrictEqual(yield* setRole(users.user, "USER"), done)
      assert.deepStrictEqual(yield* send(asUser, "GET", `${path}/users`), error(403, "operation_not_permitted"))
    })
  )

  it.effect("never loses its last administrator, neither by demotion nor by deleting the own account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const { users, asAdmin } = yield* fixture()
      const others = sql`server_role = 'ADMIN' AND id <> ${users.admin} AND deleted_at IS NULL`
      yield* Effect.orDie(database.transaction(sql`UPDATE user_account SET server_role = 'USER' WHERE ${others}`))
      const last = error(400, "server_has_no_other_administrator")
      const demote = send(asAdmin, "PUT", `${path}/users/${users.admin}/set-role/USER`)
      assert.deepStrictEqual(yield* demote, last)
      assert.deepStrictEqual(yield* send(asAdmin, "DELETE", "/v2/user"), last)
      // A disabled administrator does not count.
      assert.deepStrictEqual(yield* send(asAdmin, "PUT", `${path}/users/${users.user}/set-role/ADMIN`), done)
      assert.deepStrictEqual(yield* send(asAdmin, "PUT", `${path}/users/${users.user}/disable`), done)
      assert.deepStrictEqual(yield* demote, last)
      assert.deepStrictEqual(yield* send(asAdmin, "DELETE", "/v2/user"), last)
      assert.strictEqual((yield* send(asAdmin, "GET", `${path}/users`)).status, 200)
      assert.deepStrictEqual(yield* send(asAdmin, "PUT", `${path}/users/${users.user}/enable`), done)
      assert.deepStrictEqual(yield* demote, error(400, "cannot_set_your_own_role"))
      const asOther = yield* seed.accessToken(users.user, { super: true })
      assert.deepStrictEqual(yield* send(asOther, "PUT", `${path}/users/${users.admin}/set-role/USER`), done)
    })
  )

  it.effect("deletes other accounts, never that of the caller", () =>
    Effect.gen(function* () {
      const { users, asAdmin, asUser } = yield* fixture()
      const remove = (userId: number) => send(asAdmin, "DELETE", `${path}/users/${userId}`)
      assert.deepStrictEqual(yield* remove(users.admin), error(400, "cannot_delete_your_own_account"))
      assert.deepStrictEqual(yield* remove(999_999), notFound)
      assert.deepStrictEqual(yield* remove(users.user), done)
      assert.deepStrictEqual(yield* remove(users.user), notFound)
      assert.deepStrictEqual(yield* send(asUser, "GET", "/v2/user"), error(401, "invalid_jwt_token"))
      assert.strictEqual((yield* send(asAdmin, "GET", "/v2/user")).status, 200)
    })
  )

  it.effect("acts as another user for an hour, without super powers and therefore only one step deep", () =>
    Effect.gen(function* () {
      const { users, asAdmin } = yield* fixture()
      const other = yield* fixture()
      const generate = (credential: TestCredential, userId: number) =>
        send(credential, "GET", `${path}/users/${userId}/generate-token`)
      assert.deepStrictEqual(yield* generate(asAdmin, 999_999), notFound)
      const { status, body } = yield* generate(asAdmin, users.user)
      assert.strictEqual(status, 200)
      assert.match(body as string, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      const asUser = { accessToken: body as string }
      const me = yield* send(asUser, "GET", "/v2/user")
      assert.deepInclude(me.body as object, { id: users.user })
      const forbidden = error(403, "not_while_acting_as_user")
      for (const [method, url, payload] of [
        ["POST", "/v2/pats", { description: "for later" }],
        ["DELETE", "/v2/user", undefined],
        ["POST", "/v2/api-keys", { projectId: 1, scopes: ["admin"] }]
      ] as const) {
        assert.deepStrictEqual(yield* send(asUser, method, url, payload), forbidden, url)
      }
      const asOtherAdmin = { accessToken: (yield* generate(asAdmin, other.users.admin)).body as string }
      assert.deepStrictEqual(yield* generate(asOtherAdmin, users.user), forbidden)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* send(asUser, "GET", "/v2/user")).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* send(asUser, "GET", "/v2/user"), error(401, "expired_jwt_token"))
    })
  )

  it.effect("changes nothing of the account of the user that it acts as, even with the password of the user", () =>
    Effect.gen(function* () {
      const password = "correct horse"
      const { number, users } = yield* fixture()
      const user = yield* seed.user({ username: `kay${number}`, name: "Kay", password })
      const session = yield* seed.session(user, { super: true })
      const asUser = yield* seed.actingToken({ administrator: users.admin, user })
      const forbidden = error(403, "not_while_acting_as_user")
      for (const [method, url, payload] of [
        ["PUT", "/v2/user", { name: "Other", email: `kay${number}` }],
        ["POST", "/v2/user", { name: "Other", email: `kay${number}` }],
        ["PUT", "/v2/user/password", { currentPassword: password, password: "battery staple" }],
        ["POST", "/v2/user/generate-super-token", { password }],
        ["POST", "/v2/console/session/elevate", { password }],
        ["GET", "/v2/user/sessions", undefined],
        ["DELETE", "/v2/user/sessions", undefined],
        ["DELETE", `/v2/user/sessions/${session.id}`, undefined]
      ] as const) {
        assert.deepStrictEqual(yield* send(asUser, method, url, payload), forbidden, `${method} ${url}`)
      }
      // All of it works for the user, whose session is still there.
      const me = yield* send(session, "GET", "/v2/user")
      assert.deepInclude(me.body as object, { name: "Kay" })
      assert.strictEqual((yield* send(session, "GET", "/v2/user/sessions")).status, 200)
    })
  )

  it.effect.each(["demoted", "disabled", "deleted", "given a new password"] as const)(
    "stops acting as another user once it is %s",
    (fate) =>
      Effect.gen(function* () {
        const root = yield* fixture()
        const username = `evil${fixtures}`
        const evil = yield* seed.user({ username, serverRole: "ADMIN", password: "correct horse" })
        const asEvil = yield* seed.accessToken(evil, { super: true })
        const { body } = yield* send(asEvil, "GET", `${path}/users/${root.users.user}/generate-token`)
        const asUser = { accessToken: body as string }
        assert.strictEqual((yield* send(asUser, "GET", "/v2/user")).status, 200)
        const { status } = yield* {
          demoted: send(root.asAdmin, "PUT", `${path}/users/${evil}/set-role/USER`),
          disabled: send(root.asAdmin, "PUT", `${path}/users/${evil}/disable`),
          deleted: send(root.asAdmin, "DELETE", `${path}/users/${evil}`),
          "given a new password": send(asEvil, "PUT", "/v2/user/password", {
            currentPassword: "correct horse",
            password: "battery staple"
          })
        }[fate]
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(yield* send(asUser, "GET", "/v2/user"), error(401, "expired_jwt_token"))
      })
  )

  it.effect("logs which administrator got a token for which user", () =>
    Effect.gen(function* () {
      const { users } = yield* fixture()
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message, logLevel, fiber }) => {
        lines.push([message, logLevel, fiber.getRef(References.CurrentLogAnnotations)])
      })
      const repository = yield* UserRepository
      const admin = Option.getOrThrow(yield* repository.find(users.admin))
      const credential = {
        kind: "JWT",
        generation: 0,
        issuedAtSeconds: 0,
        expiresAtSeconds: 1,
        superUntil: 1,
        acting: null
      } as const
      const access = administratorAccess({
        caller: { ...admin, serverRole: "ADMIN", needsSuperToken: true, credential },
        serverRole: "ADMIN"
      })
      yield* generateTokenOfUser(access, users.user).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "Info")
      )
      assert.deepStrictEqual(lines, [
        [
          ["Administrator received a token to act as another user"],
          "Info",
          { administratorId: users.admin, userId: users.user }
        ]
      ])
    })
  )
})
