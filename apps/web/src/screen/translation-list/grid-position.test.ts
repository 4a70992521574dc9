import { assert, describe, it } from "vitest"
import { moveInGrid, moveInTable, nextText } from "./grid-position.ts"

const size = { rows: 100, columns: 3, rowsPerScreen: 10 }

describe("keys in the list", () => {
  it.each([
    ["down goes to the next language", [5, 1], "ArrowDown", [5, 2]],
    ["down on the last language goes to the next key", [5, 2], "ArrowDown", [6, 1]],
    ["down on the last text stays", [99, 2], "ArrowDown", [99, 2]],
    ["up on the first language goes to the key before", [5, 1], "ArrowUp", [4, 2]],
    ["up on the first text stays", [0, 1], "ArrowUp", [0, 1]],
    ["down on a key goes to the next key", [5, 0], "ArrowDown", [6, 0]],
    ["left goes to the key", [5, 2], "ArrowLeft", [5, 0]],
    ["right goes to the first text", [5, 0], "ArrowRight", [5, 1]],
    ["End goes to the last key", [5, 2], "End", [99, 2]],
    ["Home goes to the first key", [5, 2], "Home", [0, 2]],
    ["Page Down goes on by a screen", [95, 1], "PageDown", [99, 1]],
    ["Page Up goes back by a screen", [5, 1], "PageUp", [0, 1]]
  ] as const)("%s", (_, [row, column], key, [toRow, toColumn]) => {
    assert.deepStrictEqual(moveInGrid({ row, column }, key, size), { row: toRow, column: toColumn })
  })

  it("left and right are mirrored where the console reads from right to left", () => {
    assert.deepStrictEqual(moveInGrid({ row: 5, column: 2 }, "ArrowRight", size, { isRightToLeft: true }), {
      row: 5,
      column: 0
    })
  })

  it.each([
    ["down keeps the language", [5, 1], "ArrowDown", [6, 1]],
    ["up keeps the language", [5, 2], "ArrowUp", [4, 2]],
    ["right goes to the next language", [5, 1], "ArrowRight", [5, 2]],
    ["right on the last language stays", [5, 2], "ArrowRight", [5, 2]],
    ["left on the first language goes to the key", [5, 1], "ArrowLeft", [5, 0]],
    ["End goes to the last key", [5, 2], "End", [99, 2]]
  ] as const)("in the table: %s", (_, [row, column], key, [toRow, toColumn]) => {
    assert.deepStrictEqual(moveInTable({ row, column }, key, size), { row: toRow, column: toColumn })
  })

  it("in the table left and right are mirrored, too", () => {
    assert.deepStrictEqual(moveInTable({ row: 5, column: 1 }, "ArrowLeft", size, { isRightToLeft: true }), {
      row: 5,
      column: 2
    })
  })

  it("other keys are not the list's", () => {
    assert.isNull(moveInGrid({ row: 5, column: 2 }, "t", size))
  })

  it("the next text is that of the next key in the same language, until the list ends", () => {
    assert.deepStrictEqual(nextText({ row: 5, column: 2 }, 100), { row: 6, column: 2 })
    assert.isNull(nextText({ row: 99, column: 2 }, 100))
  })
})
