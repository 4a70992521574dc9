import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../../platform/settings/settings.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { initialPasswordFile } from "../authentication/password.ts"
import { firstStart } from "./first-start.ts"

const logIn = (password: string) => send(null, "POST", "/api/public/generatetoken", { username: "root", password })
const startWith = (adminPassword: string | null) =>
  Effect.flatMap(Settings, (settings) =>
    firstStart.pipe(Effect.provideService(Settings, { ...settings, adminPassword }))
  )

describe("first start", () => {
  layer(layerTestServer({ adminUsername: "Root", adminPassword: null, demoProject: true }))(
    "without a password",
    (it) => {
      it.effect("creates an administrator with a generated password, an organization and a demo project, once", () =>
        Effect.gen(function* () {
          const first = yield* firstStart
          assert.deepInclude(first, { username: "root", organizationSlug: "root" })
          assert.match(first?.password ?? "", /^[a-zA-Z0-9]{40}$/)
          const { dataDir } = yield* TestServer
          const file = initialPasswordFile(dataDir)
          assert.strictEqual(readFileSync(file, "utf8"), `${first?.password}\n`)
          assert.strictEqual(statSync(file).mode & 0o777, 0o600)
          const { body } = yield* logIn(first?.password ?? "")
          const credential = { accessToken: (body as { readonly accessToken: string }).accessToken }
          const me = yield* send(credential, "GET", "/v2/user")
          const root = { name: "root", globalServerRole: "ADMIN", deletable: false, passwordIsInitial: true }
          assert.deepInclude(me.body as object, root)
          const isFirstStart = Effect.map(
            send(null, "GET", "/api/public/configuration"),
            ({ body: configuration }) => (configuration as { firstStart: boolean }).firstStart
          )
          assert.isTrue(yield* isFirstStart)
          const project = yield* send(credential, "GET", `/v2/projects/${first?.demoProjectId}`)
          assert.deepInclude(project.body as object, { name: "Demo project", organizationRole: "OWNER" })
          const languages = yield* send(credential, "GET", `/v2/projects/${first?.demoProjectId}/languages?sort=id`)
          assert.deepStrictEqual(
            (
              languages.body as { _embedded: { languages: Array<{ tag: string; base: boolean }> } }
            )._embedded.languages.map(({ tag, base }) => `${tag}${base ? " base" : ""}`),
            ["en base", "de", "cs"]
          )
          const keys = yield* send(credential, "GET", `/v2/projects/${first?.demoProjectId}/all-keys`)
          assert.include(JSON.stringify(keys.body), "home.title")
          const activity = yield* send(credential, "GET", `/v2/projects/${first?.demoProjectId}/activity`)
          assert.include(JSON.stringify(activity.body), "CREATE_PROJECT")
          assert.isNull(yield* firstStart)
          assert.strictEqual((yield* logIn(first?.password ?? "")).status, 200)
          // Other users are not told where the password of the administrator is.
          yield* seed.user({ username: "nela" })
          assert.isFalse(yield* isFirstStart)
        })
      )
    }
  )

  layer(layerTestServer({ adminUsername: "root", adminPassword: "as configured" }))("with a password", (it) => {
    it.effect("uses it, and uses a new one until the administrator changes it", () =>
      Effect.gen(function* () {
        const { dataDir } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const bad = error(401, "bad_credentials")
        const first = yield* firstStart
        assert.deepInclude(first, { username: "root", password: null, demoProjectId: null })
        const tokenOf = ({ body }: { readonly body: unknown }) => body as { readonly accessToken: string }
        const before = tokenOf(yield* logIn("as configured"))
        writeFileSync(initialPasswordFile(dataDir), "an old one")
        assert.isNull(yield* startWith(null))
        assert.isNull(yield* startWith("as configured"))
        assert.isTrue(existsSync(initialPasswordFile(dataDir)))
        assert.isNull(yield* startWith("configured anew"))
        assert.isFalse(existsSync(initialPasswordFile(dataDir)))
        assert.deepStrictEqual(yield* logIn("as configured"), bad)
        assert.deepStrictEqual(yield* send(before, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        const credential = tokenOf(yield* logIn("configured anew"))
        const change = { currentPassword: "configured anew", password: "chosen by root" }
        assert.strictEqual((yield* send(credential, "PUT", "/v2/user/password", change)).status, 200)
        assert.isNull(yield* startWith("configured again"))
        assert.deepStrictEqual(yield* logIn("configured again"), bad)
        assert.strictEqual((yield* logIn("chosen by root")).status, 200)
        const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM user_account`
        assert.strictEqual(row?.count, 1)
      })
    )
  })

  layer(layerTestServer())("with users", (it) => {
    it.effect("creates nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* seed.user({ username: "first user" })
        assert.isNull(yield* firstStart)
        const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM user_account`
        assert.strictEqual(row?.count, 1)
      })
    )
  })
})
