import { assert, describe, it } from "vitest"
import { readAmount } from "./amount.ts"

describe("an amount that a person types", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["0", 0],
    ["12", 12],
    ["12.50", 12.5],
    ["12,5", 12.5],
    ["١٢٫٥", 12.5]
  ])("%o is %o", (typed, amount) => {
    assert.strictEqual(readAmount(typed), amount)
  })

  it.each(["a", "-1", "1e3", "1.000,5", "1,000,000", "."])(
    "%o is none, so that no limit is lost by a mistake",
    (typed) => {
      assert.isNaN(readAmount(typed))
    }
  )
})
