import { assert, describe, it } from "vitest"
import { moveWebhookState, type WebhookEvent, type WebhookState } from "./webhook-state.ts"

const hour = 3_600_000
const day = 24 * hour
const start = 1_767_225_600_000
/** A day and a tenth. */
const longestPause = 26.4 * hour

const fresh: WebhookState = {
  enabled: true,
  autoDisabled: false,
  firstFailedAt: null,
  lastExecutedAt: null,
  lastSucceededAt: null,
  failingMillis: 0,
  warnedAt: null,
  heldUntil: null
}
const failing: WebhookState = { ...fresh, firstFailedAt: start, lastExecutedAt: start }
const stopped: WebhookState = {
  ...failing,
  enabled: false,
  autoDisabled: true,
  failingMillis: 3 * day,
  warnedAt: start + 6 * hour
}
/** The last failure came after so many days of failures. */
const failingFor = (days: number): WebhookState => ({
  ...failing,
  lastExecutedAt: start + days * day,
  failingMillis: days * day,
  warnedAt: start + 6 * hour
})

describe("state of a webhook configuration", () => {
  it.each([
    [
      "a delivery is the last execution",
      fresh,
      { type: "delivered", at: start },
      { lastExecutedAt: start, lastSucceededAt: start }
    ],
    [
      "a delivery ends the run of failures and the warning",
      { ...failing, warnedAt: start },
      { type: "delivered", at: start + 1 },
      { firstFailedAt: null, warnedAt: null, lastExecutedAt: start + 1, lastSucceededAt: start + 1 }
    ],
    [
      "a delivery does not enable what the watchdog disabled",
      stopped,
      { type: "delivered", at: start + day },
      {
        firstFailedAt: null,
        failingMillis: 0,
        warnedAt: null,
        lastExecutedAt: start + day,
        lastSucceededAt: start + day
      }
    ],
    [
      "the first failure is remembered",
      fresh,
      { type: "failed", at: start, heldUntil: null },
      { firstFailedAt: start, lastExecutedAt: start }
    ],
    [
      "later failures keep it",
      failing,
      { type: "failed", at: start + 5000, heldUntil: null },
      { lastExecutedAt: start + 5000, failingMillis: 5000 }
    ],
    [
      "just before 6 hours there is no warning",
      failing,
      { type: "failed", at: start + 6 * hour - 1, heldUntil: null },
      { lastExecutedAt: start + 6 * hour - 1, failingMillis: 6 * hour - 1 }
    ],
    [
      "after 6 hours the owners are warned",
      failing,
      { type: "failed", at: start + 6 * hour, heldUntil: null },
      { lastExecutedAt: start + 6 * hour, failingMillis: 6 * hour, warnedAt: start + 6 * hour }
    ],
    [
      "they are warned once",
      { ...failing, warnedAt: start + 6 * hour },
      { type: "failed", at: start + 7 * hour, heldUntil: null },
      { lastExecutedAt: start + 7 * hour, failingMillis: 7 * hour }
    ],
    [
      "just before 3 days it stays enabled",
      failingFor(2),
      { type: "failed", at: start + 3 * day - 1, heldUntil: null },
      { lastExecutedAt: start + 3 * day - 1, failingMillis: 3 * day - 1 }
    ],
    [
      "after 3 days of failed attempts it is switched off",
      failingFor(2),
      { type: "failed", at: start + 3 * day, heldUntil: null },
      { lastExecutedAt: start + 3 * day, failingMillis: 3 * day, enabled: false, autoDisabled: true }
    ],
    [
      "of a time without attempts no more counts than the longest pause of a retry, such as of a maintenance of 4 days",
      failing,
      { type: "failed", at: start + 4 * day, heldUntil: null },
      { lastExecutedAt: start + 4 * day, failingMillis: longestPause, warnedAt: start + 4 * day }
    ],
    [
      "nor of a clock that said 1970 at the first failure",
      { ...failing, firstFailedAt: 0, lastExecutedAt: 0 },
      { type: "failed", at: start, heldUntil: null },
      { lastExecutedAt: start, failingMillis: longestPause, warnedAt: start }
    ],
    [
      "a clock that was set back takes nothing away",
      failingFor(2),
      { type: "failed", at: start - day, heldUntil: null },
      { lastExecutedAt: start - day }
    ],
    [
      "what a person disabled is not called switched off",
      { ...failingFor(2), enabled: false },
      { type: "failed", at: start + 3 * day, heldUntil: null },
      { lastExecutedAt: start + 3 * day, failingMillis: 3 * day }
    ],
    [
      "enabling clears failures, warning and auto-disabling",
      stopped,
      { type: "edited", enabled: true, isMoved: false },
      { enabled: true, autoDisabled: false, firstFailedAt: null, failingMillis: 0, warnedAt: null }
    ],
    [
      "enabling clears the failures of an enabled one as well",
      failing,
      { type: "edited", enabled: true, isMoved: false },
      { firstFailedAt: null }
    ],
    ["disabling keeps the failures", failing, { type: "edited", enabled: false, isMoved: false }, { enabled: false }],
    ["disabling keeps auto-disabled", stopped, { type: "edited", enabled: false, isMoved: false }, {}],
    ["an edit of the address alone keeps everything", failing, { type: "edited", enabled: null, isMoved: false }, {}],
    [
      "an endpoint that asks for a pause is paused",
      fresh,
      { type: "failed", at: start, heldUntil: start + 60_000 },
      { firstFailedAt: start, lastExecutedAt: start, heldUntil: start + 60_000 }
    ],
    [
      "a shorter pause does not end a longer one",
      { ...failing, heldUntil: start + hour },
      { type: "failed", at: start + 1, heldUntil: start + 2 },
      { lastExecutedAt: start + 1, failingMillis: 1 }
    ],
    [
      "nor does a failure without one",
      { ...failing, heldUntil: start + hour },
      { type: "failed", at: start + 1, heldUntil: null },
      { lastExecutedAt: start + 1, failingMillis: 1 }
    ],
    [
      "nor a delivery that was on its way",
      { ...failing, heldUntil: start + hour },
      { type: "delivered", at: start + 1 },
      { firstFailedAt: null, lastExecutedAt: start + 1, lastSucceededAt: start + 1 }
    ],
    [
      "enabling ends it",
      { ...fresh, heldUntil: start },
      { type: "edited", enabled: true, isMoved: false },
      { heldUntil: null }
    ],
    [
      "another address ends it",
      { ...fresh, heldUntil: start },
      { type: "edited", enabled: null, isMoved: true },
      { heldUntil: null }
    ],
    [
      "an edit of something else keeps it",
      { ...fresh, heldUntil: start },
      { type: "edited", enabled: false, isMoved: false },
      { enabled: false }
    ],
    [
      "a failure that a later success has overtaken starts no run",
      { ...fresh, lastExecutedAt: start, lastSucceededAt: start },
      { type: "failed", at: start - 1, heldUntil: start + hour },
      { heldUntil: start + hour }
    ],
    [
      "a success that a failure has overtaken does not end the run that begins with it",
      failing,
      { type: "delivered", at: start - 1 },
      { lastSucceededAt: start - 1 }
    ],
    [
      "a success between two failures leaves the later one",
      { ...failing, lastExecutedAt: start + 5000, failingMillis: 5000 },
      { type: "delivered", at: start + 1 },
      { firstFailedAt: start + 5000, failingMillis: 0, lastSucceededAt: start + 1 }
    ],
    [
      "a failure starts a run when the clock was set back after the last success",
      { ...fresh, lastExecutedAt: start, lastSucceededAt: start },
      { type: "failed", at: start - hour, heldUntil: null },
      { firstFailedAt: start - hour, lastExecutedAt: start - hour }
    ],
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
    let failingMillis = 0
    let warnedAt: number | null = null
    let lastExecutedAt: number | null = null
    let lastSucceededAt: number | null = null
    let holds: Array<number> = []
    for (const event of history) {
      if (event.type === "delivered" || (event.type === "edited" && event.enabled === true)) {
        run = []
        failingMillis = 0
        warnedAt = null
      }
      if (event.type === "delivered" || event.type === "failed") lastExecutedAt = event.at
      if (event.type === "delivered") lastSucceededAt = event.at
      if (event.type === "edited" && event.enabled !== null) enabled = event.enabled
      if (event.type === "edited" && event.enabled === true) autoDisabled = false
      if (event.type === "edited" && (event.enabled === true || event.isMoved)) holds = []
      if (event.type !== "failed") continue
      run.push(event.at)
      if (event.heldUntil !== null) holds.push(event.heldUntil)
      failingMillis = 0
      for (const [index, at] of run.slice(1).entries()) failingMillis += Math.min(at - (run[index] ?? at), longestPause)
      if (failingMillis >= 3 * day) {
        if (enabled) autoDisabled = true
        enabled = false
      } else if (failingMillis >= 6 * hour) {
        warnedAt = warnedAt ?? event.at
      }
    }
    const heldUntil = holds.length === 0 ? null : Math.max(...holds)
    const firstFailedAt = run[0] ?? null
    const times = { firstFailedAt, lastExecutedAt, lastSucceededAt, failingMillis, warnedAt, heldUntil }
    return { enabled, autoDisabled, ...times }
  }

  const makeRandom = (seed: number) => (bound: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % bound
  }

  /** Attempts of less than five minutes in the order in which they ended, each in a millisecond of its own. */
  const anyAttempts = (random: (bound: number) => number): ReadonlyArray<WebhookEvent> => {
    let at = start
    return Array.from({ length: 1 + random(10) }, () => {
      at += 1 + random(20_000)
      return random(3) === 0
        ? { type: "delivered", at }
        : { type: "failed", at, heldUntil: random(4) === 0 ? at + random(day) : null }
    })
  }

  it("does not depend on the order in which neighbouring attempts are acknowledged", () => {
    const random = makeRandom(2)
    for (let round = 0; round < 2_000; round++) {
      const attempts = anyAttempts(random)
      const acknowledged = [...attempts]
      for (let index = random(2); index + 1 < acknowledged.length; index += 2 + random(2)) {
        const [one, other] = acknowledged.slice(index, index + 2)
        if (one !== undefined && other !== undefined) acknowledged.splice(index, 2, other, one)
      }
      assert.deepStrictEqual(acknowledged.reduce(moveWebhookState, fresh), model(attempts))
    }
  })

  it("knows in any order of acknowledgements when the last attempt was and whether it failed, and for no longer than it did", () => {
    const random = makeRandom(3)
    for (let round = 0; round < 2_000; round++) {
      const attempts = anyAttempts(random)
      const acknowledged = attempts
        .map((event) => ({ event, place: random(1_000_000) }))
        .toSorted((one, other) => one.place - other.place)
      const state = acknowledged.map(({ event }) => event).reduce(moveWebhookState, fresh)
      const expected = model(attempts)
      assert.deepInclude(state, {
        lastExecutedAt: expected.lastExecutedAt,
        lastSucceededAt: expected.lastSucceededAt,
        heldUntil: expected.heldUntil
      })
      assert.strictEqual(state.firstFailedAt === null, expected.firstFailedAt === null)
      assert.isAtLeast(state.firstFailedAt ?? 0, expected.firstFailedAt ?? 0)
      assert.isAtMost(state.firstFailedAt ?? 0, state.lastExecutedAt ?? 0)
      assert.isAtMost(state.failingMillis, expected.failingMillis)
    }
  })

  it("agrees with the naive model after every event of random histories", () => {
    const random = makeRandom(1)
    for (let round = 0; round < 300; round++) {
      const history: Array<WebhookEvent> = []
      let at = start
      let state = fresh
      for (let step = 0; step < 40; step++) {
        at += random(random(5) === 0 ? 5 * day : 10 * hour)
        const kind = random(20)
        const event: WebhookEvent =
          kind < 15
            ? { type: "failed", at, heldUntil: random(4) === 0 ? at + random(day) : null }
            : kind === 15
              ? { type: "delivered", at }
              : kind === 16
                ? { type: "tested" }
                : { type: "edited", enabled: [true, false, null][kind - 17] ?? null, isMoved: random(2) === 0 }
        history.push(event)
        state = moveWebhookState(state, event)
        assert.deepStrictEqual(state, model(history))
      }
    }
  })
})
