import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { commitRevision, seedWebhooks, webhookRow, withOutbox } from "./testing/outbox-fixture.ts"
import { makeManualClock, respondedWith, startScriptedEngine, untilQuiet } from "./testing/scripted-engine.ts"
import { runEngineSequences, runPureSequences } from "./testing/state-sequences.ts"

const hour = 3_600_000
const day = 24 * hour

describe("the state of webhook configurations", () => {
  const compareSequences = (sequences: number) => {
    const { differences, comparedCount } = runPureSequences({ sequences, seed: 1 })
    assert.deepStrictEqual(differences.slice(0, 2), [])
    assert.isAbove(comparedCount, 10 * sequences)
  }

  it("agrees with the naive model after every step of 2,000 random sequences", () => compareSequences(2_000))

  it("agrees with the naive model after every step of 20,000 random sequences", { tags: ["exhaustive"] }, () =>
    compareSequences(20_000)
  )

  it.live("agrees with it through the store and the engine, over retries, pauses and restarts", () =>
    Effect.gen(function* () {
      const { differences, attemptCount } = yield* runEngineSequences({ sequences: 200, rounds: 12, seed: 2 })
      assert.deepStrictEqual(differences.slice(0, 2), [])
      assert.isAbove(attemptCount, 1_000)
    })
  )

  it.live("is warned at six hours and switched off at three days, to the millisecond", () =>
    Effect.gen(function* () {
      const machine = yield* makeManualClock
      const sql = yield* SqlClient.SqlClient
      yield* seedWebhooks(["http://endpoint.example/"])
      const startedAt = machine.wallMillis()
      const engine = yield* startScriptedEngine(machine, () => Effect.succeed(respondedWith(500)), {
        backOffAfter: Number.POSITIVE_INFINITY
      })
      const found: Array<ReadonlyArray<unknown>> = []
      const moments = [0, 6 * hour - 1, 6 * hour, day, 2 * day, 3 * day - 1, 3 * day]
      for (const [index, moment] of moments.entries()) {
        machine.pass(startedAt + moment - machine.wallMillis())
        yield* commitRevision(index + 1)
        yield* engine.wake
        yield* untilQuiet(machine.wallMillis())
        const [warned] = yield* sql<{ warnedAt: number | null }>`SELECT warned_at FROM webhook_configuration`
        const { enabled, autoDisabled, firstFailedAt } = yield* webhookRow(1)
        assert.strictEqual(firstFailedAt, startedAt)
        found.push([warned?.warnedAt ?? null, enabled, autoDisabled])
      }
      assert.deepStrictEqual(found, [
        [null, 1, 0],
        [null, 1, 0],
        [startedAt + 6 * hour, 1, 0],
        [startedAt + 6 * hour, 1, 0],
        [startedAt + 6 * hour, 1, 0],
        [startedAt + 6 * hour, 1, 0],
        [startedAt + 6 * hour, 0, 1]
      ])
    }).pipe(withOutbox)
  )
})
