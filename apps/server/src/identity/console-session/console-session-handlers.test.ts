import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { openEventStream } from "../../testing/event-stream.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

type Headers = Readonly<Record<string, string>>

const password = "correct horse"
const consoleHeader = { "x-dragoman-console": "1" }

/** A request as a browser sends it: the credential is among the headers. */
const browse = Effect.fnUntraced(function* (method: string, path: string, headers: Headers, body?: unknown) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body)
    })
    const text = await response.text()
    const [cookie = null] = response.headers.getSetCookie()
    return { status: response.status, body: text === "" ? "" : JSON.parse(text), cookie, headers: response.headers }
  })
})

type Browsed = Effect.Success<ReturnType<typeof browse>>

const outcome = ({ status, body }: Browsed) => ({ status, body })

/** Headers that the browser sends from now on. */
const pairOf = ({ cookie }: Browsed): string => cookie?.split(";")[0] ?? ""

const logIn = (username: string, headers: Headers = consoleHeader) =>
  browse("POST", "/v2/console/session", headers, { username, password })

const withCookie = (cookie: string): Headers => ({ cookie, ...consoleHeader })

const userWith = (username: string) => seed.user({ username, password, name: username })

const statusOf = (cookie: string) => Effect.map(browse("GET", "/v2/user", withCookie(cookie)), ({ status }) => status)

const idsOf = (cookie: string) =>
  Effect.map(browse("GET", "/v2/user/sessions", withCookie(cookie)), ({ body }) =>
    (body as { _embedded: { sessions: Array<{ id: number }> } })._embedded.sessions.map(({ id }) => id)
  )

const dayMillis = 24 * 60 * 60 * 1000

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  // Ended sessions are erased by the real time.
  const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer))
  layerOn(engine, layerNow, { timeout: "60 seconds" })(`sessions of the console on ${engine}`, (it) => {
    it.effect("begin with a user name and its password, in a cookie that no script can read", () =>
      Effect.gen(function* () {
        yield* userWith("cook")
        const response = yield* logIn("cook")
        assert.deepStrictEqual(outcome(response), { status: 204, body: "" })
        const [pair = "", ...attributes] = (response.cookie ?? "").split("; ")
        assert.match(pair, /^dragoman_session=[\w-]{43}$/)
        assert.sameMembers(
          attributes.filter((attribute) => !attribute.startsWith("Expires")),
          ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=7776000"]
        )
        assert.strictEqual(response.headers.get("access-control-allow-credentials"), null)
        const user = yield* browse("GET", "/v2/user", withCookie(pair))
        assert.deepInclude(user.body as object, { username: "cook" })
      })
    )

    it.effect("are for https only where the browser used it", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        yield* userWith("secure")
        const origin = baseUrl.replace("http:", "https:")
        const response = yield* logIn("secure", { ...consoleHeader, origin })
        assert.match(response.cookie ?? "", /^__Host-dragoman_session=[\w-]{43};.*Secure/)
        const value = pairOf(response).split("=")[1]
        assert.strictEqual(yield* statusOf(`__Host-dragoman_session=${value}`), 200)
        // Another host of the domain can set a cookie without the prefix.
        const plain = { ...withCookie(`dragoman_session=${value}`), origin }
        assert.strictEqual((yield* browse("GET", "/v2/user", plain)).status, 401)
        const both = `dragoman_session=other; __Host-dragoman_session=${value}`
        assert.strictEqual(yield* statusOf(both), 200)
      })
    )

    it.effect("keep only a digest of the cookie", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const user = yield* userWith("digest")
        const value = pairOf(yield* logIn("digest")).split("=")[1] ?? ""
        const rows = yield* Effect.orDie(sql`SELECT * FROM console_session WHERE user_id = ${user}`)
        assert.lengthOf(rows, 1)
        assert.notInclude(JSON.stringify(rows), value)
      })
    )

    it.effect.each([
      ["with the header of the console and nothing else", {}, 200, undefined],
      ["from the page's own origin", { origin: "own", "sec-fetch-site": "same-origin" }, 200, undefined],
      ["not without the header of the console", { "x-dragoman-console": "" }, 401, "unauthenticated"],
      ["not with another value of the header", { "x-dragoman-console": "2" }, 401, "unauthenticated"],
      ["not from another origin", { origin: "http://evil.example" }, 403, "foreign_origin"],
      ["not from an opaque origin", { origin: "null" }, 403, "foreign_origin"],
      ["not across sites", { "sec-fetch-site": "cross-site" }, 403, "foreign_origin"],
      ["not from another origin of the site", { "sec-fetch-site": "same-site" }, 403, "foreign_origin"],
      ["not by following a link", { "sec-fetch-site": "none" }, 403, "foreign_origin"]
    ] as const)("count %s", ([_, difference, status, code]) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        const user = yield* seed.user({ username: `csrf ${JSON.stringify(difference)}` })
        const { session } = yield* seed.session(user, { super: true })
        const headers: Record<string, string> = { ...withCookie(`dragoman_session=${session}`), ...difference }
        if (headers["origin"] === "own") headers["origin"] = baseUrl
        const paths: ReadonlyArray<readonly [string, string, unknown?]> = [
          ["GET", "/v2/user"],
          ["GET", "/v2/user/sessions"],
          ["POST", "/v2/pats", { description: "made" }]
        ]
        for (const [method, path, body] of paths) {
          const response = yield* browse(method, path, headers, body)
          if (code === undefined) assert.isBelow(response.status, 300, path)
          else assert.deepStrictEqual(outcome(response), { status, body: { code, params: null } }, path)
        }
        const sql = yield* SqlClient.SqlClient
        const made = yield* Effect.orDie(sql`SELECT id FROM personal_access_token WHERE user_id = ${user}`)
        assert.lengthOf(made, code === undefined ? 1 : 0)
      })
    )

    it.effect.each([
      ["the header of the console", { "x-dragoman-console": "" }, "console_header_missing"],
      ["the page's own origin", { origin: "https://evil.example" }, "foreign_origin"],
      ["the page's own site", { "sec-fetch-site": "cross-site" }, "foreign_origin"]
    ] as const)("neither begin nor end without %s", ([_, difference, code]) =>
      Effect.gen(function* () {
        const user = yield* userWith(`no page ${JSON.stringify(difference)}`)
        const { session } = yield* seed.session(user)
        const cookie = `dragoman_session=${session}`
        const headers = { ...withCookie(cookie), ...difference }
        const rejected = { status: 403, body: { code, params: null } }
        const login = { username: `no page ${JSON.stringify(difference)}`, password }
        for (const sent of [headers, { ...consoleHeader, ...difference }]) {
          const response = yield* browse("POST", "/v2/console/session", sent, login)
          assert.deepStrictEqual(outcome(response), rejected)
          assert.isNull(response.cookie)
        }
        const form = { name: "New", email: "new@example.com", password: "12345678" }
        assert.deepStrictEqual(
          outcome(yield* browse("POST", "/v2/console/session/sign-up", { ...consoleHeader, ...difference }, form)),
          rejected
        )
        assert.deepStrictEqual(outcome(yield* browse("DELETE", "/v2/console/session", headers)), rejected)
        assert.strictEqual(yield* statusOf(cookie), 200)
      })
    )

    it.effect("give way to Authorization and X-API-Key, good or bad", () =>
      Effect.gen(function* () {
        const ofCookie = yield* seed.user({ username: "of the cookie" })
        const ofToken = yield* seed.user({ username: "of the token" })
        const { session } = yield* seed.session(ofCookie)
        const { accessToken } = yield* seed.accessToken(ofToken)
        const { apiKey } = yield* seed.personalAccessToken({ user: ofToken })
        const headers = withCookie(`dragoman_session=${session}`)
        const nameOf = (more: Headers, path = "/v2/user") =>
          Effect.map(
            browse("GET", path, { ...headers, ...more }),
            ({ body }) => (body as { username: string }).username
          )
        assert.strictEqual(yield* nameOf({}), "of the cookie")
        assert.strictEqual(yield* nameOf({ authorization: `Bearer ${accessToken}` }), "of the token")
        assert.strictEqual(yield* nameOf({ "x-api-key": apiKey }), "of the token")
        assert.strictEqual(yield* nameOf({}, `/v2/user?ak=${apiKey}`), "of the token")
        // The headers of another origin do not matter to them.
        assert.strictEqual(
          yield* nameOf({ authorization: `Bearer ${accessToken}`, origin: "https://evil.example" }),
          "of the token"
        )
        const bad = yield* browse("GET", "/v2/user", { ...headers, authorization: "Bearer nonsense" })
        assert.deepStrictEqual(outcome(bad), error(401, "invalid_jwt_token"))
      })
    )

    it.effect("do not begin with a wrong password, or for a disabled account", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const user = yield* userWith("closed")
        const wrong = yield* browse("POST", "/v2/console/session", consoleHeader, { username: "closed", password: "x" })
        assert.deepStrictEqual(outcome(wrong), error(401, "bad_credentials"))
        assert.isNull(wrong.cookie)
        yield* Effect.orDie(sql.withTransaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${user}`))
        assert.deepStrictEqual(outcome(yield* logIn("closed")), error(401, "user_account_disabled"))
        assert.lengthOf(yield* Effect.orDie(sql`SELECT id FROM console_session WHERE user_id = ${user}`), 0)
      })
    )

    it.effect("get a new value at each login, which ends the one before", () =>
      Effect.gen(function* () {
        yield* userWith("again")
        const first = pairOf(yield* logIn("again"))
        const second = pairOf(yield* logIn("again", withCookie(first)))
        assert.notStrictEqual(second, first)
        assert.strictEqual(yield* statusOf(first), 401)
        assert.strictEqual(yield* statusOf(second), 200)
        // A value that was planted in the browser before the login is worth nothing after it.
        const fixed = `dragoman_session=${"f".repeat(43)}`
        assert.notStrictEqual(pairOf(yield* logIn("again", withCookie(fixed))), fixed)
        assert.strictEqual(yield* statusOf(fixed), 401)
      })
    )

    it.effect("count as a super token for an hour after the login, and after the password again", () =>
      Effect.gen(function* () {
        yield* userWith("super")
        const first = pairOf(yield* logIn("super"))
        const create = (cookie: string) => browse("POST", "/v2/pats", withCookie(cookie), { description: "made" })
        assert.strictEqual((yield* create(first)).status, 201)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(outcome(yield* create(first)), error(403, "expired_super_jwt_token"))
        const elevate = (cookie: string, body: object) =>
          browse("POST", "/v2/console/session/elevate", withCookie(cookie), body)
        const wrong = yield* elevate(first, { password: "wrong" })
        assert.deepStrictEqual(outcome(wrong), error(403, "wrong_current_password"))
        assert.isNull(wrong.cookie)
        assert.deepStrictEqual(outcome(yield* create(first)), error(403, "expired_super_jwt_token"))
        const elevated = yield* elevate(first, { password })
        assert.deepStrictEqual(outcome(elevated), { status: 204, body: "" })
        const second = pairOf(elevated)
        assert.notStrictEqual(second, first)
        assert.strictEqual(yield* statusOf(first), 401)
        assert.strictEqual((yield* create(second)).status, 201)
        assert.lengthOf(yield* idsOf(second), 1)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(outcome(yield* create(second)), error(403, "expired_super_jwt_token"))
      })
    )

    it.effect("are the only credential that can be elevated", () =>
      Effect.gen(function* () {
        const user = yield* userWith("with a token")
        const token = yield* seed.accessToken(user)
        const response = yield* send(token, "POST", "/v2/console/session/elevate", { password })
        assert.deepStrictEqual(response, error(400, "invalid_authentication_method"))
      })
    )

    it.effect("end by logging out, which clears the cookie and the storage of the console", () =>
      Effect.gen(function* () {
        yield* userWith("leaver")
        const cookie = pairOf(yield* logIn("leaver"))
        const other = pairOf(yield* logIn("leaver"))
        const response = yield* browse("DELETE", "/v2/console/session", withCookie(cookie))
        assert.strictEqual(response.status, 204)
        assert.match(response.cookie ?? "", /^dragoman_session=; Max-Age=0;.*HttpOnly/)
        assert.strictEqual(response.headers.get("clear-site-data"), '"storage"')
        assert.strictEqual(yield* statusOf(cookie), 401)
        assert.strictEqual(yield* statusOf(other), 200)
        // One that has ended can be left as well.
        assert.strictEqual((yield* browse("DELETE", "/v2/console/session", withCookie(cookie))).status, 204)
      })
    )

    it.effect("count as none after their end: the login and public pages work, all else is 401", () =>
      Effect.gen(function* () {
        yield* userWith("late")
        const ended = `dragoman_session=${"e".repeat(43)}`
        assert.strictEqual((yield* browse("GET", "/v2/public/initial-data", withCookie(ended))).status, 200)
        assert.strictEqual((yield* logIn("late", withCookie(ended))).status, 204)
        assert.deepStrictEqual(
          outcome(yield* browse("GET", "/v2/projects", withCookie(ended))),
          error(401, "unauthenticated")
        )
      })
    )

    it.effect("are listed for their user, who can end one or all others", () =>
      Effect.gen(function* () {
        const owner = yield* userWith("owner")
        const stranger = yield* seed.session(yield* seed.user({ username: "stranger" }))
        const browser = { ...consoleHeader, "user-agent": `Browser/1 ${"x".repeat(400)}` }
        const first = pairOf(yield* logIn("owner", browser))
        yield* TestClock.adjust("5 seconds")
        const second = pairOf(yield* logIn("owner"))
        const third = pairOf(yield* logIn("owner"))
        const list = yield* browse("GET", "/v2/user/sessions", withCookie(first))
        const { sessions } = (list.body as { _embedded: { sessions: Array<Record<string, unknown>> } })._embedded
        assert.lengthOf(sessions, 3)
        const own = sessions.find(({ current }) => current)
        const { id, createdAt, lastUsedAt, expiresAt, ...rest } = own ?? {}
        assert.deepStrictEqual(rest, {
          userAgent: browser["user-agent"].slice(0, 300),
          address: "127.0.0.0/24",
          current: true
        })
        assert.strictEqual(Number(expiresAt), Number(lastUsedAt) + 14 * dayMillis)
        assert.isAtMost(Number(createdAt), Number(lastUsedAt))
        assert.strictEqual(sessions.filter(({ current }) => current).length, 1)
        const end = (which: unknown) => browse("DELETE", `/v2/user/sessions/${which}`, withCookie(first))
        assert.deepStrictEqual(outcome(yield* end(stranger.id)), error(404, "resource_not_found"))
        assert.strictEqual(yield* statusOf(`dragoman_session=${stranger.session}`), 200)
        const secondId = (yield* browse("GET", "/v2/user/sessions", withCookie(second))).body as typeof list.body
        const { sessions: seen } = (secondId as { _embedded: { sessions: typeof sessions } })._embedded
        assert.strictEqual((yield* end(seen.find(({ current }) => current)?.["id"])).status, 204)
        assert.strictEqual(yield* statusOf(second), 401)
        assert.strictEqual(yield* statusOf(third), 200)
        assert.strictEqual((yield* browse("DELETE", "/v2/user/sessions", withCookie(first))).status, 204)
        assert.strictEqual(yield* statusOf(third), 401)
        assert.deepStrictEqual(yield* idsOf(first), [id as number])
        assert.strictEqual(yield* statusOf(`dragoman_session=${stranger.session}`), 200)
        assert.strictEqual((yield* send(yield* seed.accessToken(owner), "DELETE", "/v2/user/sessions")).status, 204)
        assert.strictEqual(yield* statusOf(first), 401)
      })
    )

    it.effect("end with a new password, except the one that changed it, which gets a new value", () =>
      Effect.gen(function* () {
        yield* userWith("changer")
        const first = pairOf(yield* logIn("changer"))
        const other = pairOf(yield* logIn("changer"))
        const change = { currentPassword: password, password: "battery staple" }
        const changed = yield* browse("PUT", "/v2/user/password", withCookie(first), change)
        assert.strictEqual(changed.status, 200)
        const second = pairOf(changed)
        assert.match(second, /^dragoman_session=[\w-]{43}$/)
        assert.deepStrictEqual(
          [yield* statusOf(first), yield* statusOf(other), yield* statusOf(second)],
          [401, 401, 200]
        )
        assert.lengthOf(yield* idsOf(second), 1)
        assert.deepStrictEqual(
          outcome(yield* browse("POST", "/v2/pats", withCookie(second), { description: "made" })),
          error(403, "expired_super_jwt_token")
        )
        const { accessToken } = changed.body as { readonly accessToken: string }
        const again = { currentPassword: "battery staple", password }
        assert.strictEqual((yield* send({ accessToken }, "PUT", "/v2/user/password", again)).status, 200)
        assert.strictEqual(yield* statusOf(second), 401)
      })
    )

    it.effect("end for good when their account is disabled", () =>
      Effect.gen(function* () {
        const user = yield* userWith("disabled")
        const cookie = pairOf(yield* logIn("disabled"))
        const administrator = yield* seed.user({ username: "disabling administrator", serverRole: "ADMIN" })
        const asAdministrator = yield* seed.accessToken(administrator, { super: true })
        const administer = (action: string) =>
          send(asAdministrator, "PUT", `/v2/administration/users/${user}/${action}`)
        assert.strictEqual((yield* administer("disable")).status, 200)
        assert.strictEqual(yield* statusOf(cookie), 401)
        assert.strictEqual((yield* administer("enable")).status, 200)
        assert.strictEqual(yield* statusOf(cookie), 401)
      })
    )

    it.effect("end after 14 days without a request, and after 90 days in any case", () =>
      Effect.gen(function* () {
        yield* userWith("sleeper")
        const unused = pairOf(yield* logIn("sleeper"))
        yield* TestClock.adjust(14 * dayMillis)
        assert.strictEqual(yield* statusOf(unused), 401)
        const used = pairOf(yield* logIn("sleeper"))
        const sql = yield* SqlClient.SqlClient
        for (let day = 0; day < 90; day += 10) {
          assert.strictEqual(yield* statusOf(used), 200, `day ${day}`)
          yield* TestClock.adjust(10 * dayMillis)
          const now = yield* Clock.currentTimeMillis
          // A use is written after its response.
          yield* Effect.orDie(sql.withTransaction(sql`UPDATE console_session SET last_used_at = ${now}`))
        }
        assert.strictEqual(yield* statusOf(used), 401)
        assert.deepStrictEqual(outcome(yield* logIn("sleeper")), { status: 204, body: "" })
      })
    )

    it.effect("read event streams, which stay when the cookie gets a new value and close when the session ends", () =>
      Effect.gen(function* () {
        const user = yield* userWith("streamer")
        const organization = yield* seed.organization({ name: `Stream ${engine}`, owner: user })
        const project = yield* seed.project({ organization: organization.id, name: `Stream ${engine}` })
        const first = pairOf(yield* logIn("streamer"))
        const stream = yield* openEventStream({ session: first.split("=")[1] ?? "" }, project.id)
        yield* stream.next
        const write = Effect.fnUntraced(function* (cookie: string, key: string) {
          const body = { key, translations: { en: "text" } }
          const path = `/v2/projects/${project.id}/translations`
          assert.strictEqual((yield* browse("POST", path, withCookie(cookie), body)).status, 200)
        })
        const elevated = yield* browse("POST", "/v2/console/session/elevate", withCookie(first), { password })
        const second = pairOf(elevated)
        yield* write(second, "while the session lasts")
        assert.include((yield* stream.next)?.["data"] ?? "", "while the session lasts")
        const other = pairOf(yield* logIn("streamer"))
        assert.strictEqual((yield* browse("DELETE", "/v2/console/session", withCookie(second))).status, 204)
        yield* write(other, "after its end")
        assert.deepStrictEqual(yield* stream.next, { event: "end", data: '{"reason":"unauthenticated"}' })
      })
    )
  })
}

layer(layerTestServer({ rateLimits: true, registration: "open", publicUrl: "https://texts.example/console" }))(
  "logging in to the console",
  (it) => {
    it.effect("is limited as logging in for a token is", () =>
      Effect.gen(function* () {
        yield* userWith("guessed")
        const tries: Array<number> = []
        for (let count = 0; count < 12; count++) {
          yield* TestClock.adjust("1 second")
          const body = { username: "guessed", password: "wrong" }
          tries.push((yield* browse("POST", "/v2/console/session", consoleHeader, body)).status)
        }
        assert.deepStrictEqual(tries, [...Array(10).fill(401), 429, 429])
        const token = yield* send(null, "POST", "/api/public/generatetoken", { username: "guessed", password })
        assert.strictEqual(token.status, 429)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* logIn("guessed")).status, 204)
      })
    )

    it.effect("accepts pages under the public address, whatever name the proxy passes on", () =>
      Effect.gen(function* () {
        yield* userWith("behind a proxy")
        const response = yield* logIn("behind a proxy", { ...consoleHeader, origin: "https://texts.example" })
        assert.strictEqual(response.status, 204)
        assert.match(response.cookie ?? "", /^__Host-/)
        const value = pairOf(response).split("=")[1]
        // Browsers send no Origin with a GET, and the proxy speaks http: the public address says what the browser used.
        assert.strictEqual(yield* statusOf(`__Host-dragoman_session=${value}`), 200)
        assert.strictEqual(yield* statusOf(`dragoman_session=${value}`), 401)
        const ended = yield* browse("DELETE", "/v2/console/session", withCookie(pairOf(response)))
        assert.match(ended.cookie ?? "", /^__Host-dragoman_session=;/)
      })
    )

    it.effect("comes with a new account", () =>
      Effect.gen(function* () {
        const form = { name: "Jana", email: "jana@example.com", password: "12345678" }
        const path = "/v2/console/session/sign-up"
        const invalid = yield* browse("POST", path, consoleHeader, { ...form, password: "1" })
        assert.strictEqual(invalid.status, 400)
        assert.isNull(invalid.cookie)
        const response = yield* browse("POST", path, consoleHeader, form)
        assert.deepStrictEqual(outcome(response), { status: 204, body: "" })
        const user = yield* browse("GET", "/v2/user", withCookie(pairOf(response)))
        assert.deepInclude(user.body as object, { username: "jana@example.com" })
      })
    )
  }
)

layer(layerTestServer({ superTokenMillis: 15 * 60_000 }))(
  "the time in which a password counts as just entered",
  (it) => {
    it.effect("is as long as the setting says", () =>
      Effect.gen(function* () {
        yield* userWith("brief")
        const create = (headers: Headers) => browse("POST", "/v2/pats", headers, { description: "made" })
        const login = { username: "brief", password }
        const issued = yield* browse("POST", "/api/public/generatetoken", {}, login)
        const { accessToken } = issued.body as { readonly accessToken: string }
        const callers: ReadonlyArray<Headers> = [
          { authorization: `Bearer ${accessToken}` },
          withCookie(pairOf(yield* logIn("brief")))
        ]
        for (const caller of callers) assert.strictEqual((yield* create(caller)).status, 201)
        yield* TestClock.adjust("15 minutes")
        for (const caller of callers) {
          assert.deepStrictEqual(outcome(yield* create(caller)), error(403, "expired_super_jwt_token"))
        }
      })
    )
  }
)
