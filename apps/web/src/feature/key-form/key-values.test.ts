import { assert, describe, it } from "vitest"
import { emptyKey, parseLimit, toKeyBody } from "./key-values.ts"

describe("the form of a key", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["40", 40],
    [" 40 ", 40],
    ["0", undefined],
    ["-1", undefined],
    ["4.5", undefined],
    ["forty", undefined],
    ["9999999999", undefined]
  ])("reads the limit %j as %s", (typed, limit) => {
    assert.strictEqual(parseLimit(typed), limit)
  })

  it("has the default namespace and no description where nothing was typed, and no argument without plural", () => {
    assert.deepStrictEqual(toKeyBody({ ...emptyKey, name: "a", namespace: " " }), {
      name: "a",
      namespace: null,
      description: null,
      tags: [],
      isPlural: false
    })
  })

  it("names the argument of a plural", () => {
    const body = toKeyBody({ ...emptyKey, name: "a", isPlural: true, pluralArgument: " count " })
    assert.strictEqual(body.pluralArgName, "count")
  })
})
