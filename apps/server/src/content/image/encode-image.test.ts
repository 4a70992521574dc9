import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { halvedImages, makePng, withExif } from "../../testing/image-files.ts"
import { codecFile } from "./codec-file.ts"
import { type Codec, encodeImage, loadCodec, rejectByHeader, type VariantLimit } from "./encode-image.ts"
import { frameImage } from "./frame-image.ts"

const red = [200, 0, 0]
const blue = [0, 0, 200]

describe("an uploaded image", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-image-"))
  let codec: Codec

  beforeAll(async () => {
    codec = await loadCodec(codecFile(null))
  })
  afterAll(() => {
    codec.shutdown()
    rmSync(folder, { recursive: true })
  })

  const encode = (bytes: Uint8Array, limits: ReadonlyArray<VariantLimit> = [{ variant: "large", pixelsMax: 3e6 }]) => {
    const path = join(folder, "image")
    writeFileSync(path, bytes)
    return rejectByHeader(bytes) ?? encodeImage(codec, path, limits)
  }

  const encoded = (...parameters: Parameters<typeof encode>) => {
    const result = encode(...parameters)
    if (result.kind !== "encoded") throw new Error(result.kind)
    return { ...result, bytes: result.variants[0]?.bytes ?? new Uint8Array() }
  }

  /** The colors of two points, rounded to tens: lossy formats are not exact. */
  const colorsOf = (png: Uint8Array, ...points: ReadonlyArray<readonly [number, number]>) => {
    const image = codec.Image.newFromBuffer(png)
    return points.map(([x, y]) =>
      image
        .getpoint(x, y)
        .slice(0, 3)
        .map((value) => Math.round(value / 20) * 20)
    )
  }

  it.each(Object.entries(halvedImages))("that is a %s is a PNG of the same picture", (_, bytes) => {
    const { uploadedSize, variants, bytes: png } = encoded(bytes)
    assert.deepStrictEqual(uploadedSize, { width: 40, height: 20 })
    assert.deepStrictEqual(variants[0]?.size, { width: 40, height: 20 })
    assert.strictEqual(Buffer.from(png.subarray(1, 4)).toString(), "PNG")
    assert.deepStrictEqual(colorsOf(png, [5, 10], [35, 10]), [red, blue])
  })

  it.each([
    ["grey", makePng(40, 20)],
    ["coloured", halvedImages.jpeg]
  ])("gets red frames round places, also those at its edge: %s", (_, upload) => {
    const { bytes: png } = encoded(upload)
    const positions = [
      { x: 10, y: 8, width: 10, height: 5 },
      { x: -5, y: 18, width: 100, height: 100 }
    ]
    const { bytes } = frameImage(codec, { bytes: png, positions })
    const frame = [260, 0, 0]
    const [inside, around, edge, beside] = colorsOf(bytes, [12, 10], [8, 10], [39, 17], [3, 3])
    assert.deepStrictEqual([around, edge], [frame, frame])
    assert.deepStrictEqual([inside, beside], colorsOf(png, [12, 10], [3, 3]))
  })

  it("is rotated as its metadata says, and loses the metadata", () => {
    const secret = "Somewhere 51.5N 0.1W"
    const { uploadedSize, bytes } = encoded(withExif(6, secret))
    assert.deepStrictEqual(uploadedSize, { width: 20, height: 40 })
    assert.deepStrictEqual(colorsOf(bytes, [10, 5], [10, 35]), [red, blue])
    assert.isFalse(Buffer.from(bytes).includes(secret))
    assert.isFalse(Buffer.from(encoded(makePng(10, 10, { text: secret })).bytes).includes(secret))
  })

  it("is scaled down to each limit, and never up", () => {
    const limits: ReadonlyArray<VariantLimit> = [
      { variant: "large", pixelsMax: 3_000_000 },
      { variant: "middle", sideMax: 600 },
      { variant: "small", sideMax: 200 }
    ]
    assert.deepStrictEqual(
      encoded(makePng(2_000, 3_000), limits).variants.map(({ size }) => size),
      [
        { width: 1_414, height: 2_121 },
        { width: 400, height: 600 },
        { width: 133, height: 200 }
      ]
    )
    assert.deepStrictEqual(
      encoded(makePng(300, 10), limits).variants.map(({ size }) => size),
      [
        { width: 300, height: 10 },
        { width: 300, height: 10 },
        { width: 200, height: 7 }
      ]
    )
  })

  it.each([
    ["nothing", new Uint8Array()],
    ["text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a JPEG that ends too early", halvedImages.jpeg.subarray(0, halvedImages.jpeg.length - 30)],
    ["a PNG that ends too early", makePng(400, 400).subarray(0, 100)],
    ["a PNG that has less than it says", makePng(10, 10, { claims: [5_000, 5_000] })],
    ["a GIF without its picture", halvedImages.gif.subarray(0, 60)],
    ["a WebP without its picture", halvedImages.webp.subarray(0, 40)],
    [
      "a JPEG with a broken table",
      Uint8Array.from(halvedImages.jpeg, (byte, at) => (at > 200 && at < 260 ? 255 : byte))
    ]
  ])("is rejected when it is %s", (_, bytes) => {
    assert.strictEqual(encode(bytes).kind, "notImage")
  })

  it.each([
    ["a PNG", makePng(1, 1, { claims: [65_000, 65_000] })],
    ["a PNG that is one line", makePng(1, 1, { claims: [50_000_001, 1] })],
    [
      "a GIF whose frame is larger than its screen",
      Uint8Array.from(halvedImages.gif, (byte, at) => {
        const descriptor = Buffer.from(halvedImages.gif).indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 0x28, 0]))
        return at >= descriptor + 5 && at < descriptor + 9 ? 255 : byte
      })
    ]
  ])("is not decoded when %s says that it has too many pixels", (_, bytes) => {
    assert.strictEqual(encode(bytes).kind, "tooLarge")
  })

  it("shows the picture, and not the page behind it", () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>")
    const { bytes } = encoded(Uint8Array.from(Buffer.concat([halvedImages.gif, page])))
    assert.isFalse(Buffer.from(bytes).includes("script"))
  })
})
