import { assert, describe, it } from "vitest"
import { adaptTarget, hasNumbersOf, normalizeSource } from "./masked-text.ts"

describe("the text as it is compared", () => {
  it.each([
    ["in lower case with single spaces", "  Save\n the  FILE ", "save the file"],
    ["composed", "Cafe\u0301", "caf\u00E9"],
    ["with a mask for each argument", "{count} of {total, number}", "\uE000 of \uE000"],
    ["with a mask for each placeholder of a dialect", "%d of %s, {{name}}", "\uE000 of \uE000, \uE000"],
    ["with a mask for each tag", "<b>Bold</b>", "\uE001bold\uE001"],
    ["with a mask for each number", "1,000 files in 3 days", "\uE002 files in \uE002 days"],
    ["as the form other of a plural", "{n, plural, one {# file} other {# files}}", "\uE000 files"],
    ["as it is when it is no message", "a {broken", "a {broken"],
    ["with links as they are", "See https://example.com/2", "see https://example.com/2"]
  ])("is %s", (_, text, normalized) => {
    assert.strictEqual(normalizeSource(text), normalized)
  })
})

describe("a translation that is made to fit", () => {
  it.each([
    ["gets the placeholders of the text", "Hi {name}", "Hi {user}", "Ahoj {user}", "Ahoj {name}"],
    ["gets the numbers of the text", "Wait 5 days", "Wait 30 days", "Čekejte 30 dní", "Čekejte 5 dní"],
    ["follows its own order", "{a} of {b}", "{x} of {y}", "z {y} je {x}", "z {b} je {a}"],
    ["stays when counts differ", "{a} {b}", "{x}", "{x}!", "{x}!"],
    ["stays when it has other numbers", "5 days", "30 days", "třicet 31", "třicet 31"],
    ["stays when one placeholder would become two", "{a} {b}", "{x} {x}", "{x} {x}", "{x} {x}"],
    [
      "gets the argument and the placeholders of a plural in each form",
      "{n, plural, other {# files of {b}}}",
      "{m, plural, other {# files of {a}}}",
      "{m, plural, one {# soubor z {a}} other {# souborů z {a}}}",
      "{n, plural,\none {# soubor z {b}}\nother {# souborů z {b}}\n}"
    ]
  ])("%s", (_, asked, source, target, adapted) => {
    assert.strictEqual(adaptTarget(asked, source, target), adapted)
  })
})

describe("a translation may stand without a look by a person", () => {
  it.each([
    ["when the texts have the same numbers", "Pay 5 now", "Pay 5 today", "Zahle fünf", true],
    ["when it has the numbers of the text that asks", "15 photos", "12 photos", "15 Fotos", true],
    ["in another order, too", "1 of 22", "1 of 21", "22, davon 1", true],
    ["but not with a number of the other text", "Page 3: 15 photos", "Page 3: 12 photos", "12 Fotos", false],
    ["but not without a number", "15 photos", "12 photos", "Ein Dutzend Fotos", false]
  ] as const)("%s", (_, asked, source, adapted, expected) => {
    assert.strictEqual(hasNumbersOf(asked, source, adapted), expected)
  })
})
