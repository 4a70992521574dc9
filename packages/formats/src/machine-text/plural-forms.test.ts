import { assert, describe, it } from "vitest"
import { exampleTextOf, joinPluralForms, splitPluralForms } from "./plural-forms.ts"

/** `keyword number form` for each form. */
const split = (message: string, targetTag: string, sourceTag = "en") =>
  splitPluralForms(message, sourceTag, targetTag)?.forms.map(
    ({ keyword, number, form }) => `${keyword} ${number} ${form}`
  )

const boats = "{n, plural, one {# boat} other {# boats}}"
const aBoat = "{n, plural, one {a boat} other {# boats}}"

describe("the forms of a plural for another language", () => {
  it.each<readonly [name: string, message: string, targetTag: string, forms: ReadonlyArray<string>]>([
    ["are as many as the language has", boats, "de", ["one 1 # boat", "other 2 # boats"]],
    ["are one where it has no others", boats, "ja", ["other 2 # boats"]],
    [
      "have fractions where whole numbers have none",
      boats,
      "cs",
      ["one 1 # boat", "few 2 # boats", "many 0.5 # boats", "other 5 # boats"]
    ],
    [
      "have a million where smaller numbers have none",
      boats,
      "es",
      ["one 1 # boat", "many 1000000 # boats", "other 2 # boats"]
    ],
    [
      "are six in Arabic",
      boats,
      "ar",
      ["zero 0 # boats", "one 1 # boat", "two 2 # boats", "few 3 # boats", "many 11 # boats", "other 100 # boats"]
    ],
    [
      "show the number where one form is of many numbers",
      aBoat,
      "ru",
      ["one 21 # boats", "few 2 # boats", "many 5 # boats", "other 0.5 # boats"]
    ],
    ["have words where it is of one number", aBoat, "de", ["one 1 a boat", "other 2 # boats"]],
    [
      "keep exact numbers first",
      "{n, plural, one {# x} other {# y} =0 {no} =2 {pair}}",
      "de",
      ["=0 0 no", "=2 2 pair", "one 1 # x", "other 3 # y"]
    ],
    [
      "take an exact form of the source only for its number",
      "{n, plural, =1 {one x} other {# y}}",
      "de",
      ["=1 1 one x", "one 1 one x", "other 2 # y"]
    ],
    ["have no empty form", "{n, plural, one {} other {# y}}", "de", ["one 1 # y", "other 2 # y"]],
    ["have the sentence around the plural", "Buy {n, plural, one {# x} other {# y}}!", "ja", ["other 2 Buy # y!"]]
  ])("%s", (_name, message, targetTag, forms) => {
    assert.deepEqual(split(message, targetTag), forms)
  })

  it.each([
    ["# of # boats", 0.5, "0.5 of 0.5 boats"],
    ["'#' {g} #", 1, "'#' {g} 1"],
    ["a pair", 2, "a pair"]
  ])("show a number for its sign: %s", (form, number, text) => {
    assert.strictEqual(exampleTextOf({ form, number }), text)
  })

  it("are chosen by the rules of the source language", () => {
    const message = "{n, plural, one {# loď} few {# lodě} many {# lodi} other {# lodí}}"
    assert.deepEqual(split(message, "en", "cs"), ["one 1 # loď", "other 5 # lodí"])
  })

  it("are none where a text is no plural", () => {
    assert.isNull(splitPluralForms("Hi {name}", "en", "de"))
    assert.isNull(splitPluralForms("{n, plural, offset:1 one {x} other {y}}", "en", "de"))
  })

  it("are printed as plurals are stored", () => {
    const forms = new Map([
      ["one", "# Boot"],
      ["other", "# Boote"]
    ])
    assert.strictEqual(joinPluralForms("n", forms), "{n, plural,\none {# Boot}\nother {# Boote}\n}")
  })
})
