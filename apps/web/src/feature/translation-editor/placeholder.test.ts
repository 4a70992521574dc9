import { assert, describe, it } from "vitest"
import { findPlaceholders } from "./placeholder.ts"
import { parsePart } from "./text-part.ts"

describe("the placeholders of a text", () => {
  it.each([
    ["arguments, with type and style", "Hi {name} {d, date, medium}", "message", ["name", "d, date, medium"]],
    ["tags", "<b>now</b><br/> 1 < 2", "message", ["<b>", "</b>", "<br/>"]],
    ["the number of a form", "# of {total}", "plural", ["#", "total"]],
    ["no number outside of a plural", "# 1", "message", []],
    ["nothing that is quoted", "'{name}'", "message", []],
    ["nothing inside of a choice", "{g, select, other {{x}}}", "message", []],
    ["none while the text does not parse", "{name} {", "message", []]
  ] as const)("%s", (_, text, place, labels) => {
    assert.deepStrictEqual(
      findPlaceholders(text, place).map(({ label }) => label),
      [...labels]
    )
  })

  it("stand where the text has them", () => {
    for (const place of ["message", "plural", "select"] as const) {
      const text = "a {x} <i>b</i>"
      for (const { start, end, source } of findPlaceholders(text, place)) {
        assert.strictEqual(text.slice(start, end), source)
      }
    }
  })
})

describe("a form", () => {
  it.each([
    ["with a brace that would end it is an error there", "a} many {b", 1],
    ["with an argument that is not closed is an error", "a {b", 4]
  ] as const)("%s", (_, text, offset) => {
    const parsed = parsePart(text, "plural")
    assert.strictEqual(parsed.kind === "error" ? parsed.offset : null, offset)
  })
})
