import { OutboxRepository } from "@dragoman/store"
import { assert, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect } from "effect"
import { commitRevision, seedWebhooks, untilDeliveries, withOutbox } from "./testing/outbox-fixture.ts"
import { makeManualClock, respondedWith, startScriptedEngine } from "./testing/scripted-engine.ts"

const hourMillis = 3_600_000

/** Pauses of an hour last forever, all others end at once: whatever the engine does by itself, it does without a wait. */
const makeHurriedMachine = Effect.gen(function* () {
  const machine = yield* makeManualClock
  const endedAfterMillis: Array<number> = []
  const clock: Clock.Clock = {
    ...Context.get(machine.context, Clock.Clock),
    sleep: (duration) =>
      Effect.suspend(() => {
        const millis = Duration.toMillis(duration)
        if (millis >= hourMillis) return Effect.never
        endedAfterMillis.push(millis)
        return nextTurn
      })
  }
  return { endedAfterMillis, machine: { ...machine, context: Context.add(machine.context, Clock.Clock, clock) } }
})

const nextTurn = Effect.promise<void>(() => new Promise((resolve) => setImmediate(resolve)))

it.live("an engine without work polls when it is woken, and then waits", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(["http://endpoint.example/"])
    const { machine, endedAfterMillis } = yield* makeHurriedMachine
    const outbox = yield* OutboxRepository
    let pollCount = 0
    const counted = OutboxRepository.of({
      ...outbox,
      listDue: (request) =>
        Effect.andThen(
          Effect.sync(() => ++pollCount),
          outbox.listDue(request)
        )
    })
    const engine = yield* startScriptedEngine(machine, () => Effect.succeed(respondedWith(200)), {
      pollMillis: hourMillis
    }).pipe(Effect.provideService(OutboxRepository, counted))
    const pausedFor = (count: number) =>
      Effect.gen(function* () {
        const until = endedAfterMillis.length + count
        while (endedAfterMillis.length < until) yield* nextTurn
      })
    while (pollCount === 0) yield* nextTurn
    yield* pausedFor(100)
    assert.strictEqual(pollCount, 1)

    yield* commitRevision(1)
    yield* engine.wake
    yield* untilDeliveries((rows) => rows[0]?.state === "DELIVERED")
    // The last wake-up comes behind the acknowledgement.
    yield* pausedFor(100)
    const pollsBefore = pollCount
    endedAfterMillis.length = 0
    yield* pausedFor(100)
    assert.strictEqual(pollCount, pollsBefore)
    // An idle engine checks for stale deliveries, and does nothing else.
    assert.deepStrictEqual([...new Set(endedAfterMillis)], [250])
  }).pipe(withOutbox)
)
