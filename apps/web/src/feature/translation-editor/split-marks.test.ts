import { assert, describe, it } from "vitest"
import { splitMarks } from "./split-marks.ts"

const split = (words: string, start: number, source: string, ...ranges: ReadonlyArray<readonly [number, number]>) =>
  splitMarks(
    words,
    start,
    source,
    ranges.map(([from, end]) => ({ start: from, end }))
  ).map(({ part, mark }) => (mark === null ? part : `[${part}]`))

describe("the words of a text at its marks", () => {
  it("are split where marks begin and end", () => {
    assert.deepStrictEqual(split("Drop the anchor now", 0, "Drop the anchor now", [9, 15]), [
      "Drop the ",
      "[anchor]",
      " now"
    ])
  })

  it("have the marks of the literal only", () => {
    assert.deepStrictEqual(split(" anchor", 6, " anchor", [0, 4], [7, 13], [20, 24]), [" ", "[anchor]"])
  })

  it("are found behind quotes, which the words do not have", () => {
    assert.deepStrictEqual(split("it's {anchor}", 0, "it''s '{anchor}'", [8, 14]), ["it's {", "[anchor]", "}"])
  })

  it("stay whole without a mark, and lose none", () => {
    assert.deepStrictEqual(split("anchor", 0, "anchor"), ["anchor"])
    assert.deepStrictEqual(split("anchor", 0, "anchor", [0, 6]), ["[anchor]"])
  })
})
