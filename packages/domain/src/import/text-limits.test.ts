import { assert, describe, it } from "vitest"
import { cutAt, limitDescription } from "./text-limits.ts"

describe("cutAt", () => {
  it.each([
    ["a\u{10000}b", 2, "a"],
    ["a\u{10ffff}b", 2, "a"],
    ["a\u{10000}b", 3, "a\u{10000}"],
    ["a\ud7ffb", 2, "a\ud7ff"],
    ["ab", 5, "ab"]
  ])("%j cut at %d units leaves no half of a character", (text, units, expected) => {
    assert.strictEqual(cutAt(text, units), expected)
  })
})

describe("limitDescription", () => {
  it.each([
    ["a description is trimmed", " a ", { description: "a", isCut: false }],
    ["a blank one is none", " \n", { description: null, isCut: false }],
    ["2000 units fit", "x".repeat(2_000), { description: "x".repeat(2_000), isCut: false }],
    ["more are cut", "x".repeat(2_001), { description: "x".repeat(2_000), isCut: true }],
    ["spaces around do not count", ` ${"x".repeat(2_000)} `, { description: "x".repeat(2_000), isCut: false }],
    ["a space at the cut is dropped", `${"x".repeat(1_999)} y`, { description: "x".repeat(1_999), isCut: true }],
    ["a character is never halved", `${"x".repeat(1_999)}😀`, { description: "x".repeat(1_999), isCut: true }]
  ])("%s", (_, given, expected) => {
    assert.deepStrictEqual(limitDescription(given), expected)
  })
})
