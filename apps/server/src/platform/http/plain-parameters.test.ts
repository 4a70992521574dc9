import { assert, describe, it } from "@effect/vitest"
import { plainParameters } from "./plain-parameters.ts"

describe("parameters of a query", () => {
  it.each([
    ["without brackets stay as they are", { a: "1", b: ["2", "3"] }, { a: "1", b: ["2", "3"] }],
    ["with empty brackets are a list", { "a[]": ["1", "2"], b: "3" }, { a: ["1", "2"], b: "3" }],
    ["with one value in brackets are that value", { "a[]": "1" }, { a: "1" }],
    ["with numbers are a list in the order of the query", { "a[1]": "x", "a[0]": "y" }, { a: ["x", "y"] }],
    ["join those without brackets", { a: "1", "a[]": "2" }, { a: ["1", "2"] }],
    [
      "with other brackets stay as they are",
      { "a[b]": "1", "[]": "2", "a[0][1]": "3" },
      { "a[b]": "1", "[]": "2", "a[0][1]": "3" }
    ]
  ])("%s", (_, given, expected) => {
    assert.deepStrictEqual(plainParameters(given), expected)
  })

  it("of any name are parameters and nothing else", () => {
    assert.deepStrictEqual(Object.entries(plainParameters({ "__proto__[]": "1" })), [["__proto__", "1"]])
  })
})
