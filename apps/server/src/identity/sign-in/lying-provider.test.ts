import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type Lie, type LyingProvider, startLyingProvider } from "../../testing/lying-provider.ts"
import { localClient } from "../../testing/oidc-provider.ts"
import { browse } from "../../testing/sign-in-fixture.ts"
import { layerTestServer } from "../../testing/test-server.ts"

class Liar extends Context.Service<Liar, LyingProvider>()("@dragoman/server/identity/sign-in/Liar") {}

const layerLiar = Layer.effect(
  Liar,
  Effect.acquireRelease(
    Effect.promise(() => startLyingProvider()),
    (provider) => Effect.promise(() => provider.stop())
  )
)

const layerServer = Layer.unwrap(
  Effect.map(Liar, ({ issuer }) =>
    layerTestServer({
      oauth2ClientId: localClient.id,
      oauth2ClientSecret: localClient.secret,
      oauth2Issuer: issuer,
      registration: "open",
      providerTimeoutMillis: 300
    })
  )
).pipe(Layer.provideMerge(layerLiar))

const path = "/v2/console/session/sign-in/oauth2"

/** A login with a provider that lies when the code is exchanged. */
const signInWith = Effect.fnUntraced(function* (lie: Lie) {
  const liar = yield* Liar
  liar.tell(lie)
  const cookies = new Map<string, string>()
  const started = yield* browse(cookies, "POST", path, {})
  const { redirectUrl } = started.body as { readonly redirectUrl: string }
  const code = liar.authorize(redirectUrl)
  const state = new URL(redirectUrl).searchParams.get("state")
  const finished = yield* browse(cookies, "POST", `${path}/finish`, { code, state })
  return { finished, redirectUrl, cookies }
})

const minute = 60

layer(Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "60 seconds" })(
  "a provider that lies",
  (it) => {
    it.effect("lets a person in while it does not", () =>
      Effect.gen(function* () {
        const liar = yield* Liar
        const { finished, redirectUrl } = yield* signInWith({})
        assert.deepStrictEqual(finished, { status: 200, body: { outcome: "LOGGED_IN", to: null } as never })
        const [exchange] = liar.exchanges
        const verifier = exchange?.get("code_verifier") ?? ""
        const challenge = createHash("sha256").update(verifier).digest("base64url")
        assert.strictEqual(new URL(redirectUrl).searchParams.get("code_challenge"), challenge)
      })
    )

    const now = Math.floor(Date.now() / 1000)
    it.effect.each([
      ["forged by another key", { forged: true }],
      ["without a signature", { unsigned: true }],
      ["that has expired", { claims: { exp: now - 10 * minute, iat: now - 20 * minute } }],
      ["for another client", { claims: { aud: "another" } }],
      ["of another issuer", { claims: { iss: "https://evil.example" } }],
      ["with the nonce of another login", { claims: { nonce: "another" } }],
      ["without the nonce", { claims: { nonce: undefined } }]
    ] as const)("is refused with an ID token %s", ([_, lie]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { finished, cookies } = yield* signInWith(lie as Lie)
        assert.strictEqual(finished.status, 401)
        assert.deepInclude(finished.body as object, { code: "third_party_unauthorized" })
        assert.isFalse([...cookies.keys()].some((name) => name.endsWith("dragoman_session")))
        const accounts = yield* Effect.orDie(sql`SELECT id FROM user_account WHERE username = 'another'`)
        assert.lengthOf(accounts, 0)
      })
    )

    it.effect.each([
      ["no JSON", { status: 200, body: "<html>" }],
      ["JSON of another shape", { status: 200, body: "[1]" }],
      ["no ID token", { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' }],
      ["an error of its own", { status: 500, body: "{}" }],
      ["a redirect into this machine", { status: 302, body: "", headers: { location: "http://127.0.0.1:22/" } }],
      ["two megabytes", { status: 200, body: JSON.stringify({ access_token: "x".repeat(2_000_000) }) }]
    ] as const)("is refused when it sends %s", ([_, response]) =>
      Effect.gen(function* () {
        const { finished } = yield* signInWith({ response })
        assert.strictEqual(finished.status, 401)
        const { code } = finished.body as { readonly code: string }
        assert.include(["third_party_auth_unknown_error", "third_party_unauthorized"], code)
      })
    )

    it.effect("says what it says", () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ error: "invalid_client", error_description: "Wrong secret" })
        const { finished } = yield* signInWith({ response: { status: 401, body } })
        assert.deepStrictEqual(finished, {
          status: 401,
          body: { code: "third_party_auth_error_message", params: ["invalid_client", "Wrong secret"] } as never
        })
      })
    )

    it.effect("is not waited for", () =>
      Effect.gen(function* () {
        const { finished } = yield* signInWith({ silent: true })
        assert.strictEqual(finished.status, 401)
        const { code, params } = finished.body as { readonly code: string; readonly params: ReadonlyArray<string> }
        assert.strictEqual(code, "third_party_auth_unknown_error")
        assert.match(params[0] ?? "", /no response in time/)
      })
    )
  }
)
