import { assert, describe, it } from "vitest"
import { diffWords } from "./diff-words.ts"

const shown = (before: string, after: string, languageTag: string) =>
  diffWords(before, after, languageTag)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "removed" ? `[-${text}]` : `[+${text}]`))
    .join("")

describe("the difference of two texts", () => {
  it.each([
    ["by word", "Book a berth", "Book a mooring", "en", "Book a [-berth][+mooring]"],
    ["in a language without spaces", "予約を確認", "予約を変更", "ja", "予約を[-確認][+変更]"],
    ["with a tag that is not registered", "a b", "a c", "not a tag", "a [-b][+c]"],
    [
      "of markup and arguments that stay whole",
      "<b>{a} ok</b>",
      "<i>{b} ok</i>",
      "en",
      "[-<b>{a}][+<i>{b}] ok[-</b>][+</i>]"
    ],
    ["from nothing", "", "New", "en", "[+New]"],
    ["of equal texts", "Same", "Same", "en", "Same"]
  ])("%s", (_, before, after, languageTag, expected) => {
    assert.strictEqual(shown(before, after, languageTag), expected)
  })

  it("of a word in texts of 10,000 characters is found", () => {
    const around = "berth ".repeat(800)
    assert.strictEqual(
      shown(`${around}one ${around}`, `${around}two ${around}`, "en"),
      `${around}[-one][+two] ${around}`
    )
  })

  it("of texts with nearly nothing in common is all of both: looking for the rest would take seconds", () => {
    const words = (letter: string) => Array.from({ length: 800 }, (_, index) => `${letter}${index}`).join("")
    const before = `${words("a ")} same ${words("b ")}`
    const after = `${words("c-")} same ${words("d-")}`
    assert.deepStrictEqual(diffWords(before, after, "en"), [
      { kind: "removed", text: before },
      { kind: "added", text: after }
    ])
  })
})
