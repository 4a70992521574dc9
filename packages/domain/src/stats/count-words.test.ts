import { assert, describe, it } from "vitest"
import { countWords } from "./count-words.ts"

describe("words of a text", () => {
  it.each([
    ["", 0],
    ["Save", 1],
    ["Save  the file ", 3],
    ["Don't panic!", 2],
    ["well-known", 2],
    ["Hello, world. (Twice)", 3],
    ["3.14 apples", 2],
    ["příliš žluťoučký kůň", 3],
    ["你好世界", 2],
    ["… — !", 0],
    ["a\nb\tc", 3]
  ])("%j has %d", (text, count) => {
    assert.strictEqual(countWords(text), count)
  })

  it("are the same with and without the word break for plain letters", () => {
    for (const text of ["a b", " ab  cd ", "x"]) assert.strictEqual(countWords(text), countWords(`${text}\n`))
  })
})
