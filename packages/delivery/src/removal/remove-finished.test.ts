import { makeMonotonicClock } from "@dragoman/background"
import { Database, OutboxRepository } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { inTransaction, seedWebhooks, withOutbox } from "../testing/outbox-fixture.ts"
import { makeRemoval } from "./remove-finished.ts"

const dayMillis = 24 * 3_600_000
const logDays = 2

/** Deliveries of one age, by ids that grow. */
const addDeliveries = Effect.fnUntraced(function* (count: number, ageMillis: number, state: string) {
  const sql = yield* SqlClient.SqlClient
  const createdAt = (yield* Clock.currentTimeMillis) - ageMillis
  yield* inTransaction(sql`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, state, next_attempt_at, created_at)
    SELECT 'msg', 1, 1, ${state}, 0, ${createdAt} FROM n`)
})

const countDeliveries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ state: string; count: number }>`
    SELECT state, COUNT(*) AS count FROM delivery GROUP BY state ORDER BY state`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
})

/** The removal of one dispatcher; `pages`: how many pages of the log its rounds have read. */
const makeDispatcher = Effect.fnUntraced(function* (owner: string) {
  const outbox = yield* OutboxRepository
  let pages = 0
  const counting = {
    ...outbox,
    listLog: (afterId: number, limit: number) =>
      Effect.suspend(() => {
        pages++
        return outbox.listLog(afterId, limit)
      })
  }
  const parts = { owner, database: yield* Database, outbox: counting, clock: yield* makeMonotonicClock }
  const round = yield* makeRemoval(parts, logDays)
  return Effect.map(
    Effect.suspend(() => {
      pages = 0
      return round
    }),
    () => pages
  )
})

describe("the removal of old deliveries", () => {
  it.live("reads nothing of what the log keeps, and pending ones once", () =>
    Effect.gen(function* () {
      yield* seedWebhooks(["http://127.0.0.1:8/"])
      yield* addDeliveries(2_000, 3 * dayMillis, "PENDING")
      yield* addDeliveries(30, 3 * dayMillis, "DELIVERED")
      yield* addDeliveries(10, 3 * dayMillis, "FAILED")
      yield* addDeliveries(20_000, dayMillis, "DELIVERED")
      const round = yield* makeDispatcher("a")
      assert.strictEqual(yield* round, 4)
      assert.deepStrictEqual(yield* countDeliveries, { DELIVERED: 20_000, PENDING: 2_000 })
      assert.strictEqual(yield* round, 1)
    }).pipe(withOutbox)
  )

  it.live("is done by one dispatcher at a time", () =>
    Effect.gen(function* () {
      yield* seedWebhooks(["http://127.0.0.1:8/"])
      yield* addDeliveries(1, 3 * dayMillis, "DELIVERED")
      const [one, other] = [yield* makeDispatcher("a"), yield* makeDispatcher("b")]
      yield* one
      yield* addDeliveries(1, 3 * dayMillis, "DELIVERED")
      yield* other
      assert.deepStrictEqual(yield* countDeliveries, { DELIVERED: 1 })
      yield* one
      assert.deepStrictEqual(yield* countDeliveries, {})
    }).pipe(withOutbox)
  )
})
