import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const password = "correct horse"
const totpKey = "meztcnzwgq3donby"
const stepMillis = 30_000
const recoveryCode = /^[0-9a-v]{4}-[0-9a-v]{4}-[0-9a-v]{4}-[0-9a-v]{4}$/

/** The code of the app, some steps away from the present one. */
const codeAt = (steps = 0, key = totpKey) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    new TOTP({ secret: Secret.fromBase32(key.toUpperCase()) }).generate({ timestamp: now + steps * stepMillis })
  )

/** So that no code of before counts any more. */
const waitForOtherCodes = TestClock.adjust(3 * stepMillis)

const tokenIn = ({ body }: TestResponse): TestCredential => body as { readonly accessToken: string }

const claimsIn = ({ body }: TestResponse): Record<string, unknown> => {
  const [, claims = ""] = (body as { readonly accessToken: string }).accessToken.split(".")
  return JSON.parse(Buffer.from(claims, "base64url").toString())
}

const logIn = (username: string, otp?: string) =>
  send(null, "POST", "/api/public/generatetoken", { username, password, otp })

const invalidCode: TestResponse = { status: 400, body: { CUSTOM_VALIDATION: { invalid_otp_code: [] } } }

const enable = Effect.fnUntraced(function* (credential: TestCredential, key = totpKey) {
  return yield* send(credential, "PUT", "/v2/user/mfa/totp", { totpKey: key, otp: yield* codeAt(0, key), password })
})

/** A user whose second factor is on, and whose present code was used. */
const userWithTotp = Effect.fnUntraced(function* (username: string) {
  const userId = yield* seed.user({ username, password })
  const enabled = yield* enable(yield* seed.accessToken(userId))
  assert.strictEqual(enabled.status, 200)
  return { userId, credential: tokenIn(enabled) }
})

const newRecoveryCodes = (credential: TestCredential) =>
  Effect.map(
    send(credential, "PUT", "/v2/user/mfa/recovery", { password }),
    ({ body }) => body as ReadonlyArray<string>
  )

/** The console's login, with the cookie that it sets. */
const logInToConsole = Effect.fnUntraced(function* (username: string, otp?: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}/v2/console/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-dragoman-console": "1" },
      body: JSON.stringify({ username, password, otp })
    })
    const text = await response.text()
    const [, session = ""] = /dragoman_session=([\w-]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
    return { status: response.status, body: text === "" ? "" : JSON.parse(text), session }
  })
})

/** The logins of a user in the audit log, each with what went wrong. */
const loginsOf = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql<{ action: string; failure: string | null }>`
      SELECT action, failure FROM audit_entry
      WHERE user_id = ${userId} AND action IN ('LOGIN', 'LOGIN_FAILED') ORDER BY id`
  )
  return rows.map(({ action, failure }) => [action, failure])
})

const auditOf = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql<{ action: string }>`SELECT action FROM audit_entry WHERE object_id = ${userId} ORDER BY id`
  )
  return rows.map(({ action }) => action)
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer))
  layerOn(engine, layerNow, { timeout: "60 seconds" })(`the second factor on ${engine}`, (it) => {
    it.effect("is enabled with a code of the new key and the password", () =>
      Effect.gen(function* () {
        const userId = yield* seed.user({ username: "enables", password })
        const before = yield* seed.accessToken(userId)
        const { session } = yield* seed.session(userId)
        const enabled = yield* enable(before)
        assert.strictEqual(enabled.status, 200)
        assert.isAbove(Number(claimsIn(enabled)["ste"]), 0)
        const user = yield* send(tokenIn(enabled), "GET", "/v2/user")
        assert.deepInclude(user.body as object, { mfaEnabled: true, needsSuperJwtToken: true })
        // All others have ended.
        assert.deepStrictEqual(yield* send(before, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        assert.deepStrictEqual(yield* send({ session }, "GET", "/v2/user"), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* auditOf(userId), ["MFA_ENABLED"])
      })
    )

    it.effect("keeps its key out of the answers and the audit log", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { credential } = yield* userWithTotp("secretive")
        const answers = [
          yield* send(credential, "GET", "/v2/user"),
          yield* send(credential, "GET", "/v2/user/mfa"),
          yield* Effect.orDie(sql`SELECT * FROM audit_entry`)
        ]
        assert.notInclude(JSON.stringify(answers), totpKey)
      })
    )

    it.effect("of the session that changes it stays, under a new cookie", () =>
      Effect.gen(function* () {
        yield* seed.user({ username: "in the console", password })
        const { session } = yield* logInToConsole("in the console")
        const { baseUrl } = yield* TestServer
        const body = JSON.stringify({ totpKey, otp: yield* codeAt(), password })
        const response = yield* Effect.promise(() =>
          fetch(`${baseUrl}/v2/user/mfa/totp`, {
            method: "PUT",
            headers: {
              cookie: `dragoman_session=${session}`,
              "x-dragoman-console": "1",
              "content-type": "application/json"
            },
            body
          })
        )
        const [, renewed = ""] = /dragoman_session=([\w-]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
        assert.notStrictEqual(renewed, session)
        assert.strictEqual((yield* send({ session: renewed }, "GET", "/v2/user")).status, 200)
        assert.strictEqual((yield* send({ session }, "GET", "/v2/user")).status, 401)
      })
    )

    it.effect.each([
      ["a key that is too short", { totpKey: "meztcnzw" }, "totpKey"],
      ["a key with other letters", { totpKey: "meztcnzwgq3donb1" }, "totpKey"],
      ["a key that is missing", { totpKey: null }, "totpKey"],
      ["a code that is too long", { otp: "1234567" }, "otp"],
      ["a code that is missing", { otp: null }, "otp"],
      ["a blank password", { password: " " }, "password"],
      ["a password that is too long", { password: "x".repeat(51) }, "password"]
    ] as const)("is not enabled with %s", ([_, difference, name]) =>
      Effect.gen(function* () {
        const userId = yield* seed.user({ username: `broken ${JSON.stringify(difference)}`, password })
        const credential = yield* seed.accessToken(userId)
        const body = { totpKey, otp: yield* codeAt(), password, ...difference }
        const response = yield* send(credential, "PUT", "/v2/user/mfa/totp", body)
        assert.strictEqual(response.status, 400)
        const { STANDARD_VALIDATION } = response.body as { readonly STANDARD_VALIDATION: object }
        assert.deepStrictEqual(Object.keys(STANDARD_VALIDATION), [name])
        assert.deepInclude((yield* send(credential, "GET", "/v2/user")).body as object, { mfaEnabled: false })
      })
    )

    it.effect("checks the password first, then whether it is on, then the code", () =>
      Effect.gen(function* () {
        const off = yield* seed.accessToken(yield* seed.user({ username: "order off", password }))
        const { credential: on } = yield* userWithTotp("order on")
        const put = (who: TestCredential, given: string, otp: string) =>
          send(who, "PUT", "/v2/user/mfa/totp", { totpKey, otp, password: given })
        assert.deepStrictEqual(yield* put(on, "wrong", "000000"), error(403, "bad_credentials"))
        assert.deepStrictEqual(yield* put(on, password, "000000"), error(400, "mfa_enabled"))
        assert.deepStrictEqual(yield* put(off, password, "000000"), invalidCode)
        assert.deepStrictEqual(yield* put(off, password, yield* codeAt(5)), invalidCode)
        const without = yield* seed.accessToken(yield* seed.user({ username: "no password", password: null }))
        assert.deepStrictEqual(yield* put(without, password, yield* codeAt()), error(403, "bad_credentials"))
      })
    )

    it.effect.each([16, 26, 32])("takes a key of %i characters, in any spelling", (length) =>
      Effect.gen(function* () {
        const key = "abcdefghijklmnopqrstuvwxyz234567".slice(0, length)
        const userId = yield* seed.user({ username: `key ${length}`, password })
        const enabled = yield* send(yield* seed.accessToken(userId), "PUT", "/v2/user/mfa/totp", {
          totpKey: key.toUpperCase(),
          otp: yield* codeAt(0, key),
          password
        })
        assert.strictEqual(enabled.status, 200)
        assert.strictEqual((yield* logIn(`key ${length}`, yield* codeAt(1, key))).status, 200)
      })
    )

    it.effect("is asked for at a login, after the password", () =>
      Effect.gen(function* () {
        const { userId } = yield* userWithTotp("asked")
        yield* waitForOtherCodes
        assert.deepStrictEqual(yield* logIn("asked"), error(401, "mfa_enabled"))
        assert.deepStrictEqual(yield* logIn("asked", " "), error(401, "mfa_enabled"))
        assert.deepStrictEqual(yield* logIn("asked", "000000"), error(401, "invalid_otp_code"))
        assert.deepStrictEqual(
          yield* send(null, "POST", "/api/public/generatetoken", {
            username: "asked",
            password: "wrong",
            otp: yield* codeAt()
          }),
          error(401, "bad_credentials")
        )
        const response = yield* logIn("ASKED", yield* codeAt())
        assert.strictEqual(response.status, 200)
        assert.deepInclude(claimsIn(response), { sub: String(userId) })
        assert.isAbove(Number(claimsIn(response)["ste"]), 0)
        // The password alone is half of a login.
        assert.deepStrictEqual(yield* loginsOf(userId), [
          ["LOGIN_FAILED", "invalid_otp_code"],
          ["LOGIN_FAILED", "bad_credentials"],
          ["LOGIN", null]
        ])
      })
    )

    it.effect("is asked for at the console's login, too", () =>
      Effect.gen(function* () {
        const { userId } = yield* userWithTotp("console asked")
        yield* waitForOtherCodes
        const { status, body } = yield* logInToConsole("console asked")
        assert.deepStrictEqual({ status, body }, error(401, "mfa_enabled"))
        assert.strictEqual((yield* logInToConsole("console asked", "000000")).status, 401)
        const opened = yield* logInToConsole("console asked", yield* codeAt())
        assert.strictEqual(opened.status, 204)
        assert.strictEqual((yield* send({ session: opened.session }, "GET", "/v2/user/mfa")).status, 200)
        assert.deepStrictEqual(yield* loginsOf(userId), [
          ["LOGIN_FAILED", "invalid_otp_code"],
          ["LOGIN", null]
        ])
      })
    )

    it.effect("is no error of the server, whatever is typed", () =>
      Effect.gen(function* () {
        yield* userWithTotp("types")
        for (const otp of [
          "２８７０８２",
          "abcdef",
          "-12345",
          "1".repeat(5_000),
          "\u0000\u0000\u0000\u0000\u0000\u0000",
          "🔑🔑🔑"
        ]) {
          const { status } = yield* logIn("types", otp)
          assert.isTrue(status === 401 || status === 400, `${otp}: ${status}`)
        }
      })
    )

    it.effect("counts a code once, and no older one after it", () =>
      Effect.gen(function* () {
        yield* userWithTotp("replayed")
        // The code that enabled it counts as used.
        assert.deepStrictEqual(yield* logIn("replayed", yield* codeAt()), error(401, "invalid_otp_code"))
        const next = yield* codeAt(1)
        assert.strictEqual((yield* logIn("replayed", next)).status, 200)
        assert.deepStrictEqual(yield* logIn("replayed", next), error(401, "invalid_otp_code"))
        yield* TestClock.adjust(stepMillis)
        assert.deepStrictEqual(yield* logIn("replayed", yield* codeAt(-1)), error(401, "invalid_otp_code"))
        assert.strictEqual((yield* logIn("replayed", yield* codeAt(1))).status, 200)
      })
    )

    it.effect.each([
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401]
    ] as const)("takes the code of %i steps away: %i", ([steps, status]) =>
      Effect.gen(function* () {
        yield* userWithTotp(`step ${steps}`)
        yield* waitForOtherCodes
        assert.strictEqual((yield* logIn(`step ${steps}`, yield* codeAt(steps))).status, status)
      })
    )

    it.effect("lets one of many logins with the same code in", () =>
      Effect.gen(function* () {
        yield* userWithTotp("raced")
        yield* waitForOtherCodes
        const otp = yield* codeAt()
        const responses = yield* Effect.forEach([1, 2, 3, 4, 5], () => logIn("raced", otp), { concurrency: 5 })
        const statuses = responses.map(({ status }) => status).sort()
        assert.deepStrictEqual(statuses, [200, 401, 401, 401, 401])
      })
    )

    it.effect("has no recovery codes before they are made, then ten, each for one login", () =>
      Effect.gen(function* () {
        const { userId, credential } = yield* userWithTotp("recovers")
        const left = () =>
          Effect.map(send(credential, "GET", "/v2/user/mfa"), ({ body }) => body as Record<string, unknown>)
        assert.deepInclude(yield* left(), { totpEnabled: true, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true })
        const codes = yield* newRecoveryCodes(credential)
        assert.lengthOf(new Set(codes), 10)
        for (const code of codes) assert.match(code, recoveryCode)
        assert.deepInclude(yield* left(), { recoveryCodesLeft: 10 })
        const [first = "", second = ""] = codes
        assert.strictEqual((yield* logIn("recovers", first)).status, 200)
        assert.deepStrictEqual(yield* logIn("recovers", first), error(401, "invalid_otp_code"))
        assert.strictEqual((yield* logIn("recovers", ` ${second.toUpperCase()} `)).status, 200)
        assert.deepInclude(yield* left(), { recoveryCodesLeft: 8 })
        assert.deepStrictEqual(yield* auditOf(userId), [
          "MFA_ENABLED",
          "RECOVERY_CODES_CREATED",
          "RECOVERY_CODE_USED",
          "RECOVERY_CODE_USED"
        ])
        const sql = yield* SqlClient.SqlClient
        const stored = yield* Effect.orDie(sql`SELECT * FROM recovery_code WHERE user_id = ${userId}`)
        assert.lengthOf(stored, 8)
        for (const code of codes) assert.notInclude(JSON.stringify(stored), code)
      })
    )

    it.effect("takes no recovery code that was replaced, or of another user", () =>
      Effect.gen(function* () {
        const { credential } = yield* userWithTotp("replaces")
        const { credential: other } = yield* userWithTotp("other replaces")
        const [replaced = ""] = yield* newRecoveryCodes(credential)
        const [foreign = ""] = yield* newRecoveryCodes(other)
        const [present = ""] = yield* newRecoveryCodes(credential)
        assert.deepStrictEqual(yield* logIn("replaces", replaced), error(401, "invalid_otp_code"))
        assert.deepStrictEqual(yield* logIn("replaces", foreign), error(401, "invalid_otp_code"))
        assert.strictEqual((yield* logIn("replaces", present)).status, 200)
      })
    )

    it.effect("burns the present and the next code with a recovery code", () =>
      Effect.gen(function* () {
        const { credential } = yield* userWithTotp("burns")
        const [code = ""] = yield* newRecoveryCodes(credential)
        yield* waitForOtherCodes
        assert.strictEqual((yield* logIn("burns", code)).status, 200)
        assert.deepStrictEqual(yield* logIn("burns", yield* codeAt()), error(401, "invalid_otp_code"))
        assert.deepStrictEqual(yield* logIn("burns", yield* codeAt(1)), error(401, "invalid_otp_code"))
        yield* TestClock.adjust(stepMillis)
        assert.strictEqual((yield* logIn("burns", yield* codeAt(1))).status, 200)
      })
    )

    it.effect("is disabled by the password, and leaves nothing behind", () =>
      Effect.gen(function* () {
        const { userId, credential } = yield* userWithTotp("disables")
        yield* newRecoveryCodes(credential)
        const disable = (given: string, who = credential) =>
          send(who, "DELETE", "/v2/user/mfa/totp", { password: given })
        assert.deepStrictEqual(yield* disable("wrong"), error(403, "bad_credentials"))
        const disabled = yield* disable(password)
        assert.strictEqual(disabled.status, 200)
        assert.isAbove(Number(claimsIn(disabled)["ste"]), 0)
        assert.deepStrictEqual(yield* send(credential, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        assert.deepStrictEqual(yield* disable(password, tokenIn(disabled)), error(400, "mfa_not_enabled"))
        assert.deepStrictEqual(
          yield* send(tokenIn(disabled), "PUT", "/v2/user/mfa/recovery", { password }),
          error(400, "mfa_not_enabled")
        )
        assert.strictEqual((yield* logIn("disables")).status, 200)
        const sql = yield* SqlClient.SqlClient
        for (const table of ["totp", "recovery_code"]) {
          assert.lengthOf(yield* Effect.orDie(sql`SELECT 1 FROM ${sql(table)} WHERE user_id = ${userId}`), 0, table)
        }
      })
    )

    it.effect("is what a super token asks for, in place of the password", () =>
      Effect.gen(function* () {
        const { userId, credential } = yield* userWithTotp("super")
        yield* waitForOtherCodes
        const weak = yield* seed.accessToken(userId)
        assert.deepStrictEqual(yield* send(weak, "DELETE", "/v2/user"), error(403, "expired_super_jwt_token"))
        const prove = (body: object) => send(weak, "POST", "/v2/user/generate-super-token", body)
        assert.deepStrictEqual(yield* prove({ password }), error(401, "mfa_enabled"))
        assert.deepStrictEqual(yield* prove({ otp: "000000" }), error(401, "invalid_otp_code"))
        const strong = yield* prove({ otp: yield* codeAt() })
        assert.strictEqual(strong.status, 200)
        assert.isAbove(Number(claimsIn(strong)["ste"]), 0)
        const [code = ""] = yield* newRecoveryCodes(credential)
        assert.strictEqual((yield* prove({ otp: code })).status, 200)
        assert.strictEqual((yield* send(tokenIn(strong), "DELETE", "/v2/user")).status, 200)
      })
    )

    it.effect("is what the elevation of a session asks for", () =>
      Effect.gen(function* () {
        const { userId } = yield* userWithTotp("elevated")
        yield* waitForOtherCodes
        const session = yield* seed.session(userId)
        const elevate = (body: object) => send(session, "POST", "/v2/console/session/elevate", body)
        assert.deepStrictEqual(yield* elevate({ password }), error(403, "mfa_enabled"))
        assert.deepStrictEqual(yield* elevate({ otp: "000000" }), error(403, "invalid_otp_code"))
        assert.strictEqual((yield* elevate({ otp: yield* codeAt() })).status, 204)
      })
    )

    it.effect("stays when the password changes", () =>
      Effect.gen(function* () {
        const { credential } = yield* userWithTotp("changes")
        const changed = yield* send(credential, "PUT", "/v2/user/password", {
          currentPassword: password,
          password: "another horse"
        })
        assert.strictEqual(changed.status, 200)
        assert.deepStrictEqual(
          yield* send(null, "POST", "/api/public/generatetoken", { username: "changes", password: "another horse" }),
          error(401, "mfa_enabled")
        )
      })
    )

    it.effect("leaves personal access tokens and project API keys alone", () =>
      Effect.gen(function* () {
        const userId = yield* seed.user({ username: "has keys", password })
        const key = yield* seed.personalAccessToken({ user: userId })
        yield* enable(yield* seed.accessToken(userId))
        assert.strictEqual((yield* send(key, "GET", "/v2/user")).status, 200)
        assert.deepStrictEqual(yield* send(key, "GET", "/v2/user/mfa"), error(403, "api_access_forbidden"))
      })
    )

    it.effect("shows in the lists of members and of the server", () =>
      Effect.gen(function* () {
        const { userId: owner, credential } = yield* userWithTotp("listed")
        const plain = yield* seed.user({ username: "listed plain", password })
        const organization = yield* seed.organization({ name: `Listed ${engine}`, owner, members: [plain] })
        const project = yield* seed.project({ organization: organization.id, name: `Listed ${engine}` })
        const admin = yield* seed.user({ username: "lists", serverRole: "ADMIN" })
        const administrator = yield* seed.accessToken(admin, { super: true })
        const lists: ReadonlyArray<readonly [TestCredential, string, string]> = [
          [credential, `/v2/organizations/${organization.id}/users`, "usersInOrganization"],
          [credential, `/v2/projects/${project.id}/users`, "users"],
          [administrator, "/v2/administration/users?search=listed", "users"]
        ]
        for (const [who, path, name] of lists) {
          const { body } = yield* send(who, "GET", path)
          const rows = (body as { readonly _embedded: Record<string, Array<{ id: number; mfaEnabled: boolean }>> })
            ._embedded[name]
          const found = Object.fromEntries((rows ?? []).map(({ id, mfaEnabled }) => [id, mfaEnabled]))
          assert.deepStrictEqual(found, { [owner]: true, [plain]: false }, path)
        }
      })
    )

    it.effect("is reset by administrators, which ends the user's tokens and sessions", () =>
      Effect.gen(function* () {
        const { userId, credential } = yield* userWithTotp("locked out")
        yield* newRecoveryCodes(credential)
        yield* seed.passkey({ user: userId })
        const { session } = yield* seed.session(userId)
        const admin = yield* seed.user({ username: "resets", serverRole: "ADMIN" })
        const administrator = yield* seed.accessToken(admin, { super: true })
        const path = `/v2/administration/users/${userId}/mfa`
        assert.deepStrictEqual(
          yield* send(yield* seed.accessToken(admin), "DELETE", path),
          error(403, "expired_super_jwt_token")
        )
        assert.deepStrictEqual(yield* send(credential, "DELETE", path), error(403, "operation_not_permitted"))
        assert.deepStrictEqual(yield* send(administrator, "DELETE", path), { status: 200, body: "" })
        assert.strictEqual((yield* send(credential, "GET", "/v2/user")).status, 401)
        assert.strictEqual((yield* send({ session }, "GET", "/v2/user")).status, 401)
        const logged = yield* logIn("locked out")
        assert.strictEqual(logged.status, 200)
        assert.deepInclude((yield* send(tokenIn(logged), "GET", "/v2/user/mfa")).body as object, {
          totpEnabled: false,
          recoveryCodesLeft: 0,
          passkeys: 0
        })
        // There is nothing left: the new login stays.
        assert.strictEqual((yield* send(administrator, "DELETE", path)).status, 200)
        assert.strictEqual((yield* send(tokenIn(logged), "GET", "/v2/user")).status, 200)
        assert.includeMembers(yield* auditOf(userId), ["MFA_DISABLED", "PASSKEY_REMOVED"])
      })
    )

    it.effect("and a password are what super tokens are for: who has neither needs none", () =>
      Effect.gen(function* () {
        const userId = yield* seed.user({ username: "without both", password: null })
        const credential = yield* seed.accessToken(userId)
        assert.deepInclude((yield* send(credential, "GET", "/v2/user")).body as object, { needsSuperJwtToken: false })
        assert.strictEqual((yield* send(credential, "DELETE", "/v2/user")).status, 200)
      })
    )

    it.effect("goes with the account", () =>
      Effect.gen(function* () {
        const { userId, credential } = yield* userWithTotp("leaves")
        yield* newRecoveryCodes(credential)
        yield* seed.passkey({ user: userId })
        assert.strictEqual((yield* send(credential, "DELETE", "/v2/user")).status, 200)
        const sql = yield* SqlClient.SqlClient
        for (const table of ["totp", "recovery_code", "passkey"]) {
          assert.lengthOf(yield* Effect.orDie(sql`SELECT 1 FROM ${sql(table)} WHERE user_id = ${userId}`), 0, table)
        }
      })
    )
  })
}

const layerLimited = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerTestServer({ rateLimits: true })))
layer(layerLimited, { timeout: "60 seconds" })("guessing codes", (it) => {
  it.effect("is limited by user, also for the right code, until the time is over", () =>
    Effect.gen(function* () {
      yield* userWithTotp("guessed")
      const nextSecond = TestClock.adjust(1_000)
      for (let attempt = 0; attempt < 10; attempt++) {
        yield* nextSecond
        assert.deepStrictEqual(yield* logIn("guessed", "000000"), error(401, "invalid_otp_code"))
      }
      yield* waitForOtherCodes
      const limited = yield* logIn("guessed", yield* codeAt())
      assert.strictEqual(limited.status, 429)
      // Another user is not concerned.
      yield* userWithTotp("not guessed")
      yield* waitForOtherCodes
      assert.strictEqual((yield* logIn("not guessed", yield* codeAt())).status, 200)
      yield* TestClock.adjust(900_000)
      assert.strictEqual((yield* logIn("guessed", yield* codeAt())).status, 200)
    })
  )

  it.effect("does not count right codes", () =>
    Effect.gen(function* () {
      yield* userWithTotp("often right")
      for (let attempt = 0; attempt < 12; attempt++) {
        yield* waitForOtherCodes
        assert.strictEqual((yield* logIn("often right", yield* codeAt())).status, 200)
      }
    })
  )

  it.effect("is limited by address", () =>
    Effect.gen(function* () {
      const { userId } = yield* userWithTotp("by address")
      yield* waitForOtherCodes
      const weak = yield* seed.accessToken(userId)
      const statuses: Array<number> = []
      for (let attempt = 0; attempt < 6; attempt++) {
        const body = { otp: "000000" }
        statuses.push((yield* send(weak, "POST", "/v2/user/generate-super-token", body)).status)
      }
      assert.deepStrictEqual(statuses, [401, 401, 401, 401, 401, 429])
    })
  )
})
