import { assert, describe, it } from "vitest"
import { type JsonProblem, scanJson } from "./json-body.ts"

const bounds = { nestingMax: 3, valuesMax: 8 }
const scan = (text: string) => scanJson(new TextEncoder().encode(text), bounds)

describe("JSON before it is parsed", () => {
  it.each([
    ["nested as deep as allowed", '[{"a":[1]}]', null],
    ["one deeper", '[{"a":[{}]}]', "tooDeep"],
    ["brackets of any kind that do not fit", "}}}]]][[[[", null],
    ["only opened", "[[[[", "tooDeep"],
    ["brackets in a string", '["[[[[[{{{{{"]', null],
    ["brackets behind an escaped quote", '["\\"[[[[[[["]', null],
    ["brackets behind an escaped backslash and the end of the string", '["\\\\",[[[', "tooDeep"],
    ["as many values as allowed", "[1,2,3,4,5,6,7,8]", null],
    ["one more", "[1,2,3,4,5,6,7,8,9]", "tooManyValues"],
    ["fields of objects, with the objects", '{"a":{"b":1},"c":{"d":1},"e":1,"f":1,"g":1,"h":1,"i":1}', "tooManyValues"],
    ["empty objects", "[{},{},{},{}]", null],
    ["more of them", "[{},{},{},{},{}]", "tooManyValues"],
    ["commas in a string", '[",,,,,,,,,,,,,,,,,,"]', null],
    ["U+0000 in a text", '["a\\u0000"]', "unstorable"],
    ["U+0000 in a name", '{"\\u0000":1}', "unstorable"],
    ["U+0000 before it gets too deep", '["\\u0000",[[[[', "unstorable"],
    ["U+0000 behind other escapes", '["\\n\\\\\\u0000"]', "unstorable"],
    ["a backslash in front of the letters", '["\\\\u0000"]', null],
    ["two of them", '["\\\\\\u0000"]', "unstorable"],
    ["the first half of a character", '["\\ud83d"]', "unstorable"],
    ["the second half", '["\\uDE00"]', "unstorable"],
    ["halves in the wrong order", '["\\ude00\\ud83d"]', "unstorable"],
    ["halves with something between them", '["\\ud83d \\ude00"]', "unstorable"],
    ["the first half twice", '["\\ud83d\\ud83d\\ude00"]', "unstorable"],
    ["a whole character", '["\\ud83d\\uDE00"]', null],
    ["a whole character and half of one", '["\\ud83d\\ude00\\ude00"]', "unstorable"],
    ["escapes that are none", '["\\u00', null],
    ["an escape at the end", '["\\', null],
    ["letters that are no digits", '["\\u00g0\\ud8zz"]', null],
    ["a string without an end", '["[[[[[', null],
    ["nothing", "", null]
  ] satisfies ReadonlyArray<[string, string, JsonProblem | null]>)("%s", (_, text, expected) => {
    assert.strictEqual(scan(text), expected)
  })

  it("finds what a parser finds, in random texts", () => {
    const pieces = ['\\"', "\\\\", "\\u0000", "\\ud83d", "\\ude00", "\\u0041", "a", "€", "😀", "[", ",", "{"]
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 5_000; round += 1) {
      const content = Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join("")
      const text: string = JSON.parse(`"${content}"`)
      const isStorable = text.isWellFormed() && !text.includes("\u0000")
      assert.strictEqual(scan(`["${content}"]`), isStorable ? null : "unstorable", content)
    }
  })
})
