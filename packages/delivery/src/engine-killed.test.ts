import { OutboxRepository } from "@dragoman/store"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { commitBacklog, seedWebhooks, untilDeliveries, withOutbox } from "./testing/outbox-fixture.ts"
import { makeVirtualMachine, respondedWith, startScriptedEngine } from "./testing/scripted-engine.ts"

/** Attempts that may be made before the first one is acknowledged. */
const atStart = 8

it.live("a dispatcher that is killed after its start has sent little that was not acknowledged", () =>
  Effect.gen(function* () {
    yield* seedWebhooks(Array.from({ length: 5 }, (_, index) => `http://endpoint-${index}.example/`))
    yield* commitBacklog(100)
    const machine = yield* makeVirtualMachine
    const outbox = yield* OutboxRepository
    const databaseResponds = yield* Deferred.make<void>()
    const sentAfter: Array<{ readonly sent: number; readonly acknowledged: number }> = []
    let acknowledged = 0
    const counted = OutboxRepository.of({
      ...outbox,
      acknowledge: (...request) =>
        Effect.andThen(
          Deferred.await(databaseResponds),
          Effect.tap(outbox.acknowledge(...request), ({ deliveryIds }) =>
            Effect.sync(() => {
              acknowledged += deliveryIds.length
            })
          )
        )
    })
    const engine = yield* startScriptedEngine(machine, () =>
      Effect.sync(() => {
        sentAfter.push({ sent: sentAfter.length + 1, acknowledged })
        return respondedWith(200)
      })
    ).pipe(Effect.provideService(OutboxRepository, counted))
    yield* machine.run(10_000)
    assert.lengthOf(sentAfter, atStart, "however long the first commit takes")

    yield* Deferred.succeed(databaseResponds, undefined)
    yield* Effect.raceFirst(
      untilDeliveries((rows) => rows.every(({ state }) => state === "DELIVERED")),
      Effect.forever(machine.run(1_000))
    )
    assert.lengthOf(sentAfter, 500)
    for (const { sent, acknowledged } of sentAfter) assert.isAtMost(sent - acknowledged, atStart + acknowledged)
    yield* Effect.all([engine.stop, machine.run(20_000)], { concurrency: 2 })
  }).pipe(withOutbox)
)
