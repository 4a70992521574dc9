import { assert, describe, it } from "vitest"
import { diffWords } from "./word-diff.ts"

const shown = (before: string, after: string, languageTag: string) =>
  diffWords(before, after, languageTag)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "removed" ? `[-${text}]` : `[+${text}]`))
    .join("")

describe("the difference of two texts", () => {
  it.each([
    ["by word", "Book a berth", "Book a mooring", "en", "Book a [-berth][+mooring]"],
    ["in a language without spaces", "予約を確認", "予約を変更", "ja", "予約を[-確認][+変更]"],
    ["with a tag that is not registered", "a b", "a c", "not a tag", "a [-b][+c]"],
    ["from nothing", "", "New", "en", "[+New]"],
    ["of equal texts", "Same", "Same", "en", "Same"]
  ])("%s", (_, before, after, languageTag, expected) => {
    assert.strictEqual(shown(before, after, languageTag), expected)
  })

  it("of texts that have nothing in common ends soon, and loses nothing", () => {
    const before = Array.from({ length: 3_000 }, (_, index) => `a${index}`).join(" ")
    const after = Array.from({ length: 3_000 }, (_, index) => `b${index}`).join("-")
    const parts = diffWords(before, after, "en")
    const textOf = (kind: string) => parts.filter((part) => part.kind === kind || part.kind === "same")
    assert.strictEqual(
      textOf("removed")
        .map(({ text }) => text)
        .join(""),
      before
    )
    assert.strictEqual(
      textOf("added")
        .map(({ text }) => text)
        .join(""),
      after
    )
  })
})
