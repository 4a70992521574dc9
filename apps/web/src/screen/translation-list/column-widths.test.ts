import { assert, describe, it } from "vitest"
import { clampWidth, columnWidthMax, columnWidthMin, parseWidths } from "./column-widths.ts"

describe("widths of columns", () => {
  it("stay between what the editor needs and what a screen has", () => {
    assert.deepStrictEqual([1, 300.4, 5_000].map(clampWidth), [columnWidthMin, 300, columnWidthMax])
  })

  it("are kept as far as they are widths", () => {
    assert.deepStrictEqual(parseWidths('{"cs":400,"de":"wide","en":null,"ar":1}'), { cs: 400, ar: columnWidthMin })
  })

  it.each([null, "", "null", "[", "7"])("are none in %s", (text) => {
    assert.deepStrictEqual(parseWidths(text), {})
  })
})
