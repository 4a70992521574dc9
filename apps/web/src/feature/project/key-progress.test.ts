import { assert, describe, it } from "vitest"
import { keyPercentages, percentText } from "./key-progress.ts"

describe("the progress of a language", () => {
  it("counts keys, also in the base language whose missing texts have no words", () => {
    const { reviewed, translated } = keyPercentages(2_330, { reviewedKeyCount: 0, translatedKeyCount: 1_705 })
    assert.strictEqual(percentText(reviewed + translated, "en"), "73%")
  })

  it("is nothing without keys, and not everything before the last one", () => {
    assert.deepStrictEqual(keyPercentages(0, { reviewedKeyCount: 0, translatedKeyCount: 0 }), {
      reviewed: 0,
      translated: 0
    })
    assert.strictEqual(percentText(99.9, "en"), "99%")
  })
})
