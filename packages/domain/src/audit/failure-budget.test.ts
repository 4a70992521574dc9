import { assert, describe, it } from "vitest"
import { type FailureBudget, newFailureBudget, spendFailure } from "./failure-budget.ts"

/** The decisions about failures at these times. */
const decide = (times: ReadonlyArray<number>, from: FailureBudget = newFailureBudget(0)) => {
  let budget = from
  const decisions = times.map((now) => {
    const spent = spendFailure(budget, now)
    budget = spent.budget
    return spent.unrecorded
  })
  return { budget, decisions }
}

const flood = (count: number, now: number) => Array.from({ length: count }, () => now)

describe("failure budget", () => {
  it("records 300 failures at once, and leaves out those beyond", () => {
    const { decisions } = decide(flood(310, 0))
    assert.strictEqual(decisions.filter((unrecorded) => unrecorded !== null).length, 300)
    assert.deepStrictEqual(decisions.slice(300), flood(10, 0).fill(null as never))
  })

  it("records one more per second, with the number of those left out before it", () => {
    const { budget } = decide(flood(310, 0))
    assert.deepStrictEqual(decide([999, 1_000, 1_000, 2_000], budget).decisions, [null, 11, null, 1])
  })

  it("records at most 86,400 failures more in a day", () => {
    const { budget } = decide(flood(300, 0))
    const times = Array.from({ length: 864_000 }, (_, index) => (index + 1) * 100)
    const { decisions } = decide(times, budget)
    assert.strictEqual(decisions.filter((unrecorded) => unrecorded !== null).length, 86_400)
  })

  it("is whole again after a quiet time, and never larger", () => {
    const { budget } = decide(flood(300, 0))
    const { decisions } = decide(flood(301, 86_400_000), budget)
    assert.strictEqual(decisions.filter((unrecorded) => unrecorded !== null).length, 300)
  })

  it("does not count a clock that goes back", () => {
    const { budget } = decide(flood(300, 5_000))
    assert.deepStrictEqual(decide([1_000], budget).decisions, [null])
  })
})
