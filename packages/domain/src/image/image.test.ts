import { assert, describe, it } from "vitest"
import {
  avatarLinks,
  imageFileName,
  imageTokenExpiry,
  imageVariants,
  type PixelSize,
  parseImageFileName,
  parseImageToken,
  printImageToken,
  type ScreenshotsInput,
  scalePosition,
  scaleToPixels,
  scaleToSide,
  signedImageText,
  toScreenshotInputs
} from "./image.ts"

describe("sizes", () => {
  it.each([
    ["a small image stays as it is", { width: 800, height: 600 }, { width: 800, height: 600 }],
    ["the reference's example", { width: 2_000, height: 3_000 }, { width: 1_414, height: 2_121 }],
    ["a line keeps a pixel", { width: 50_000_000, height: 1 }, { width: 3_000_000, height: 1 }]
  ] satisfies ReadonlyArray<[string, PixelSize, PixelSize]>)("in pixels: %s", (_, size, expected) => {
    assert.deepStrictEqual(scaleToPixels(size, 3_000_000), expected)
  })

  it.each([
    ["a small image stays as it is", { width: 10, height: 200 }, { width: 10, height: 200 }],
    ["the longer side decides", { width: 1_000, height: 3_000 }, { width: 67, height: 200 }],
    ["a line keeps a pixel", { width: 1, height: 40_000 }, { width: 1, height: 200 }]
  ] satisfies ReadonlyArray<[string, PixelSize, PixelSize]>)("by a side: %s", (_, size, expected) => {
    assert.deepStrictEqual(scaleToSide(size, 200), expected)
  })

  it("positions are scaled together with their image", () => {
    assert.deepStrictEqual(
      scalePosition(
        { x: 100, y: 300, width: 40, height: 3_000 },
        { width: 2_000, height: 3_000 },
        { width: 1_414, height: 2_121 }
      ),
      { x: 71, y: 212, width: 28, height: 2_121 }
    )
  })
})

describe("names of files", () => {
  it("say which image they are, and which variant", () => {
    for (const variant of imageVariants) {
      assert.deepStrictEqual(parseImageFileName(imageFileName("0aF9", variant)), { name: "0aF9", variant })
    }
    assert.strictEqual(imageFileName("abc", "small"), "abc-thumb.png")
    assert.deepStrictEqual(avatarLinks("AB"), { large: "/avatars/AB.png", thumbnail: "/avatars/AB-thumb.png" })
    assert.isNull(avatarLinks(null))
  })

  it.each([
    "",
    ".png",
    "abc",
    "abc.jpg",
    "abc.png.png",
    "../abc.png",
    "a/b.png",
    "abc-large.png",
    "abc.PNG",
    "abc.png\n"
  ])("%j is the name of no image", (file) => {
    assert.isNull(parseImageFileName(file))
  })
})

describe("uploaded images in a body", () => {
  const none = { screenshots: null, imageIds: null }
  it.each([
    ["none in either form", none, []],
    [
      "the new form",
      { ...none, screenshots: [{ uploadedImageId: 5, text: "a" }] },
      [{ uploadedImageId: 5, text: "a" }]
    ],
    ["the old form", { ...none, imageIds: [5, 6] }, [{ uploadedImageId: 5 }, { uploadedImageId: 6 }]],
    [
      "of an image that is named twice the last one counts",
      { ...none, screenshots: [{ uploadedImageId: 5, text: "a" }, { uploadedImageId: 5 }] },
      [{ uploadedImageId: 5 }]
    ]
  ] satisfies ReadonlyArray<[string, ScreenshotsInput, unknown]>)("%s", (_, input, expected) => {
    assert.deepStrictEqual(toScreenshotInputs(input), { ok: true, value: expected } as never)
  })

  it("both forms together are invalid, even when they name nothing", () => {
    assert.isFalse(toScreenshotInputs({ screenshots: [], imageIds: [] }).ok)
  })
})

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
