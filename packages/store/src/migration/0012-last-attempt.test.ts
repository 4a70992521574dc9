import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DeliveryLogRepository } from "../outbox/delivery-log-repository.ts"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { lastAttempt } from "./0012-last-attempt.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"
import { undoMigrations } from "./undo-migrations.ts"

const beforeFirst = () => Effect.void

layer(PostgresServer.layer, { timeout: "60 seconds" })("the log of deliveries of an earlier version", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`keeps all attempts, the last one in the row of the delivery, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const steps = migrations.filter(({ version }) => version < lastAttempt.version)
          yield* migrate({ now: 1, beforeFirst, steps })
          const named = { id: 1, created_at: 0, name: "n", slug: "n" }
          const attempt = (id: number, delivery_id: number, number: number) => ({
            id,
            delivery_id,
            number,
            started_at: id,
            duration_millis: 5,
            status: 500,
            error: "The endpoint answered 500.",
            answer: `"á" ${id}`,
            request_headers: `{"webhook-id":"m${id}"}`,
            response_headers: id === 3 ? null : `{"server":"s${id}"}`
          })
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`INSERT INTO organization ${sql.insert(named)}`
              yield* sql`INSERT INTO project ${sql.insert({ ...named, organization_id: 1 })}`
              yield* sql`INSERT INTO webhook_configuration ${sql.insert({ id: 1, project_id: 1, url: "u", secret: "s", created_at: 0 })}`
              for (const [id, attempts] of [
                [1, 0],
                [2, 1],
                [3, 3]
              ] as const) {
                yield* sql`INSERT INTO delivery ${sql.insert({
                  id,
                  message_id: `m${id}`,
                  webhook_configuration_id: 1,
                  revision_id: 1,
                  attempt_count: attempts,
                  next_attempt_at: 0,
                  created_at: 0
                })}`
              }
              // The order in which two dispatchers acknowledged them.
              for (const row of [attempt(1, 3, 1), attempt(2, 3, 2), attempt(3, 2, 1), attempt(4, 3, 3)]) {
                const { id: _, ...values } = row
                yield* sql`INSERT INTO delivery_attempt ${sql.insert(values)}`
              }
            })
          )
          yield* migrate({ now: 2, beforeFirst })
          const log = yield* DeliveryLogRepository
          const logged = Effect.fnUntraced(function* (deliveryId: number) {
            const rows = yield* log.listAttempts(deliveryId)
            return rows.map(({ number, startedAt, durationMillis, answer, requestHeaders, responseHeaders }) => [
              number,
              startedAt,
              durationMillis,
              answer,
              requestHeaders?.["webhook-id"],
              responseHeaders?.["server"]
            ])
          })
          assert.deepStrictEqual(yield* logged(1), [])
          assert.deepStrictEqual(yield* logged(2), [[1, 3, 5, '"á" 3', "m3", undefined]])
          assert.deepStrictEqual(
            yield* logged(3),
            [1, 2, 4].map((id, index) => [index + 1, id, 5, `"á" ${id}`, `m${id}`, `s${id}`])
          )
          assert.lengthOf(yield* sql`SELECT id FROM delivery_attempt`, 2)

          // The way back: every attempt is a row again, numbered as it was.
          yield* undoMigrations(lastAttempt.version - 1)
          const attempts = yield* sql<{ deliveryId: number; number: number; startedAt: number; answer: string }>`
            SELECT delivery_id, number, started_at, answer FROM delivery_attempt ORDER BY delivery_id, number`
          assert.deepStrictEqual(
            attempts.map(({ deliveryId, number, startedAt, answer }) => [deliveryId, number, startedAt, answer]),
            [
              [2, 1, 3, '"á" 3'],
              [3, 1, 1, '"á" 1'],
              [3, 2, 2, '"á" 2'],
              [3, 3, 4, '"á" 4']
            ]
          )
        }).pipe(Effect.provide(DeliveryLogRepository.layer), Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }
})
