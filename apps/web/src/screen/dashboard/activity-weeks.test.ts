import { assert, describe, it } from "vitest"
import { activityWeeks, monthStarts } from "./activity-weeks.ts"

// A Wednesday.
const now = Date.UTC(2026, 7, 5, 23, 59)

describe("the weeks of the activity chart", () => {
  it("are twelve months up to this week, from Monday to Sunday", () => {
    const weeks = activityWeeks({}, now)
    assert.lengthOf(weeks, 53)
    assert.deepStrictEqual(weeks.at(-1), { start: "2026-08-03", end: "2026-08-09", count: 0 })
    assert.deepStrictEqual(weeks[0], { start: "2025-08-04", end: "2025-08-10", count: 0 })
  })

  it("add up their days, and leave out what is older", () => {
    const weeks = activityWeeks(
      { "2026-08-03": 1, "2026-08-05": 2, "2026-08-02": 4, "2025-08-04": 8, "2025-08-03": 16 },
      now
    )
    assert.deepStrictEqual([weeks.at(-1)?.count, weeks.at(-2)?.count, weeks[0]?.count], [3, 4, 8])
    assert.strictEqual(
      weeks.reduce((total, { count }) => total + count, 0),
      15
    )
  })

  it("name each month at the week in which it begins, but not at the edge", () => {
    const starts = monthStarts(activityWeeks({}, now))
    assert.lengthOf(starts, 12)
    // 1 September 2025 was a Monday, 1 August 2026 a Saturday.
    assert.deepStrictEqual(
      [starts[0], starts.at(-1)],
      [
        { index: 4, month: "2025-09-01" },
        { index: 51, month: "2026-08-01" }
      ]
    )
  })
})
