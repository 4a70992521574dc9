import { assert, describe, it } from "vitest"
import {
  fittingForm,
  type MessagePlace,
  printMessage,
  readMessage,
  withExactForm,
  withForm,
  withoutForm
} from "./edited-message.ts"

const czechPlural: MessagePlace = { languageTag: "cs", isIcu: true, pluralArgument: "count" }
const czech: MessagePlace = { ...czechPlural, pluralArgument: null }

const selectorsOf = (text: string, place: MessagePlace) =>
  readMessage(text, place).forms.map(({ selector }) => selector)

describe("a text in the editor", () => {
  it.each([
    ["an empty plural has the categories of its language", "", czechPlural, ["one", "few", "many", "other"]],
    ["Arabic has six", "", { ...czechPlural, languageTag: "ar" }, ["zero", "one", "two", "few", "many", "other"]],
    ["Japanese has one", "", { ...czechPlural, languageTag: "ja" }, ["other"]],
    [
      "exact numbers come first, in their order",
      "{n, plural, =10 {ten} other {x} =2 {two} one {y}}",
      czechPlural,
      ["=2", "=10", "one", "few", "many", "other"]
    ],
    [
      "a category that the language does not have stays",
      "{n, plural, two {a} other {b}}",
      { ...czechPlural, languageTag: "en" },
      ["one", "two", "other"]
    ],
    ["a choice by word has its options", "{g, select, male {a} other {b}}", czech, ["male", "other"]],
    ["text around a choice makes it one text", "Hi {g, select, male {a} other {b}}", czech, [""]],
    ["a text that does not parse is one text", "{g, select, male {a}", czech, [""]],
    ["a project without ICU has texts only", "{g, select, other {b}}", { ...czech, isIcu: false }, [""]]
  ] as const)("%s", (_, text, place, selectors) => {
    assert.deepStrictEqual(selectorsOf(text, place), [...selectors])
  })

  it.each([
    ["{count, plural,\n=0 {none}\none {# file}\nother {# files}\n}", czechPlural],
    ["{n, plural, offset:1\n=0 {a}\nother {b}\n}", czech],
    ["{n, selectordinal,\none {#st}\nother {#th}\n}", { ...czech, languageTag: "en" }],
    ["{g, select,\nmale {}\nother {b}\n}", czech],
    ["Plain {name}", czech]
  ] as const)("prints what it reads: %s", (text, place) => {
    assert.strictEqual(printMessage(readMessage(text, place)), text)
  })

  it("leaves out categories without a text, and is no text when none has one", () => {
    const empty = readMessage("", czechPlural)
    assert.strictEqual(printMessage(empty), "")
    assert.strictEqual(printMessage(withForm(empty, "few", "# dny")), "{count, plural,\nfew {# dny}\nother {}\n}")
  })

  it("gets and loses forms for exact numbers", () => {
    const message = withExactForm(readMessage("", czechPlural), 0, "cs")
    assert.strictEqual(message.forms[0]?.selector, "=0")
    assert.strictEqual(withExactForm(message, 0, "cs"), message)
    assert.strictEqual(withoutForm(message, "=0").forms.length, 4)
  })

  it("has the form of the base that fits: the same one, or other", () => {
    const base = readMessage("{n, plural, one {day} other {days}}", { ...czechPlural, languageTag: "en" })
    assert.deepStrictEqual(
      ["one", "few", "=3"].map((selector) => fittingForm(base, selector).text),
      ["day", "days", "days"]
    )
  })
})
