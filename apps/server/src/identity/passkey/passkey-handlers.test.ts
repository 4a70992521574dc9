import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { makeAuthenticator } from "../../testing/software-authenticator.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const page = { origin: "https://dragoman.example", relyingParty: "dragoman.example" }
const password = "correct horse"

type Authenticator = ReturnType<typeof makeAuthenticator>

interface Options {
  readonly challenge: string
  readonly user: { readonly id: string }
  readonly allowCredentials: ReadonlyArray<{ readonly id: string }>
  readonly excludeCredentials: ReadonlyArray<{ readonly id: string }>
}

const optionsFrom = ({ status, body }: TestResponse): Options => {
  assert.strictEqual(status, 200, JSON.stringify(body))
  return body as Options
}

const creationOptions = (credential: TestCredential) =>
  Effect.map(send(credential, "POST", "/v2/user/passkeys/creation-options"), optionsFrom)
const loginOptions = Effect.map(send(null, "POST", "/v2/public/passkeys/options"), optionsFrom)
const proofOptions = (credential: TestCredential) =>
  Effect.map(send(credential, "POST", "/v2/user/passkeys/proof-options"), optionsFrom)

const add = Effect.fnUntraced(function* (credential: TestCredential, authenticator: Authenticator, name = "Phone") {
  const { challenge } = yield* creationOptions(credential)
  return yield* send(credential, "POST", "/v2/user/passkeys", { name, credential: authenticator.create(challenge) })
})

const tokenIn = ({ body }: TestResponse): TestCredential => body as { readonly accessToken: string }

/** A user with one passkey. */
const userWithPasskey = Effect.fnUntraced(function* (
  username: string,
  options: { readonly password?: string | null } = { password }
) {
  const userId = yield* seed.user({ username, ...options })
  const credential = yield* seed.accessToken(userId, { super: true })
  const authenticator = makeAuthenticator(page)
  const added = yield* add(credential, authenticator)
  assert.strictEqual(added.status, 200, JSON.stringify(added.body))
  return { userId, credential, authenticator, passkeyId: (added.body as { readonly id: number }).id }
})

const logIn = Effect.fnUntraced(function* (
  authenticator: Authenticator,
  options: Parameters<Authenticator["answer"]>[1] = {}
) {
  const { challenge } = yield* loginOptions
  return yield* send(null, "POST", "/v2/public/passkeys/verify", authenticator.answer(challenge, options))
})

const notAccepted = error(401, "passkey_not_accepted")

const postAsConsole = Effect.fnUntraced(function* (path: string, body: unknown, headers: Record<string, string> = {}) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-dragoman-console": "1", ...headers },
      body: JSON.stringify(body)
    })
    const [, session = ""] = /dragoman_session=([\w-]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
    return { status: response.status, session }
  })
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ publicUrl: page.origin })],
  ["PostgreSQL", layerTestServerPostgres({ publicUrl: page.origin })]
] as const) {
  const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer))
  layerOn(engine, layerNow, { timeout: "60 seconds" })(`passkeys on ${engine}`, (it) => {
    it.effect("are added with a name, and listed", () =>
      Effect.gen(function* () {
        const { userId, credential, passkeyId } = yield* userWithPasskey("adds")
        const { body } = yield* send(credential, "GET", "/v2/user/passkeys")
        const { passkeys } = (body as { readonly _embedded: { readonly passkeys: ReadonlyArray<object> } })._embedded
        assert.lengthOf(passkeys, 1)
        assert.deepInclude(passkeys[0], {
          id: passkeyId,
          name: "Phone",
          host: "dragoman.example",
          synchronized: true,
          lastUsedAt: null
        })
        const sql = yield* SqlClient.SqlClient
        const audit = yield* Effect.orDie(
          sql<{ action: string }>`SELECT action FROM audit_entry WHERE object_id = ${userId}`
        )
        assert.deepStrictEqual(
          audit.map(({ action }) => action),
          ["PASSKEY_ADDED"]
        )
        const told = yield* Effect.orDie(
          sql<{ type: string; params: string }>`SELECT type, params FROM notification WHERE user_id = ${userId}`
        )
        assert.deepStrictEqual(told, [{ type: "PASSKEY_ADDED", params: JSON.stringify({ name: "Phone" }) }])
      })
    )

    it.effect("ask the browser for a resident key, a user that was verified, and no attestation", () =>
      Effect.gen(function* () {
        const { credential, authenticator } = yield* userWithPasskey("wants")
        const options = yield* creationOptions(credential)
        assert.deepInclude(options as object, {
          rp: { id: "dragoman.example", name: "Dragoman" },
          attestation: "none",
          authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
          excludeCredentials: [{ id: authenticator.id, type: "public-key", transports: ["internal"] }]
        })
        assert.deepInclude((yield* loginOptions) as object, { userVerification: "required", allowCredentials: [] })
        assert.deepStrictEqual(
          (yield* proofOptions(credential)).allowCredentials.map(({ id }) => id),
          [authenticator.id]
        )
        // One user, one handle; it is not the id.
        assert.strictEqual((yield* creationOptions(credential)).user.id, options.user.id)
      })
    )

    it.effect("are added by a user who has just proved to be it", () =>
      Effect.gen(function* () {
        const weak = yield* seed.accessToken(yield* seed.user({ username: "weak", password }))
        const needed = error(403, "expired_super_jwt_token")
        assert.deepStrictEqual(yield* send(weak, "POST", "/v2/user/passkeys/creation-options"), needed)
        const key = yield* seed.personalAccessToken({ user: yield* seed.user({ username: "by key" }) })
        assert.deepStrictEqual(yield* send(key, "GET", "/v2/user/passkeys"), error(403, "api_access_forbidden"))
      })
    )

    it.effect("log in as both factors, with a super token", () =>
      Effect.gen(function* () {
        const { userId, authenticator } = yield* userWithPasskey("logs in")
        const sql = yield* SqlClient.SqlClient
        const response = yield* logIn(authenticator)
        assert.strictEqual(response.status, 200)
        const user = yield* send(tokenIn(response), "GET", "/v2/user")
        assert.deepInclude(user.body as object, { id: userId })
        const rows = yield* Effect.orDie(
          sql<{ at: number }>`SELECT last_used_at AS at FROM passkey WHERE user_id = ${userId}`
        )
        assert.isNotNull(rows[0]?.at)
        const audit = yield* Effect.orDie(
          sql<{ action: string }>`SELECT action FROM audit_entry WHERE user_id = ${userId} ORDER BY id`
        )
        assert.deepStrictEqual(
          audit.map(({ action }) => action),
          ["PASSKEY_ADDED", "LOGIN"]
        )
        const known = yield* Effect.orDie(sql`SELECT network FROM known_client WHERE user_id = ${userId}`)
        assert.lengthOf(known, 1, "wrong passwords from here count apart")
        assert.strictEqual((yield* send(tokenIn(response), "DELETE", "/v2/user")).status, 200)
      })
    )

    it.effect("log in to the console, with a cookie", () =>
      Effect.gen(function* () {
        const { userId, authenticator } = yield* userWithPasskey("console")
        const { challenge } = yield* loginOptions
        const answer = authenticator.answer(challenge)
        const foreign = yield* postAsConsole("/v2/console/session/passkey", answer, { "x-dragoman-console": "" })
        assert.strictEqual(foreign.status, 403)
        const { status, session } = yield* postAsConsole("/v2/console/session/passkey", answer)
        assert.strictEqual(status, 204)
        assert.deepInclude((yield* send({ session }, "GET", "/v2/user")).body as object, { id: userId })
        const added = yield* send({ session }, "POST", "/v2/user/passkeys/creation-options")
        assert.strictEqual(added.status, 200, "the session counts as a fresh login")
        const sql = yield* SqlClient.SqlClient
        const audit = yield* Effect.orDie(
          sql<{ action: string; objectKind: string | null; after: string | null }>`
            SELECT action, object_kind, "after" FROM audit_entry WHERE user_id = ${userId} ORDER BY id`
        )
        const logins = audit.filter(({ action }) => action === "LOGIN")
        assert.lengthOf(logins, 1)
        assert.strictEqual(logins[0]?.objectKind, "SESSION")
        assert.include(JSON.stringify(logins[0]), "Phone")
      })
    )

    it.effect.each([
      ["without a check of the user", { isVerified: false }],
      ["from a page of another origin", { from: "https://evil.example" }],
      ["from a page of the host by another scheme", { from: "http://dragoman.example" }],
      ["of another account", { userHandle: "AAAA" }]
    ] as const)("do not log in %s", ([name, options]) =>
      Effect.gen(function* () {
        const { authenticator } = yield* userWithPasskey(name)
        assert.deepStrictEqual(yield* logIn(authenticator, options), notAccepted)
        assert.strictEqual((yield* logIn(authenticator)).status, 200)
      })
    )

    it.effect("do not log in with another key, for another host, or unknown", () =>
      Effect.gen(function* () {
        const { authenticator } = yield* userWithPasskey("forged")
        const { challenge } = yield* loginOptions
        const forged = { ...makeAuthenticator(page).answer(challenge), id: authenticator.id, rawId: authenticator.id }
        assert.deepStrictEqual(yield* send(null, "POST", "/v2/public/passkeys/verify", forged), notAccepted)
        assert.deepStrictEqual(yield* logIn(makeAuthenticator(page)), notAccepted)
        const sql = yield* SqlClient.SqlClient
        const failed = yield* Effect.orDie(sql`SELECT 1 FROM audit_entry WHERE failure = 'passkey_not_accepted'`)
        assert.isAtLeast(failed.length, 2)
      })
    )

    it.effect("answer a challenge once, in five minutes, for what it was asked", () =>
      Effect.gen(function* () {
        const { credential, authenticator } = yield* userWithPasskey("challenged")
        const verify = (challenge: string) =>
          send(null, "POST", "/v2/public/passkeys/verify", authenticator.answer(challenge))
        const { challenge } = yield* loginOptions
        assert.strictEqual((yield* verify(challenge)).status, 200)
        assert.deepStrictEqual(yield* verify(challenge), notAccepted)
        assert.deepStrictEqual(yield* verify("bWFkZSB1cA"), notAccepted)
        assert.deepStrictEqual(yield* verify((yield* proofOptions(credential)).challenge), notAccepted)
        assert.deepStrictEqual(yield* verify((yield* creationOptions(credential)).challenge), notAccepted)
        const { challenge: old } = yield* loginOptions
        yield* TestClock.adjust(5 * 60_000)
        assert.deepStrictEqual(yield* verify(old), notAccepted)
      })
    )

    it.effect("let one of many logins with the same answer in", () =>
      Effect.gen(function* () {
        const { authenticator } = yield* userWithPasskey("raced")
        const { challenge } = yield* loginOptions
        const answer = authenticator.answer(challenge)
        const responses = yield* Effect.forEach(
          [1, 2, 3, 4, 5],
          () => send(null, "POST", "/v2/public/passkeys/verify", answer),
          { concurrency: 5 }
        )
        assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
      })
    )

    it.effect("count upwards, if they count", () =>
      Effect.gen(function* () {
        const { authenticator } = yield* userWithPasskey("counts")
        assert.strictEqual((yield* logIn(authenticator, { counter: 5 })).status, 200)
        assert.deepStrictEqual(yield* logIn(authenticator, { counter: 5 }), notAccepted)
        assert.deepStrictEqual(yield* logIn(authenticator, { counter: 4 }), notAccepted)
        assert.deepStrictEqual(yield* logIn(authenticator, { counter: 0 }), notAccepted)
        assert.strictEqual((yield* logIn(authenticator, { counter: 6 })).status, 200)
      })
    )

    it.effect("do not open a disabled account", () =>
      Effect.gen(function* () {
        const { userId, authenticator } = yield* userWithPasskey("disabled")
        const admin = yield* seed.user({ username: "disables", serverRole: "ADMIN" })
        const administrator = yield* seed.accessToken(admin, { super: true })
        yield* send(administrator, "PUT", `/v2/administration/users/${userId}/disable`)
        assert.deepStrictEqual(yield* logIn(authenticator), error(401, "user_account_disabled"))
      })
    )

    it.effect("prove for a super token and for a session who is there, each for its own user", () =>
      Effect.gen(function* () {
        const { userId, authenticator } = yield* userWithPasskey("proves")
        const weak = yield* seed.accessToken(userId)
        const prove = (who: TestCredential, passkey: unknown) =>
          send(who, "POST", "/v2/user/generate-super-token", { passkey })
        const { challenge } = yield* proofOptions(weak)
        assert.strictEqual((yield* prove(weak, authenticator.answer(challenge))).status, 200)
        assert.deepStrictEqual(yield* prove(weak, authenticator.answer(challenge)), notAccepted)
        const { challenge: ofLogin } = yield* loginOptions
        assert.deepStrictEqual(yield* prove(weak, authenticator.answer(ofLogin)), notAccepted)

        const other = yield* seed.accessToken(yield* seed.user({ username: "other proves", password }))
        const { challenge: ofOther } = yield* proofOptions(other)
        assert.deepStrictEqual(yield* prove(other, authenticator.answer(ofOther)), notAccepted)
        const { challenge: taken } = yield* proofOptions(weak)
        assert.deepStrictEqual(yield* prove(other, authenticator.answer(taken)), notAccepted)

        const session = yield* seed.session(userId)
        const elevate = (passkey: unknown) => send(session, "POST", "/v2/console/session/elevate", { passkey })
        const { challenge: ofSession } = yield* proofOptions(session)
        assert.deepStrictEqual(
          yield* elevate(authenticator.answer(ofSession, { isVerified: false })),
          error(403, "passkey_not_accepted")
        )
        const { challenge: again } = yield* proofOptions(session)
        assert.strictEqual((yield* elevate(authenticator.answer(again))).status, 204)
      })
    )

    it.effect("are renamed and removed by their user alone", () =>
      Effect.gen(function* () {
        const { userId, credential, passkeyId, authenticator } = yield* userWithPasskey("renames")
        const { credential: other } = yield* userWithPasskey("other renames")
        const path = `/v2/user/passkeys/${passkeyId}`
        const renamed = yield* send(credential, "PUT", path, { name: " Old phone " })
        assert.deepInclude(renamed.body as object, { id: passkeyId, name: "Old phone" })
        assert.strictEqual((yield* send(credential, "PUT", path, { name: " " })).status, 400)
        assert.strictEqual((yield* send(credential, "PUT", path, { name: "x".repeat(101) })).status, 400)
        for (const method of ["PUT", "DELETE"]) {
          assert.strictEqual((yield* send(other, method, path, { name: "stolen" })).status, 404)
        }
        const weak = yield* seed.accessToken(userId)
        assert.deepStrictEqual(yield* send(weak, "DELETE", path), error(403, "expired_super_jwt_token"))
        assert.deepStrictEqual(yield* send(credential, "DELETE", path), { status: 204, body: "" })
        assert.deepStrictEqual(yield* logIn(authenticator), notAccepted)
      })
    )

    it.effect("stay when one is the only way into an account without a password", () =>
      Effect.gen(function* () {
        const { credential, passkeyId } = yield* userWithPasskey("only passkeys", { password: null })
        const path = `/v2/user/passkeys/${passkeyId}`
        assert.deepStrictEqual(yield* send(credential, "DELETE", path), error(400, "last_passkey_of_account"))
        assert.strictEqual((yield* add(credential, makeAuthenticator(page), "Key")).status, 200)
        assert.strictEqual((yield* send(credential, "DELETE", path)).status, 204)
      })
    )

    it.effect("are added once, by the user who asked, from a page of this server", () =>
      Effect.gen(function* () {
        const { credential, authenticator } = yield* userWithPasskey("once")
        assert.deepStrictEqual(yield* add(credential, authenticator), error(400, "passkey_exists"))
        const rejected = error(400, "passkey_not_accepted")
        const post = (who: TestCredential, answer: unknown) =>
          send(who, "POST", "/v2/user/passkeys", { name: "Phone", credential: answer })
        const made = makeAuthenticator(page)
        const { challenge: foreign } = yield* creationOptions(credential)
        const other = yield* seed.accessToken(yield* seed.user({ username: "other once" }), { super: true })
        assert.deepStrictEqual(yield* post(other, made.create(foreign)), rejected)
        const { challenge } = yield* creationOptions(credential)
        assert.deepStrictEqual(yield* post(credential, made.create(challenge, { isVerified: false })), rejected)
        const { challenge: next } = yield* creationOptions(credential)
        assert.deepStrictEqual(yield* post(credential, made.create(next, { from: "https://evil.example" })), rejected)
        const { challenge: ofLogin } = yield* loginOptions
        assert.deepStrictEqual(yield* post(credential, made.create(ofLogin)), rejected)
        const { challenge: last } = yield* creationOptions(credential)
        assert.strictEqual((yield* post(credential, made.create(last))).status, 200)
      })
    )

    it.effect("that are garbage are rejected, not an error of the server", () =>
      Effect.gen(function* () {
        const { credential, authenticator } = yield* userWithPasskey("garbage")
        const garbage = ["", "AAAA", "not base64 \u{1F511}", "eyJjaGFsbGVuZ2UiOjF9", "bnVsbA", "A".repeat(3_000)]
        for (const text of garbage) {
          for (const name of ["clientDataJSON", "authenticatorData", "signature", "userHandle"]) {
            const { challenge } = yield* loginOptions
            const answer = authenticator.answer(challenge)
            const broken = { ...answer, response: { ...answer.response, [name]: text } }
            const response = yield* send(null, "POST", "/v2/public/passkeys/verify", broken)
            assert.deepStrictEqual(response, notAccepted, `${name} ${text}`)
          }
          for (const name of ["clientDataJSON", "attestationObject"]) {
            const { challenge } = yield* creationOptions(credential)
            const made = makeAuthenticator(page).create(challenge)
            const broken = { ...made, response: { ...made.response, [name]: text } }
            const response = yield* send(credential, "POST", "/v2/user/passkeys", { name: "x", credential: broken })
            assert.deepStrictEqual(response, error(400, "passkey_not_accepted"), `${name} ${text}`)
          }
        }
      })
    )

    it.effect("keep only a digest of a challenge, which goes when its time is over", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { challenge } = yield* loginOptions
        const stored = Effect.orDie(sql`SELECT * FROM passkey_challenge`)
        assert.notInclude(JSON.stringify(yield* stored), challenge)
        yield* TestClock.adjust(5 * 60_000)
        yield* loginOptions
        assert.lengthOf(yield* stored, 1)
      })
    )
  })
}

layer(layerTestServer(), { timeout: "60 seconds" })("passkeys without a public address", (it) => {
  it.effect("belong to the name in the request, by http and https", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const credential = yield* seed.accessToken(yield* seed.user({ username: "local" }), { super: true })
      const named = baseUrl.replace("127.0.0.1", "localhost")
      const ask = (path: string, body?: unknown) =>
        Effect.promise(async () => {
          const response = await fetch(`${named}${path}`, {
            method: "POST",
            headers: {
              authorization: `Bearer ${"accessToken" in credential ? credential.accessToken : ""}`,
              "content-type": "application/json"
            },
            body: body === undefined ? null : JSON.stringify(body)
          })
          return { status: response.status, body: await response.json() }
        })
      for (const origin of [named, named.replace("http:", "https:")]) {
        const authenticator = makeAuthenticator({ origin, relyingParty: "localhost" })
        const { challenge } = optionsFrom(yield* ask("/v2/user/passkeys/creation-options"))
        const added = yield* ask("/v2/user/passkeys", { name: origin, credential: authenticator.create(challenge) })
        assert.strictEqual(added.status, 200)
        const options = optionsFrom(yield* ask("/v2/user/passkeys/proof-options"))
        const passkey = authenticator.answer(options.challenge)
        assert.strictEqual((yield* ask("/v2/user/generate-super-token", { passkey })).status, 200)
      }
    })
  )

  it.effect("are not possible where the host is a number", () =>
    Effect.gen(function* () {
      const credential = yield* seed.accessToken(yield* seed.user({ username: "number" }), { super: true })
      const impossible = error(400, "passkeys_not_possible")
      assert.deepStrictEqual(yield* send(credential, "POST", "/v2/user/passkeys/creation-options"), impossible)
      assert.deepStrictEqual(yield* send(null, "POST", "/v2/public/passkeys/options"), impossible)
    })
  )
})
