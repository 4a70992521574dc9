import { DeliveryLogRepository, OutboxRepository } from "@dragoman/store"
import { claimDue } from "@dragoman/store/testing/claim-due"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Logger, Queue, References, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { type EngineOptions, runEngine } from "./engine.ts"
import { DeliverySender } from "./sending/delivery-sender.ts"
import {
  commitRevision,
  deliveryRows,
  inTransaction,
  seedWebhooks,
  testSecret,
  untilDeliveries,
  webhookRow,
  withOutbox
} from "./testing/outbox-fixture.ts"
import { isTolgeeSignature, localRules, respondWith, startReceiver } from "./testing/receiver.ts"
import { makeManualClock } from "./testing/scripted-engine.ts"

/** An engine in the background on a clock that stands still; `advance` moves it and wakes the engine. */
const startEngine = Effect.fnUntraced(function* (options: Partial<EngineOptions> = {}) {
  const timeoutMillis = options.timeoutMillis ?? 10_000
  const clock = yield* makeManualClock
  const signals = yield* Queue.unbounded<void>()
  const fiber = yield* Effect.forkScoped(
    runEngine({ timeoutMillis, logDays: 30, wakeUps: Stream.fromQueue(signals), ...options }).pipe(
      Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis })),
      Effect.provideContext(clock.context)
    )
  )
  const wake = Queue.offer(signals, undefined)
  return {
    fiber,
    wake,
    advance: (millis: number) =>
      Effect.andThen(
        Effect.sync(() => clock.pass(millis)),
        wake
      ),
    commit: (revisionId: number) =>
      commitRevision(revisionId).pipe(Effect.provideContext(clock.context), Effect.andThen(wake))
  }
})

const areAll = (state: string) => (rows: ReadonlyArray<{ readonly state: string }>) =>
  rows.every((row) => row.state === state)

describe("the engine", () => {
  it.live("delivers each change to each configuration, signed, and notes when", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([`${receiver.url}/1`, `${receiver.url}/2`])
      const engine = yield* startEngine()
      for (const revisionId of [1, 2, 3]) yield* engine.commit(revisionId)
      const rows = yield* untilDeliveries(areAll("DELIVERED"))
      assert.strictEqual(rows.length, 6)
      assert.deepStrictEqual(
        receiver.requests.map(({ headers }) => String(headers["webhook-id"])).toSorted(),
        rows.map(({ messageId }) => messageId).toSorted()
      )
      for (const { body, headers } of receiver.requests) {
        assert.isTrue(isTolgeeSignature(headers["tolgee-signature"], body, testSecret))
        new Webhook(testSecret).verify(body, headers as Record<string, string>)
      }
      const webhook = yield* webhookRow(1)
      assert.deepInclude(webhook, { enabled: 1, autoDisabled: 0, firstFailedAt: null })
      assert.isNumber(webhook.lastExecutedAt)
    }).pipe(withOutbox)
  )

  it.live("finds deliveries without a signal by polling", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([receiver.url])
      yield* startEngine({ pollMillis: 20 })
      yield* commitRevision(1)
      assert.strictEqual((yield* receiver.next).headers["webhook-id"], "msg_1_1")
    }).pipe(withOutbox)
  )

  it.live("tries a failed delivery again: same id and body, new signature; a success ends the run of failures", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((response, _, index) => {
        response.writeHead(index === 0 ? 500 : 200).end("broken")
      })
      yield* seedWebhooks([receiver.url])
      const engine = yield* startEngine()
      yield* engine.commit(1)
      const first = yield* receiver.next
      yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
      const failed = yield* webhookRow(1)
      assert.strictEqual(failed.firstFailedAt, failed.lastExecutedAt)
      assert.isNumber(failed.firstFailedAt)

      yield* engine.advance(4_000)
      assert.strictEqual(receiver.requests.length, 1)
      yield* engine.advance(1_600)
      const second = yield* receiver.next
      assert.deepStrictEqual([second.body, second.headers["webhook-id"]], [first.body, first.headers["webhook-id"]])
      assert.notStrictEqual(second.headers["tolgee-signature"], first.headers["tolgee-signature"])
      assert.isTrue(isTolgeeSignature(second.headers["tolgee-signature"], second.body, testSecret))
      yield* untilDeliveries(areAll("DELIVERED"))
      assert.isNull((yield* webhookRow(1)).firstFailedAt)
      const attempts = yield* (yield* DeliveryLogRepository).listAttempts(1)
      assert.deepStrictEqual(
        attempts.map(({ number, status, answer }) => ({ number, status, answer })),
        [
          { number: 1, status: 500, answer: "broken" },
          { number: 2, status: 200, answer: "broken" }
        ]
      )
    }).pipe(Effect.provide(DeliveryLogRepository.layer), withOutbox)
  )

  it.live("sends a delivery again that was given up: same id and body, one more attempt", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(500))
      yield* seedWebhooks([receiver.url])
      const log = yield* DeliveryLogRepository
      const sql = yield* SqlClient.SqlClient
      const engine = yield* startEngine()
      yield* engine.commit(1)
      const first = yield* receiver.next
      yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
      yield* inTransaction(sql`UPDATE delivery SET state = 'FAILED', attempt_count = 10`)
      yield* inTransaction(log.redeliver(1))
      yield* engine.wake
      const again = yield* receiver.next
      assert.deepStrictEqual([again.body, again.headers["webhook-id"]], [first.body, first.headers["webhook-id"]])
      yield* untilDeliveries(areAll("FAILED"))
      assert.deepStrictEqual(
        (yield* log.listAttempts(1)).map(({ number }) => number),
        [10, 11]
      )
    }).pipe(Effect.provide(DeliveryLogRepository.layer), withOutbox)
  )

  it.live("forgets what was over before the days of the log, and nothing that is pending", () =>
    Effect.gen(function* () {
      yield* seedWebhooks(["http://127.0.0.1:8/"])
      const sql = yield* SqlClient.SqlClient
      for (const revisionId of [1, 2, 3]) yield* commitRevision(revisionId)
      const now = yield* Clock.currentTimeMillis
      const dayMillis = 24 * 3_600_000
      yield* inTransaction(
        sql`UPDATE delivery SET created_at = ${now - 2 * dayMillis - 1}, next_attempt_at = ${now + dayMillis}`
      )
      yield* inTransaction(sql`UPDATE delivery SET state = 'FAILED' WHERE id < 3`)
      yield* inTransaction(sql`UPDATE delivery SET created_at = ${now - 2 * dayMillis + 60_000} WHERE id = 2`)
      yield* startEngine({ logDays: 2 })
      const rows = yield* untilDeliveries((found) => found.length < 3)
      assert.deepStrictEqual(
        rows.map(({ messageId }) => messageId),
        ["msg_1_2", "msg_1_3"]
      )
    }).pipe(withOutbox)
  )

  it.live("reports each acknowledged attempt, and logs failed ones", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(503))
      yield* seedWebhooks([receiver.url])
      const reported: Array<number | null> = []
      const logged = yield* Queue.unbounded<unknown>()
      const engine = yield* startEngine({
        onAttempts: (attempts) => reported.push(...attempts.map(({ status }) => status))
      }).pipe(
        Effect.provide(Logger.layer([Logger.make(({ message }) => Queue.offerUnsafe(logged, message))])),
        Effect.provideService(References.MinimumLogLevel, "Warn")
      )
      yield* engine.commit(1)
      yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
      assert.deepStrictEqual(yield* Queue.take(logged), ["Webhook attempt failed"])
      yield* Fiber.interrupt(engine.fiber)
      assert.deepStrictEqual(reported, [503])
    }).pipe(withOutbox)
  )

  it.live("leaves an endpoint alone that asks for it, for all of its deliveries, and no other one", () =>
    Effect.gen(function* () {
      const busy = yield* startReceiver((response, _, index) => {
        if (index === 0) response.writeHead(503, { "retry-after": "60" }).end()
        else response.writeHead(200).end()
      })
      const other = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([busy.url, other.url])
      const engine = yield* startEngine({ pollMillis: 5 })
      yield* engine.commit(1)
      yield* untilDeliveries((rows) =>
        rows.some(({ state, attemptCount }) => state === "PENDING" && attemptCount === 1)
      )
      for (const revisionId of [2, 3]) yield* engine.commit(revisionId)
      for (let count = 1; count <= 3; count++) yield* other.next
      yield* engine.advance(55_000)
      yield* engine.commit(4)
      yield* other.next
      assert.strictEqual(busy.requests.length, 1)
      yield* engine.advance(6_000)
      yield* untilDeliveries(areAll("DELIVERED"))
      assert.deepStrictEqual(busy.requests.map(({ headers }) => String(headers["webhook-id"])).toSorted(), [
        "msg_1_1",
        "msg_1_1",
        "msg_1_2",
        "msg_1_3",
        "msg_1_4"
      ])
    }).pipe(withOutbox)
  )

  it.live("signs with both secrets of a rotation until the overlap has ended", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([receiver.url])
      const newSecret = "whsec_ffeeddccbbaa99887766554433221100"
      const sql = yield* SqlClient.SqlClient
      const until = (yield* Clock.currentTimeMillis) + 60_000
      const rotation = { secret: newSecret, previous_secret: testSecret, previous_secret_until: until }
      yield* inTransaction(sql`UPDATE webhook_configuration SET ${sql.update(rotation)}`)
      const engine = yield* startEngine()
      yield* engine.commit(1)
      const during = yield* receiver.next
      const headers = during.headers as Record<string, string>
      assert.deepStrictEqual(new Webhook(newSecret).verify(during.body, headers), JSON.parse(during.body))
      assert.deepStrictEqual(new Webhook(testSecret).verify(during.body, headers), JSON.parse(during.body))
      assert.isTrue(isTolgeeSignature(headers["tolgee-signature"], during.body, newSecret))
      yield* engine.advance(61_000)
      yield* engine.commit(2)
      const after = yield* receiver.next
      // The verifier has the real time.
      assert.lengthOf(String(after.headers["webhook-signature"]).split(" "), 1)
      assert.isTrue(isTolgeeSignature(after.headers["tolgee-signature"], after.body, newSecret))
    }).pipe(withOutbox)
  )

  it.live("keeps what is for a paused configuration, and sends all of it afterwards", () =>
    Effect.gen(function* () {
      const paused = yield* startReceiver(respondWith(200))
      const on = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([paused.url, on.url])
      const sql = yield* SqlClient.SqlClient
      yield* inTransaction(sql`UPDATE webhook_configuration SET paused = 1 WHERE id = 1`)
      const engine = yield* startEngine({ pollMillis: 5 })
      for (const revisionId of [1, 2, 3]) yield* engine.commit(revisionId)
      for (let count = 1; count <= 3; count++) yield* on.next
      assert.strictEqual(paused.requests.length, 0)
      yield* inTransaction(sql`UPDATE webhook_configuration SET paused = 0 WHERE id = 1`)
      yield* untilDeliveries(areAll("DELIVERED"))
      assert.sameMembers(
        paused.requests.map(({ headers }) => headers["webhook-id"]),
        ["msg_1_1", "msg_1_2", "msg_1_3"]
      )
    }).pipe(withOutbox)
  )

  it.live(
    "sends nothing that it has claimed for a configuration that is paused meanwhile, and later to the new address",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pending: Array<() => void> = []
        const before = yield* startReceiver((response) => {
          pending.push(() => response.writeHead(200).end())
        })
        const after = yield* startReceiver(respondWith(200))
        yield* seedWebhooks([before.url])
        for (const revisionId of [1, 2]) yield* commitRevision(revisionId)
        // Longer than the test, so that no attempt fails and withdraws the waiting ones.
        const engine = yield* startEngine({ perEndpointConcurrency: 1, timeoutMillis: 60_000 })
        yield* before.next
        yield* untilDeliveries((rows) => rows.every(({ leasedBy }) => leasedBy !== null))
        yield* inTransaction(sql`UPDATE webhook_configuration SET paused = 1`)
        yield* untilDeliveries((rows) => rows[1]?.leasedBy === null)
        yield* inTransaction(sql`UPDATE webhook_configuration SET paused = 0, url = ${after.url}`)
        for (const release of pending) release()
        yield* engine.wake
        assert.strictEqual((yield* after.next).headers["webhook-id"], "msg_1_2")
        assert.strictEqual(before.requests.length, 1)
      }).pipe(withOutbox)
  )

  it.live("a hanging endpoint does not delay another one", () =>
    Effect.gen(function* () {
      const hanging = yield* startReceiver(() => {})
      const healthy = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([hanging.url, healthy.url])
      const engine = yield* startEngine({ concurrency: 4, perEndpointConcurrency: 2, timeoutMillis: 2_000 })
      const startedAt = performance.now()
      for (let revisionId = 1; revisionId <= 20; revisionId++) yield* engine.commit(revisionId)
      for (let count = 1; count <= 20; count++) yield* healthy.next
      assert.isBelow(performance.now() - startedAt, 2_000)
      assert.strictEqual(hanging.requests.length, 2)
    }).pipe(withOutbox)
  )

  it.live("sends to others at once while one endpoint has a backlog", () =>
    Effect.gen(function* () {
      const pending: Array<() => void> = []
      const busy = yield* startReceiver((response) => {
        pending.push(() => response.writeHead(200).end())
      })
      const quiet = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([busy.url])
      yield* seedWebhooks([quiet.url], 2)
      for (let revisionId = 1; revisionId <= 60; revisionId++) yield* commitRevision(revisionId)
      const engine = yield* startEngine({ concurrency: 4, perEndpointConcurrency: 2, timeoutMillis: 20_000 })
      yield* busy.next
      for (let revisionId = 101; revisionId <= 110; revisionId++) {
        yield* commitRevision(revisionId, 2)
        yield* engine.wake
        yield* quiet.next
      }
      assert.strictEqual(busy.requests.length, 2)
      for (const release of pending) release()
    }).pipe(withOutbox)
  )

  it.live("sends nothing to a disabled configuration; what waited for it is dropped", () =>
    Effect.gen(function* () {
      const off = yield* startReceiver(respondWith(200))
      const on = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([off.url, on.url])
      yield* commitRevision(1)
      const sql = yield* SqlClient.SqlClient
      yield* inTransaction(sql`UPDATE webhook_configuration SET enabled = 0 WHERE id = 1`)
      yield* startEngine()
      const rows = yield* untilDeliveries((found) => found.every(({ state }) => state !== "PENDING"))
      assert.deepStrictEqual(
        rows.map(({ state }) => state),
        ["DROPPED", "DELIVERED"]
      )
      assert.deepStrictEqual([off.requests.length, on.requests.length], [0, 1])
      assert.deepInclude(yield* webhookRow(1), { firstFailedAt: null, lastExecutedAt: null })
    }).pipe(withOutbox)
  )

  it.live("switches a configuration off that has failed for three days, and drops what waits for it", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(503))
      yield* seedWebhooks([receiver.url])
      const engine = yield* startEngine()
      yield* engine.commit(1)
      yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
      for (const attemptCount of [2, 3, 4]) {
        assert.deepInclude(yield* webhookRow(1), { enabled: 1, autoDisabled: 0 })
        yield* engine.advance(24 * 3_600_000)
        yield* untilDeliveries((rows) => rows[0]?.attemptCount === attemptCount)
      }
      assert.deepInclude(yield* webhookRow(1), { enabled: 0, autoDisabled: 1 })
      const sql = yield* SqlClient.SqlClient
      const causes = yield* sql`SELECT type, user_id, params FROM notification_cause`
      assert.deepStrictEqual(causes, [
        { type: "WEBHOOK_DISABLED", userId: null, params: '{"webhookConfigurationId":1}' }
      ])
      yield* engine.advance(12 * 3_600_000)
      yield* untilDeliveries(areAll("DROPPED"))
      assert.strictEqual(receiver.requests.length, 4)
    }).pipe(withOutbox)
  )

  it.live("stops gracefully: running attempts are finished and acknowledged, other leases are released", () =>
    Effect.gen(function* () {
      const pending: Array<() => void> = []
      const receiver = yield* startReceiver((response) => {
        pending.push(() => response.writeHead(200).end())
      })
      yield* seedWebhooks([receiver.url])
      const engine = yield* startEngine({ concurrency: 2, perEndpointConcurrency: 2, timeoutMillis: 20_000 })
      for (const revisionId of [1, 2, 3, 4, 5]) yield* engine.commit(revisionId)
      yield* receiver.next
      yield* receiver.next
      const stopping = yield* Effect.forkChild(Fiber.interrupt(engine.fiber), { startImmediately: true })
      assert.isUndefined(engine.fiber.pollUnsafe())
      for (const release of pending) release()
      yield* Fiber.join(stopping)
      const rows = yield* deliveryRows
      assert.deepStrictEqual(
        rows.map(({ state, leasedBy }) => [state, leasedBy]),
        [
          ["DELIVERED", null],
          ["DELIVERED", null],
          ["PENDING", null],
          ["PENDING", null],
          ["PENDING", null]
        ]
      )
      assert.strictEqual(receiver.requests.length, 2)
    }).pipe(withOutbox)
  )

  it.live("sends to a new address at once, also when releasing the old leases fails at first", () =>
    Effect.gen(function* () {
      let respond = () => {}
      const before = yield* startReceiver((response) => {
        respond = () => response.writeHead(200).end()
      })
      const after = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([before.url])
      const outbox = yield* OutboxRepository
      const isBroken = yield* Deferred.make<void>()
      const releaseLeases = (owner: string, ids: ReadonlyArray<number>) =>
        Effect.suspend(() =>
          Deferred.doneUnsafe(isBroken, Effect.void) ? Effect.die("broken") : outbox.releaseLeases(owner, ids)
        )
      // The clock stands still, so leases do not end.
      const engine = yield* startEngine({ perEndpointConcurrency: 1, timeoutMillis: 20_000 }).pipe(
        Effect.provideService(OutboxRepository, { ...outbox, releaseLeases })
      )
      for (const revisionId of [1, 2]) yield* engine.commit(revisionId)
      yield* before.next
      const sql = yield* SqlClient.SqlClient
      yield* inTransaction(sql`UPDATE webhook_configuration SET url = ${after.url}`)
      yield* Deferred.await(isBroken)
      respond()
      assert.strictEqual((yield* after.next).headers["webhook-id"], "msg_1_2")
      yield* untilDeliveries(areAll("DELIVERED"))
    }).pipe(withOutbox)
  )

  it.live("takes over deliveries of a killed dispatcher once its leases have ended", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([receiver.url])
      yield* commitRevision(1)
      const now = yield* Clock.currentTimeMillis
      const killed = { owner: "killed", now, leasedUntil: now + 60_000 }
      yield* claimDue({ ...killed, limit: 10, perEndpointLimit: 10, perFailingEndpointLimit: 1 })
      const engine = yield* startEngine()
      yield* engine.commit(2)
      assert.strictEqual((yield* receiver.next).headers["webhook-id"], "msg_1_2")
      assert.strictEqual(receiver.requests.length, 1)
      yield* engine.advance(60_000)
      assert.strictEqual((yield* receiver.next).headers["webhook-id"], "msg_1_1")
      yield* untilDeliveries(areAll("DELIVERED"))
    }).pipe(withOutbox)
  )

  it.live("shares the work with another one on the same database: each delivery is sent once", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(respondWith(200))
      yield* seedWebhooks([`${receiver.url}/1`, `${receiver.url}/2`, `${receiver.url}/3`])
      const engines = [yield* startEngine({ concurrency: 8 }), yield* startEngine({ concurrency: 8 })]
      for (let revisionId = 1; revisionId <= 60; revisionId++) yield* commitRevision(revisionId)
      yield* Effect.forEach(engines, ({ wake }) => wake)
      yield* untilDeliveries(areAll("DELIVERED"))
      const ids = receiver.requests.map(({ headers }) => String(headers["webhook-id"]))
      assert.deepStrictEqual([ids.length, new Set(ids).size], [180, 180])
    }).pipe(withOutbox)
  )

  it.live.each([11, 23, 42])("loses and invents nothing with endpoints that fail at random (seed %d)", (seed) =>
    Effect.gen(function* () {
      const random = seeded(seed)
      const accepted: Array<string> = []
      const receiver = yield* startReceiver((response, request) => {
        const chance = random()
        if (chance < 0.2) response.destroy()
        else if (chance < 0.5) response.writeHead(chance < 0.3 ? 302 : 500, { location: "/" }).end()
        else {
          accepted.push(String(request.headers["webhook-id"]))
          response.writeHead(200).end()
        }
      })
      yield* seedWebhooks([`${receiver.url}/1`, `${receiver.url}/2`])
      // An attempt that times out on a busy machine may have been accepted: it would rightly be sent again.
      // A back-off would wait for the clock, which stands still.
      const engine = yield* startEngine({ pollMillis: 10, timeoutMillis: 60_000, backOffAfter: 1_000 })
      for (let revisionId = 1; revisionId <= 25; revisionId++) yield* engine.commit(revisionId)
      const committed = (yield* deliveryRows).map(({ messageId }) => messageId)
      // Seven hours are longer than any pause before the seventh attempt.
      for (let round = 1; round <= 6; round++) {
        yield* untilDeliveries((rows) =>
          rows.every(({ state, attemptCount }) => state === "DELIVERED" || attemptCount >= round)
        )
        yield* engine.advance(7 * 3_600_000)
      }
      const rows = yield* untilDeliveries((found) =>
        found.every(({ state, attemptCount }) => state === "DELIVERED" || attemptCount >= 7)
      )
      const delivered = rows.flatMap(({ state, messageId }) => (state === "DELIVERED" ? [messageId] : []))
      assert.deepStrictEqual(accepted.toSorted(), delivered.toSorted())
      const requestById = new Map(receiver.requests.map((request) => [request.headers["webhook-id"], request]))
      assert.isTrue(
        receiver.requests.every(({ headers, body }) => requestById.get(headers["webhook-id"])?.body === body),
        "all attempts of a delivery have the same body"
      )
      assert.deepStrictEqual(
        rows.map(({ messageId }) => messageId),
        committed
      )
      assert.isTrue(rows.every(({ state }) => state === "DELIVERED" || state === "PENDING"))
    }).pipe(withOutbox)
  )
})

/** Numbers from 0 to 1, the same for the same seed. */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
}
