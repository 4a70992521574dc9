import { assert, describe, it } from "vitest"
import { formatMessage } from "./format-message.ts"

describe("a text of the console", () => {
  it.each([
    ["has its arguments", "Key {name}", "en", { name: "menu.open" }, "Key menu.open"],
    ["groups digits as its language does", "{n} klíčů", "cs", { n: 12345 }, "12\u00a0345 klíčů"],
    [
      "chooses the plural form of its language",
      "{n, plural, one {# klíč} few {# klíče} other {# klíčů}}",
      "cs",
      { n: 3 },
      "3 klíče"
    ],
    ["prefers an exact form", "{n, plural, =0 {No keys} other {# keys}}", "en", { n: 0 }, "No keys"],
    ["chooses by word", "{s, select, on {On} other {Off}}", "en", { s: "x" }, "Off"],
    ["writes percentages", "{p, number, percent}", "de", { p: 0.5 }, "50\u00a0%"],
    ["shows an argument that is missing", "Key {name}", "en", {}, "Key {name}"],
    ["shows a message that does not parse", "Key {name", "en", { name: "x" }, "Key {name"]
  ] as const)("%s", (_, message, language, args, expected) => {
    assert.strictEqual(formatMessage(message, language, args), expected)
  })
})
