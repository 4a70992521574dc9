import { assert, describe, it } from "vitest"
import { makeKeptLists } from "./kept-lists.ts"

const ids = (...values: ReadonlyArray<number>) => Float64Array.from(values)

describe("kept lists of keys", () => {
  it("a list is found at its revision, and not at another one", () => {
    const kept = makeKeptLists({ listsMax: 2, idsMax: 10 })
    kept.keep("a", 1, ids(3, 4))
    assert.deepStrictEqual(kept.find("a", 1), ids(3, 4))
    assert.isNull(kept.find("a", 2))
    assert.isNull(kept.find("b", 1))
  })

  it("empty lists are evicted like all others", () => {
    const kept = makeKeptLists({ listsMax: 100, idsMax: 10 })
    for (let search = 0; search < 1_000; search++) kept.keep(`search ${search}`, 1, ids())
    assert.strictEqual(kept.size(), 100)
    assert.isNull(kept.find("search 0", 1))
    assert.deepStrictEqual(kept.find("search 999", 1), ids())
  })

  it("the least recently used list is evicted first when there are too many ids", () => {
    const kept = makeKeptLists({ listsMax: 10, idsMax: 4 })
    kept.keep("a", 1, ids(1, 2))
    kept.keep("b", 1, ids(3, 4))
    kept.find("a", 1)
    kept.keep("c", 1, ids(5))
    assert.deepStrictEqual([kept.find("a", 1), kept.find("b", 1), kept.find("c", 1)], [ids(1, 2), null, ids(5)])
  })

  it("a list of an older revision is replaced, and its ids no longer count", () => {
    const kept = makeKeptLists({ listsMax: 10, idsMax: 4 })
    kept.keep("a", 1, ids(1, 2, 3))
    kept.keep("a", 2, ids(4))
    kept.keep("b", 2, ids(5, 6, 7))
    assert.deepStrictEqual([kept.find("a", 2), kept.find("b", 2)], [ids(4), ids(5, 6, 7)])
  })
})
