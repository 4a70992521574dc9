import { assert, describe, it } from "@effect/vitest"
import { parentsFirst } from "./schema-copy.ts"

describe("the order in which tables are filled", () => {
  it("has each table behind those that it refers to", () => {
    const references = [
      { child: "a", parent: "c" },
      { child: "c", parent: "b" },
      { child: "b", parent: "b" }
    ]
    assert.deepStrictEqual(parentsFirst(["a", "b", "c", "d"], references), ["b", "c", "a", "d"])
  })

  it("leaves out tables that are not there, such as unlogged ones", () => {
    assert.deepStrictEqual(parentsFirst(["a"], [{ child: "a", parent: "gone" }]), ["a"])
  })
})
