import { assert, describe, it } from "vitest"
import { positionsIn } from "./position.ts"

describe("positionsIn", () => {
  it.each([
    ["LF", "ab\ncd", 3, "2:1"],
    ["CRLF", "ab\r\ncd", 4, "2:1"],
    ["a lone CR", "ab\rcd", 4, "2:2"],
    ["one line", "abc", 2, "1:3"],
    ["the end of the text", "a\n", 2, "2:1"],
    ["an empty text", "", 0, "1:1"],
    ["characters of two units", "😀a", 2, "1:3"]
  ])("%s", (_, text, offset, expected) => {
    const { line, column } = positionsIn(text)(offset)
    assert.strictEqual(`${line}:${column}`, expected)
  })
})
