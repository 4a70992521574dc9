import { pathToFileURL } from "node:url"
import { imageLimits, imageVariants, type PixelSize, scaleToPixels, scaleToSide } from "@dragoman/domain/image"
import { recognizeImage } from "@dragoman/formats"
import { Schema } from "effect"
import type Vips from "wasm-vips"
import { SentBytes } from "../../platform/worker/worker-messages.ts"

const Variant = Schema.Literals(imageVariants)

/** Maximum size of a variant; smaller images are not scaled. */
const VariantLimit = Schema.Union([
  Schema.Struct({ variant: Variant, pixelsMax: Schema.Finite }),
  Schema.Struct({ variant: Variant, sideMax: Schema.Finite })
])
export type VariantLimit = typeof VariantLimit.Type

/** An uploaded image, of which the thread makes PNG files. */
export const ImageJob = Schema.Struct({
  /** Path of the uploaded file. */
  path: Schema.String,
  /** Limits of the variants, the largest one first. */
  limits: Schema.Array(VariantLimit)
})
export type ImageJob = typeof ImageJob.Type

const Size = Schema.Struct({ width: Schema.Finite, height: Schema.Finite })

const EncodedImage = Schema.Struct({
  kind: Schema.Literal("encoded"),
  /** Size of the upload, rotated as its metadata says. */
  uploadedSize: Size,
  variants: Schema.Array(Schema.Struct({ variant: Variant, size: Size, bytes: SentBytes }))
})
export type EncodedImage = typeof EncodedImage.Type

/** `notImage`: an unknown format, or a broken file. `tooLarge`: more pixels than the limit, or out of memory. */
export const ImageResult = Schema.Union([
  EncodedImage,
  Schema.Struct({ kind: Schema.Literal("notImage") }),
  Schema.Struct({ kind: Schema.Literal("tooLarge") })
])
export type ImageResult = typeof ImageResult.Type

/** `codecFile`: path of the codec. */
export const ImageWorkerData = Schema.Struct({ codecFile: Schema.String })

/** First EXIF orientation that swaps width and height. */
const firstSidewaysOrientation = 5

/** Rejects an upload by its header, before it is decoded; null: it can be decoded. */
export const rejectByHeader = (bytes: Uint8Array): ImageResult | null => {
  const header = recognizeImage(bytes)
  if (header === null) return { kind: "notImage" }
  return isTooLarge(header) ? { kind: "tooLarge" } : null
}

/**
 * Decodes a file that `rejectByHeader` accepts, and makes a PNG of it for each limit, the largest one first: first frame
 * only, rotated as EXIF says, in sRGB, without metadata. The codec reads the file itself, so that the file is never in
 * memory as a whole. Throws only when the codec is broken.
 */
export const encodeImage = (codec: Codec, path: string, limits: ReadonlyArray<VariantLimit>): ImageResult => {
  const source = codec.Source.newFromFile(path)
  try {
    const uploadedSize = readSize(codec, source)
    // The codec may read another size than `rejectByHeader`; both must be within the limit.
    return isTooLarge(uploadedSize) ? { kind: "tooLarge" } : encode(codec, source, uploadedSize, limits)
  } catch (error) {
    return resultOfError(error)
  } finally {
    source.delete()
  }
}

/**
 * Reads the result when the codec rejects an image: a C++ exception, whose message is the name of the class and the
 * reason.
 */
const resultOfError = (error: unknown): ImageResult => {
  const message = typeof error === "object" && error !== null && "message" in error ? String(error.message) : ""
  if (!message.startsWith("vips::Error,")) throw error
  return { kind: /(out of|insufficient) memory/i.test(message) ? "tooLarge" : "notImage" }
}

const isTooLarge = ({ width, height }: PixelSize): boolean => width * height > imageLimits.uploadedPixelsMax

/** Returns the size after rotation. */
const readSize = (codec: Codec, source: CodecSource): PixelSize => {
  const image = codec.Image.newFromSource(source)
  try {
    const orientation = image.getTypeof("orientation") === 0 ? 1 : image.getInt("orientation")
    const { width, height } = image
    return orientation < firstSidewaysOrientation ? { width, height } : { width: height, height: width }
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
  // The image is decoded once: the smaller variants are made from the largest one.
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

/** Copies the PNG: the memory of the codec is shared and cannot cross a thread. */
const toPng = (image: CodecImage): Uint8Array => Uint8Array.from(image.writeToBuffer(".png", { keep: "none" }))

export type Codec = Awaited<ReturnType<typeof Vips>>
type CodecImage = InstanceType<Codec["Image"]>
type CodecSource = InstanceType<Codec["Source"]>

/**
 * Memory limit in WebAssembly pages of 64 KiB: 384 MB. An image with the most pixels takes half of that; an interlaced
 * or progressive image, which is decoded as a whole, may have 30 megapixels.
 */
const memoryPagesMax = 6_144

/** Loads libvips, in a thread of its own: the memory limit holds for all WebAssembly of the thread (ADR 10). */
export const loadCodec = async (file: string): Promise<Codec> => {
  limitMemory()
  const { default: load } = (await import(pathToFileURL(file).href)) as { readonly default: typeof Vips }
  const codec = await load({
    // Only formats that are rejected need it.
    dynamicLibraries: [],
    // The result has the same messages; stderr would bypass the log.
    printErr: () => {},
    preRun: [(module) => Object.assign((module as Codec & { readonly ENV: object }).ENV, { VIPS_WARNING: "1" })]
  })
  codec.blockUntrusted(true)
  codec.concurrency(1)
  // Every image is decoded once, so a cache would only take memory.
  codec.Cache.max(0)
  return codec
}

interface MemoryDescriptor {
  readonly initial: number
  readonly maximum: number
  readonly shared: boolean
}

type MemoryClass = new (descriptor: MemoryDescriptor) => object

/** Lowers the maximum of the memory that the codec requests, which is 2 GB for images of any size. */
const limitMemory = (): void => {
  const assembly = (globalThis as unknown as { readonly WebAssembly: { Memory: MemoryClass } }).WebAssembly
  const Memory = assembly.Memory
  assembly.Memory = class extends Memory {
    constructor(descriptor: MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum, memoryPagesMax) })
    }
  }
}
