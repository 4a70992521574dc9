import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  commitBacklog,
  commitRevision,
  deliveryRows,
  inTransaction,
  seedWebhooks,
  untilDeliveries,
  withOutbox
} from "./testing/outbox-fixture.ts"
import { makeManualClock, makeVirtualMachine, respondedWith, startScriptedEngine } from "./testing/scripted-engine.ts"

const healthyUrl = "http://healthy.example/"
const healthyProject = 2
const healthyMillis = 20
const healthyPerSecond = 10
const healthySeconds = 8
/** Time for the slow endpoints to take all that they can get. */
const warmUpSeconds = 10

interface SlowEndpoints {
  readonly count: number
  /** Time until each of them responds with 200. */
  readonly millis: number
  /** Deliveries for each of them: more than it takes in the time of the test. */
  readonly backlog: number
}

/** Milliseconds from the commit to the response, at the 99th percentile, of a healthy endpoint beside slow ones. */
const healthyP99 = ({ count, millis, backlog }: SlowEndpoints) =>
  Effect.gen(function* () {
    const machine = yield* makeVirtualMachine
    const respondedAt = new Map<string, number>()
    let slowCount = 0
    if (count > 0) yield* seedWebhooks(Array.from({ length: count }, (_, index) => `http://slow-${index}.example/`))
    yield* seedWebhooks([healthyUrl], healthyProject)
    if (count > 0) yield* commitBacklog(backlog)
    const engine = yield* startScriptedEngine(
      machine,
      ({ url, messageId }) =>
        Effect.gen(function* () {
          yield* Effect.sleep(url === healthyUrl ? healthyMillis : millis)
          if (url === healthyUrl) respondedAt.set(messageId, machine.wallMillis())
          else slowCount++
          return respondedWith(200)
        }),
      { timeoutMillis: 10_000 }
    )
    yield* machine.run(warmUpSeconds * 1_000)
    const committedAt = new Map<string, number>()
    const commits = healthyPerSecond * healthySeconds
    for (let index = 0; index < commits; index++) {
      const revisionId = 100_000 + index
      yield* commitRevision(revisionId, healthyProject)
      committedAt.set(`msg_1000001_${revisionId}`, machine.wallMillis())
      yield* engine.wake
      // Not in step with anything else.
      yield* machine.run(1_000 / healthyPerSecond + ((index * 7) % 11) - 5)
    }
    // Attempts that run are finished first.
    yield* Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 })
    const latencies = [...committedAt].map(([id, at]) => (respondedAt.get(id) ?? Number.POSITIVE_INFINITY) - at)
    const sorted = latencies.toSorted((a, b) => a - b)
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, slowCount }
  }).pipe(withOutbox)

it.live("an endpoint that responds fast waits no longer beside slow ones with backlogs", () =>
  Effect.gen(function* () {
    const alone = yield* healthyP99({ count: 0, millis: 0, backlog: 0 })
    for (const slow of [
      { count: 8, millis: 9_000, backlog: 300 },
      { count: 20, millis: 3_000, backlog: 300 },
      { count: 200, millis: 1_000, backlog: 60 }
    ]) {
      const beside = yield* healthyP99(slow)
      const name = `beside ${slow.count} endpoints that respond after ${slow.millis} ms`
      assert.isAtMost(beside.p99, 1.5 * alone.p99, name)
      // The slow ones are served meanwhile: three quarters of the slots are theirs at least.
      const seconds = warmUpSeconds + healthySeconds
      assert.isAtLeast(beside.slowCount, 0.75 * 512 * Math.floor((seconds * 1_000) / slow.millis), name)
    }
  })
)

it.live("an attempt that dies of a bug frees its slot", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(["http://endpoint.example/"])
    yield* commitBacklog(2)
    yield* startScriptedEngine(
      yield* makeManualClock,
      ({ messageId }) => (messageId === "msg_1_1" ? Effect.die("a bug") : Effect.succeed(respondedWith(200))),
      { concurrency: 1, perEndpointConcurrency: 1 }
    )
    const rows = yield* untilDeliveries((found) => found[1]?.state === "DELIVERED")
    assert.strictEqual(rows[0]?.state, "PENDING")
  }).pipe(withOutbox)
)

it.live("large bodies for a slow endpoint do not fill the memory", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(["http://slow.example/"])
    yield* commitBacklog(200)
    const sql = yield* SqlClient.SqlClient
    yield* inTransaction(sql`UPDATE delivery_content SET body = printf('%.262144c', 'x')`)
    yield* inTransaction(sql`UPDATE delivery SET body_bytes = 262144`)
    const machine = yield* makeVirtualMachine
    const engine = yield* startScriptedEngine(machine, () => Effect.as(Effect.sleep(5_000), respondedWith(200)), {
      timeoutMillis: 10_000,
      concurrency: 512,
      perEndpointConcurrency: 256
    })
    yield* machine.run(4_000)
    const leased = (yield* deliveryRows).filter(({ leasedBy }) => leasedBy !== null)
    assert.isAtMost(leased.length * 262_144, 32 * 1024 * 1024)
    assert.isAtLeast(leased.length, 64)
    yield* Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 })
  }).pipe(withOutbox)
)

it.live("a dead endpoint with a backlog gets one probe after each pause; the others keep their attempts", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(["http://dead.example/"])
    yield* commitBacklog(300)
    const machine = yield* makeVirtualMachine
    let attempts = 0
    let isDead = true
    const engine = yield* startScriptedEngine(machine, () =>
      Effect.sync(() => {
        attempts++
        return respondedWith(isDead ? 503 : 200)
      })
    )
    yield* machine.run(2_000)
    const afterBurst = attempts
    assert.isAtMost(afterBurst, 80)
    yield* machine.run(120_000)
    // Pauses of 1, 2, 4 … 60 seconds.
    assert.isAtMost(attempts - afterBurst, 8)
    assert.isAtLeast((yield* deliveryRows).filter(({ attemptCount }) => attemptCount === 0).length, 200)
    isDead = false
    yield* machine.run(130_000)
    assert.isTrue((yield* deliveryRows).every(({ state }) => state === "DELIVERED"))
    yield* Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 })
  }).pipe(withOutbox)
)
