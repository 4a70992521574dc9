import { assert, describe, it } from "vitest"
import { rowsPerWindow, startAround, startFor } from "./row-window.ts"

const total = 1_000_000

describe("the window of rows that are laid out", () => {
  it("is never higher than browsers draw, even when rows are twice as high as estimated", () => {
    for (const rowHeight of [42, 72, 411]) assert.isAtMost(rowsPerWindow(rowHeight) * rowHeight * 2, 15_000_000)
  })

  it.each([
    [0, 0],
    [10, 0],
    [500_000, 450_000],
    [999_999, 900_000]
  ])("around row %i begins at %i", (row, start) => {
    assert.strictEqual(startAround(row, total, 100_000), start)
  })

  it("is the whole list when that fits", () => {
    assert.strictEqual(startAround(1_199, 1_200, 100_000), 0)
    assert.strictEqual(startFor({ start: 0, size: 100_000 }, { first: 1_190, last: 1_199 }, 1_200), 0)
  })

  it.each([
    ["stays in the middle", 450_000, 460_000, 450_000],
    ["moves on near its end", 450_000, 549_920, 499_920],
    ["moves back near its start", 450_000, 450_020, 400_020],
    ["stays at the start of the list", 0, 0, 0],
    ["stays at the end of the list", 900_000, 999_990, 900_000]
  ])("%s", (_, start, first, expected) => {
    assert.strictEqual(startFor({ start, size: 100_000 }, { first, last: first + 9 }, total), expected)
  })

  it("reaches every row by scrolling on, without moving to and fro", () => {
    const size = 20_000
    let start = 0
    let moves = 0
    for (let first = 0; first < total - 10; first += 50) {
      const next = startFor({ start, size }, { first, last: first + 9 }, total)
      assert.isTrue(next >= start && first >= next && first + 9 < next + size)
      if (next !== start) moves++
      start = next
    }
    assert.strictEqual(start, total - size)
    assert.isBelow(moves, (2 * total) / size + 1)
  })
})
