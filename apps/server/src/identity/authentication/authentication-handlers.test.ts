import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

const logIn = (body: unknown) => send(null, "POST", "/api/public/generatetoken", body)
const signUp = (body: unknown) => send(null, "POST", "/api/public/sign_up", body)
const tokenOf = ({ body }: { readonly body: unknown }) => ({
  accessToken: (body as { readonly accessToken: string }).accessToken
})
const invalid = (messages: Record<string, string>) => ({ status: 400, body: { STANDARD_VALIDATION: messages } })
const countUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM user_account`
  return row?.count
})

layer(layerTestServer({ registration: "open" }))("authentication", (it) => {
  it.effect(
    "rejects unknown names and wrong passwords alike, and shows that an account is disabled to its password only",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* seed.user({ username: "vera", password: "correct horse" })
        yield* seed.user({ username: "nologin" })
        const disabled = yield* seed.user({ username: "gone", password: "correct horse" })
        yield* sql.withTransaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${disabled}`)
        assert.deepStrictEqual(
          yield* logIn({}),
          invalid({ username: "must not be blank", password: "must not be empty" })
        )
        assert.strictEqual((yield* logIn({ username: 5 })).status, 400)
        const bad = error(401, "bad_credentials")
        assert.deepStrictEqual(yield* logIn({ username: "unknown-user", password: "correct horse" }), bad)
        assert.deepStrictEqual(yield* logIn({ username: "vera", password: "wrong horse" }), bad)
        assert.deepStrictEqual(yield* logIn({ username: "nologin", password: "x" }), bad)
        assert.deepStrictEqual(yield* logIn({ username: "gone", password: "wrong" }), bad)
        assert.deepStrictEqual(
          yield* logIn({ username: "gone", password: "correct horse" }),
          error(401, "user_account_disabled")
        )
      })
  )

  it.effect("exchanges a password for a super token; case does not count in the name", () =>
    Effect.gen(function* () {
      yield* seed.user({ username: "olga@example.com", password: "correct horse" })
      const response = yield* logIn({ username: "Olga@Example.com", password: "correct horse", otp: null, more: 1 })
      assert.strictEqual(response.status, 200)
      assert.deepInclude(response.body as object, { tokenType: "Bearer" })
      const user = yield* send(tokenOf(response), "GET", "/v2/user")
      assert.deepInclude(user.body as object, { username: "olga@example.com", domain: "example.com" })
      assert.strictEqual((yield* send(tokenOf(response), "POST", "/v2/pats", { description: "super" })).status, 201)
    })
  )

  it.effect("rejects a bad credential before anything else", () =>
    Effect.gen(function* () {
      const bad = { accessToken: "nonsense" }
      const response = yield* send(bad, "POST", "/api/public/generatetoken", { username: "a", password: "b" })
      assert.deepStrictEqual(response, error(401, "invalid_jwt_token"))
    })
  )

  it.effect("creates no account from an invalid form, or for an address that is taken", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const form = { name: "Petra", email: "petra@example.com", password: "12345678" }
      yield* seed.user({ username: "petra@example.com" })
      const disabled = yield* seed.user({ username: "closed@example.com" })
      yield* sql.withTransaction(sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${disabled}`)
      const before = yield* countUsers
      assert.deepStrictEqual(
        yield* signUp({ email: "petra", password: "1", organizationName: "ab" }),
        invalid({
          name: "must not be blank",
          email: "must be a well-formed email address",
          password: "size must be between 8 and 50",
          organizationName: "size must be between 3 and 50"
        })
      )
      const taken = error(400, "username_already_exists")
      assert.deepStrictEqual(yield* signUp(form), taken)
      assert.deepStrictEqual(yield* signUp({ ...form, email: "PETRA+again@example.com" }), taken)
      assert.deepStrictEqual(
        yield* signUp({ ...form, email: "closed@example.com" }),
        error(400, "user_account_disabled")
      )
      assert.deepStrictEqual(
        yield* signUp({ ...form, email: "new@example.com", invitationCode: "none" }),
        error(400, "invitation_code_does_not_exist_or_expired")
      )
      assert.strictEqual(yield* countUsers, before)
    })
  )

  it.effect("creates an account with an organization of its own, and logs it in", () =>
    Effect.gen(function* () {
      const form = { name: "Jana Nová", email: "Jana@Example.com", password: "12345678" }
      const response = yield* signUp(form)
      assert.strictEqual(response.status, 200)
      const organizations = yield* send(tokenOf(response), "GET", "/v2/organizations")
      const names = (
        organizations.body as { _embedded: { organizations: Array<{ name: string; currentUserRole: string }> } }
      )._embedded.organizations.map(({ name, currentUserRole }) => [name, currentUserRole])
      assert.deepStrictEqual(names, [["Jana Nová", "OWNER"]])
      assert.strictEqual((yield* logIn({ username: "jana@example.com", password: "12345678" })).status, 200)
      const named = yield* signUp({ ...form, email: "other@example.com", organizationName: "Atelier" })
      const preferred = yield* send(tokenOf(named), "GET", "/v2/preferred-organization")
      assert.deepInclude(preferred.body as object, { name: "Atelier" })
    })
  )

  it.effect.each([
    ["with the whole name when it just fits", "n".repeat(50), "n".repeat(50)],
    ["with the beginning of a name that is too long", `${"n".repeat(49)}ab`, `${"n".repeat(49)}a`],
    ["without a character that would be cut in half", `${"n".repeat(49)}😀`, "n".repeat(49)]
  ] as const)("names the organization of an account after its owner, %s", ([what, name, expected]) =>
    Effect.gen(function* () {
      const email = `${what.replaceAll(" ", ".")}@example.com`
      const response = yield* signUp({ name, email, password: "12345678" })
      const preferred = yield* send(tokenOf(response), "GET", "/v2/preferred-organization")
      assert.deepInclude(preferred.body as object, { name: expected })
    })
  )

  it.effect("shows which addresses are free", () =>
    Effect.gen(function* () {
      const isFree = (email: unknown) => send(null, "POST", "/api/public/validate_email", JSON.stringify(email))
      yield* seed.user({ username: "taken@example.com" })
      assert.deepStrictEqual(yield* isFree("Taken@example.com"), { status: 200, body: false })
      assert.deepStrictEqual(yield* isFree("free@example.com"), { status: 200, body: true })
      assert.strictEqual((yield* isFree({ email: "free@example.com" })).status, 400)
    })
  )
})

layer(layerTestServer({ registration: "invitation", rateLimits: true }))("authentication by invitation", (it) => {
  it.effect("needs an invitation, and leads into its organization", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "owner" })
      const { id } = yield* seed.organization({ name: "Acme", owner })
      const asOwner = yield* seed.accessToken(owner, { super: true })
      const form = { name: "Guest", email: "guest@example.com", password: "12345678" }
      const invite = (email: string) =>
        Effect.map(
          send(asOwner, "PUT", `/v2/organizations/${id}/invite`, { roleType: "MEMBER", email }),
          ({ body }) => (body as { readonly code: string }).code
        )
      assert.deepStrictEqual(yield* signUp(form), error(401, "registrations_not_allowed"))
      const foreign = yield* invite("other@example.com")
      const before = yield* countUsers
      assert.deepStrictEqual(
        yield* signUp({ ...form, invitationCode: foreign }),
        error(400, "invitation_email_mismatch")
      )
      assert.strictEqual(yield* countUsers, before)
      const code = yield* invite("guest@example.com")
      const response = yield* signUp({ ...form, invitationCode: code })
      assert.strictEqual(response.status, 200)
      const preferred = yield* send(tokenOf(response), "GET", "/v2/preferred-organization")
      assert.deepInclude(preferred.body as object, { id, currentUserRole: "MEMBER" })
      const { body } = yield* send(tokenOf(response), "GET", "/v2/organizations")
      assert.deepInclude(body as object, { page: { size: 20, totalElements: 1, totalPages: 1, number: 0 } })
      assert.strictEqual((yield* signUp({ ...form, email: "x@example.com", invitationCode: code })).status, 400)
    })
  )

  it.effect("does not show which addresses have accounts", () =>
    Effect.gen(function* () {
      yield* seed.user({ username: "taken@example.com" })
      for (const email of ["taken@example.com", "free@example.com"]) {
        assert.deepStrictEqual(yield* send(null, "POST", "/api/public/validate_email", JSON.stringify(email)), {
          status: 200,
          body: true
        })
      }
    })
  )

  it.effect("allows five passwords a second from one address", () =>
    Effect.gen(function* () {
      // The clock of the test stands still, so all attempts fall into one window.
      const responses = yield* Effect.forEach(Array.from({ length: 6 }), () =>
        logIn({ username: "unknown-user", password: "x" })
      )
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [401, 401, 401, 401, 401, 429]
      )
      const { body } = responses[5] ?? {}
      assert.deepInclude(body as object, { message: "rate_limited", global: false })
    })
  )
})
