import type { AcknowledgedAttempt, NewAttemptRow, WebhookStateRow } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { makeSettledLog } from "./acknowledge-loop.ts"

const attempt = (
  change: Partial<NewAttemptRow>,
  state: AcknowledgedAttempt["state"] = "PENDING"
): AcknowledgedAttempt => ({
  state,
  nextAttemptAt: 0,
  attempt: {
    deliveryId: 1,
    number: 3,
    startedAt: 0,
    durationMillis: 1,
    status: 500,
    error: "answered 500",
    answer: "",
    requestHeaders: null,
    responseHeaders: null,
    ...change
  }
})
const healthy: WebhookStateRow = {
  id: 7,
  enabled: true,
  autoDisabled: false,
  firstFailedAt: null,
  lastExecutedAt: null,
  lastSucceededAt: null,
  failingMillis: 0,
  warnedAt: null,
  heldUntil: null
}

type Batch = Parameters<ReturnType<typeof makeSettledLog>>[0]

const linesOf = (batch: Partial<Batch>, logSettled = makeSettledLog()) =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message, fiber }) => {
      lines.push([...(message as ReadonlyArray<string>), fiber.getRef(References.CurrentLogAnnotations)])
    })
    const configurationById = new Map([[1, 7]])
    yield* logSettled({
      attempts: [],
      webhookStates: [],
      statesBefore: [],
      configurationById,
      ...batch
    }).pipe(Effect.provide(Logger.layer([logger])))
    return lines
  })

describe("log lines about attempts", () => {
  it.effect("one names the first attempt that failed, with its status and reason", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linesOf({ attempts: [attempt({})] }), [
        [
          "Webhook attempt failed",
          { webhookConfigurationId: 7, deliveryId: 1, attempt: 3, status: 500, error: "answered 500" }
        ]
      ])
    })
  )

  it.effect("one names a delivery that was given up", () =>
    Effect.gen(function* () {
      const [line] = yield* linesOf({ attempts: [attempt({}, "FAILED")] })
      assert.strictEqual((line as ReadonlyArray<unknown>)[0], "Webhook delivery given up")
    })
  )

  it.effect("one a minute counts the failed attempts of a configuration that keeps failing", () =>
    Effect.gen(function* () {
      const logSettled = makeSettledLog()
      const failed = { attempts: [attempt({}, "FAILED"), attempt({ status: 502 }, "FAILED")] }
      assert.lengthOf(yield* linesOf(failed, logSettled), 1)
      yield* TestClock.adjust("59 seconds")
      assert.lengthOf(yield* linesOf(failed, logSettled), 0)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* linesOf(failed, logSettled), [
        [
          "Webhook attempts failed",
          { webhookConfigurationId: 7, attempts: 3, givenUp: 3, status: 502, error: "answered 500" }
        ]
      ])
      yield* TestClock.adjust("60 seconds")
      assert.lengthOf(yield* linesOf({}, logSettled), 1)
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(yield* linesOf({}, logSettled), [])
    })
  )

  it.effect("there is none about an attempt that was delivered", () =>
    Effect.gen(function* () {
      const attempts = [attempt({ status: 200, error: null }, "DELIVERED")]
      assert.deepStrictEqual(yield* linesOf({ attempts }), [])
    })
  )

  it.effect.each([
    ["is disabled", { autoDisabled: true }, ["Webhook configuration disabled after failing for too long"]],
    ["is warned of", { warnedAt: 5 }, ["Webhook configuration keeps failing and will be disabled"]],
    ["is as before", {}, []]
  ] as const)("a configuration that %s", ([, change, expected]) =>
    Effect.gen(function* () {
      const webhookStates = [{ ...healthy, ...change }]
      const lines = yield* linesOf({ webhookStates, statesBefore: [healthy] })
      assert.deepStrictEqual(
        lines.map((line) => (line as ReadonlyArray<unknown>)[0]),
        [...expected]
      )
      // States that were so before are not logged again.
      assert.deepStrictEqual(yield* linesOf({ webhookStates, statesBefore: webhookStates }), [])
    })
  )
})
