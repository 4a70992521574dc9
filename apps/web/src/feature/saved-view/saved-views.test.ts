import { assert, describe, it } from "vitest"
import { isSameView, parseViews, renamedView, withView } from "./saved-views.ts"

const view = (name: string, q = name) => ({ name, search: { q } })

describe("saved views", () => {
  it("are read as far as they are views", () => {
    const stored = [view("a"), { name: "b" }, { search: {} }, null, { name: "c", search: { q: 7, tag: "ios" } }]
    assert.deepStrictEqual(parseViews(stored), [view("a"), { name: "c", search: { tag: "ios" } }])
  })

  it.each([null, 7, "x", { name: "a", search: {} }])("are none in %j", (stored) => {
    assert.deepStrictEqual(parseViews(stored), [])
  })

  it("keep one view for a name", () => {
    assert.deepStrictEqual(withView([view("a"), view("b")], view("a", "new")), [view("a", "new"), view("b")])
    assert.deepStrictEqual(renamedView([view("a"), view("b")], "a", "b"), [view("b", "a")])
  })

  it("keep their place when they are renamed", () => {
    assert.deepStrictEqual(renamedView([view("a"), view("b")], "a", "c"), [view("c", "a"), view("b")])
    assert.deepStrictEqual(renamedView([view("a")], "a", "a"), [view("a")])
  })

  it("are the same in any order of parameters", () => {
    assert.isTrue(isSameView({ q: "a", tag: "b" }, { tag: "b", q: "a" }))
    assert.isFalse(isSameView({ q: "a" }, { q: "a", tag: "b" }))
  })
})
