import { assert, describe, it } from "vitest"
import { moveWebhookState, type WebhookEvent, type WebhookState } from "./webhook-state.ts"

const hour = 3_600_000
const day = 24 * hour
const start = 1_767_225_600_000

const fresh: WebhookState = {
  enabled: true,
  autoDisabled: false,
  firstFailedAt: null,
  lastExecutedAt: null,
  warnedAt: null
}
const failing: WebhookState = { ...fresh, firstFailedAt: start, lastExecutedAt: start }
const stopped: WebhookState = { ...failing, enabled: false, autoDisabled: true, warnedAt: start + 6 * hour }

describe("state of a webhook configuration", () => {
  it.each([
    ["a delivery is the last execution", fresh, { type: "delivered", at: start }, { lastExecutedAt: start }],
    [
      "a delivery ends the run of failures and the warning",
      { ...failing, warnedAt: start },
      { type: "delivered", at: start + 1 },
      { firstFailedAt: null, warnedAt: null, lastExecutedAt: start + 1 }
    ],
    [
      "a delivery does not enable what the watchdog disabled",
      stopped,
      { type: "delivered", at: start + day },
      { firstFailedAt: null, warnedAt: null, lastExecutedAt: start + day }
    ],
    [
      "the first failure is remembered",
      fresh,
      { type: "failed", at: start },
      { firstFailedAt: start, lastExecutedAt: start }
    ],
    ["later failures keep it", failing, { type: "failed", at: start + 5000 }, { lastExecutedAt: start + 5000 }],
    [
      "just before 6 hours nobody is warned",
      failing,
      { type: "failed", at: start + 6 * hour - 1 },
      { lastExecutedAt: start + 6 * hour - 1 }
    ],
    [
      "after 6 hours the owners are warned",
      failing,
      { type: "failed", at: start + 6 * hour },
      { lastExecutedAt: start + 6 * hour, warnedAt: start + 6 * hour }
    ],
    [
      "they are warned once",
      { ...failing, warnedAt: start + 6 * hour },
      { type: "failed", at: start + 7 * hour },
      { lastExecutedAt: start + 7 * hour }
    ],
    [
      "just before 3 days it stays enabled",
      { ...failing, warnedAt: start + 6 * hour },
      { type: "failed", at: start + 3 * day - 1 },
      { lastExecutedAt: start + 3 * day - 1 }
    ],
    [
      "after 3 days it is switched off",
      failing,
      { type: "failed", at: start + 3 * day },
      { lastExecutedAt: start + 3 * day, enabled: false, autoDisabled: true }
    ],
    [
      "what a person disabled is not called switched off",
      { ...failing, enabled: false },
      { type: "failed", at: start + 4 * day },
      { lastExecutedAt: start + 4 * day }
    ],
    [
      "enabling clears failures, warning and auto-disabling",
      stopped,
      { type: "edited", enabled: true },
      { enabled: true, autoDisabled: false, firstFailedAt: null, warnedAt: null }
    ],
    [
      "enabling clears the failures of an enabled one as well",
      failing,
      { type: "edited", enabled: true },
      { firstFailedAt: null }
    ],
    ["disabling keeps the failures", failing, { type: "edited", enabled: false }, { enabled: false }],
    ["disabling keeps auto-disabled", stopped, { type: "edited", enabled: false }, {}],
    ["an edit of the address alone keeps everything", failing, { type: "edited", enabled: null }, {}],
    ["a test call keeps everything", stopped, { type: "tested" }, {}]
  ] satisfies ReadonlyArray<[string, WebhookState, WebhookEvent, Partial<WebhookState>]>)(
    "%s",
    (_, state, event, changes) => {
      assert.deepStrictEqual(moveWebhookState(state, event), { ...state, ...changes })
    }
  )

  // The naive model keeps the whole history and reads every field out of it.
  const model = (history: ReadonlyArray<WebhookEvent>): WebhookState => {
    let enabled = true
    let autoDisabled = false
    let run: Array<number> = []
    let warnedAt: number | null = null
    let lastExecutedAt: number | null = null
    for (const event of history) {
      if (event.type === "delivered" || (event.type === "edited" && event.enabled === true)) {
        run = []
        warnedAt = null
      }
      if (event.type === "delivered" || event.type === "failed") lastExecutedAt = event.at
      if (event.type === "edited" && event.enabled !== null) enabled = event.enabled
      if (event.type === "edited" && event.enabled === true) autoDisabled = false
      if (event.type !== "failed") continue
      run.push(event.at)
      const age = event.at - (run[0] ?? event.at)
      if (age >= 3 * day) {
        if (enabled) autoDisabled = true
        enabled = false
      } else if (age >= 6 * hour) {
        warnedAt = warnedAt ?? event.at
      }
    }
    return { enabled, autoDisabled, firstFailedAt: run[0] ?? null, lastExecutedAt, warnedAt }
  }

  it("agrees with the naive model after every event of random histories", () => {
    let seed = 1
    const random = (bound: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % bound
    }
    for (let round = 0; round < 300; round++) {
      const history: Array<WebhookEvent> = []
      let at = start
      let state = fresh
      for (let step = 0; step < 40; step++) {
        at += random(10 * hour)
        const kind = random(20)
        const event: WebhookEvent =
          kind < 15
            ? { type: "failed", at }
            : kind === 15
              ? { type: "delivered", at }
              : kind === 16
                ? { type: "tested" }
                : { type: "edited", enabled: [true, false, null][kind - 17] ?? null }
        history.push(event)
        state = moveWebhookState(state, event)
        assert.deepStrictEqual(state, model(history))
      }
    }
  })
})
