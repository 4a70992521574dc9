import { assert, describe, it } from "vitest"
import { isCompleteForm, parsePluralMessage, printPluralMessage } from "./plural-message.ts"

describe("parsePluralMessage", () => {
  it.each([
    ["text around the plural moves into every form", "Hi {n, plural, one {a} other {b}}!", ["Hi a!", "Hi b!"]],
    ["# outside of the plural stays a character", "#{n, plural, one {#} other {b}}", ["'#'#", "'#'b"]],
    [
      "arguments around it are carried over as written",
      "{x, date, ::d} {n, plural, one {a} other {b}}",
      ["{x, date, ::d} a", "{x, date, ::d} b"]
    ],
    ["apostrophes that meet start no quote", "it'' {n, plural, one {''a} other {b}}", ["it' 'a", "it' b"]],
    ["forms alone are kept as written", "{n, plural, one {it''s {x}} other {}}", ["it''s {x}", ""]]
  ])("%s", (_, text, forms) => {
    const plural = parsePluralMessage(text)
    assert.deepStrictEqual([...(plural?.forms.values() ?? [])], forms)
  })

  it.each([
    ["without other", "{n, plural, one {a}}"],
    ["with an offset", "{n, plural, offset:1 one {a} other {b}}"],
    ["with a form given twice", "{n, plural, one {a} one {b} other {c}}"],
    ["with an unknown keyword", "{n, plural, single {a} other {c}}"],
    ["that is a select", "{n, select, a {a} other {c}}"],
    ["that is broken", "{n, plural, other {a}"]
  ])("a text %s is no plural", (_, text) => {
    assert.isNull(parsePluralMessage(text))
  })

  it("text that would be repeated in thousands of forms is no plural", () => {
    const forms = Array.from({ length: 10_000 }, (_, value) => `=${value} {}`).join("")
    assert.isNull(parsePluralMessage(`${"x".repeat(100_000)}{n, plural, ${forms} other {}}`))
  })

  it("prints the text it reads: printing and reading again changes nothing", () => {
    const text = "{n, plural,\n=0 {none}\none {# {x}}\nother {'{'}\n}"
    const plural = parsePluralMessage(text)
    assert.strictEqual(plural === null ? null : printPluralMessage(plural), text)
  })
})

describe("printPluralMessage", () => {
  it("appends an empty form other when it is missing", () => {
    const printed = printPluralMessage({ argumentName: "0", forms: new Map([["one", "a"]]) })
    assert.strictEqual(printed, "{0, plural,\none {a}\nother {}\n}")
  })
})

describe("isCompleteForm", () => {
  it.each([
    ["a {x} #", true],
    ["open {", false],
    ["a} many {b", false],
    ["a'", false],
    ["'{'", true]
  ])("%s: %s", (form, expected) => {
    assert.strictEqual(isCompleteForm(form), expected)
  })
})
