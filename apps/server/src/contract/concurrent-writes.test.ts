import { PostgresServer } from "@dragoman/store/testing"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { hourlyRound } from "../composition/hourly-work.ts"
import { seed } from "../testing/seed.ts"
import type { TestResponse } from "../testing/send.ts"
import { startServer } from "../testing/start-server.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { contractEndpoints } from "./contract-endpoints.ts"
import { type FixtureId, seedWritingFixtures } from "./writing-fixtures.ts"
import { exempt, writingOperations } from "./writing-operations.ts"
import { sendWritingOperation } from "./writing-request.ts"

/** Operations at once in one world: all pairs of them meet. */
const operationsAtOnce = 10

/** Worlds at once, so that the two cores have something to do. */
const worldsAtOnce = 3

/** Work of the server that writes without a request. */
const hourly = "hourly work"

const titles = [...Object.keys(writingOperations), hourly]

/** Few groups that have every pair of titles in one of them; titles of the last groups meet themselves. */
const groups = (): ReadonlyArray<ReadonlyArray<string>> => {
  const missing = new Map(titles.map((title, index) => [title, new Set(titles.slice(index + 1))]))
  const isMissing = (one: string, other: string) =>
    missing.get(one)?.has(other) === true || missing.get(other)?.has(one) === true
  const made: Array<ReadonlyArray<string>> = []
  for (const [first, others] of missing) {
    while (others.size > 0) {
      const group = [first]
      while (group.length < operationsAtOnce) {
        const gain = (title: string) => group.filter((one) => isMissing(one, title)).length
        const best = titles
          .filter((title) => !group.includes(title))
          .reduce((found, title) => (gain(title) > gain(found) ? title : found))
        if (group.includes(best)) break
        group.push(best)
      }
      for (const one of group) for (const other of group) missing.get(one)?.delete(other)
      made.push(group)
    }
  }
  for (let start = 0; start < titles.length; start += operationsAtOnce / 2) {
    const some = titles.slice(start, start + operationsAtOnce / 2)
    made.push([...some, ...some])
  }
  return made
}

/** Sends the request of an operation to this server. */
const run = Effect.fnUntraced(function* (baseUrl: string, fixture: FixtureId, title: string) {
  const operation = writingOperations[title]
  if (operation === undefined) return yield* Effect.as(hourlyRound, { status: 200, body: "" } satisfies TestResponse)
  const { dataDir } = yield* TestServer
  const credential = yield* seed.accessToken(operation.as(fixture), { super: true })
  return yield* sendWritingOperation(credential, title, operation, fixture).pipe(
    Effect.provideService(TestServer, { baseUrl, dataDir })
  )
})

/** The batch jobs that were begun are done: their pieces write as well. */
const batchJobsDone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT j.id FROM batch_job j JOIN project p ON p.id = j.project_id JOIN organization o ON o.id = p.organization_id
    WHERE j.status IN ('PENDING', 'RUNNING') AND j.id < 1000000 AND p.deleted_at IS NULL AND o.deleted_at IS NULL LIMIT 1`
  return rows.length === 0
}).pipe(Effect.orDie, Effect.repeat({ until: (isDone) => isDone, schedule: Schedule.spaced("20 millis") }))

/** Tests with all groups, or with each eighth one: these have every operation, but not every pair. */
const tests = [
  { title: "some pairs of writing operations at once", groupStep: 8, options: { timeout: 120_000 } },
  {
    title: "every pair of writing operations at once",
    groupStep: 1,
    options: { timeout: 300_000, tags: ["exhaustive"] }
  }
]

/** The pairs of these groups at once, on one server or on two with one database. */
const tryPairs = Effect.fnUntraced(function* (baseUrls: ReadonlyArray<string>, groupStep: number) {
  const planned = groups().filter((_, index) => index % groupStep === 0)
  const fixtures = yield* seedWritingFixtures(planned.length)
  const failures: Array<string> = []
  yield* Effect.forEach(
    planned,
    (group, index) =>
      Effect.forEach(
        group,
        (title, place) =>
          Effect.map(
            run(baseUrls[(index + place) % baseUrls.length] ?? "", fixtures[index] ?? 0, title),
            ({ status, body }) => {
              if (status >= 500) failures.push(`${title}: ${status} ${JSON.stringify(body)} beside ${group.join(", ")}`)
            }
          ),
        { concurrency: "unbounded", discard: true }
      ),
    { concurrency: worldsAtOnce, discard: true }
  )
  assert.deepStrictEqual(failures, [])
  yield* batchJobsDone
  assert.deepStrictEqual(yield* checkInvariants, [])
})

const layerOptions = { excludeTestServices: true, timeout: "120 seconds" } as const

layer(layerTestServer(), layerOptions)("writing operations on SQLite", (it) => {
  it.effect("each of the contract is in the list, or it says why not", () =>
    Effect.sync(() => {
      const writing = contractEndpoints.filter(({ method }) => method !== "GET").map(({ title }) => title)
      const listed = [...Object.keys(writingOperations), ...Object.keys(exempt)]
      assert.deepStrictEqual(listed.toSorted(), writing.toSorted())
    })
  )

  it.effect(
    "each alone is accepted",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        const fixtures = yield* seedWritingFixtures(titles.length)
        const refused: Array<unknown> = []
        for (const [index, title] of titles.entries()) {
          const { status, body } = yield* run(baseUrl, fixtures[index] ?? 0, title)
          if (status >= 300) refused.push([title, status, body])
        }
        assert.deepStrictEqual(refused, [])
        assert.deepStrictEqual(yield* checkInvariants, [])
      }),
    120_000
  )
})

// A server for each test: both seed the same ids.
for (const { title, groupStep, options } of tests) {
  layer(layerTestServer(), layerOptions)("on SQLite", (it) => {
    it.effect(title, () => Effect.flatMap(TestServer, ({ baseUrl }) => tryPairs([baseUrl], groupStep)), options)
  })
}

layer(PostgresServer.layer, layerOptions)("on PostgreSQL, with two servers", (it) => {
  for (const { title, groupStep, options } of tests) {
    it.effect(
      title,
      () =>
        Effect.gen(function* () {
          const { newDatabaseWithSchema } = yield* PostgresServer
          const url = yield* newDatabaseWithSchema
          const [one, other] = [yield* startServer(url, { webhookDispatcher: "embedded" }), yield* startServer(url)]
          yield* Effect.provideContext(tryPairs([one.baseUrl, other.baseUrl], groupStep), one.services)
          // None had to run again: they take their locks in one order.
          const sql = Context.get(one.services, SqlClient.SqlClient)
          const rows = yield* sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
          assert.deepStrictEqual(
            rows.map((row) => ({ ...row })),
            [{ deadlocks: 0 }]
          )
        }),
      options
    )
  }
})
