import { assert, describe, it } from "vitest"
import {
  attemptsMax,
  endpointPauseMillis,
  parseRetryAfter,
  pauseMaxMillis,
  retryPauseMillis
} from "./retry-schedule.ts"

const at = Date.UTC(2026, 0, 1)
const hour = 3600
const next = (attemptCount: number, random = 0, retryAfter: string | null = null) => {
  const pause = retryPauseMillis({ attemptCount, at, retryAfter, random })
  return pause === null ? null : pause / 1000
}

describe("retry schedule", () => {
  it.each([
    [1, 5],
    [2, 50],
    [3, 500],
    [4, hour],
    [5, 3 * hour],
    [6, 6 * hour],
    [7, 12 * hour],
    [8, 24 * hour],
    [9, 24 * hour]
  ])("after attempt %i the next one comes %i seconds later, and up to a tenth more", (attemptCount, seconds) => {
    assert.strictEqual(next(attemptCount), seconds)
    assert.strictEqual(next(attemptCount, 0.5), (seconds * 21) / 20)
    assert.strictEqual(next(attemptCount, 1), (seconds * 11) / 10)
  })

  it("gives up after ten attempts, whatever the endpoint asks for", () => {
    assert.strictEqual(attemptsMax, 10)
    assert.isNull(next(10))
    assert.isNull(next(10, 0, "60"))
  })

  it.each([
    ["lengthens a pause", 1, "120", 120],
    ["does not shorten one", 4, "120", hour],
    ["counts up to a day", 1, "999999999", 24 * hour],
    ["may be a date", 1, "Thu, 01 Jan 2026 00:01:00 GMT", 60],
    ["is ignored when its date is past", 1, "Wed, 31 Dec 2025 00:00:00 GMT", 5],
    ["is ignored when it means nothing", 1, "soon", 5],
    ["is ignored when it is negative", 1, "-60", 5],
    ["is ignored when it is empty", 1, " ", 5]
  ] satisfies ReadonlyArray<[string, number, string, number]>)("Retry-After %s", (_, attemptCount, header, seconds) => {
    assert.strictEqual(next(attemptCount, 0, header), seconds)
  })

  it("no pause is longer than the longest one", () => {
    const pauses = Array.from({ length: attemptsMax - 1 }, (_, index) => next(index + 1, 1, "999999999") ?? 0)
    assert.strictEqual(Math.max(...pauses), pauseMaxMillis / 1000)
  })

  it("a date without a time zone is none", () => {
    assert.strictEqual(parseRetryAfter("2026-06-01", at), 0)
    assert.strictEqual(parseRetryAfter("Thu Jan  1 00:01:00 2026", at), 0)
  })
})

describe("an endpoint is paused", () => {
  it.each<[string, number | null, string | null, number | null]>([
    ["after 429 for as long as it asks", 429, "120", 120_000],
    ["after 503 as well", 503, "120", 120_000],
    ["until a date", 429, "Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["for a day at most", 429, "999999999", 24 * 3_600_000],
    ["not without the header", 503, null, null],
    ["not when the header means nothing", 503, "soon", null],
    ["not when its date is past", 503, "Wed, 31 Dec 2025 00:00:00 GMT", null],
    ["not after other failures, which are about one event", 500, "120", null],
    ["not without a response", null, null, null]
  ])("%s", (_, status, retryAfter, pause) => {
    assert.strictEqual(endpointPauseMillis({ status, retryAfter, at }), pause)
  })
})
