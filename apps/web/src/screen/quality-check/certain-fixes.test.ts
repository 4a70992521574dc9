import { assert, describe, it } from "vitest"
import type { QualityIssueModel } from "../../base/api/contract.ts"
import { applyFixes } from "./certain-fixes.ts"
import { issueRows } from "./issue-table.ts"

const issue = (
  positionStart: number | null,
  positionEnd: number | null,
  replacement: string | null,
  state: QualityIssueModel["state"] = "OPEN"
): QualityIssueModel => ({
  id: 1,
  type: "SPACES_MISMATCH",
  message: "qa_spaces_doubled",
  params: null,
  pluralVariant: null,
  positionStart,
  positionEnd,
  replacement,
  state
})

describe("the certain fixes of a text", () => {
  it.each([
    ["each at its place, from anywhere", [issue(6, 8, " "), issue(1, 3, " ")], "a b c d"],
    ["an inserted and a deleted text", [issue(9, 9, "!"), issue(0, 3, "")], "b c  d!"],
    ["none without a replacement or a place", [issue(1, 3, null), issue(null, null, "x")], "a  b c  d"],
    ["none of an issue that people ignore", [issue(1, 3, " ", "IGNORED")], "a  b c  d"],
    ["the first of two that overlap", [issue(1, 3, " "), issue(2, 4, "B")], "a b c  d"],
    ["the first of two at one place", [issue(9, 9, "!"), issue(9, 9, "?")], "a  b c  d!"],
    ["none behind the end of the text", [issue(8, 12, "")], "a  b c  d"]
  ] as const)("are %s", (_, issues, expected) => {
    assert.strictEqual(applyFixes("a  b c  d", issues), expected)
  })
})

describe("the table of issues", () => {
  it("has the types with open issues, those with most first", () => {
    const counts = new Map([
      [1, { ICU_SYNTAX: 1, REPEATED_WORDS: 2, TRIM_CHECK: 0 }],
      [2, { ICU_SYNTAX: 4 }]
    ])
    assert.deepStrictEqual(
      issueRows(counts).map(({ type, total, counts: row }) => [type, total, [...row]]),
      [
        [
          "ICU_SYNTAX",
          5,
          [
            [1, 1],
            [2, 4]
          ]
        ],
        ["REPEATED_WORDS", 2, [[1, 2]]]
      ]
    )
  })
})
