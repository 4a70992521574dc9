import { assert, describe, it } from "vitest"
import { imageTokenExpiry, parseImageToken, printImageToken, signedImageText } from "./image-token.ts"

describe("the token of an image", () => {
  it.each([1, 7, 1_000, 7_200_000])("never lives longer than %i ms, nor less than seven eighths of it", (lifetime) => {
    for (let now = 1_767_225_600_000; now < 1_767_225_600_000 + 2 * lifetime; now += Math.ceil(lifetime / 37)) {
      const left = imageTokenExpiry(now, lifetime) - now
      assert.isAtMost(left, lifetime)
      assert.isAbove(left, (lifetime * 7) / 8 - 1)
    }
  })

  it("is the same for an eighth of its lifetime", () => {
    const expiries = Array.from({ length: 1_000 }, (_, millis) => imageTokenExpiry(1_767_225_600_000 + millis, 8_000))
    assert.strictEqual(new Set(expiries).size, 1)
  })

  it("is read as it was written", () => {
    const token = { expiresAt: 1_767_225_600_000, signature: "a-Z_9" }
    assert.deepStrictEqual(parseImageToken(printImageToken(token)), token)
  })

  it.each([
    "",
    ".",
    "1",
    "1.",
    ".a",
    "a.b",
    "-1.a",
    "1.a.b",
    "1.a b",
    "1e5.a",
    `${"9".repeat(16)}.a`,
    `1.${"a".repeat(129)}`
  ])("is not %j", (text) => {
    assert.isNull(parseImageToken(text))
  })

  it("signs the time and the file", () => {
    const texts = [
      signedImageText("screenshots/a.png", 1),
      signedImageText("screenshots/b.png", 1),
      signedImageText("uploaded-images/a.png", 1),
      signedImageText("screenshots/a.png", 2)
    ]
    assert.strictEqual(new Set(texts).size, texts.length)
  })
})
