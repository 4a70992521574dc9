import { assert, describe, it } from "vitest"
import { similarityText } from "./similarity-text.ts"

describe("the similarity of a suggestion", () => {
  it.each([
    [1, "100%"],
    [0.999, "99%"],
    [0.57, "57%"],
    [0.5, "50%"]
  ] as const)("%s is shown as %s", (similarity, shown) => {
    assert.strictEqual(similarityText(similarity, "en"), shown)
  })
})
