import { imageLimits, type PixelSize, scaleToPixels, scaleToSide } from "@dragoman/domain/image"
import { recognizeImage } from "@dragoman/formats"
import type { ImageResult, VariantLimit } from "./image-job.ts"
import type { Codec, CodecImage, CodecSource } from "./load-codec.ts"

/** Of EXIF: from here on width and height change places. */
const firstLyingOrientation = 5

/** Why the content of an upload is not even decoded; null: it may be. */
export const refuseByHeader = (bytes: Uint8Array): ImageResult | null => {
  const header = recognizeImage(bytes)
  if (header === null) return { kind: "notImage" }
  return isTooLarge(header) ? { kind: "tooLarge" } : null
}

/**
 * Decodes a file that its header does not refuse, and makes a PNG of it for each limit, the largest one first: first frame
 * only, turned as it is to be seen, in sRGB, with nothing of the metadata. The codec reads the file itself, so that it
 * never holds all of it. What is thrown is a broken codec.
 */
export const encodeImage = (codec: Codec, path: string, limits: ReadonlyArray<VariantLimit>): ImageResult => {
  const source = codec.Source.newFromFile(path)
  try {
    const uploadedSize = readSize(codec, source)
    // The codec reads the size on its own; both have to be right.
    return isTooLarge(uploadedSize) ? { kind: "tooLarge" } : encode(codec, source, uploadedSize, limits)
  } catch (error) {
    return refusalOf(error)
  } finally {
    source.delete()
  }
}

/** What the codec says of an image: an exception of its language, whose message is the name of the class and the reason. */
const refusalOf = (error: unknown): ImageResult => {
  const message = typeof error === "object" && error !== null && "message" in error ? String(error.message) : ""
  if (!message.startsWith("vips::Error,")) throw error
  return { kind: /(out of|insufficient) memory/i.test(message) ? "tooLarge" : "notImage" }
}

const isTooLarge = ({ width, height }: PixelSize): boolean => width * height > imageLimits.uploadedPixelsMax

/** As it is to be seen. */
const readSize = (codec: Codec, source: CodecSource): PixelSize => {
  const image = codec.Image.newFromSource(source)
  try {
    const orientation = image.getTypeof("orientation") === 0 ? 1 : image.getInt("orientation")
    const { width, height } = image
    return orientation < firstLyingOrientation ? { width, height } : { width: height, height: width }
  } finally {
    image.delete()
  }
}

const encode = (
  codec: Codec,
  source: CodecSource,
  uploadedSize: PixelSize,
  limits: ReadonlyArray<VariantLimit>
): ImageResult => {
  const [first = uploadedSize, ...others] = limits.map((limit) => scaledSize(uploadedSize, limit))
  const thumbnail = codec.Image.thumbnailSource(source, first.width, {
    height: first.height,
    size: "force",
    output_profile: "srgb",
    // A part of an image is none.
    option_string: "fail_on=truncated"
  })
  // Decoded once; the smaller ones are made from it.
  const largest = thumbnail.colourspace("srgb").copyMemory()
  const images = [
    largest,
    ...others.map(({ width, height }) => largest.thumbnailImage(width, { height, size: "force" }))
  ]
  try {
    return {
      kind: "encoded",
      uploadedSize,
      variants: limits.flatMap(({ variant }, index) => {
        const image = images[index]
        return image === undefined ? [] : [{ variant, size: sizeOf(image), bytes: toPng(image) }]
      })
    }
  } finally {
    for (const image of [thumbnail, ...images]) image.delete()
  }
}

const scaledSize = (size: PixelSize, limit: VariantLimit): PixelSize =>
  "pixelsMax" in limit ? scaleToPixels(size, limit.pixelsMax) : scaleToSide(size, limit.sideMax)

const sizeOf = ({ width, height }: CodecImage): PixelSize => ({ width, height })

/** Out of the memory of the codec, which is shared and cannot cross a thread. */
const toPng = (image: CodecImage): Uint8Array => Uint8Array.from(image.writeToBuffer(".png", { keep: "none" }))
