import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { excerptOf, excerptUtf16UnitsMax, visibleText } from "./source-excerpt.ts"

describe("the excerpt of a line", () => {
  it.each([
    ["is the line, with the caret under the column", '  "a": "",', 3, '  "a": "",', 2],
    ["shows a tab as four columns", "\ta: 1", 2, "    a: 1", 4],
    ["counts two columns for wide characters", "键 = 值", 5, "键 = 值", 5],
    ["counts one for half width forms", "ｱｲ=x", 4, "ｱｲ=x", 3],
    ["counts none for combining marks", "e\u0301\u0301=x", 5, "e\u0301\u0301=x", 2],
    ["counts an emoji of several code points once", "👩‍👩‍👧 x", 10, "👩‍👩‍👧 x", 3],
    ["begins a character that the column would halve", "😀x", 2, "😀x", 0],
    ["ends where the line does", "ab", 99, "ab", 2],
    ["of an empty line is empty", "", 1, "", 0],
    ["has symbols for control characters", "a\u001b[31m\u007f\u0085", 3, "a␛[31m␡\ufffd", 2],
    ["has no characters that reorder it", "a\u202eb\u2066c", 5, "a\ufffdb\ufffdc", 4]
  ])("%s", (_, line, column, text, caret) => {
    assert.deepStrictEqual(excerptOf(line, column), { text, caret })
  })

  it("of a long line has what is around the column", () => {
    const { text, caret } = excerptOf(`${"a".repeat(5_000)}X${"b".repeat(5_000)}`, 5_001)
    assert.match(text, /^\.{3}a+Xb+\.{3}$/)
    assert.strictEqual(text[caret], "X")
  })

  it("of a long line shows its start and its end where they are near", () => {
    assert.match(excerptOf(`X${"b".repeat(500)}`, 1).text, /^Xb+\.{3}$/)
    assert.match(excerptOf(`${"a".repeat(500)}X`, 501).text, /^\.{3}a+X$/)
  })

  it("is short, well-formed and of one line, whatever the line is", () => {
    const random = seededRandom(7)
    const parts = ["a", "\t", "😀", "\ud83d", "\ude00", "键", "\u0301", "\u001b", "\u2028", "\u202e", "‍"]
    for (let round = 0; round < 500; round++) {
      const line = randomText(random, parts, 400)
      const { text, caret } = excerptOf(line, Math.floor(random() * 900))
      assert.isAtMost(text.length, excerptUtf16UnitsMax * 4 + 6)
      assert.isTrue(text.isWellFormed())
      assert.notMatch(text, /[\p{Cc}\u2028\u202e]/u)
      assert.isAtMost(caret, 2 * text.length)
      assert.isAtLeast(caret, 0)
    }
  })
})

it("a text for a terminal is one line", () => {
  assert.strictEqual(visibleText("a\nb\u001b]0;x\u0007"), "a␊b␛]0;x␇")
})
