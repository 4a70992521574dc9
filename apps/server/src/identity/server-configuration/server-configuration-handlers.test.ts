import { groupCheckTypes } from "@dragoman/formats/check"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

layer(layerTestServer({ registration: "open", publicUrl: "https://texts.example.com" }))(
  "server configuration",
  (it) => {
    it.effect("is public, except with a bad credential", () =>
      Effect.gen(function* () {
        const path = "/api/public/configuration"
        assert.deepStrictEqual(yield* send({ accessToken: "bad" }, "GET", path), error(401, "invalid_jwt_token"))
        const { status, body } = yield* send(null, "GET", path)
        assert.strictEqual(status, 200)
        assert.deepInclude(body as object, {
          authentication: true,
          nativeEnabled: true,
          allowRegistrations: true,
          maxUploadFileSize: 51_200,
          screenshotsUrl: "https://texts.example.com/screenshots",
          maxTranslationTextLength: 10_000
        })
        assert.notInclude(JSON.stringify(body), "test-secret")
        assert.notInclude(JSON.stringify(body), "admin-password")
      })
    )

    it.effect("comes with everything that a client needs to start", () =>
      Effect.gen(function* () {
        const path = "/v2/public/initial-data"
        const { body: serverConfiguration } = yield* send(null, "GET", "/api/public/configuration")
        const anonymous = {
          serverConfiguration,
          authInfo: null,
          userInfo: null,
          ssoInfo: null,
          preferredOrganization: null,
          languageTag: null,
          announcement: null,
          eeSubscription: null,
          hasCommunityContributions: false,
          qaCheckCategories: groupCheckTypes(false)
        }
        assert.deepStrictEqual(yield* send(null, "GET", path), { status: 200, body: anonymous })
        assert.deepStrictEqual(yield* send({ apiKey: "bad" }, "GET", path), error(401, "invalid_project_api_key"))
        const user = yield* seed.user({ username: "nela", name: "Nela" })
        const credential = yield* seed.accessToken(user)
        yield* send(credential, "PUT", "/v2/user-preferences/set-language/cs")
        const { body: userInfo } = yield* send(credential, "GET", "/v2/user")
        const response = yield* send(credential, "GET", path)
        const { body: preferredOrganization } = yield* send(credential, "GET", "/v2/preferred-organization")
        assert.deepInclude(preferredOrganization as object, { name: "Nela" })
        assert.deepStrictEqual(response, {
          status: 200,
          body: { ...anonymous, authInfo: { isReadOnly: false }, userInfo, preferredOrganization, languageTag: "cs" }
        })
      })
    )
  }
)
