import { assert, describe, it } from "vitest"
import { makeEvenSample } from "./even-sample.ts"

describe("an even sample", () => {
  it.each([
    ["has all items while they fit", 4, 4, [0, 1, 2, 3]],
    ["has every second of some more", 4, 5, [0, 2, 4]],
    ["has items at equal distances of many", 4, 1_000, [0, 256, 512, 768]],
    ["is empty without items", 4, 0, []]
  ])("%s", (_, sizeMax, count, expected) => {
    const sample = makeEvenSample<number>(sizeMax)
    for (let item = 0; item < count; item++) sample.add(item)
    assert.deepStrictEqual([sample.items(), sample.count()], [expected, count])
  })
})
