import { existsSync, writeFileSync } from "node:fs"
import { Database, MailRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { linkIn, MailServer, type ReceivedMail, serversWithMail } from "../../testing/mail-server.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { initialPasswordFile } from "../authentication/password.ts"
import { createPasswordResetLink } from "./password-reset-link.ts"

const done = { status: 200, body: "" }
const wrongCode = error(400, "bad_credentials")
let users = 0

const newUser = Effect.fnUntraced(function* (password: string | undefined = "correct horse") {
  const username = `nela${++users}@example.com`
  const id = yield* seed.user({ username, name: "Nela", ...(password === undefined ? {} : { password }) })
  return { id, username }
})

const request = (email: string) =>
  send(null, "POST", "/api/public/reset_password_request", { email, callbackUrl: "https://evil.example/" })

/** Reads a link in the way of the console. */
const readLink = (link: string) => {
  const [code = "", ...email] = Buffer.from(link.slice(link.indexOf("#") + 1), "base64url")
    .toString()
    .split(",")
  return { code, email: email.join(",") }
}

const validate = ({ email, code }: { readonly email: string; readonly code: string }) =>
  send(null, "GET", `/api/public/reset_password_validate/${encodeURIComponent(email)}/${encodeURIComponent(code)}`)

const set = (link: { readonly email: string; readonly code: string }, password: string) =>
  send(null, "POST", "/api/public/reset_password_set", { ...link, password })

const logIn = (username: string, password: string) =>
  send(null, "POST", "/api/public/generatetoken", { username, password })

/** The next mail with a link for a password; mails about logins and changes are skipped. */
const nextMail: Effect.Effect<ReceivedMail, never, MailServer> = Effect.flatMap(MailServer, ({ next }) =>
  Effect.repeat(next, { until: ({ mail }) => /^(?:Password reset|Initial password)/.test(mail.subject ?? "") })
)

/** Requests are worked on after their response: those of before are done when this one has its mail, and sent none of their own. */
const laterMail = Effect.fnUntraced(function* () {
  const { username } = yield* newUser()
  yield* request(username)
  const received = yield* nextMail
  assert.deepStrictEqual(received.to, [username])
})

const auditOf = Effect.fnUntraced(function* (username: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ action: string; failure: string | null; userId: number | null; address: string | null }>`
    SELECT action, failure, user_id, address FROM audit_entry WHERE username = ${username} ORDER BY id`
})

for (const [engine, layerServer] of serversWithMail) {
  layerOn(engine, layerServer(), { timeout: "60 seconds" })(`a new password by mail on ${engine}`, (it) => {
    it.effect("comes by a link, which works once, and ends access tokens and sessions", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        const token = yield* seed.accessToken(id)
        const session = yield* seed.session(id)
        const personal = yield* seed.personalAccessToken({ user: id })
        assert.deepStrictEqual(yield* request(username.toUpperCase()), done)
        const received = yield* nextMail
        assert.deepStrictEqual([received.from, received.to], ["dragoman@example.org", [username]])
        const { mail } = received
        assert.strictEqual(mail.subject, "Password reset")
        assert.strictEqual(mail.from?.text, '"Dragoman" <dragoman@example.org>')
        assert.strictEqual(mail.headers.get("auto-submitted"), "auto-generated")
        assert.include(mail.text ?? "", "account of Nela")
        const link = linkIn(received)
        assert.match(link, /^https:\/\/translate\.example\.org\/reset_password#[A-Za-z0-9_-]+$/)
        const parts = readLink(link)
        assert.strictEqual(parts.email, username)
        assert.match(parts.code, /^[A-Za-z]{50}$/)
        // Looking at the link does not use it up.
        assert.deepStrictEqual(yield* validate(parts), done)
        assert.deepStrictEqual(yield* validate(parts), done)
        assert.strictEqual((yield* send(token, "GET", "/v2/user")).status, 200)
        assert.deepStrictEqual(yield* set(parts, "staple battery"), done)
        assert.deepStrictEqual(yield* set(parts, "staple battery"), wrongCode)
        assert.deepStrictEqual(yield* validate(parts), wrongCode)
        assert.deepStrictEqual(yield* send(token, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        assert.deepStrictEqual(yield* send(session, "GET", "/v2/user"), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* send(personal, "GET", "/v2/user"), error(401, "invalid_pat"))
        assert.strictEqual((yield* logIn(username, "correct horse")).status, 401)
        assert.strictEqual((yield* logIn(username, "staple battery")).status, 200)
        assert.deepStrictEqual(
          (yield* auditOf(username)).map(({ action, failure, address }) => [action, failure, address]),
          [
            ["PASSWORD_RESET_REQUESTED", null, "127.0.0.1"],
            ["PASSWORD_RESET", null, "127.0.0.1"],
            ["ACCESS_TOKEN_DELETED", null, "127.0.0.1"],
            ["LOGIN_FAILED", "bad_credentials", "127.0.0.1"],
            ["LOGIN", null, "127.0.0.1"]
          ]
        )
      })
    )

    it.effect("removes passkeys and personal access tokens, but those that the user keeps", () =>
      Effect.gen(function* () {
        const { id } = yield* newUser()
        const other = yield* newUser()
        const passkeyIds = [yield* seed.passkey({ user: id }), yield* seed.passkey({ user: id })] as const
        const kept = yield* seed.personalAccessToken({ user: id })
        const removed = yield* seed.personalAccessToken({ user: id })
        const foreign = yield* seed.personalAccessToken({ user: other.id })
        const parts = readLink((yield* createPasswordResetLink(id)).url)
        const list = (link: object) => send(null, "POST", "/v2/public/password-reset/credentials", link)
        assert.deepStrictEqual(yield* list({ ...parts, code: "x" }), wrongCode)
        assert.deepStrictEqual(yield* list({}), {
          status: 400,
          body: { STANDARD_VALIDATION: { email: "must not be blank", code: "must not be blank" } }
        })
        const listed = yield* list(parts)
        assert.strictEqual(listed.status, 200)
        const { passkeys, personalAccessTokens, mfaEnabled } = listed.body as {
          readonly passkeys: ReadonlyArray<{ readonly id: number }>
          readonly personalAccessTokens: ReadonlyArray<{ readonly id: number }>
          readonly mfaEnabled: boolean
        }
        assert.deepStrictEqual(
          passkeys.map((passkey) => passkey.id),
          [...passkeyIds]
        )
        assert.sameMembers(
          personalAccessTokens.map((token) => token.id),
          [kept.id, removed.id]
        )
        assert.isFalse(mfaEnabled)
        const keptIds = { keptPasskeyIds: [passkeyIds[1]], keptAccessTokenIds: [kept.id, foreign.id] }
        const body = { ...parts, password: "staple battery", ...keptIds }
        assert.deepStrictEqual(yield* send(null, "POST", "/api/public/reset_password_set", body), done)
        const statuses = yield* Effect.forEach([kept, removed, foreign], (token) => send(token, "GET", "/v2/user"))
        assert.deepStrictEqual(
          statuses.map(({ status }) => status),
          [200, 401, 200]
        )
        const sql = yield* SqlClient.SqlClient
        const left = yield* sql<{ id: number }>`SELECT id FROM passkey WHERE user_id = ${id}`
        assert.deepStrictEqual(left, [{ id: passkeyIds[1] }])
        assert.deepStrictEqual(yield* list(parts), wrongCode)
      })
    )

    it.effect("is not set with a link to the address of before", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        yield* request(username)
        const link = readLink(linkIn(yield* nextMail))
        const email = `moved${++users}@example.com`
        const body = { name: "Nela", email, currentPassword: "correct horse" }
        assert.strictEqual((yield* send(yield* seed.accessToken(id), "PUT", "/v2/user", body)).status, 200)
        for (const of of [link, { ...link, email }]) assert.deepStrictEqual(yield* set(of, "staple battery"), wrongCode)
      })
    )

    it.effect("is a first one for an account without a password", () =>
      Effect.gen(function* () {
        const username = `first${++users}@example.com`
        yield* seed.user({ username, password: null })
        yield* request(username)
        const received = yield* nextMail
        assert.strictEqual(received.mail.subject, "Initial password configuration")
        assert.deepStrictEqual(yield* set(readLink(linkIn(received)), "staple battery"), done)
        assert.strictEqual((yield* logIn(username, "staple battery")).status, 200)
      })
    )

    it.effect("needs the newest link, within its hour", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser()
        yield* request(username)
        const first = readLink(linkIn(yield* nextMail))
        yield* request(username)
        const second = readLink(linkIn(yield* nextMail))
        assert.deepStrictEqual(yield* validate(first), wrongCode)
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual(yield* validate(second), done)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* validate(second), wrongCode)
        assert.deepStrictEqual(yield* set(second, "staple battery"), wrongCode)
        assert.strictEqual((yield* logIn(username, "correct horse")).status, 200)
      })
    )

    it.effect("is not told from one that nobody gets: every request looks alike", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const disabled = yield* newUser()
        yield* database.transaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${disabled.id}`)
        yield* seed.user({ username: "noaddress", password: "correct horse" })
        for (const email of ["stranger@example.com", disabled.username, "noaddress", "a@b, c@d", "no address"]) {
          assert.deepStrictEqual(yield* request(email), done, email)
        }
        yield* laterMail()
        assert.deepStrictEqual(
          (yield* auditOf("stranger@example.com")).map(({ failure, userId }) => [failure, userId]),
          [["user_not_found", null]]
        )
        assert.deepStrictEqual(
          (yield* auditOf(disabled.username)).map(({ failure }) => failure),
          ["user_account_disabled"]
        )
      })
    )

    it.effect("is refused for everything else, in one way", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        const other = yield* newUser()
        yield* request(username)
        const link = readLink(linkIn(yield* nextMail))
        const foreign = { ...link, email: other.username }
        for (const wrong of [
          foreign,
          { ...link, email: "stranger@example.com" },
          { ...link, code: `${link.code}x` },
          { ...link, code: "x" }
        ]) {
          assert.deepStrictEqual(yield* validate(wrong), wrongCode)
          assert.deepStrictEqual(yield* set(wrong, "staple battery"), wrongCode)
        }
        assert.deepStrictEqual(yield* set(link, "short"), {
          status: 400,
          body: { STANDARD_VALIDATION: { password: "size must be between 8 and 50" } }
        })
        assert.deepStrictEqual(yield* send(null, "POST", "/api/public/reset_password_request", {}), {
          status: 400,
          body: { STANDARD_VALIDATION: { email: "must not be blank" } }
        })
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        yield* database.transaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${id}`)
        assert.deepStrictEqual(yield* validate(link), wrongCode)
        assert.deepStrictEqual(yield* set(link, "staple battery"), wrongCode)
      })
    )

    it.effect("takes the link away when the password is changed otherwise", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        yield* request(username)
        const link = readLink(linkIn(yield* nextMail))
        const token = yield* seed.accessToken(id)
        const body = { currentPassword: "correct horse", password: "staple battery" }
        assert.strictEqual((yield* send(token, "PUT", "/v2/user/password", body)).status, 200)
        assert.deepStrictEqual(yield* validate(link), wrongCode)
      })
    )

    it.effect("stores neither the code nor the link in plain but in the mail, which is gone when it is sent", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        yield* request(username)
        const { code } = readLink(linkIn(yield* nextMail))
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ codeHash: string }>`SELECT code_hash FROM password_reset WHERE user_id = ${id}`
        assert.notInclude(row?.codeHash ?? code, code)
        const mails = yield* MailRepository
        // The next mail is taken when this one is finished.
        yield* laterMail()
        assert.isAtMost(yield* mails.count, 1)
      })
    )

    it.effect("is used up by one of several requests at once", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser()
        yield* request(username)
        const link = readLink(linkIn(yield* nextMail))
        const responses = yield* Effect.all(
          ["password one", "password two", "password three"].map((password) => set(link, password)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [200, 400, 400])
      })
    )

    it.effect("is handed over as a link by an administrator, who has a day", () =>
      Effect.gen(function* () {
        const { id, username } = yield* newUser()
        const { url, expiresAt } = yield* createPasswordResetLink(id)
        const link = readLink(url)
        assert.strictEqual(link.email, username)
        assert.isAbove(expiresAt, 0)
        yield* TestClock.adjust("23 hours")
        assert.deepStrictEqual(yield* set(link, "staple battery"), done)
        const missing = yield* Effect.flip(createPasswordResetLink(999_999))
        assert.include(JSON.stringify(missing), "user_not_found")
      })
    )

    it.effect("is offered by the public configuration", () =>
      Effect.gen(function* () {
        const { body } = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(body as object, { passwordResettable: true, needsEmailVerification: false })
      })
    )
  })

  layer(layerServer({ rateLimits: true }), { timeout: "60 seconds" })(
    `requests for new passwords on ${engine}`,
    (it) => {
      it.effect("are two in five minutes and address", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* request("a@example.com"), done)
          assert.deepStrictEqual(yield* request("b@example.com"), done)
          assert.strictEqual((yield* request("c@example.com")).status, 429)
          yield* TestClock.adjust("5 minutes")
          assert.deepStrictEqual(yield* request("c@example.com"), done)
        })
      )
    }
  )
}

layer(layerTestServer())("a server without mail", (it) => {
  it.effect("offers no mails with links, queues none, and takes links of administrators", () =>
    Effect.gen(function* () {
      const { id, username } = yield* newUser()
      assert.deepStrictEqual(yield* request(username), error(400, "mail_not_configured"))
      const { body } = yield* send(null, "GET", "/api/public/configuration")
      assert.deepInclude(body as object, { passwordResettable: false })
      const mails = yield* MailRepository
      assert.strictEqual(yield* mails.count, 0)
      const { url } = yield* createPasswordResetLink(id)
      assert.match(url, /^http:\/\/127\.0\.0\.1:0\/reset_password#/)
      assert.deepStrictEqual(yield* set(readLink(url), "staple battery"), done)
    })
  )

  it.effect("removes the file with the first password when that is reset", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const { id } = yield* newUser()
      yield* database.transaction(sql`UPDATE user_account SET is_initial = 1 WHERE id = ${id}`)
      const file = initialPasswordFile(dataDir)
      writeFileSync(file, "generated\n")
      const { url } = yield* createPasswordResetLink(id)
      assert.deepStrictEqual(yield* set(readLink(url), "staple battery"), done)
      assert.isFalse(existsSync(file))
    })
  )
})
