import { assert, describe, it } from "@effect/vitest"
import { gramsOf } from "./grams.ts"
import { rankMatches, type ScoredMatch } from "./rank-matches.ts"
import { isSuggested, similarityOf } from "./similarity.ts"

const score = (one: string, other: string): number =>
  similarityOf({ text: one, normalized: one.toLowerCase() }, { text: other, normalized: other.toLowerCase() })

describe("similarity of texts", () => {
  it("is 1 for equal texts alone", () => {
    assert.strictEqual(score("Save", "Save"), 1)
    assert.strictEqual(score("Save", "SAVE"), 0.99)
  })

  it.each([
    ["a mark at the end", "Save your file", "Save your file!"],
    ["the order of words", "Delete this key and file", "Delete this file and key"],
    ["a mark between words", "Save, file", "Save file"],
    ["one character of many", "a".repeat(900), `${"a".repeat(899)}b`]
  ])("is at most 0.98 when texts differ in %s", (_, one, other) => {
    assert.isAtMost(score(one, other), 0.98)
    assert.isAbove(score(one, other), 0)
  })

  it("is the same in both directions, and 0 for texts without a common character", () => {
    assert.strictEqual(score("Save the file", "Save a file now"), score("Save a file now", "Save the file"))
    assert.strictEqual(score("abc", "xyz"), 0)
    assert.strictEqual(score("", "xyz"), 0)
  })

  it("is higher for a text that is nearer", () => {
    assert.isAbove(score("Delete the key", "Delete the keys"), score("Delete the key", "Delete a project"))
  })

  it("decides with the overlap of trigrams whether a match is shown", () => {
    assert.isTrue(isSuggested(0.4, 0.5))
    assert.isTrue(isSuggested(0.5, 0.1))
    assert.isFalse(isSuggested(0.49, 0.49))
  })
})

describe("trigrams of a text", () => {
  it.each([
    ["words padded by two spaces and one", "key", ["  k", " ke", "key", "ey "]],
    ["one per masked part", "\uE000 a", ["\uE000", "  a", " a "]],
    ["bigrams of scripts without spaces", "翻訳", [" 翻", "翻訳", "訳 "]],
    ["both in a word of two scripts", "x翻", ["  x", " x ", " 翻", "翻 "]],
    ["the whole text when it has no word", "!!", ["!!"]],
    ["each once", "aa aa", ["  a", " aa", "aa "]],
    ["none of an empty text", "", []]
  ])("are %s", (_, text, grams) => {
    assert.deepStrictEqual(gramsOf(text), grams)
  })
})

describe("the rank of matches", () => {
  const match = (id: number, other: Partial<ScoredMatch> = {}): ScoredMatch => ({
    similarity: 0.8,
    priority: 0,
    sourceText: "source",
    targetText: `target ${id}`,
    isNear: false,
    isReviewed: false,
    updatedAt: 0,
    id,
    ...other
  })

  it("goes by similarity, priority, nearness, review, time and id", () => {
    const ordered = [
      match(9, { similarity: 0.9, priority: 1 }),
      match(8, { isNear: true }),
      match(7, { isReviewed: true }),
      match(6, { updatedAt: 5 }),
      match(1),
      match(2),
      match(3, { priority: 1, isNear: true })
    ]
    assert.deepStrictEqual(rankMatches(ordered.toReversed()), ordered)
  })

  it("has each pair of source and target once, the best one", () => {
    const best = match(2, { similarity: 0.9, targetText: "same" })
    assert.deepStrictEqual(rankMatches([match(1, { targetText: "same" }), best]), [best])
  })
})
