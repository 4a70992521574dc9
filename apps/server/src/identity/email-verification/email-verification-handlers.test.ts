import { Api, RequirementAnnotation } from "@dragoman/api"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { linkIn, MailServer, type ReceivedMail, serversWithMail } from "../../testing/mail-server.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { createPasswordResetLink } from "../password-reset/password-reset-link.ts"

const done = { status: 200, body: "" }
const notVerified = error(403, "email_not_verified")
const invalidCode = error(400, "email_verification_code_not_valid")
const password = "correct horse"
let users = 0

/** The next mail about an address; mails about logins are skipped. */
const nextMail: Effect.Effect<ReceivedMail, never, MailServer> = Effect.flatMap(MailServer, ({ next }) =>
  Effect.repeat(next, { until: ({ mail }) => /e-mail/i.test(mail.subject ?? "") })
)

const tokenOf = ({ status, body }: TestResponse): TestCredential => {
  assert.strictEqual(status, 200, JSON.stringify(body))
  return { accessToken: (body as { readonly accessToken: string }).accessToken }
}

const signUp = Effect.fnUntraced(function* (email = `Zdena${++users}@Example.com`) {
  const body = { name: "Zdena", email, password }
  const credential = tokenOf(yield* send(null, "POST", "/api/public/sign_up", body))
  const received = yield* nextMail
  assert.deepStrictEqual(received.to, [email.toLowerCase()])
  return { credential, received, username: email.toLowerCase() }
})

/** A user whose address counts, as one of before. */
const verified = Effect.fnUntraced(function* () {
  const username = `vera${++users}@example.com`
  const id = yield* seed.user({ username, name: "Vera", password })
  return { id, username, credential: yield* seed.accessToken(id, { super: true }) }
})

const pathOf = (received: ReceivedMail): string => {
  const [, id, code] =
    /^https:\/\/translate\.example\.org\/login\/verify_email#(\d+)\/([A-Za-z]{50})$/.exec(linkIn(received)) ?? []
  return `/api/public/verify_email/${id}/${code}`
}

const verify = (path: string) => send(null, "GET", path)

const accountOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/user"), ({ body }) => {
    const { username, emailAwaitingVerification, emailVerified } = body as Record<string, unknown>
    return { username, emailAwaitingVerification, emailVerified }
  })

for (const [engine, layerServer] of serversWithMail) {
  const settings = { emailVerification: true, registration: "open", ssoOrganizations: true } as const
  layerOn(engine, layerServer(settings))(`the verification of e-mail addresses on ${engine}`, (it) => {
    it.effect("opens a new account", () =>
      Effect.gen(function* () {
        const { credential, received, username } = yield* signUp()
        const { mail } = received
        assert.strictEqual(mail.subject, "E-mail verification")
        assert.include(mail.text ?? "", "Welcome to Dragoman, Zdena.")
        assert.deepStrictEqual(yield* accountOf(credential), {
          username,
          emailAwaitingVerification: username,
          emailVerified: false
        })
        assert.deepStrictEqual(yield* send(credential, "GET", "/v2/projects"), notVerified)
        const again = tokenOf(yield* send(null, "POST", "/api/public/generatetoken", { username, password }))
        assert.deepStrictEqual(yield* send(again, "GET", "/v2/organizations"), notVerified)
        const opened = tokenOf(yield* verify(pathOf(received)))
        for (const token of [credential, again, opened]) {
          assert.strictEqual((yield* send(token, "GET", "/v2/projects")).status, 200)
        }
        // The token of the link is no super token.
        assert.deepStrictEqual(yield* send(opened, "DELETE", "/v2/user"), error(403, "expired_super_jwt_token"))
        assert.deepStrictEqual(yield* accountOf(opened), {
          username,
          emailAwaitingVerification: null,
          emailVerified: true
        })
        assert.deepStrictEqual(yield* verify(pathOf(received)), invalidCode)
        assert.deepStrictEqual(
          yield* send(opened, "POST", "/v2/user/send-email-verification"),
          error(400, "email_already_verified")
        )
        const sql = yield* SqlClient.SqlClient
        const entries = yield* sql<{ action: string }>`SELECT action FROM audit_entry WHERE object_name = ${username}`
        assert.include(
          entries.map(({ action }) => action),
          "EMAIL_VERIFIED"
        )
      })
    )

    it.effect("is needed for every operation but the ones with which it is done", () =>
      Effect.gen(function* () {
        const { credential } = yield* signUp()
        const asSuper = yield* seed.accessToken((yield* idOf(credential)) ?? 0, { super: true })
        const refused: Array<string> = []
        const allowed: Array<string> = []
        for (const group of Object.values(Api.groups)) {
          for (const endpoint of Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>) {
            const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
            if (requirement.subject === "public" || !requirement.credentials.some((kind) => kind === "JWT")) continue
            const path = endpoint.path.replace(/:\w+/g, "1")
            const response = yield* send(asSuper, endpoint.method, path, endpoint.method === "GET" ? undefined : {})
            const list = JSON.stringify(response.body).includes("email_not_verified") ? refused : allowed
            list.push(`${endpoint.method} ${endpoint.path}`)
          }
        }
        assert.deepStrictEqual(allowed.toSorted(), [
          "DELETE /v2/pats/:tokenId",
          "DELETE /v2/user/mfa/totp",
          "DELETE /v2/user/passkeys/:passkeyId",
          "DELETE /v2/user/sessions",
          "DELETE /v2/user/sessions/:sessionId",
          "GET /v2/pats",
          "GET /v2/pats/:tokenId",
          "GET /v2/preferred-organization",
          "GET /v2/user",
          "GET /v2/user-preferences",
          "GET /v2/user-preferences/storage/:field",
          "GET /v2/user/managed-by",
          "GET /v2/user/mfa",
          "GET /v2/user/passkeys",
          "GET /v2/user/sessions",
          "GET /v2/user/sso",
          "POST /v2/console/session/elevate",
          "POST /v2/user",
          "POST /v2/user/generate-super-token",
          "POST /v2/user/passkeys",
          "POST /v2/user/passkeys/creation-options",
          "POST /v2/user/passkeys/proof-options",
          "POST /v2/user/send-email-verification",
          "PUT /v2/user",
          "PUT /v2/user-preferences/set-language/:languageTag",
          "PUT /v2/user/mfa/recovery",
          "PUT /v2/user/mfa/totp",
          "PUT /v2/user/passkeys/:passkeyId"
        ])
        assert.isAbove(refused.length, 150)
        // One of them has sent the link again.
        yield* nextMail
      })
    )

    it.effect("waits where administrators see it", () =>
      Effect.gen(function* () {
        const { received, username } = yield* signUp()
        const id = yield* seed.user({ username: `ada${++users}`, serverRole: "ADMIN" })
        const administrator = yield* seed.accessToken(id, { super: true })
        const awaiting = Effect.map(
          send(administrator, "GET", `/v2/administration/users?search=${encodeURIComponent(username)}`),
          ({ body }) =>
            (
              body as { readonly _embedded: { readonly users: ReadonlyArray<Record<string, unknown>> } }
            )._embedded.users.map(({ emailAwaitingVerification }) => emailAwaitingVerification)
        )
        assert.deepStrictEqual(yield* awaiting, [username])
        yield* verify(pathOf(received))
        assert.deepStrictEqual(yield* awaiting, [null])
      })
    )

    it.effect("is of no use for an address whose domain has got a single sign-on meanwhile", () =>
      Effect.gen(function* () {
        const { username, credential, id } = yield* verified()
        const domain = `sso${id}.example`
        const body = { name: "Vera", email: `ceo@${domain}`, currentPassword: password }
        assert.strictEqual((yield* send(credential, "PUT", "/v2/user", body)).status, 200)
        const mails = [yield* nextMail, yield* nextMail]
        const changed = mails.find(({ to }) => to.includes(body.email))
        assert(changed !== undefined)
        const [sql, database] = [yield* SqlClient.SqlClient, yield* Database]
        const { id: organization_id } = yield* seed.organization({ name: domain, owner: id })
        const row = { organization_id, domain, enabled: 1, force: 0, issuer: "https://login.example", client_id: "c" }
        const rest = { client_secret: "s", authorization_uri: "", token_uri: "", groups_claim: "g" }
        const groups = { owner_groups: "[]", member_groups: "[]" }
        yield* database.transaction(sql`INSERT INTO organization_sso ${sql.insert({ ...row, ...rest, ...groups })}`)
        const taken = error(400, "use_sso_for_authentication_instead", [domain])
        assert.deepStrictEqual(yield* verify(pathOf(changed)), taken)
        assert.deepInclude(yield* accountOf(credential), { username })
      })
    )

    it.effect("gives no login to an account with a second factor", () =>
      Effect.gen(function* () {
        const { credential, received, username } = yield* signUp()
        // No code of the first half minute of 1970 counts.
        yield* TestClock.adjust("5 minutes")
        const totpKey = "meztcnzwgq3donby"
        const now = yield* Clock.currentTimeMillis
        const otp = new TOTP({ secret: Secret.fromBase32(totpKey.toUpperCase()) }).generate({ timestamp: now })
        const enabled = tokenOf(yield* send(credential, "PUT", "/v2/user/mfa/totp", { totpKey, otp, password }))
        assert.deepStrictEqual(yield* verify(pathOf(received)), error(401, "mfa_enabled"))
        assert.deepStrictEqual(yield* accountOf(enabled), {
          username,
          emailAwaitingVerification: null,
          emailVerified: true
        })
        assert.deepStrictEqual(yield* verify(pathOf(received)), invalidCode)
      })
    )

    it.effect("needs the newest link, of the user, within its day", () =>
      Effect.gen(function* () {
        const { credential, received } = yield* signUp()
        const other = yield* signUp()
        const first = pathOf(received)
        assert.deepStrictEqual(yield* send(credential, "POST", "/v2/user/send-email-verification"), done)
        const second = pathOf(yield* nextMail)
        const code = second.slice(second.lastIndexOf("/"))
        const foreign = pathOf(other.received).replace(/\/\w+$/, code)
        for (const wrong of [first, foreign, `${second}x`]) assert.deepStrictEqual(yield* verify(wrong), invalidCode)
        // Strangers do not learn which accounts there are, nor whether they are verified.
        for (const id of [999_999, (yield* verified()).id]) {
          assert.deepStrictEqual(yield* verify(`/api/public/verify_email/${id}/x`), invalidCode)
        }
        yield* TestClock.adjust("24 hours")
        assert.deepStrictEqual(yield* verify(second), invalidCode)
        assert.deepStrictEqual(yield* send(credential, "GET", "/v2/projects"), notVerified)
        yield* send(credential, "POST", "/v2/user/send-email-verification")
        tokenOf(yield* verify(pathOf(yield* nextMail)))
        assert.strictEqual((yield* send(credential, "GET", "/v2/projects")).status, 200)
      })
    )

    it.effect("lets a new account correct its address", () =>
      Effect.gen(function* () {
        const { credential, received, username } = yield* signUp()
        const email = `corrected${++users}@example.com`
        const body = { name: "Zdena", email, currentPassword: password }
        assert.strictEqual((yield* send(credential, "PUT", "/v2/user", body)).status, 200)
        const corrected = yield* nextMail
        // The wrong address may be that of a stranger, who is not told.
        assert.deepStrictEqual(corrected.to, [email])
        assert.deepStrictEqual(yield* accountOf(credential), {
          username,
          emailAwaitingVerification: email,
          emailVerified: false
        })
        assert.deepStrictEqual(yield* verify(pathOf(received)), invalidCode)
        tokenOf(yield* verify(pathOf(corrected)))
        assert.deepStrictEqual(yield* accountOf(credential), {
          username: email,
          emailAwaitingVerification: null,
          emailVerified: true
        })
      })
    )

    it.effect("keeps the present address until the new one is verified, and tells the present one", () =>
      Effect.gen(function* () {
        const { username, credential } = yield* verified()
        const email = `new${++users}@example.com`
        const change = (currentPassword: string) =>
          send(credential, "PUT", "/v2/user", { name: "Vera V", email: email.toUpperCase(), currentPassword })
        assert.deepStrictEqual(yield* change("wrong"), error(400, "wrong_current_password"))
        const { status, body } = yield* change(password)
        assert.strictEqual(status, 200)
        assert.deepInclude(body as object, { name: "Vera V", username, emailAwaitingVerification: email })
        const received = [yield* nextMail, yield* nextMail]
        const toNew = received.find(({ to }) => to[0] === email)
        const toPresent = received.find(({ to }) => to[0] === username)
        assert.include(toPresent?.mail.text ?? "", email)
        assert.notInclude(toPresent?.mail.text ?? "", "verify_email")
        assert.include(toPresent?.mail.text ?? "", "set a new password at once: it stops the change")
        assert.include(toPresent?.mail.text ?? "", "https://translate.example.org/reset_password_request")
        assert.strictEqual((yield* send(credential, "GET", "/v2/projects")).status, 200)
        assert.strictEqual((yield* send(null, "POST", "/api/public/generatetoken", { username, password })).status, 200)
        // Sent again, to the new address.
        assert.deepStrictEqual(yield* send(credential, "POST", "/v2/user/send-email-verification"), done)
        const again = yield* nextMail
        assert.deepStrictEqual(again.to, [email])
        if (toNew !== undefined) assert.deepStrictEqual(yield* verify(pathOf(toNew)), invalidCode)
        tokenOf(yield* verify(pathOf(again)))
        assert.deepStrictEqual(yield* accountOf(credential), {
          username: email,
          emailAwaitingVerification: null,
          emailVerified: true
        })
        assert.strictEqual(
          (yield* send(null, "POST", "/api/public/generatetoken", { username: email, password })).status,
          200
        )
      })
    )

    it.effect("brings no thief back: a new password by a link ends the address that the thief has asked for", () =>
      Effect.gen(function* () {
        const { id, username, credential } = yield* verified()
        const email = `thief${++users}@example.net`
        const body = { name: "Vera", email, currentPassword: password }
        assert.strictEqual((yield* send(credential, "PUT", "/v2/user", body)).status, 200)
        const toThief = [yield* nextMail, yield* nextMail].find(({ to }) => to[0] === email)
        const { url } = yield* createPasswordResetLink(id)
        const [code] = Buffer.from(url.slice(url.indexOf("#") + 1), "base64url")
          .toString()
          .split(",")
        const reset = { email: username, code, password: "staple battery" }
        assert.deepStrictEqual(yield* send(null, "POST", "/api/public/reset_password_set", reset), done)
        if (toThief === undefined) return assert.fail("No mail came to the new address.")
        assert.deepStrictEqual(yield* verify(pathOf(toThief)), invalidCode)
        const again = yield* send(null, "POST", "/api/public/generatetoken", { username, password: "staple battery" })
        assert.deepStrictEqual(yield* accountOf(tokenOf(again)), {
          username,
          emailAwaitingVerification: null,
          emailVerified: true
        })
        assert.deepStrictEqual(yield* send(credential, "PUT", "/v2/user", body), error(401, "expired_jwt_token"))
      })
    )

    it.effect("looks again whether the address is free", () =>
      Effect.gen(function* () {
        const taken = yield* verified()
        const { username, credential } = yield* verified()
        const body = (email: string) => ({ name: "Vera", email, currentPassword: password })
        assert.deepStrictEqual(yield* send(credential, "PUT", "/v2/user", body(taken.username)), {
          status: 400,
          body: { CUSTOM_VALIDATION: { username_already_exists: [] } }
        })
        const email = `wanted${++users}@example.com`
        yield* send(credential, "PUT", "/v2/user", body(email))
        const received = [yield* nextMail, yield* nextMail].find(({ to }) => to[0] === email)
        yield* seed.user({ username: email })
        if (received === undefined) return assert.fail("No mail came to the new address.")
        assert.deepStrictEqual(yield* verify(pathOf(received)), error(400, "username_already_exists"))
        assert.strictEqual((yield* accountOf(credential)).username, username)
      })
    )

    it.effect("opens no disabled account, and asks nothing of accounts of before", () =>
      Effect.gen(function* () {
        const { credential, received } = yield* signUp()
        const id = yield* idOf(credential)
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        yield* database.transaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${id}`)
        assert.deepStrictEqual(yield* verify(pathOf(received)), invalidCode)
        const before = yield* verified()
        assert.strictEqual((yield* send(before.credential, "GET", "/v2/projects")).status, 200)
        const { body } = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(body as object, { needsEmailVerification: true })
      })
    )
  })

  layerOn(engine, layerServer({ registration: "open" }))(`without verification on ${engine}`, (it) => {
    it.effect("accounts are open and addresses change at once, and the address of before is told", () =>
      Effect.gen(function* () {
        const username = `open${++users}@example.com`
        const credential = tokenOf(
          yield* send(null, "POST", "/api/public/sign_up", { name: "Ota", email: username, password })
        )
        assert.strictEqual((yield* send(credential, "GET", "/v2/projects")).status, 200)
        const email = `changed${++users}@example.com`
        yield* send(credential, "PUT", "/v2/user", { name: "Ota", email, currentPassword: password })
        assert.deepStrictEqual(yield* accountOf(credential), {
          username: email,
          emailAwaitingVerification: null,
          emailVerified: true
        })
        const told = yield* nextMail
        assert.deepStrictEqual(told.to, [username])
        assert.strictEqual(told.mail.subject, "Your e-mail address was changed")
        assert.deepStrictEqual(
          yield* send(credential, "POST", "/v2/user/send-email-verification"),
          error(400, "email_already_verified")
        )
      })
    )
  })

  layer(layerServer({ ...settings, rateLimits: true }), { timeout: "60 seconds" })(
    `mails of verification on ${engine}`,
    (it) => {
      it.effect("are two in a minute and client", () =>
        Effect.gen(function* () {
          const { credential } = yield* signUp()
          const sendAgain = send(credential, "POST", "/v2/user/send-email-verification")
          assert.deepStrictEqual(yield* sendAgain, done)
          assert.deepStrictEqual(yield* sendAgain, done)
          assert.strictEqual((yield* sendAgain).status, 429)
          yield* TestClock.adjust("1 minute")
          assert.deepStrictEqual(yield* sendAgain, done)
        })
      )
    }
  )
}

const idOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/user"), ({ body }) => (body as { readonly id?: number }).id)
