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

/** The largest body that a change has, and what all bodies together may have. */
const largeBytes = 256 * 1024
const allBytes = 32 * 1024 * 1024

interface SlowEndpoints {
  readonly count: number
  /** Time until each of them responds with 200. */
  readonly millis: number
  /** Deliveries for each of them: more than it takes in the time of the test. */
  readonly backlog: number
  /** Size of each body; absent: small. */
  readonly bodyBytes?: number
}

/** The bodies of all deliveries that are there. */
const enlargeBodies = (bytes: number, projectId = 1) =>
  inTransaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofProject = sql`SELECT d.id FROM delivery d JOIN webhook_configuration c ON c.id = d.webhook_configuration_id
        WHERE c.project_id = ${projectId}`
      yield* sql`UPDATE delivery_content SET body = printf(${`%.${bytes}c`}, 'x') WHERE delivery_id IN (${ofProject})`
      yield* sql`UPDATE delivery SET body_bytes = ${bytes} WHERE id IN (${ofProject})`
    })
  )

/**
 * Milliseconds from the commit to the response, at the 99th percentile, of a healthy endpoint beside slow ones; requests to these,
 * how many of them began in the same millisecond once the slow ones were known as slow, and the most bytes of bodies under way.
 */
const healthyP99 = ({ count, millis, backlog, bodyBytes }: SlowEndpoints) =>
  Effect.gen(function* () {
    const machine = yield* makeVirtualMachine
    const respondedAt = new Map<string, number>()
    let slowCount = 0
    const slowBegunAt = new Map<number, number>()
    let [bytes, bytesMost] = [0, 0]
    if (count > 0) yield* seedWebhooks(Array.from({ length: count }, (_, index) => `http://slow-${index}.example/`))
    yield* seedWebhooks([healthyUrl], healthyProject)
    if (count > 0) yield* commitBacklog(backlog)
    if (bodyBytes !== undefined) yield* enlargeBodies(bodyBytes)
    const engine = yield* startScriptedEngine(
      machine,
      ({ url, messageId, body }) =>
        Effect.gen(function* () {
          bytes += body.byteLength
          bytesMost = Math.max(bytesMost, bytes)
          const at = machine.wallMillis()
          if (url !== healthyUrl) slowBegunAt.set(at, (slowBegunAt.get(at) ?? 0) + 1)
          yield* Effect.sleep(url === healthyUrl ? healthyMillis : millis)
          bytes -= body.byteLength
          if (url === healthyUrl) respondedAt.set(messageId, machine.wallMillis())
          else slowCount++
          return respondedWith(200)
        }),
      { timeoutMillis: 10_000 }
    )
    yield* machine.run(warmUpSeconds * 1_000)
    slowBegunAt.clear()
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
    const slowAtOnce = Math.max(0, ...slowBegunAt.values())
    const sorted = latencies.toSorted((a, b) => a - b)
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, slowCount, slowAtOnce, bytesMost }
  }).pipe(withOutbox)

it.live(
  "an endpoint that responds fast waits no longer beside slow ones with backlogs",
  () =>
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
        // Hundreds of responses at once would keep the dispatcher busy for tens of milliseconds.
        assert.isAtMost(beside.slowAtOnce, 32, name)
        // The slow ones are served meanwhile: three quarters of the slots are theirs at least.
        const seconds = warmUpSeconds + healthySeconds
        assert.isAtLeast(beside.slowCount, 0.75 * 512 * Math.floor((seconds * 1_000) / slow.millis), name)
      }
    }),
  { tags: ["exhaustive"] }
)

it.live(
  "beside slow endpoints with large bodies it waits no longer either, and their bodies under way are limited",
  () =>
    Effect.gen(function* () {
      const alone = yield* healthyP99({ count: 0, millis: 0, backlog: 0 })
      const beside = yield* healthyP99({ count: 4, millis: 9_000, backlog: 80, bodyBytes: largeBytes })
      assert.isAtMost(beside.p99, 1.5 * alone.p99)
      assert.isAtMost(beside.bytesMost, allBytes)
      // Seven eighths of the bytes are theirs.
      const rounds = Math.floor((warmUpSeconds + healthySeconds) / 9)
      assert.isAtLeast(beside.slowCount, (0.75 * rounds * allBytes) / largeBytes)
    })
)

it.live("a body that is larger than all that bodies may have is sent, and others too", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(["http://endpoint.example/"])
    yield* commitRevision(1)
    yield* enlargeBodies(allBytes + 1)
    const sizes: Array<number> = []
    const machine = yield* makeManualClock
    yield* startScriptedEngine(machine, ({ body }) =>
      Effect.sync(() => {
        sizes.push(body.byteLength)
        return respondedWith(200)
      })
    )
    yield* untilDeliveries((rows) => rows.every(({ state }) => state === "DELIVERED"))
    yield* commitRevision(2)
    yield* untilDeliveries((rows) => rows.length === 2 && rows.every(({ state }) => state === "DELIVERED"))
    assert.lengthOf(sizes, 2)
    assert.strictEqual(sizes[0], allBytes + 1)
  }).pipe(withOutbox)
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

it.live("large bodies for slow endpoints do not fill the memory: others get theirs at once, small and large", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(Array.from({ length: 4 }, (_, index) => `http://slow-${index}.example/`))
    yield* commitBacklog(80)
    yield* enlargeBodies(largeBytes)
    const machine = yield* makeVirtualMachine
    const others: Array<string> = []
    const engine = yield* startScriptedEngine(
      machine,
      ({ url }) =>
        Effect.gen(function* () {
          if (url.includes("slow")) yield* Effect.sleep(9_000)
          else others.push(url)
          return respondedWith(200)
        }),
      { timeoutMillis: 10_000 }
    )
    yield* machine.run(4_000)
    const leased = (yield* deliveryRows).filter(({ leasedBy }) => leasedBy !== null)
    assert.isAtMost(leased.length * largeBytes, allBytes)
    assert.isAtLeast(leased.length * largeBytes, 0.75 * allBytes)
    yield* seedWebhooks(["http://large.example/"], 2)
    yield* seedWebhooks(["http://small.example/"], 3)
    yield* commitRevision(1_000, 2)
    yield* enlargeBodies(largeBytes, 2)
    yield* commitRevision(1_001, 3)
    yield* engine.wake
    yield* machine.run(1_000)
    assert.sameMembers(others, ["http://large.example/", "http://small.example/"])
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
