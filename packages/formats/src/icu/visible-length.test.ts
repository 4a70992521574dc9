import { assert, it } from "vitest"
import { visibleLength } from "./visible-length.ts"

it.each([
  ["a text", "abc", 3],
  ["no text", "", 0],
  ["arguments count nothing", "a {name} b {n, number, ::.00}", 5],
  ["markup counts nothing", "<b class='x'>bold</b> <br/>", 5],
  ["a sign that opens no markup counts", "1 < 2", 5],
  ["the longest form of a plural counts, without its number", "{n, plural, one {# dog} other {# dogs!}}", 6],
  ["so does the longest of a choice in it", "{n, plural, other {{g, select, a {xx} other {x}}!}}", 3],
  ["what is quoted counts as it is shown", "'{a}'", 3],
  ["what is no message counts as it is written", "{a", 2]
])("%s: %s", (_, text, length) => {
  assert.strictEqual(visibleLength(text), length)
})
