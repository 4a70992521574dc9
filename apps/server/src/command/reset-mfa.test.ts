import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Secret, TOTP } from "otpauth"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { layerTestServer, TestServer, testSettings } from "../testing/test-server.ts"
import { CommandFailure } from "./command-failure.ts"
import { resetMfa } from "./reset-mfa.ts"

const password = "correct horse"
const totpKey = "meztcnzwgq3donby"

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("dragoman user reset-mfa", (it) => {
  const run = Effect.fnUntraced(function* (username: string) {
    const { dataDir } = yield* TestServer
    const database = { engine: "sqlite", filename: join(dataDir, "dragoman.sqlite") } as const
    return yield* Effect.tryPromise({
      try: () => resetMfa({ ...testSettings(dataDir), database }, username),
      catch: (error) => error as CommandFailure
    })
  })

  it.effect("lets a user who lost the app log in again, while the server runs, and says what it did", () =>
    Effect.gen(function* () {
      const userId = yield* seed.user({ username: "locked.out", password })
      const now = yield* Clock.currentTimeMillis
      const otp = new TOTP({ secret: Secret.fromBase32(totpKey.toUpperCase()) }).generate({ timestamp: now })
      const enabled = yield* send(yield* seed.accessToken(userId), "PUT", "/v2/user/mfa/totp", {
        totpKey,
        otp,
        password
      })
      const credential = enabled.body as TestCredential
      const { facts, sentence } = yield* run("Locked.Out")
      assert.deepStrictEqual(facts, { userId, username: "locked.out", wasReset: true })
      assert.match(sentence, /logs in with the password alone/)
      assert.strictEqual((yield* send(credential, "GET", "/v2/user")).status, 401)
      const login = { username: "locked.out", password }
      assert.strictEqual((yield* send(null, "POST", "/api/public/generatetoken", login)).status, 200)
      const sql = yield* SqlClient.SqlClient
      const entries = yield* Effect.orDie(
        sql`SELECT user_id FROM audit_entry WHERE action = 'MFA_DISABLED' AND object_id = ${userId}`
      )
      assert.lengthOf(entries, 1)
      assert.isFalse((yield* run("locked.out")).facts.wasReset)
    })
  )

  it.effect("fails for a user that is not there", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(run("nobody"))
      assert.instanceOf(failure, CommandFailure)
      assert.strictEqual(failure.sentence, "There is no user nobody.")
    })
  )
})
