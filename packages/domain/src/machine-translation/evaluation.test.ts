import { assert, describe, it } from "vitest"
import { compareWithApproved, sampleOf } from "./evaluation.ts"

const numbers = Array.from({ length: 1_000 }, (_, index) => index)

describe("a sample", () => {
  it("has the wanted size, in order, and is the same for the same seed only", () => {
    const sample = sampleOf(numbers, 50, 1)
    assert.lengthOf(sample, 50)
    assert.deepStrictEqual(
      sample,
      sample.toSorted((one, other) => one - other)
    )
    assert.deepStrictEqual(sampleOf(numbers, 50, 1), sample)
    assert.notDeepEqual(sampleOf(numbers, 50, 2), sample)
  })

  it("has all items when there are too few", () => {
    assert.deepStrictEqual(sampleOf([3, 1], 50, 1), [3, 1])
    assert.deepStrictEqual(sampleOf([], 50, 1), [])
  })

  it("prefers no part of the list", () => {
    const chosen = numbers.flatMap((seed) => sampleOf(numbers, 10, seed))
    const ofFirstHalf = chosen.filter((number) => number < 500).length / chosen.length
    assert.closeTo(ofFirstHalf, 0.5, 0.02)
  })
})

describe("translations beside approved ones", () => {
  it.each([
    ["equal", [{ text: "Guten Tag", reference: "Guten Tag" }], { chrf: 100, lengthRatio: 1 }],
    ["unlike, and half as long", [{ text: "xy", reference: "Ahoj" }], { chrf: 0, lengthRatio: 0.5 }],
    [
      "on average",
      [
        { text: "Guten Tag", reference: "Guten Tag" },
        { text: "xxxxxxxxx", reference: "Guten Tag" }
      ],
      { chrf: 50, lengthRatio: 1 }
    ],
    ["counted in characters", [{ text: "😀", reference: "ab" }], { chrf: 0, lengthRatio: 0.5 }],
    ["none", [], { chrf: null, lengthRatio: null }]
  ])("%s", (_, texts, expected) => {
    assert.deepStrictEqual(compareWithApproved(texts), expected)
  })
})
