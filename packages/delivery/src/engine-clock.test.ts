import { AddressResolver, EndpointConnector } from "@dragoman/network"
import { DeliveryLogRepository } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { DeliverySender, send } from "./sending/delivery-sender.ts"
import type { SendResult } from "./sending/post.ts"
import {
  commitRevision,
  inTransaction,
  seedWebhooks,
  testSecrets,
  untilDeliveries,
  webhookRow,
  withOutbox
} from "./testing/outbox-fixture.ts"
import { localRules, startReceiver } from "./testing/receiver.ts"
import {
  claimAndDie,
  makeControl,
  makeManualClock,
  respondedWith,
  startScriptedEngine
} from "./testing/scripted-engine.ts"

const hour = 3_600_000
const day = 24 * hour

/** A webhook, and an endpoint that sends these responses one after the other and then 200. */
const makeEndpoint = Effect.fnUntraced(function* (...responses: ReadonlyArray<SendResult>) {
  const machine = yield* makeManualClock
  const sent: Array<string> = []
  yield* seedWebhooks(["http://endpoint.example/"])
  const control = yield* makeControl(({ messageId }) =>
    Effect.sync(() => responses[sent.push(messageId) - 1] ?? respondedWith(200))
  )
  return { machine, sent, control, start: startScriptedEngine(machine, control.send) }
})

/** Like before, but the test gives each response; `asked` has the attempts that wait for one. */
const seedSlowEndpoint = Effect.gen(function* () {
  const machine = yield* makeManualClock
  const asked = yield* Queue.unbounded<{
    readonly messageId: string
    readonly response: Deferred.Deferred<SendResult>
  }>()
  const sent: Array<string> = []
  yield* seedWebhooks(["http://endpoint.example/"])
  const control = yield* makeControl(({ messageId }) =>
    Effect.gen(function* () {
      const response = yield* Deferred.make<SendResult>()
      sent.push(messageId)
      yield* Queue.offer(asked, { messageId, response })
      return yield* Deferred.await(response)
    })
  )
  return { machine, sent, asked, control }
})

const areDelivered = (rows: ReadonlyArray<{ readonly state: string }>) =>
  rows.every(({ state }) => state === "DELIVERED")

describe("when the wall clock jumps", () => {
  it.live.each([hour, -hour, 10 * 365 * day])(
    "by %d ms, a pause of an endpoint ends when it would have, new events included",
    (jump) =>
      Effect.gen(function* () {
        const { machine, sent, control, start } = yield* makeEndpoint(respondedWith(503, "60"))
        const engine = yield* start
        yield* commitRevision(1)
        yield* engine.wake
        yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
        machine.jump(jump)
        yield* commitRevision(2)
        machine.pass(59_999)
        yield* control.passes(engine)
        assert.deepStrictEqual(sent, ["msg_1_1"])
        machine.pass(1)
        yield* control.passes(engine)
        yield* untilDeliveries(areDelivered)
        assert.sameMembers(sent, ["msg_1_1", "msg_1_1", "msg_1_2"])
      }).pipe(withOutbox)
  )

  it.live.each([hour, -hour])(
    "by %d ms in the middle of an attempt, no dispatcher sends it again; people see the wall clock",
    (jump) =>
      Effect.gen(function* () {
        const { machine, sent, asked, control } = yield* seedSlowEndpoint
        const engines = [
          yield* startScriptedEngine(machine, control.send),
          yield* startScriptedEngine(machine, control.send)
        ]
        const startedAt = machine.wallMillis()
        yield* commitRevision(1)
        for (const { wake } of engines) yield* wake
        const { response } = yield* Queue.take(asked)
        machine.jump(jump)
        machine.pass(300)
        for (const engine of engines) yield* control.passes(engine)
        yield* Deferred.succeed(response, respondedWith(200))
        yield* untilDeliveries(areDelivered)
        for (const engine of engines) yield* control.passes(engine)
        assert.deepStrictEqual(sent, ["msg_1_1"])
        const sql = yield* SqlClient.SqlClient
        const [attempt] = yield* sql`
        SELECT last_started_at AS started_at, last_duration_millis AS duration_millis FROM delivery
        WHERE message_id = 'msg_1_1'`
        assert.deepStrictEqual({ ...attempt }, { startedAt, durationMillis: 300 })
        assert.strictEqual((yield* webhookRow(1)).lastExecutedAt, startedAt + jump + 300)
      }).pipe(withOutbox)
  )

  it.live("while the address of an endpoint is looked up, the attempt keeps its time", () =>
    Effect.gen(function* () {
      const machine = yield* makeManualClock
      const receiver = yield* startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 50))
      const sender = DeliverySender.layerReplaceable({ rules: localRules, timeoutMillis: 20_000 }).pipe(
        Layer.provide(EndpointConnector.layer),
        Layer.provide(
          Layer.succeed(AddressResolver, {
            resolve: () =>
              Effect.sync(() => {
                machine.jump(hour)
                return ["127.0.0.1"]
              })
          })
        )
      )
      const url = `http://endpoint.example:${receiver.port}/`
      const request = { url, secrets: testSecrets, headers: [], messageId: "msg_1_1", body: Buffer.from("{}") }
      const result = yield* send(request).pipe(Effect.provide(sender), Effect.provideContext(machine.context))
      assert.deepInclude(result, { kind: "response", status: 200 })
    }).pipe(Effect.scoped)
  )

  it.live("new events and redeliveries are sent at once, by dispatchers started before and after the jump", () =>
    Effect.gen(function* () {
      const { machine, sent, start } = yield* makeEndpoint()
      const log = yield* DeliveryLogRepository
      let engine = yield* start
      let revisionId = 0
      const isSentAtOnce = Effect.gen(function* () {
        // The server, and its clock with it, has the jump or has it not.
        yield* commitRevision(++revisionId).pipe(Effect.provideContext(machine.context))
        yield* commitRevision(++revisionId)
        yield* engine.wake
        yield* untilDeliveries(areDelivered)
        yield* inTransaction(log.redeliver(1))
        yield* engine.wake
        yield* untilDeliveries(areDelivered)
      })
      for (const jump of [-hour, 2 * hour, -50 * 365 * day]) {
        machine.jump(jump)
        yield* isSentAtOnce
        yield* engine.stop
        engine = yield* start
        yield* isSentAtOnce
      }
      assert.lengthOf(sent, 18)
    }).pipe(Effect.provide(DeliveryLogRepository.layer), withOutbox)
  )

  it.live("far back while no dispatcher runs, neither leases nor retries nor pauses of the time before block", () =>
    Effect.gen(function* () {
      const { machine, sent, start } = yield* makeEndpoint()
      const sql = yield* SqlClient.SqlClient
      const future = machine.wallMillis() + 365 * day
      for (const revisionId of [1, 2]) yield* commitRevision(revisionId)
      yield* claimAndDie({ now: future, leasedUntil: future + 60_000 })
      yield* inTransaction(sql`UPDATE delivery SET next_attempt_at = ${future}`)
      yield* inTransaction(sql`UPDATE webhook_configuration SET held_until = ${future}`)
      yield* start
      yield* untilDeliveries(areDelivered)
      assert.sameMembers(sent, ["msg_1_1", "msg_1_2"])
    }).pipe(withOutbox)
  )
})

describe("when time passes otherwise", () => {
  it.live("a suspension of the machine counts", () =>
    Effect.gen(function* () {
      const { machine, sent, control, start } = yield* makeEndpoint(respondedWith(500))
      const engine = yield* start
      yield* commitRevision(1)
      yield* engine.wake
      yield* untilDeliveries((rows) => rows[0]?.attemptCount === 1)
      machine.suspend(4_999)
      yield* control.passes(engine)
      assert.lengthOf(sent, 1)
      machine.suspend(8 * hour)
      yield* control.passes(engine)
      yield* untilDeliveries(areDelivered)
    }).pipe(withOutbox)
  )

  it.live("a dispatcher 15 seconds ahead takes over nothing that another one is sending, at the last moment even", () =>
    Effect.gen(function* () {
      const { machine, sent, asked, control } = yield* seedSlowEndpoint
      // A lease lasts 3 attempts of a second and 30 seconds; both deliveries are claimed at once.
      for (const revisionId of [1, 2]) yield* commitRevision(revisionId)
      const engine = yield* startScriptedEngine(machine, control.send, { concurrency: 1, perEndpointConcurrency: 1 })
      const first = yield* Queue.take(asked)
      machine.pass(17_000)
      yield* Deferred.succeed(first.response, respondedWith(200))
      const second = yield* Queue.take(asked)
      machine.pass(999)
      const claimedAhead = Effect.suspend(() => {
        const now = machine.wallMillis() + 15_000
        return Effect.map(claimAndDie({ now, leasedUntil: now + 60_000 }), (claimed) =>
          claimed.map(({ messageId }) => messageId)
        )
      })
      assert.deepStrictEqual(yield* claimedAhead, [])
      yield* Deferred.succeed(second.response, respondedWith(200))
      yield* untilDeliveries(areDelivered)
      yield* engine.stop
      assert.deepStrictEqual(sent, ["msg_1_1", "msg_1_2"])
    }).pipe(withOutbox)
  )

  it.live("a delivery that has waited too long under its lease is sent at once under a new one", () =>
    Effect.gen(function* () {
      const { machine, sent, asked, control } = yield* seedSlowEndpoint
      for (const revisionId of [1, 2]) yield* commitRevision(revisionId)
      const engine = yield* startScriptedEngine(machine, control.send, { concurrency: 1, perEndpointConcurrency: 1 })
      const first = yield* Queue.take(asked)
      yield* untilDeliveries((rows) => rows.every(({ leasedBy }) => leasedBy !== null))
      // A millisecond more than a lease of 33 seconds leaves for an attempt of a second and clocks that differ by 15.
      machine.pass(17_001)
      yield* Deferred.succeed(first.response, respondedWith(200))
      const second = yield* Queue.take(asked)
      yield* Deferred.succeed(second.response, respondedWith(200))
      yield* untilDeliveries(areDelivered)
      yield* engine.stop
      assert.deepStrictEqual(sent, ["msg_1_1", "msg_1_2"])
    }).pipe(withOutbox)
  )
})
