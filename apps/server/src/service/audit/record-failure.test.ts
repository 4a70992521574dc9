import { AuditRepository, Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerTestServer } from "../../testing/test-server.ts"
import { recordAudit } from "./record-audit.ts"
import { recordFailedLogin } from "./record-failure.ts"

const failedLogins = Effect.gen(function* () {
  const repository = yield* AuditRepository
  return yield* repository.list({ actions: ["LOGIN_FAILED"] }, { order: "oldest", after: null, limit: 1_000 }, null)
})

const fail = recordFailedLogin("mallory@example.com", null, "bad_credentials")

// The time of the test is long ago: the retention at the start would erase its entries.
layer(layerTestServer({ auditRetentionDays: 0 }))("failures in the audit log", (it) => {
  it.effect("are bounded in a flood, and the next entry says how many were left out", () =>
    Effect.gen(function* () {
      yield* Effect.repeat(fail, { times: 304 })
      const first = yield* failedLogins
      assert.lengthOf(first, 300)
      assert.isTrue(first.every(({ after, failure }) => after === null && failure === "bad_credentials"))
      yield* TestClock.adjust("1 second")
      yield* fail
      yield* fail
      const entries = yield* failedLogins
      assert.deepStrictEqual(
        entries.slice(300).map(({ after }) => after),
        [{ unrecorded: 5 }]
      )
    })
  )

  it.effect("an entry is gone when its transaction is rolled back", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const repository = yield* AuditRepository
      const user = { userId: null, username: "rolled back" }
      yield* Effect.flip(
        database.transaction(Effect.andThen(recordAudit(user, { action: "LOGIN" }), Effect.fail("no" as const)))
      )
      const page = { order: "newest", after: null, limit: 10 } as const
      assert.deepStrictEqual(yield* repository.list({ username: "rolled back" }, page, null), [])
    })
  )
})
