import { assert, describe, it } from "vitest"
import { lastReviewedText, type ValuesBefore } from "./last-reviewed-text.ts"
import type { TranslationState } from "./translation.ts"

describe("the last reviewed text of a translation", () => {
  const rows: ReadonlyArray<
    readonly [string, string | null, TranslationState, ReadonlyArray<ValuesBefore>, string | null]
  > = [
    ["is the text of now when that is reviewed", "C", "REVIEWED", [{ text: "B", state: "TRANSLATED" }], "C"],
    ["is the one before the edit", "B", "TRANSLATED", [{ text: "A", state: "REVIEWED" }], "A"],
    [
      "is the one before several edits",
      "D",
      "TRANSLATED",
      [{ text: "C" }, { text: "B", state: "REVIEWED" }, { text: "A", state: "TRANSLATED" }],
      "B"
    ],
    ["stays when only the review was taken back", "A", "TRANSLATED", [{ state: "REVIEWED" }], "A"],
    [
      "is the one of the review, when that was taken back before the edit",
      "B",
      "TRANSLATED",
      [{ text: "A" }, { state: "REVIEWED" }],
      "A"
    ],
    [
      "is the newest of several",
      "C",
      "TRANSLATED",
      [{ text: "B", state: "REVIEWED" }, { state: "TRANSLATED" }, { text: "A", state: "REVIEWED" }],
      "B"
    ],
    ["stays when the text was emptied", null, "UNTRANSLATED", [{ text: "A", state: "REVIEWED" }], "A"],
    ["is none when the translation is disabled", null, "DISABLED", [{ text: "A", state: "REVIEWED" }], null],
    [
      "is none when no text was reviewed",
      "B",
      "TRANSLATED",
      [{ text: "A" }, { text: null, state: "UNTRANSLATED" }],
      null
    ],
    ["is none when no change is known", "A", "TRANSLATED", [], null],
    ["needs no changes when the text is reviewed", "A", "REVIEWED", [], "A"]
  ]
  it.each(rows)("%s", (_, text, state, changes, expected) => {
    assert.strictEqual(lastReviewedText({ text, state }, changes), expected)
  })
})
