import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { claimDue } from "../testing/claim-due.ts"
import { deliverToAll } from "../testing/deliver-to-all.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { DeliveryLogRepository } from "./delivery-log-repository.ts"
import type { AcknowledgedAttempt, ClaimedDelivery, DeliveryCursor, DueEndpoint } from "./delivery-row.ts"
import { OutboxRepository } from "./outbox-repository.ts"

type Repositories = Database | DeliveryLogRepository | OutboxRepository | SqlClient.SqlClient

const limits = { limit: 256, perEndpointLimit: 768, perFailingEndpointLimit: 4 }

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const execute = (statement: string) =>
  inTransaction(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ id: number }>(statement)))

/** One project, of whose configurations nothing is left of the tests before. */
const seed = Effect.fnUntraced(function* (configurations: number) {
  yield* execute("DELETE FROM delivery")
  yield* execute("DELETE FROM webhook_configuration")
  yield* execute(`INSERT INTO organization (id, name, slug, created_at) VALUES (1, 'O', 'o', 0) ON CONFLICT DO NOTHING`)
  yield* execute(
    `INSERT INTO project (id, organization_id, name, slug, created_at) VALUES (1, 1, 'P', 'p', 0) ON CONFLICT DO NOTHING`
  )
  return yield* Effect.forEach(Array.from({ length: configurations }), addConfiguration)
})

const addConfiguration = () =>
  Effect.map(
    execute(
      `INSERT INTO webhook_configuration (project_id, url, secret, created_at) VALUES (1, 'http://a', 'whsec_x', 0) RETURNING id`
    ),
    ([row]) => row?.id ?? 0
  )

/** Revisions for all configurations of the project. */
const commit = (revisionIds: ReadonlyArray<number>) =>
  inTransaction(
    Effect.forEach(
      revisionIds,
      (revisionId) =>
        deliverToAll({
          projectId: 1,
          revisionId,
          now: 0,
          content: (id) => ({ messageId: `msg_${id}_${revisionId}`, body: "{}" })
        }),
      { discard: true }
    )
  )

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const acknowledge = (
  owner: string,
  claimed: ReadonlyArray<ClaimedDelivery>,
  result: Pick<AcknowledgedAttempt, "state" | "nextAttemptAt">
) =>
  inTransaction(
    Effect.flatMap(OutboxRepository, (outbox) =>
      outbox.acknowledge(
        owner,
        claimed.map(({ id, attemptCount }) => ({
          ...result,
          attempt: {
            deliveryId: id,
            number: attemptCount + 1,
            startedAt: 1,
            durationMillis: 1,
            status: 200,
            error: null,
            answer: null,
            requestHeaders: null,
            responseHeaders: null
          }
        })),
        []
      )
    )
  )

const delivered = { state: "DELIVERED", nextAttemptAt: 1 } as const

/** A snapshot of the database is open meanwhile, as during a backup: PostgreSQL keeps all that it may have to show. */
const underSnapshot = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    const isOpen = yield* Deferred.make<void>()
    const isOver = yield* Deferred.make<void>()
    const snapshot = yield* Effect.forkChild(
      database.snapshot(
        sql`SELECT COUNT(*) FROM delivery`.pipe(
          Effect.andThen(Deferred.succeed(isOpen, undefined)),
          Effect.andThen(Deferred.await(isOver))
        )
      )
    )
    yield* Deferred.await(isOpen)
    return yield* Effect.ensuring(effect, Effect.andThen(Deferred.succeed(isOver, undefined), Fiber.await(snapshot)))
  })

interface Explained {
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number }
}

/** The client, which adds up the pages of the database that its statements with these words read. */
const countingPages = (sql: SqlClient.SqlClient, words: RegExp) => {
  const counter = { pages: 0 }
  const explain = Effect.fnUntraced(function* (text: string, parameters: ReadonlyArray<unknown>) {
    const [row] = yield* sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters)
    const [[explained]] = Object.values(row ?? {}) as unknown as [[Explained]]
    counter.pages += explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"]
  })
  const counting = new Proxy(sql, {
    apply: (target, _, [strings, ...values]) => {
      const statement = Reflect.apply(target, undefined, [strings, ...values])
      const [text, parameters] = statement.compile()
      // Fragments are none of these.
      return words.test(text) && /^\s*WITH /.test(text)
        ? Effect.andThen(explain(text, parameters), statement)
        : statement
    }
  })
  return { counting, counter }
}

/** Counts the pages that a poll reads, and those that the claim behind it reads. Leases nothing in the end. */
const pagesRead = (cursors: ReadonlyMap<number, DeliveryCursor> | null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { counting, counter } = countingPages(sql, /webhook_configuration/)
    return yield* Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const endpoints = yield* outbox.listDue({ now: 10, ...limits, cursors })
      const poll = counter.pages
      const request = { now: 10, ...limits, owner: "a", leasedUntil: 1_000, endpoints }
      yield* Effect.exit(inTransaction(Effect.andThen(outbox.claim(request), Effect.fail("rolled back"))))
      return { endpoints, poll, claim: counter.pages - poll }
    }).pipe(Effect.provide(Layer.fresh(OutboxRepository.layer)), Effect.provideService(SqlClient.SqlClient, counting))
  })

describe("cursors of deliveries", () => {
  layer(
    Layer.mergeAll(OutboxRepository.layer, DeliveryLogRepository.layer).pipe(Layer.provideMerge(layerTestPostgres)),
    {
      timeout: "60 seconds"
    }
  )("on PostgreSQL", (it) => {
    it.effect("under a snapshot, a poll and a claim read no more after thousands of deliveries than before", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const [busy = 0, quiet = 0] = yield* seed(2)
        const deliver = Effect.fnUntraced(function* (revisionIds: ReadonlyArray<number>) {
          yield* commit(revisionIds)
          // Statistics that tell of many pending deliveries let PostgreSQL choose other indexes.
          yield* execute("ANALYZE delivery")
          for (;;) {
            const claimed = yield* claimDue({ ...limits, now: 10, owner: "a", leasedUntil: 1_000 })
            if (claimed.length === 0) return
            yield* acknowledge("a", claimed, delivered)
          }
        })
        yield* deliver([1])
        yield* underSnapshot(
          Effect.gen(function* () {
            yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${quiet}`)
            yield* deliver(numbersTo(2_000).map((number) => number + 10))
            yield* execute(`UPDATE webhook_configuration SET enabled = 1 WHERE id = ${quiet}`)
            const cursors = yield* outbox.listCursors(10)
            const idle = yield* pagesRead(cursors)
            assert.deepStrictEqual(idle.endpoints, [])
            assert.isAtMost(idle.poll, 40)
            yield* commit([5_000, 5_001])
            const before = yield* pagesRead(null)
            const above = yield* pagesRead(cursors)
            assert.deepStrictEqual(
              above.endpoints.map(({ id }) => id),
              [busy, quiet]
            )
            assert.isAtLeast(before.poll, 500)
            assert.isAtMost(above.poll, 60)
            assert.isAtMost(above.claim, 150)
          })
        )
      })
    )

    it.effect(
      "whatever happens, a poll and a claim after the cursors find the same as without",
      () =>
        Effect.gen(function* () {
          for (const seedOfRun of numbersTo(runs)) yield* runHistory(seedOfRun)
        }),
      60_000
    )

    it.effect.each([
      ["made due again is found", "next_attempt_at = -1", 0],
      ["whose retry comes is found", "next_attempt_at = 100000", 0],
      [
        "that was committed late, or made due again by an older server, is found with the next cursors",
        "next_attempt_at = 0",
        1
      ],
      [
        "whose retry is due since long before the cursors were read is found with the next ones",
        "next_attempt_at = 1",
        1
      ]
    ] as const)("a delivery %s", ([, change, renewals]) =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const [id = 0] = yield* seed(1)
        yield* commit([1, 2])
        const claimed = yield* claimDue({ ...limits, now: 10, owner: "a", leasedUntil: 1_000 })
        yield* acknowledge("a", claimed, delivered)
        let cursors = yield* outbox.listCursors(100_000)
        yield* execute(`UPDATE delivery SET state = 'PENDING', ${change} WHERE id = ${claimed[0]?.id}`)
        const isFound = Effect.map(
          Effect.suspend(() => outbox.listDue({ now: 100_000, cursors })),
          (due) => due.length > 0
        )
        for (let renewal = 0; renewal < renewals; renewal++) {
          assert.isFalse(yield* isFound)
          cursors = yield* outbox.listCursors(100_000)
        }
        assert.isTrue(yield* isFound)
        assert.isDefined(cursors?.get(id))
      })
    )
  })

  layer(OutboxRepository.layer.pipe(Layer.provideMerge(layerTestSqlite)))("on SQLite", (it) => {
    it.effect("there are none: entries of deliveries that are over leave the index at once", () =>
      Effect.gen(function* () {
        assert.isNull(yield* Effect.flatMap(OutboxRepository, (outbox) => outbox.listCursors(10)))
      })
    )
  })
})

const runs = 6
const stepsOfRun = 60

/** Small limits: windows are full, leases of one endpoint are at their limit. */
const smallLimits = { limit: 6, perEndpointLimit: 3, perFailingEndpointLimit: 1 }

/** The same numbers for the same seed. */
const makeRandom = (seedOfRun: number) => {
  let state = seedOfRun * 2_654_435_761
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

/**
 * A history of chance, by two dispatchers whose clocks differ by as much as they may. After each step a poll after the cursors
 * is compared with one without, and so are the claims. The cursors are kept as a dispatcher keeps them.
 */
const runHistory = Effect.fnUntraced(function* (seedOfRun: number) {
  const outbox = yield* OutboxRepository
  const log = yield* DeliveryLogRepository
  const random = makeRandom(seedOfRun)
  const ids = [...(yield* seed(3))]
  const clocks = { a: 1_000_000, b: 1_000_000 - 15_000 }
  const cursors = new Map(yield* outbox.listCursors(clocks.a))
  const leased: Array<{ readonly owner: "a" | "b"; readonly delivery: ClaimedDelivery }> = []
  let revisionId = 0
  const anyOf = <A>(values: ReadonlyArray<A>): A | undefined => values[random(values.length)]
  const leasedIds = () => leased.splice(random(leased.length + 1), 1 + random(3))
  const claimAs = Effect.fnUntraced(function* (owner: "a" | "b") {
    const now = clocks[owner]
    const request = { ...smallLimits, now, owner, leasedUntil: now + 20_000 }
    const endpoints = yield* outbox.listDue({ ...request, ...(owner === "a" ? { cursors } : {}) })
    if (owner === "a") for (const { id, cursor } of endpoints) if (cursor !== undefined) cursors.set(id, cursor)
    if (endpoints.length === 0) return
    const claimed = yield* inTransaction(outbox.claim({ ...request, endpoints }))
    leased.push(...claimed.map((delivery) => ({ owner, delivery })))
  })
  const settle = Effect.fnUntraced(function* (toResult: (owner: "a" | "b") => Parameters<typeof acknowledge>[2]) {
    for (const { owner, delivery } of leasedIds()) yield* acknowledge(owner, [delivery], toResult(owner))
  })
  const change = (assignment: string) =>
    execute(`UPDATE webhook_configuration SET ${assignment} WHERE id = ${anyOf(ids)}`)
  const anyDelivery = Effect.map(execute("SELECT id FROM delivery ORDER BY id"), (rows) => anyOf(rows)?.id ?? 0)

  const steps: ReadonlyArray<readonly [name: string, step: Effect.Effect<unknown, unknown, Repositories>]> = [
    ["commit", Effect.suspend(() => commit(numbersTo(1 + random(4)).map(() => ++revisionId)))],
    ["claim as a", claimAs("a")],
    ["claim as a", claimAs("a")],
    ["claim as b", claimAs("b")],
    ["deliver", settle(() => delivered)],
    ["deliver", settle(() => delivered)],
    ["fail", settle((owner) => ({ state: "PENDING", nextAttemptAt: clocks[owner] + 5_000 + random(60_000) }))],
    ["give up", settle(() => ({ state: "FAILED", nextAttemptAt: 1 }))],
    [
      "release",
      Effect.suspend(() =>
        Effect.forEach(leasedIds(), ({ owner, delivery }) => inTransaction(outbox.releaseLeases(owner, [delivery.id])))
      )
    ],
    [
      "time passes",
      Effect.sync(() => {
        const millis = random(30_000)
        clocks.a += millis
        clocks.b += millis
      })
    ],
    ["pause", Effect.suspend(() => change("paused = 1 - paused"))],
    ["hold", Effect.suspend(() => change(`held_until = ${clocks.a + random(40_000)}`))],
    [
      "begin or end to fail",
      Effect.suspend(() => change("first_failed_at = CASE WHEN first_failed_at IS NULL THEN 1 END"))
    ],
    ["disable or enable", Effect.suspend(() => change("enabled = 1 - enabled"))],
    ["deliver again", Effect.flatMap(anyDelivery, (id) => inTransaction(log.redeliver(id)))],
    [
      "deliver some again",
      Effect.suspend(() =>
        inTransaction(
          log.redeliverSome({
            webhookConfigurationId: anyOf(ids) ?? 0,
            states: null,
            activityTypes: null,
            createdAfter: null,
            createdBefore: null,
            afterId: 0,
            limit: 3
          })
        )
      )
    ],
    ["reset times", Effect.suspend(() => inTransaction(outbox.resetTimesBeyond(clocks.a + random(60_000), 2)))],
    ["remove", Effect.flatMap(anyDelivery, (id) => inTransaction(outbox.removeFinished([id])))],
    ["add a configuration", Effect.map(addConfiguration(), (id) => ids.push(id))],
    [
      "renew the cursors",
      Effect.map(
        Effect.suspend(() => outbox.listCursors(clocks.a)),
        (listed) => {
          for (const [id, cursor] of listed ?? []) cursors.set(id, cursor)
        }
      )
    ]
  ]

  for (const place of numbersTo(stepsOfRun)) {
    const [name, step] = anyOf(steps) ?? ["nothing", Effect.void]
    yield* step
    const message = `run ${seedOfRun}, step ${place}: ${name}`
    const request = { ...smallLimits, now: clocks.a, owner: "a", leasedUntil: clocks.a + 20_000 }
    const plain = yield* outbox.listDue(request)
    const above = yield* outbox.listDue({ ...request, cursors })
    assert.deepStrictEqual(
      above.map(({ cursor: _, ...endpoint }) => endpoint),
      [...plain],
      message
    )
    const claimedOf = (endpoints: ReadonlyArray<DueEndpoint>) =>
      Effect.flip(
        inTransaction(
          Effect.flatMap(outbox.claim({ ...request, endpoints }), (claimed) => Effect.fail(claimed.map(({ id }) => id)))
        )
      )
    assert.deepStrictEqual(yield* claimedOf(above), yield* claimedOf(plain), message)
  }
})
