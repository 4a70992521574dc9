import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { githubClient, type LocalGithub, startLocalGithub } from "../../testing/local-github.ts"
import { error, send } from "../../testing/send.ts"
import { browse } from "../../testing/sign-in-fixture.ts"
import { layerTestServer } from "../../testing/test-server.ts"

class Github extends Context.Service<Github, LocalGithub>()("@dragoman/server/identity/sign-in/Github") {}

const layerGithub = Layer.effect(
  Github,
  Effect.acquireRelease(
    Effect.promise(() => startLocalGithub()),
    (github) => Effect.promise(() => github.stop())
  )
)

const layerServer = Layer.unwrap(
  Effect.map(Github, ({ url }) =>
    layerTestServer({
      githubClientId: githubClient.id,
      githubClientSecret: githubClient.secret,
      githubLoginUrl: `${url}/login/oauth/authorize`,
      githubTokenUrl: `${url}/login/oauth/access_token`,
      githubUserUrl: `${url}/user`,
      registration: "open"
    })
  )
).pipe(Layer.provideMerge(layerGithub))

const primary = { email: "octo@example.com", primary: true, verified: true }
const authorize = (code: string) =>
  send(
    null,
    "GET",
    `/api/public/authorize_oauth/github?code=${code}&redirect_uri=http://localhost/login/auth_callback/github`
  )

layer(Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerServer)), { timeout: "60 seconds" })(
  "a login by GitHub",
  (it) => {
    it.effect("makes an account with the verified primary address", () =>
      Effect.gen(function* () {
        const github = yield* Github
        github.profile = { id: 583_231, login: "octocat", name: null }
        github.emails = [{ email: "old@example.com", primary: false, verified: true }, primary]
        const response = yield* authorize("right")
        assert.strictEqual(response.status, 200)
        const { accessToken } = response.body as { readonly accessToken: string }
        const user = yield* send({ accessToken }, "GET", "/v2/user")
        assert.deepInclude(user.body as object, {
          username: "octo@example.com",
          name: "octocat",
          accountType: "THIRD_PARTY",
          thirdPartyAuthType: "GITHUB"
        })
        // The id is what counts: the address may change.
        github.emails = [{ ...primary, email: "new@example.com" }]
        const again = yield* authorize("right")
        const token = (again.body as { readonly accessToken: string }).accessToken
        const same = yield* send({ accessToken: token }, "GET", "/v2/user")
        assert.deepStrictEqual(same.body, user.body)
      })
    )

    it.effect("takes another verified address, and none that is not", () =>
      Effect.gen(function* () {
        const github = yield* Github
        github.profile = { id: 2, login: "second", name: "Second" }
        github.emails = [
          { ...primary, verified: false },
          { email: "second@example.com", primary: false, verified: true }
        ]
        assert.strictEqual((yield* authorize("right")).status, 200)
        github.profile = { id: 3, login: "third" }
        github.emails = [{ ...primary, verified: false }]
        assert.deepStrictEqual(yield* authorize("right"), error(401, "third_party_auth_no_email"))
        github.profile = { login: "without" }
        github.emails = [primary]
        assert.deepStrictEqual(yield* authorize("right"), error(401, "third_party_auth_no_sub"))
      })
    )

    it.effect("passes on GitHub's words, which come with status 200", () =>
      Effect.gen(function* () {
        const words = ["bad_verification_code", "The code passed is incorrect or expired."]
        assert.deepStrictEqual(yield* authorize("wrong"), error(401, "third_party_auth_error_message", words))
      })
    )

    it.effect("works in the console with state and PKCE", () =>
      Effect.gen(function* () {
        const github = yield* Github
        github.profile = { id: 4, login: "fourth" }
        github.emails = [{ ...primary, email: "fourth@example.com" }]
        const cookies = new Map<string, string>()
        const path = "/v2/console/session/sign-in/github"
        const { body } = yield* browse(cookies, "POST", path, {})
        const url = new URL((body as { readonly redirectUrl: string }).redirectUrl)
        assert.strictEqual(url.pathname, "/login/oauth/authorize")
        assert.strictEqual(url.searchParams.get("scope"), "user:email")
        const state = url.searchParams.get("state")
        const finished = yield* browse(cookies, "POST", `${path}/finish`, { code: "right", state })
        assert.strictEqual(finished.status, 200)
        const exchange = github.received.find((request) => request.path === "/login/oauth/access_token")
        assert.lengthOf(exchange?.form.get("code_verifier") ?? "", 43)
      })
    )
  }
)
