import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type AuditFilter, AuditRepository, type NewAuditEntry } from "./audit-repository.ts"

const owner = 1

const entry = (difference: Partial<NewAuditEntry>): NewAuditEntry => ({
  at: 100,
  action: "LOGIN",
  failure: null,
  userId: owner,
  actingUserId: null,
  username: "owner",
  credentialKind: null,
  credentialId: null,
  address: null,
  objectKind: null,
  objectId: null,
  objectName: null,
  organizationId: null,
  projectId: null,
  before: null,
  after: null,
  ...difference
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the audit log on %s", (engine, layerTest) => {
  const layerFixture = AuditRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))

  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    const insert = (difference: Partial<NewAuditEntry> = {}) =>
      Effect.flatMap(AuditRepository, (log) => log.insert(entry(difference)))
    const times = Effect.gen(function* () {
      const log = yield* AuditRepository
      const rows = yield* log.list({}, { order: "oldest", after: null, limit: 100 }, null)
      return rows.map(({ at }) => at)
    })

    it.effect("keeps what it was given, and nothing changes it", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const log = yield* AuditRepository
          const before = { role: "MEMBER", scopes: ["keys.view"] }
          yield* insert({ before, after: { role: null }, failure: "bad_credentials", address: "192.0.2.1" })
          const changes = [
            sql`UPDATE audit_entry SET username = 'other'`,
            sql`UPDATE audit_entry SET at = 0`,
            sql`DELETE FROM audit_entry`,
            sql`DELETE FROM audit_entry WHERE at < 1000`,
            sql.onDialectOrElse({
              pg: () => sql`TRUNCATE audit_entry`,
              orElse: () =>
                sql`INSERT OR REPLACE INTO audit_entry (id, at, action) SELECT id, 0, 'LOGIN' FROM audit_entry`
            })
          ]
          for (const change of changes) {
            // Each in a savepoint: PostgreSQL accepts nothing more after an error.
            const outcome = yield* Effect.result(sql.withTransaction(change))
            assert.strictEqual(outcome._tag, "Failure")
          }
          const [row] = yield* log.list({}, { order: "newest", after: null, limit: 10 }, null)
          assert.deepInclude(row, {
            at: 100,
            username: "owner",
            failure: "bad_credentials",
            address: "192.0.2.1",
            before,
            after: { role: null }
          })
        })
      )
    )

    it.effect("is erased by the retention alone, and only before the time that it says", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const log = yield* AuditRepository
          for (const at of [10, 20, 30, 40]) yield* insert({ at })
          assert.strictEqual(yield* database.transaction(log.eraseSome(35, 2)), 2)
          assert.deepStrictEqual(yield* times, [30, 40])
          assert.strictEqual(yield* database.transaction(log.eraseSome(35, 2)), 1)
          assert.deepStrictEqual(yield* times, [40])
          assert.strictEqual(yield* database.transaction(log.eraseSome(35, 2)), 0)
          // It has closed the door behind itself.
          const outcome = yield* Effect.result(sql.withTransaction(sql`DELETE FROM audit_entry WHERE at < 50`))
          assert.strictEqual(outcome._tag, "Failure")
          // Without its row nothing may be erased.
          yield* sql`DELETE FROM audit_retention`
          const without = yield* Effect.result(sql.withTransaction(sql`DELETE FROM audit_entry WHERE at < 50`))
          assert.strictEqual(without._tag, "Failure")
          assert.deepStrictEqual(yield* times, [40])
        })
      )
    )

    it.effect("is sorted by time, then by id, and goes on behind any entry in both directions", () =>
      inFixture(
        Effect.gen(function* () {
          const log = yield* AuditRepository
          // A clock that went back.
          for (const at of [30, 10, 20, 20, 20]) yield* insert({ at })
          const rows = yield* log.list({}, { order: "oldest", after: null, limit: 100 }, null)
          assert.deepStrictEqual(
            rows.map(({ at }) => at),
            [10, 20, 20, 20, 30]
          )
          for (const [index, { at, id }] of rows.entries()) {
            const later = yield* log.list({}, { order: "oldest", after: { at, id }, limit: 100 }, null)
            assert.deepStrictEqual(later, rows.slice(index + 1))
            const earlier = yield* log.list({}, { order: "newest", after: { at, id }, limit: 100 }, null)
            assert.deepStrictEqual(earlier, rows.slice(0, index).toReversed())
          }
        })
      )
    )

    if (engine === "SQLite") {
      it.effect("finds a page of every filter by an index in the order of the list, without sorting", () =>
        Effect.gen(function* () {
          const log = yield* AuditRepository
          const filters: ReadonlyArray<readonly [AuditFilter, string]> = [
            [{}, "at"],
            [{ createdAfter: 1, createdBefore: 9 }, "at"],
            [{ username: "owner" }, "at"],
            [{ actions: ["LOGIN", "LOGOUT"] }, "at"],
            [{ actions: ["LOGIN"] }, "action"],
            [{ actions: ["LOGIN"], createdAfter: 1, createdBefore: 9 }, "action"],
            [{ userId: 1 }, "user"],
            [{ actingUserId: 1 }, "acting_user"],
            [{ address: "192.0.2.1" }, "address"],
            [{ organizationId: 1 }, "organization"],
            [{ projectId: 1 }, "project"],
            [{ objectKind: "USER", objectId: 1 }, "object"],
            [{ outcome: "FAILURE" }, "failure"]
          ]
          for (const [filter, index] of filters) {
            for (const order of ["newest", "oldest"] as const) {
              for (const after of [null, { at: 5, id: 7 }]) {
                const plan = yield* planOf(log.list(filter, { order, after, limit: 20 }, null))
                const reads = plan.filter((detail) => /\baudit_entry\b|\be\b|TEMP/.test(detail))
                const message = `${JSON.stringify(filter)} ${order} ${JSON.stringify(after)}: ${plan.join("; ")}`
                assert.isTrue(
                  reads.some((detail) => new RegExp(`USING (COVERING )?INDEX audit_entry_${index}\\b`).test(detail)),
                  message
                )
                // The rows of one page are put into their order again, after they got their names.
                const inner = plan.slice(
                  0,
                  plan.findIndex((detail) => detail.startsWith("SCAN e"))
                )
                assert.deepStrictEqual(
                  inner.filter((detail) => detail.includes("TEMP")),
                  [],
                  message
                )
                const names = plan.filter((detail) => /^SEARCH (u|a|o|p|x)\b/.test(detail))
                for (const detail of names) assert.match(detail, /USING (INTEGER PRIMARY KEY|.*INDEX)/, message)
              }
            }
          }
        })
      )
    }
  })
})

/** The query plan of SQLite. */
const planOf = Effect.fnUntraced(function* <A, E, R>(query: Effect.Effect<A, E, R>) {
  const plans: Array<string> = []
  const explain: Statement.Transformer = (statement, sql) => {
    const [text, parameters] = statement.compile()
    return text.startsWith("EXPLAIN")
      ? Effect.succeed(statement)
      : Effect.map(Effect.orDie(sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)), (rows) => {
          plans.push(...rows.map((row) => row.detail))
          return statement
        })
  }
  yield* Effect.provideService(query, Statement.CurrentTransformer, explain)
  return plans
})
