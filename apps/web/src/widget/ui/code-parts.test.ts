import { assert, describe, it } from "vitest"
import { codeParts } from "./code-parts.ts"

describe("the code in a text", () => {
  it.each([
    ["nothing but words", []],
    ["اقرأ <link>شروطنا</link>", ["<link>", "</link>"]],
    ["{name}، مرحبا", ["{name}"]],
    ["من {from, date, medium}", ["{from, date, medium}"]],
    ["على https://example.org/terms?x=1&y=2، هنا", ["https://example.org/terms?x=1&y=2"]],
    ["1 < 2 > 0", []],
    ["{count, plural, one {مرسى واحد} other {# مرسى}}", []]
  ])("of %s is %j", (text, expected) => {
    const parts = codeParts(text)
    assert.deepStrictEqual(
      parts.filter(({ isCode }) => isCode).map((part) => part.text),
      expected
    )
    assert.strictEqual(parts.map((part) => part.text).join(""), text)
    assert.isTrue(parts.every((part) => text.startsWith(part.text, part.start)))
  })
})
