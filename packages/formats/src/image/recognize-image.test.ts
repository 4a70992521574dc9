import { assert, describe, it } from "vitest"
import { seededRandom } from "../testing/seeded-random.ts"
import { recognizeImage } from "./recognize-image.ts"

type Part = string | number | ReadonlyArray<number>

/** Characters, bytes and lists of bytes after one another. */
const bytesOf = (...parts: ReadonlyArray<Part>): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string"
        ? [...part].map((letter) => letter.charCodeAt(0))
        : typeof part === "number"
          ? [part]
          : part
    )
  )

const big = (bytes: number, value: number) =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 255)
const little = (bytes: number, value: number) => big(bytes, value).reverse()

const png = (width: number, height: number) =>
  bytesOf("\x89PNG\r\n\x1a\n", big(4, 13), "IHDR", big(4, width), big(4, height), [8, 6, 0, 0, 0], big(4, 0))

/** A thumbnail inside of the metadata has a size of its own. */
const metadata: ReadonlyArray<Part> = [0xff, 0xe1, big(2, 12), 0xff, 0xd8, 0xff, 0xc0, big(2, 4), big(4, 0)]
const frame = (marker: number, width: number, height: number): ReadonlyArray<Part> => [
  0xff,
  marker,
  big(2, 17),
  8,
  big(2, height),
  big(2, width),
  [3, 1, 17, 0, 2, 17, 1, 3, 17, 1]
]
const jpeg = (...segments: ReadonlyArray<Part>) => bytesOf(0xff, 0xd8, ...segments)
const tables: ReadonlyArray<Part> = [0xff, 0xc4, big(2, 4), 0, 0]

const gifFrame = (left: number, top: number, width: number, height: number, tableFlags = 0): ReadonlyArray<Part> => [
  0x2c,
  little(2, left),
  little(2, top),
  little(2, width),
  little(2, height),
  tableFlags,
  ...(tableFlags === 0 ? [] : [Array.from({ length: 6 }, () => 0x2c)]),
  [2, 2, 0x44, 1, 0]
]
const gif = (width: number, height: number, ...blocks: ReadonlyArray<Part>) =>
  bytesOf("GIF89a", little(2, width), little(2, height), [0x80, 0, 0], [0, 0, 0, 255, 255, 255], ...blocks)
const gifComment: ReadonlyArray<Part> = [0x21, 0xfe, 3, 0x2c, 0x2c, 0x2c, 0]

const webp = (...chunk: ReadonlyArray<Part>) => bytesOf("RIFF", little(4, 100), "WEBP", ...chunk, Array(10).fill(0))

describe("the kind of an image, by its content", () => {
  it.each([
    ["a PNG", png(300, 200), { format: "PNG", width: 300, height: 200 }],
    [
      "a PNG as large as can be said",
      png(0xffff_ffff, 0xffff_ffff),
      { format: "PNG", width: 4294967295, height: 4294967295 }
    ],
    ["a JPEG", jpeg(...frame(0xc0, 300, 200)), { format: "JPEG", width: 300, height: 200 }],
    ["a progressive JPEG", jpeg(...frame(0xc2, 300, 200)), { format: "JPEG", width: 300, height: 200 }],
    [
      "a JPEG behind metadata with a thumbnail, tables and filling",
      jpeg(...metadata, ...tables, 0xff, 0xff, ...frame(0xc0, 300, 200)),
      { format: "JPEG", width: 300, height: 200 }
    ],
    [
      "a JPEG behind a marker without a length",
      jpeg(0xff, 0xd0, 0xff, 0x01, ...frame(0xc0, 300, 200)),
      { format: "JPEG", width: 300, height: 200 }
    ],
    [
      "a JPEG that ends behind its width",
      jpeg(...frame(0xc0, 300, 200)).slice(0, 11),
      { format: "JPEG", width: 300, height: 200 }
    ],
    ["a GIF", gif(3, 2, ...gifFrame(0, 0, 3, 2)), { format: "GIF", width: 3, height: 2 }],
    [
      "a GIF whose second frame, behind a comment and a table, is larger than its screen",
      gif(3, 2, ...gifComment, ...gifFrame(0, 0, 3, 2, 0x80), ...gifFrame(100, 7, 60_000, 50_000)),
      { format: "GIF", width: 60_100, height: 50_007 }
    ],
    [
      "a lossy WebP, without the bits for scaling",
      webp("VP8 ", little(4, 9), [0, 0, 0], "\x9d\x01\x2a", little(2, 0x4000 | 300), little(2, 200)),
      { format: "WEBP", width: 300, height: 200 }
    ],
    [
      "a lossless WebP",
      webp("VP8L", little(4, 9), 0x2f, little(4, 299 | (199 << 14))),
      { format: "WEBP", width: 300, height: 200 }
    ],
    [
      "an extended WebP",
      webp("VP8X", little(4, 10), [16, 0, 0, 0], little(3, 299), little(3, 199)),
      { format: "WEBP", width: 300, height: 200 }
    ]
  ] as const)("%s", (_, bytes, expected) => {
    assert.deepStrictEqual(recognizeImage(bytes), expected)
  })

  it.each([
    ["nothing", bytesOf()],
    ["a page", bytesOf("<html><script>alert(1)</script></html>")],
    ["a vector image", bytesOf('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ["a bitmap of another kind", bytesOf("BM", big(4, 70), Array(60).fill(0))],
    ["a TIFF", bytesOf("II*\0", Array(60).fill(0))],
    ["a PNG without a size", png(0, 200)],
    ["a PNG that begins with another chunk", bytesOf("\x89PNG\r\n\x1a\n", big(4, 13), "tEXt", Array(13).fill(1))],
    ["a JPEG that comes to its data before its size", jpeg(0xff, 0xda, big(2, 8), ...frame(0xc0, 300, 200))],
    ["a JPEG with something else between its segments", jpeg(0x00, ...frame(0xc0, 300, 200))],
    ["a JPEG whose height comes later", jpeg(...frame(0xc0, 300, 0))],
    ["a GIF without a frame", gif(3, 2, ...gifComment)],
    ["a RIFF of another kind", bytesOf("RIFF", little(4, 100), "WAVE", Array(40).fill(0))],
    ["a lossy WebP without its start code", webp("VP8 ", little(4, 9), [0, 0, 0], [1, 2, 3], little(4, 1))]
  ])("%s is none", (_, bytes) => {
    assert.isNull(recognizeImage(bytes))
  })

  it("survives every beginning of an image, and whatever else its bytes are changed to", () => {
    const random = seededRandom(7)
    const images = [
      png(300, 200),
      jpeg(...metadata, ...tables, ...frame(0xc0, 300, 200)),
      gif(3, 2, ...gifComment, ...gifFrame(0, 0, 3, 2)),
      webp("VP8X", little(4, 10), [16, 0, 0, 0], little(3, 299), little(3, 199))
    ]
    for (const image of images) {
      for (let length = 0; length < image.length; length++) {
        const header = recognizeImage(image.subarray(0, length))
        assert.isTrue(header === null || header.width > 0)
      }
      for (let round = 0; round < 3_000; round++) {
        const broken = Uint8Array.from(image)
        for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
          broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256)
        }
        const header = recognizeImage(broken)
        assert.isTrue(
          header === null || (Number.isSafeInteger(header.width) && header.width > 0 && header.height > 0),
          String(broken)
        )
      }
    }
  })
})
