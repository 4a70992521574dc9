import { imageLimits, type PixelSize, scaleToPixels, scaleToSide } from "@dragoman/domain/image"
import { recognizeImage } from "@dragoman/formats"
import type { ImageResult, VariantLimit } from "./image-job.ts"
import type { Codec, CodecImage, CodecSource } from "./load-codec.ts"

/** EXIF orientations from this one on swap width and height. */
const firstLyingOrientation = 5

/** Rejects an upload by its header, before it is decoded; null: decode it. */
export const refuseByHeader = (bytes: Uint8Array): ImageResult | null => {
  const header = recognizeImage(bytes)
  if (header === null) return { kind: "notImage" }
  return isTooLarge(header) ? { kind: "tooLarge" } : null
}

/**
 * Decodes a file that `refuseByHeader` accepts, and makes a PNG of it for each limit, the largest one first: first frame
 * only, rotated as EXIF says, in sRGB, without metadata. The codec reads the file itself, so that the file is never in
 * memory as a whole. Throws only when the codec is broken.
 */
export const encodeImage = (codec: Codec, path: string, limits: ReadonlyArray<VariantLimit>): ImageResult => {
  const source = codec.Source.newFromFile(path)
  try {
    const uploadedSize = readSize(codec, source)
    // The codec may read another size than `refuseByHeader`; both must be within the limit.
    return isTooLarge(uploadedSize) ? { kind: "tooLarge" } : encode(codec, source, uploadedSize, limits)
  } catch (error) {
    return refusalOf(error)
  } finally {
    source.delete()
  }
}

/** Why the codec rejects an image: it throws a C++ exception, whose message is the name of the class and the reason. */
const refusalOf = (error: unknown): ImageResult => {
  const message = typeof error === "object" && error !== null && "message" in error ? String(error.message) : ""
  if (!message.startsWith("vips::Error,")) throw error
  return { kind: /(out of|insufficient) memory/i.test(message) ? "tooLarge" : "notImage" }
}

const isTooLarge = ({ width, height }: PixelSize): boolean => width * height > imageLimits.uploadedPixelsMax

/** The size after rotation. */
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
    // A truncated image is rejected.
    option_string: "fail_on=truncated"
  })
  // Decoded once: the smaller variants are made from the largest one.
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

/** A copy: the memory of the codec is shared and cannot cross a thread. */
const toPng = (image: CodecImage): Uint8Array => Uint8Array.from(image.writeToBuffer(".png", { keep: "none" }))
