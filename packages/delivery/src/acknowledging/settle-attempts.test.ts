import { attemptsMax } from "@dragoman/domain/webhook"
import type { WebhookStateRow } from "@dragoman/store"
import { assert, describe, it } from "vitest"
import type { FinishedAttempt } from "../engine-parts.ts"
import { moveWebhookStates, settleAttempts } from "./acknowledge-loop.ts"

/** `finishedAt`: monotonic; the wall clock is `aheadMillis` ahead of it. */
const attempt = (
  id: number,
  finishedAt: number,
  status: number | null,
  change: {
    readonly attemptCount?: number
    readonly retryAfter?: string
    readonly webhookConfigurationId?: number
  } = {},
  aheadMillis = 0
): FinishedAttempt => ({
  delivery: {
    id,
    messageId: `msg_${id}`,
    webhookConfigurationId: change.webhookConfigurationId ?? 1,
    url: "http://endpoint.example/",
    secrets: { secret: "whsec_x", previousSecret: null, previousSecretUntil: null },
    headers: [],
    body: Buffer.from("{}"),
    attemptCount: change.attemptCount ?? 0,
    leasedUntil: 0
  },
  outcome: {
    isDelivered: status === 200,
    status,
    error: status === 200 ? null : "No.",
    responseExcerpt: status === 500 ? "broken" : null,
    retryAfter: change.retryAfter ?? null,
    requestHeaders: null,
    responseHeaders: null
  },
  startedAt: { wallMillis: finishedAt + aheadMillis - 7, monotonicMillis: finishedAt - 7 },
  finishedAt: { wallMillis: finishedAt + aheadMillis, monotonicMillis: finishedAt },
  withdrawn: []
})

const state = (id: number, change: Partial<WebhookStateRow> = {}): WebhookStateRow => ({
  id,
  enabled: true,
  autoDisabled: false,
  firstFailedAt: null,
  lastExecutedAt: null,
  lastSucceededAt: null,
  failingMillis: 0,
  warnedAt: null,
  heldUntil: null,
  ...change
})

const noHeaders = { requestHeaders: null, responseHeaders: null }

const noJitter = () => 0

describe("settled attempts", () => {
  it("a 2xx ends the delivery; the log has the attempt", () => {
    const finished = attempt(5, 100, 200, { attemptCount: 2 })
    assert.deepStrictEqual(settleAttempts([finished], noJitter), [
      {
        state: "DELIVERED",
        nextAttemptAt: 100,
        attempt: {
          deliveryId: 5,
          number: 3,
          startedAt: 93,
          durationMillis: 7,
          status: 200,
          error: null,
          answer: null,
          ...noHeaders
        }
      }
    ])
    assert.deepStrictEqual(moveWebhookStates([finished], [state(1)]), [
      state(1, { lastExecutedAt: 100, lastSucceededAt: 100 })
    ])
  })

  it.each([
    [0, 5_000],
    [1, 50_000],
    [2, 500_000],
    [3, 3_600_000]
  ])("after %d earlier attempts a failure waits %d ms", (attemptCount, waitMillis) => {
    const [settled] = settleAttempts([attempt(5, 100, 500, { attemptCount })], noJitter)
    assert.deepInclude(settled, { state: "PENDING", nextAttemptAt: 100 + waitMillis })
    assert.strictEqual(settled?.attempt.number, attemptCount + 1)
  })

  it("the last attempt gives up, and its configuration has failed all the same", () => {
    const finished = attempt(5, 100, null, { attemptCount: attemptsMax - 1 })
    assert.strictEqual(settleAttempts([finished], noJitter)[0]?.state, "FAILED")
    assert.deepStrictEqual(moveWebhookStates([finished], [state(1)]), [
      state(1, { firstFailedAt: 100, lastExecutedAt: 100 })
    ])
  })

  it("Retry-After lengthens a wait and never shortens it", () => {
    const next = (retryAfter: string) =>
      settleAttempts([attempt(5, 0, 429, { retryAfter })], noJitter)[0]?.nextAttemptAt
    assert.deepStrictEqual([next("60"), next("1"), next("soon")], [60_000, 5_000, 5_000])
  })

  it("429 and 503 with Retry-After pause the endpoint, until the latest time that any of them asks for", () => {
    const batch = [
      attempt(1, 10, 429, { retryAfter: "60" }),
      attempt(2, 20, 503, { retryAfter: "30" }),
      attempt(3, 30, 500, { retryAfter: "3600" }),
      attempt(4, 40, 429)
    ]
    const [paused] = moveWebhookStates(batch, [state(1)])
    assert.deepStrictEqual(
      paused,
      state(1, { firstFailedAt: 10, lastExecutedAt: 40, failingMillis: 30, heldUntil: 60_010 })
    )
  })

  it("states move in the order in which attempts ended, whatever their order in the batch", () => {
    const failedLast = moveWebhookStates([attempt(2, 20, 500), attempt(1, 10, 200)], [state(1)])
    assert.deepStrictEqual(failedLast, [state(1, { firstFailedAt: 20, lastExecutedAt: 20, lastSucceededAt: 10 })])
    const deliveredLast = moveWebhookStates([attempt(2, 20, 200), attempt(1, 10, 500)], [state(1)])
    assert.deepStrictEqual(deliveredLast, [state(1, { lastExecutedAt: 20, lastSucceededAt: 20 })])
  })

  it("people see the wall clock, schedules use the monotonic one", () => {
    const date = new Date(1_767_225_600_000 + 3_600_000 + 60_000).toUTCString()
    const finished = attempt(5, 1_767_225_600_000, 503, { retryAfter: date }, 3_600_000)
    const wallMillis = 1_767_225_600_000 + 3_600_000
    assert.deepStrictEqual(settleAttempts([finished], noJitter), [
      {
        state: "PENDING",
        nextAttemptAt: 1_767_225_660_000,
        attempt: {
          deliveryId: 5,
          number: 1,
          startedAt: wallMillis - 7,
          durationMillis: 7,
          status: 503,
          error: "No.",
          answer: null,
          ...noHeaders
        }
      }
    ])
    assert.deepStrictEqual(moveWebhookStates([finished], [state(1)]), [
      state(1, { firstFailedAt: wallMillis, lastExecutedAt: wallMillis, heldUntil: 1_767_225_660_000 })
    ])
  })

  it("an attempt whose end is too early on the wall clock is still the later one, and lasts no negative time", () => {
    const jumped = { ...attempt(2, 20, 500), finishedAt: { wallMillis: 20 - 3_600_000, monotonicMillis: 20 } }
    const finished = [jumped, attempt(1, 10, 200)]
    assert.deepStrictEqual(moveWebhookStates(finished, [state(1)]), [
      state(1, { firstFailedAt: 20 - 3_600_000, lastExecutedAt: 20 - 3_600_000, lastSucceededAt: 10 })
    ])
    assert.deepStrictEqual(
      settleAttempts(finished, noJitter).map(({ attempt: { durationMillis } }) => durationMillis),
      [7, 7]
    )
  })

  it("configurations do not move one another", () => {
    const batch = [
      attempt(1, 10, 500, { webhookConfigurationId: 1 }),
      attempt(2, 11, 200, { webhookConfigurationId: 2 })
    ]
    assert.deepStrictEqual(moveWebhookStates(batch, [state(1), state(2), state(3)]), [
      state(1, { firstFailedAt: 10, lastExecutedAt: 10 }),
      state(2, { lastExecutedAt: 11, lastSucceededAt: 11 }),
      state(3)
    ])
  })

  it("a configuration that is gone has no state to move", () => {
    assert.deepStrictEqual(moveWebhookStates([attempt(1, 10, 500)], []), [])
  })
})
