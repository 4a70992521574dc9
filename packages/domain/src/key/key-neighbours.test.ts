import { assert, it } from "vitest"
import { neighboursInOrder } from "./key-neighbours.ts"

const distances = (keyIds: ReadonlyArray<number>) =>
  Object.fromEntries(neighboursInOrder(keyIds).map((pair) => [`${pair.keyId}-${pair.neighbourId}`, pair.distance]))

it("keys are neighbours in both directions, by the positions between them", () => {
  assert.deepStrictEqual(distances([1, 2, 3]), { "1-2": 1, "2-1": 1, "2-3": 1, "3-2": 1, "1-3": 2, "3-1": 2 })
})

it("a key that stands there twice has the nearest distance, and is no neighbour of itself", () => {
  assert.deepStrictEqual(distances([1, 2, 1]), { "1-2": 1, "2-1": 1 })
  assert.deepStrictEqual(distances([1, 1]), {})
  assert.deepStrictEqual(distances([1]), {})
})

it("keys that stand more than 10 positions apart are none; so the pairs grow with the list, not with its square", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1)
  const pairs = distances(ids)
  assert.strictEqual(pairs["1-11"], 10)
  assert.isUndefined(pairs["1-12"])
  assert.isBelow(Object.keys(pairs).length, 20 * ids.length)
})
