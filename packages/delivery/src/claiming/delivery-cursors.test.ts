import { type DeliveryCursor, type DueRequest, OutboxRepository } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commitRevision, deliveryRows, seedWebhooks, withOutbox } from "../testing/outbox-fixture.ts"
import { makeVirtualMachine, respondedWith, startScriptedEngine } from "../testing/scripted-engine.ts"
import { makeDeliveryCursors } from "./delivery-cursors.ts"

const cursorAt = (newFrom: number): DeliveryCursor => ({ newFrom, retriesFrom: 1 })
const found = (id: number, newFrom: number) => ({ id, isEnabled: true, cursor: cursorAt(newFrom) })

describe("the cursors that a dispatcher knows", () => {
  it("advance to where a poll continues", () => {
    const cursors = makeDeliveryCursors()
    cursors.replace(new Map([[1, cursorAt(5)]]))
    cursors.advance(cursors.known(), [found(1, 9), found(2, 7)])
    assert.deepStrictEqual(
      [...(cursors.known() ?? [])],
      [
        [1, cursorAt(9)],
        [2, cursorAt(7)]
      ]
    )
  })

  it("stay earlier when they were read again during the poll", () => {
    const cursors = makeDeliveryCursors()
    cursors.replace(new Map([[1, cursorAt(5)]]))
    const used = cursors.known()
    cursors.replace(new Map([[1, cursorAt(2)]]))
    cursors.advance(used, [found(1, 9)])
    assert.deepStrictEqual(cursors.known()?.get(1), cursorAt(2))
  })

  it("are not kept while polls do without", () => {
    const cursors = makeDeliveryCursors()
    cursors.advance(cursors.known(), [found(1, 9)])
    assert.isNull(cursors.known())
  })
})

/** An engine whose polls without cursors take so long; `cursorsOfPolls` has the cursors of each poll of the claim loop. */
const startSlowEngine = Effect.fnUntraced(function* (
  state: { pollMillis: number; isBroken: boolean },
  hasCursors: boolean
) {
  yield* seedWebhooks(["http://endpoint.example/"])
  const machine = yield* makeVirtualMachine
  const outbox = yield* OutboxRepository
  const cursorsOfPolls: Array<DueRequest["cursors"]> = []
  let listedCount = 0
  const slow = OutboxRepository.of({
    ...outbox,
    listDue: ({ cursors, ...request }) =>
      Effect.suspend(() => {
        // Only the claim loop has limits.
        if (request.limit !== undefined) cursorsOfPolls.push(cursors)
        if (state.isBroken) return Effect.die("The database is gone")
        if (cursors === null || cursors === undefined) machine.pass(state.pollMillis)
        return outbox.listDue(request)
      }),
    listCursors: () =>
      Effect.sync(() => {
        listedCount++
        return hasCursors ? new Map([[1, cursorAt(1)]]) : null
      })
  })
  const engine = yield* startScriptedEngine(machine, () => Effect.succeed(respondedWith(200))).pipe(
    Effect.provideService(OutboxRepository, slow)
  )
  return {
    /** Lets time pass; returns the cursors of the last poll. */
    lastCursorsAfter: (millis: number) => Effect.map(machine.run(millis), () => cursorsOfPolls.at(-1)),
    listedCount: () => listedCount,
    stop: Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 }),
    wake: engine.wake
  }
})

describe("an engine", () => {
  it.live("polls after cursors once a poll was slow, until polls without are quick again", () =>
    Effect.gen(function* () {
      const state = { pollMillis: 5, isBroken: false }
      const engine = yield* startSlowEngine(state, true)
      assert.isNull(yield* engine.lastCursorsAfter(5_000))
      assert.strictEqual(engine.listedCount(), 0)
      state.pollMillis = 50
      assert.deepStrictEqual([...((yield* engine.lastCursorsAfter(2_000)) ?? [])], [[1, cursorAt(1)]])
      assert.strictEqual(engine.listedCount(), 1)
      yield* commitRevision(1)
      yield* engine.wake
      yield* engine.lastCursorsAfter(1_000)
      assert.strictEqual((yield* deliveryRows)[0]?.state, "DELIVERED")
      // Read again now and then, so that no delivery stays before them.
      yield* engine.lastCursorsAfter(60_000)
      assert.isAtLeast(engine.listedCount(), 3)
      state.pollMillis = 5
      assert.isNull(yield* engine.lastCursorsAfter(30_000))
      yield* engine.stop
    }).pipe(withOutbox)
  )

  it.live("forgets the cursors when the database fails: the next one may give the ids of lost rows again", () =>
    Effect.gen(function* () {
      const state = { pollMillis: 50, isBroken: false }
      const engine = yield* startSlowEngine(state, true)
      assert.isNotNull(yield* engine.lastCursorsAfter(1_000))
      Object.assign(state, { isBroken: true, pollMillis: 5 })
      yield* engine.lastCursorsAfter(1_000)
      state.isBroken = false
      assert.isNull(yield* engine.lastCursorsAfter(3_000))
      yield* engine.stop
    }).pipe(withOutbox)
  )

  it.live("asks once for cursors where the database has no need of them", () =>
    Effect.gen(function* () {
      const engine = yield* startSlowEngine({ pollMillis: 50, isBroken: false }, false)
      assert.isNull(yield* engine.lastCursorsAfter(60_000))
      assert.strictEqual(engine.listedCount(), 1)
      yield* engine.stop
    }).pipe(withOutbox)
  )
})
