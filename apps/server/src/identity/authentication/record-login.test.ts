import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { digestOfCode } from "../../service/access/one-time-code.ts"
import { seed } from "../../testing/seed.ts"
import { makeAuthenticator } from "../../testing/software-authenticator.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerTestServer({ registration: "open" })))

const password = "correct horse"
const totpKey = "meztcnzwgq3donby"
const code = "codeOfTheLink"

/** A request of a program that the user has not used before. Browsers make no passkeys for numbers. */
const sendAs = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, token?: string) {
  const { baseUrl } = yield* TestServer
  const origin = baseUrl.replace("127.0.0.1", "localhost")
  return yield* Effect.promise(async () => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        "x-dragoman-console": "1",
        "user-agent": "unknown program",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      body: body === undefined ? null : JSON.stringify(body)
    })
    const text = await response.text()
    return { origin, status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text }
  })
})

const insert = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql.unsafe(statement)))

const logInWithPasskey = (path: string) =>
  Effect.fnUntraced(function* (userId: number) {
    const { accessToken } = yield* seed.accessToken(userId, { super: true })
    const added = yield* sendAs("POST", "/v2/user/passkeys/creation-options", undefined, accessToken)
    const authenticator = makeAuthenticator({ origin: added.origin, relyingParty: "localhost" })
    const credential = authenticator.create(added.body.challenge)
    yield* sendAs("POST", "/v2/user/passkeys", { name: "Phone", credential }, accessToken)
    const options = yield* sendAs("POST", "/v2/public/passkeys/options")
    return yield* sendAs("POST", path, authenticator.answer(options.body.challenge))
  })

const logInWithPassword = (path: string) => (_: number, username: string) =>
  sendAs("POST", path, { username, password })

const insertTotp = (userId: number) =>
  insert(`INSERT INTO totp (user_id, totp_key, last_step, created_at) VALUES (${userId}, '${totpKey}', 0, 0)`)

type Login = (userId: number, username: string) => Effect.Effect<{ readonly status: number }, unknown, Services>
type Services = SqlClient.SqlClient | TestServer | Effect.Services<ReturnType<typeof seed.accessToken>>

/** Each with the details of its entry in the audit log. Providers have tests of their own. */
const logins: ReadonlyArray<readonly [string, Login, object | null]> = [
  ["a password", logInWithPassword("/api/public/generatetoken"), null],
  ["a password in the console", logInWithPassword("/v2/console/session"), null],
  ["a passkey", logInWithPasskey("/v2/public/passkeys/verify"), { passkey: "Phone" }],
  ["a passkey in the console", logInWithPasskey("/v2/console/session/passkey"), { passkey: "Phone" }],
  [
    "the code of an app",
    (userId, username) =>
      Effect.gen(function* () {
        yield* insertTotp(userId)
        const timestamp = yield* Clock.currentTimeMillis
        const otp = new TOTP({ secret: Secret.fromBase32(totpKey.toUpperCase()) }).generate({ timestamp })
        return yield* sendAs("POST", "/api/public/generatetoken", { username, password, otp })
      }),
    null
  ],
  [
    "a recovery code",
    (userId, username) =>
      Effect.gen(function* () {
        yield* insertTotp(userId)
        const { accessToken } = yield* seed.accessToken(userId, { super: true })
        const made = yield* sendAs("PUT", "/v2/user/mfa/recovery", { password }, accessToken)
        const [otp] = JSON.parse(made.body as string) as ReadonlyArray<string>
        return yield* sendAs("POST", "/api/public/generatetoken", { username, password, otp })
      }),
    null
  ],
  [
    "the link that verifies an address",
    (userId) =>
      Effect.gen(function* () {
        yield* insert(`INSERT INTO email_verification (user_id, code_hash, new_email, created_at, expires_at)
          VALUES (${userId}, '${digestOfCode(code)}', NULL, 0, ${Number.MAX_SAFE_INTEGER})`)
        return yield* sendAs("GET", `/api/public/verify_email/${userId}/${code}`)
      }),
    { link: "verify_email" }
  ]
]

const signUps = [
  ["the API", "/api/public/sign_up"],
  ["the console", "/v2/console/session/sign-up"]
] as const

const countLogins = Effect.map(sendAs("GET", "/metrics"), ({ body }) =>
  Number(/^dragoman_logins_total\{result="succeeded"\} (\d+)$/m.exec(body)?.[1])
)

const entriesOf = Effect.fnUntraced(function* (username: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql<{ after: string | null }>`SELECT after FROM audit_entry WHERE action = 'LOGIN' AND username = ${username}`
  )
  return rows.map(({ after }) => (after === null ? null : JSON.parse(after)))
})

const typesOf = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql<{ type: string }>`SELECT type FROM notification WHERE user_id = ${userId} AND type = 'NEW_LOGIN'`
  )
  return rows.map(({ type }) => type)
})

layer(layerNow)("a login", (it) => {
  it.effect.each(logins)("by %s is counted, recorded once, and told to its user", ([name, logIn, details]) =>
    Effect.gen(function* () {
      const username = `by ${name}`
      const userId = yield* seed.user({ username, password })
      // The first browser of a user makes no notification.
      yield* insert(
        `INSERT INTO known_browser (user_id, digest, last_used_at) VALUES (${userId}, 'known', ${Date.now()})`
      )
      const before = yield* countLogins
      const { status } = yield* logIn(userId, username)
      assert.isBelow(status, 300)
      assert.strictEqual(yield* countLogins, before + 1)
      assert.deepStrictEqual(yield* entriesOf(username), [details])
      assert.deepStrictEqual(yield* typesOf(userId), ["NEW_LOGIN"])
    })
  )

  it.effect.each(signUps)("begins with a new account by %s", ([name, path]) =>
    Effect.gen(function* () {
      const email = `signed-up-by-${name.replace(" ", "-").toLowerCase()}@example.com`
      const before = yield* countLogins
      const { status } = yield* sendAs("POST", path, { name: "New", email, password })
      assert.isBelow(status, 300)
      assert.strictEqual(yield* countLogins, before + 1)
      assert.deepStrictEqual(yield* entriesOf(email), [null])
    })
  )
})
