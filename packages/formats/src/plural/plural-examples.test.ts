import { assert, describe, it } from "vitest"
import { pluralExamples } from "./plural-examples.ts"

const boats = "{count, plural, one {# boat} other {# boats}}"

describe("forms of a plural in another language", () => {
  it.each([
    [
      "forms that the source does not have",
      boats,
      "cs",
      "one 1 1 boat|few 2 2 boats|many 0.5 0.5 boats|other 5 5 boats"
    ],
    ["fewer forms", boats, "ja", "other 1 1 boat"],
    [
      "all six",
      boats,
      "ar",
      "zero 0 0 boats|one 1 1 boat|two 2 2 boats|few 3 3 boats|many 11 11 boats|other 100 100 boats"
    ],
    ["a tag that is unknown", boats, "xx-YY", "one 1 1 boat|other 2 2 boats"],
    [
      "exact numbers first, which no form has as its example",
      "{n, plural, =2 {a pair} =0 {none} one {one} other {#}}",
      "cs",
      "=2 2 a pair|=0 0 none|one 1 one|few 3 3|many 0.5 0.5|other 5 5"
    ],
    ["quoted signs stay", "{n, plural, other {'#' {g} # of #}}", "ja", "other 1 '#' {g} 1 of 1"],
    ["text around the plural", "Have {n, plural, one {# boat} other {# boats}}!", "ja", "other 1 Have 1 boat!"],
    ["an empty form", "{n, plural, one {} other {# boats}}", "ja", "other 1 1 boats"]
  ])("%s", (_, text, tag, expected) => {
    const { forms = [] } = pluralExamples(text, "en", tag) ?? {}
    assert.strictEqual(
      forms.map(({ selector, number, text: form }) => `${selector} ${number} ${form}`).join("|"),
      expected
    )
  })

  it.each(["Book", "{name}", "{n, select, a {x} other {y}}"])("%s is no plural", (text) => {
    assert.isNull(pluralExamples(text, "en", "cs"))
  })
})
