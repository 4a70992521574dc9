import { assert, describe, it } from "@effect/vitest"
import { makeByteCache } from "./byte-cache.ts"

describe("a cache of bytes", () => {
  it("evicts the least recently used values beyond its size", () => {
    const cache = makeByteCache<string>(100)
    cache.set("a", "A", 40)
    cache.set("b", "B", 40)
    assert.strictEqual(cache.get("a"), "A")
    cache.set("c", "C", 40)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => cache.get(key)),
      ["A", undefined, "C"]
    )
    assert.strictEqual(cache.bytes(), 80)
  })

  it("counts a replaced or deleted value no more", () => {
    const cache = makeByteCache<string>(100)
    cache.set("a", "A", 90)
    cache.set("a", "A2", 50)
    cache.set("b", "B", 50)
    assert.strictEqual(cache.get("a"), "A2")
    cache.delete("a")
    cache.delete("a")
    assert.strictEqual(cache.bytes(), 50)
    assert.isUndefined(cache.get("a"))
  })

  it("keeps the newest value although it is larger than all may be", () => {
    const cache = makeByteCache<string>(100)
    cache.set("a", "A", 10)
    cache.set("b", "B", 1_000)
    assert.strictEqual(cache.get("b"), "B")
    assert.isUndefined(cache.get("a"))
    cache.set("c", "C", 10)
    assert.isUndefined(cache.get("b"))
    assert.strictEqual(cache.bytes(), 10)
  })
})
