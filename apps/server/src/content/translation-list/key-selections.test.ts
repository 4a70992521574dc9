import { assert, describe, it } from "vitest"
import { makeIdListCache } from "./key-selections.ts"

const ids = (...values: ReadonlyArray<number>) => Float64Array.from(values)

describe("the cache of lists of ids", () => {
  it("a list is found at its revision, and not at another one", () => {
    const cache = makeIdListCache({ listsMax: 2, idsMax: 10 })
    cache.store("a", 1, ids(3, 4))
    assert.deepStrictEqual(cache.find("a", 1), ids(3, 4))
    assert.isNull(cache.find("a", 2))
    assert.isNull(cache.find("b", 1))
  })

  it("empty lists are evicted like all others", () => {
    const cache = makeIdListCache({ listsMax: 100, idsMax: 10 })
    for (let search = 0; search < 1_000; search++) cache.store(`search ${search}`, 1, ids())
    assert.strictEqual(cache.size(), 100)
    assert.isNull(cache.find("search 0", 1))
    assert.deepStrictEqual(cache.find("search 999", 1), ids())
  })

  it("the least recently used list is evicted first when there are too many ids", () => {
    const cache = makeIdListCache({ listsMax: 10, idsMax: 4 })
    cache.store("a", 1, ids(1, 2))
    cache.store("b", 1, ids(3, 4))
    cache.find("a", 1)
    cache.store("c", 1, ids(5))
    assert.deepStrictEqual([cache.find("a", 1), cache.find("b", 1), cache.find("c", 1)], [ids(1, 2), null, ids(5)])
  })

  it("a list of an older revision is replaced, and its ids no longer count", () => {
    const cache = makeIdListCache({ listsMax: 10, idsMax: 4 })
    cache.store("a", 1, ids(1, 2, 3))
    cache.store("a", 2, ids(4))
    cache.store("b", 2, ids(5, 6, 7))
    assert.deepStrictEqual([cache.find("a", 2), cache.find("b", 2)], [ids(4), ids(5, 6, 7)])
  })
})
