import { assert, describe, it } from "vitest"
import { type ComplexTagOperation, makeTagChange } from "./tag.ts"

const nothing: ComplexTagOperation = {
  filterKeyIds: null,
  filterKeyIdsNot: null,
  filterTag: null,
  filterTagNot: null,
  tagFiltered: [],
  untagFiltered: [],
  tagOther: [],
  untagOther: []
}

const tagsAfter = (operation: Partial<ComplexTagOperation>, tags: ReadonlyArray<string>, id = 1) =>
  makeTagChange({ ...nothing, ...operation })({ id, tags })

describe("complex tag operation", () => {
  it.each<[string, Partial<ComplexTagOperation>, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["without a filter all keys are filtered", { tagFiltered: ["new"], tagOther: ["old"] }, ["a"], ["a", "new"]],
    [
      "an empty list of keys matches nothing",
      { filterKeyIds: new Set(), tagFiltered: ["x"], tagOther: ["o"] },
      [],
      ["o"]
    ],
    ["a key in the list is filtered", { filterKeyIds: new Set([1]), tagFiltered: ["x"], tagOther: ["o"] }, [], ["x"]],
    [
      "a key in the list of others is not",
      { filterKeyIdsNot: new Set([1]), tagFiltered: ["x"], tagOther: ["o"] },
      [],
      ["o"]
    ],
    ["any tag of the filter will do", { filterTag: ["a", "b"], tagFiltered: ["x"] }, ["b"], ["b", "x"]],
    ["keys without tags pass a negative filter", { filterTagNot: ["a"], tagFiltered: ["x"] }, [], ["x"]],
    ["one tag of a negative filter keeps a key out", { filterTagNot: ["a"], tagFiltered: ["x"] }, ["a"], ["a"]],
    [
      "all filters have to match",
      { filterKeyIds: new Set([1]), filterTag: ["b"], tagFiltered: ["x"], untagOther: ["*"] },
      ["a"],
      []
    ],
    ["a tag that is added stays", { tagFiltered: ["x"], untagFiltered: ["x", "a"] }, ["a", "b"], ["b", "x"]],
    [
      "a tag moves from release to release by a pattern",
      { tagFiltered: ["production-v13"], untagFiltered: ["production-*"] },
      ["production-v12", "a"],
      ["a", "production-v13"]
    ],
    [
      "a tag that is added again stays",
      { tagFiltered: ["production-v13"], untagFiltered: ["production-*"] },
      ["production-v13"],
      ["production-v13"]
    ],
    [
      "tags of the other keys follow the same rule",
      { filterKeyIds: new Set(), tagOther: ["o"], untagOther: ["*"] },
      ["a"],
      ["o"]
    ],
    [
      "a star is any run of characters",
      { untagFiltered: ["draft-*-x"] },
      ["draft-1-x", "draft-x", "draft--x"],
      ["draft-x"]
    ],
    ["a pattern is anchored at both ends", { untagFiltered: ["a*"] }, ["ba", "ab", "a"], ["ba"]],
    ["case counts", { untagFiltered: ["A*"] }, ["a"], ["a"]],
    ["other characters stand for themselves", { untagFiltered: ["a.c", "a?"] }, ["abc", "ab"], ["abc", "ab"]],
    ["stars side by side are one", { untagFiltered: ["a**c"] }, ["abbc", "ac"], []],
    ["equal parts are found one behind the other", { untagFiltered: ["a*b*b*c"] }, ["abc", "abbc"], ["abc"]],
    ["parts do not overlap", { untagFiltered: ["aa*aa"] }, ["aaa", "aaaa"], ["aaa"]]
  ])("%s", (_, operation, tags, expected) => {
    assert.deepStrictEqual(tagsAfter(operation, tags), expected)
  })

  it("gives the same list when nothing changes", () => {
    const tags = ["a", "b"]
    assert.strictEqual(tagsAfter({ tagFiltered: ["b"], untagFiltered: ["c"] }, tags), tags)
  })

  it("takes time in proportion to the pattern, not more", () => {
    assert.deepStrictEqual(tagsAfter({ untagFiltered: ["*a".repeat(50)] }, [`${"a".repeat(100_000)}b`]).length, 1)
  })
})
