import { assert, describe, it } from "vitest"
import { neededPages } from "./needed-pages.ts"

describe("the pages that are read", () => {
  it.each([
    ["the first alone until the total is known", { first: 500, last: 510 }, null, [0]],
    ["the visible one and the next", { first: 0, last: 12 }, 10_000, [0, 1]],
    ["the one before when it is near", { first: 205, last: 217 }, 10_000, [1, 2, 3]],
    ["none behind the last", { first: 9_990, last: 9_999 }, 10_000, [99]],
    ["the last when the rows are gone", { first: 900, last: 910 }, 50, [0]],
    ["the first of an empty list", { first: 0, last: 0 }, 0, [0]]
  ])("are %s", (_, visible, total, pages) => {
    assert.deepStrictEqual(neededPages(visible, total), pages)
  })
})
