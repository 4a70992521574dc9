import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { columnOfReference, printReference } from "./cell-reference.ts"

describe("references of cells", () => {
  it.each([0, 1, 25, 26, 27, 701, 702, 18_277])("the column %d is found again", (column) => {
    assert.strictEqual(columnOfReference(printReference(1, column)), column)
    assert.strictEqual(columnOfReference(printReference(1_048_576, column)), column)
  })

  it("anything but one to three letters and one to seven digits is none", () => {
    const random = seededRandom(14)
    for (let round = 0; round < 5_000; round++) {
      const text = randomText(random, [..."AZBa@[19:/0$ é"], 11)
      assert.strictEqual(columnOfReference(text) !== null, /^[A-Z]{1,3}\d{1,7}$/.test(text), text)
    }
  })
})
