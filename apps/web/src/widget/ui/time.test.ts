import { assert, describe, it } from "vitest"
import { durationText, relativeTime } from "./time.tsx"

const now = Date.UTC(2026, 0, 1)

describe("a time", () => {
  it.each([
    [0, "now"],
    [-999, "now"],
    [-1_000, "1 second ago"],
    [-59_000, "59 seconds ago"],
    [-60_000, "1 minute ago"],
    [-3_599_000, "59 minutes ago"],
    [3_600_000, "in 1 hour"],
    [3_599_000, "in 1 hour"],
    [35 * 60_000, "in 35 minutes"],
    [7 * 86_400_000 - 1_000, "in 7 days"],
    [999, "in 1 second"],
    [-7 * 86_400_000 + 1_000, "6 days ago"],
    [-86_400_000, "yesterday"],
    [-3 * 86_400_000, "3 days ago"],
    [-400 * 86_400_000, "last year"]
  ])("%i ms from now is %s", (difference, text) => {
    assert.strictEqual(relativeTime(now + difference, now, "en"), text)
  })
})

describe("a duration", () => {
  it.each([
    [0, "0 ms"],
    [31, "31 ms"],
    [2_449, "2.4 sec"],
    [50_000, "50 sec"],
    [500_000, "8 min"],
    [86_400_000, "24 hr"]
  ])("of %i ms is %s", (millis, text) => {
    assert.strictEqual(durationText(millis, "en"), text)
  })
})
