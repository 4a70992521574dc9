import { assert, describe, it } from "vitest"
import { attemptsMax, nextAttemptAt, parseRetryAfter } from "./retry-schedule.ts"

const now = Date.UTC(2026, 0, 1)
const hour = 3600
const next = (attemptCount: number, random = 0, retryAfter: string | null = null) => {
  const at = nextAttemptAt({ attemptCount, now, retryAfter, random })
  return at === null ? null : (at - now) / 1000
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

  it("a date without a time zone is none", () => {
    assert.strictEqual(parseRetryAfter("2026-06-01", now), 0)
    assert.strictEqual(parseRetryAfter("Thu Jan  1 00:01:00 2026", now), 0)
  })
})
