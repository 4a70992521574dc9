import { type DeliveryFloor, type DueRequest, OutboxRepository } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commitRevision, deliveryRows, seedWebhooks, withOutbox } from "../testing/outbox-fixture.ts"
import { makeVirtualMachine, respondedWith, startScriptedEngine } from "../testing/scripted-engine.ts"
import { makeDeliveryFloors } from "./delivery-floors.ts"

const floorAt = (newFrom: number): DeliveryFloor => ({ newFrom, retriesFrom: 1 })
const found = (id: number, newFrom: number) => ({ id, isEnabled: true, floor: floorAt(newFrom) })

describe("the floors that a dispatcher knows", () => {
  it("rise with what a look finds", () => {
    const floors = makeDeliveryFloors()
    floors.replace(new Map([[1, floorAt(5)]]))
    floors.raise(floors.known(), [found(1, 9), found(2, 7)])
    assert.deepStrictEqual(
      [...(floors.known() ?? [])],
      [
        [1, floorAt(9)],
        [2, floorAt(7)]
      ]
    )
  })

  it("stay lower when they were read again during the look", () => {
    const floors = makeDeliveryFloors()
    floors.replace(new Map([[1, floorAt(5)]]))
    const used = floors.known()
    floors.replace(new Map([[1, floorAt(2)]]))
    floors.raise(used, [found(1, 9)])
    assert.deepStrictEqual(floors.known()?.get(1), floorAt(2))
  })

  it("are not kept while looks do without", () => {
    const floors = makeDeliveryFloors()
    floors.raise(floors.known(), [found(1, 9)])
    assert.isNull(floors.known())
  })
})

/** An engine whose looks without floors take so long; `floorsOfLooks` has what each look of the claim loop was given. */
const startSlowEngine = Effect.fnUntraced(function* (
  state: { lookMillis: number; isBroken: boolean },
  hasFloors: boolean
) {
  yield* seedWebhooks(["http://endpoint.example/"])
  const machine = yield* makeVirtualMachine
  const outbox = yield* OutboxRepository
  const floorsOfLooks: Array<DueRequest["floors"]> = []
  let listedCount = 0
  const slow = OutboxRepository.of({
    ...outbox,
    listDue: ({ floors, ...request }) =>
      Effect.suspend(() => {
        // Only the claim loop has limits.
        if (request.limit !== undefined) floorsOfLooks.push(floors)
        if (state.isBroken) return Effect.die("The database is gone")
        if (floors === null || floors === undefined) machine.pass(state.lookMillis)
        return outbox.listDue(request)
      }),
    listFloors: () =>
      Effect.sync(() => {
        listedCount++
        return hasFloors ? new Map([[1, floorAt(1)]]) : null
      })
  })
  const engine = yield* startScriptedEngine(machine, () => Effect.succeed(respondedWith(200))).pipe(
    Effect.provideService(OutboxRepository, slow)
  )
  return {
    /** Time passes; what the last look was given. */
    lastFloorsAfter: (millis: number) => Effect.map(machine.run(millis), () => floorsOfLooks.at(-1)),
    listedCount: () => listedCount,
    stop: Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 }),
    wake: engine.wake
  }
})

describe("an engine", () => {
  it.live("looks above floors once a look was slow, until looks without are quick again", () =>
    Effect.gen(function* () {
      const state = { lookMillis: 5, isBroken: false }
      const engine = yield* startSlowEngine(state, true)
      assert.isNull(yield* engine.lastFloorsAfter(5_000))
      assert.strictEqual(engine.listedCount(), 0)
      state.lookMillis = 50
      assert.deepStrictEqual([...((yield* engine.lastFloorsAfter(2_000)) ?? [])], [[1, floorAt(1)]])
      assert.strictEqual(engine.listedCount(), 1)
      yield* commitRevision(1)
      yield* engine.wake
      yield* engine.lastFloorsAfter(1_000)
      assert.strictEqual((yield* deliveryRows)[0]?.state, "DELIVERED")
      // Read again now and then, so that no delivery stays below them.
      yield* engine.lastFloorsAfter(60_000)
      assert.isAtLeast(engine.listedCount(), 3)
      state.lookMillis = 5
      assert.isNull(yield* engine.lastFloorsAfter(30_000))
      yield* engine.stop
    }).pipe(withOutbox)
  )

  it.live("forgets the floors when the database fails: the next one may give the ids of lost rows again", () =>
    Effect.gen(function* () {
      const state = { lookMillis: 50, isBroken: false }
      const engine = yield* startSlowEngine(state, true)
      assert.isNotNull(yield* engine.lastFloorsAfter(1_000))
      Object.assign(state, { isBroken: true, lookMillis: 5 })
      yield* engine.lastFloorsAfter(1_000)
      state.isBroken = false
      assert.isNull(yield* engine.lastFloorsAfter(3_000))
      yield* engine.stop
    }).pipe(withOutbox)
  )

  it.live("asks once for floors where the database has no need of them", () =>
    Effect.gen(function* () {
      const engine = yield* startSlowEngine({ lookMillis: 50, isBroken: false }, false)
      assert.isNull(yield* engine.lastFloorsAfter(60_000))
      assert.strictEqual(engine.listedCount(), 1)
      yield* engine.stop
    }).pipe(withOutbox)
  )
})
