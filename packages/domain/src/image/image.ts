import { domainError } from "../error/domain-error.ts"
import { invalid, type Optional, type Validated, valid } from "../validation/validation.ts"

/** Source: docs/reference/limits.md#images. */
export const imageLimits = {
  /** The limit of an upload, in pixels, before it is decoded. Our own limit: enough for a screenshot of a whole page. */
  uploadedPixelsMax: 40_000_000,
  /** The limit of a stored screenshot, in pixels; larger ones are scaled down. */
  storedPixelsMax: 3_000_000,
  /** Longer side of the smaller variants, in pixels. */
  middleSideMax: 600,
  smallSideMax: 200,
  /** Longer side of an avatar, in pixels. */
  avatarSideMax: 200,
  organizationAvatarSideMax: 300,
  avatarThumbnailSideMax: 50,
  /** Not counted when uploaded images are attached. */
  screenshotsPerKeyMax: 20,
  /** Images of one user that wait to be attached; one more may come on top. */
  pendingUploadsMax: 100,
  /** How long an uploaded image waits, in milliseconds. */
  pendingMillis: 2 * 60 * 60 * 1_000
} as const

/** Whole pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Where a key is seen in an image, in pixels from its upper left corner. */
export interface Position extends PixelSize {
  readonly x: number
  readonly y: number
}

/** The size scaled down to at most so many pixels; its proportions stay. Source: docs/reference/content.md#images. */
export const scaleToPixels = (size: PixelSize, pixelsMax: number): PixelSize => {
  // Rounding down keeps the promise, but for a line that has to keep a pixel.
  const { width, height } = scale(size, Math.min(1, Math.sqrt(pixelsMax / (size.width * size.height))), Math.floor)
  return { width: Math.min(width, pixelsMax), height: Math.min(height, pixelsMax) }
}

/** The size scaled down until its longer side fits. */
export const scaleToSide = (size: PixelSize, sideMax: number): PixelSize =>
  scale(size, Math.min(1, sideMax / Math.max(size.width, size.height)), Math.round)

const scale = ({ width, height }: PixelSize, factor: number, round: (pixels: number) => number): PixelSize => ({
  width: Math.max(1, round(width * factor)),
  height: Math.max(1, round(height * factor))
})

/**
 * A position in an image of one size, as it is in the same image of another size: 100 of 2000 pixels are 71 of 1414.
 * Source: docs/reference/content.md#positions-in-screenshots.
 */
export const scalePosition = (position: Position, from: PixelSize, to: PixelSize): Position => ({
  x: Math.round((position.x * to.width) / from.width),
  y: Math.round((position.y * to.height) / from.height),
  width: Math.round((position.width * to.width) / from.width),
  height: Math.round((position.height * to.height) / from.height)
})

/** The sizes in which an image is stored; avatars have no middle one. */
export const imageVariants = ["large", "middle", "small"] as const

export type ImageVariant = (typeof imageVariants)[number]

const suffixes: Readonly<Record<ImageVariant, string>> = { large: "", middle: "-mid", small: "-thumb" }

/** The file under which a variant of an image is asked for: `<name>-thumb.png`. */
export const imageFileName = (name: string, variant: ImageVariant): string => `${name}${suffixes[variant]}.png`

/** The image and the variant that a file name asks for; null: no image is called so. */
export const parseImageFileName = (file: string): { readonly name: string; readonly variant: ImageVariant } | null => {
  const [, name, suffix = ""] = /^([0-9A-Za-z]+)(-mid|-thumb)?\.png$/.exec(file) ?? []
  const variant = imageVariants.find((one) => suffixes[one] === suffix)
  return name === undefined || variant === undefined ? null : { name, variant }
}

/** A type, not an interface: it is JSON. */
export type AvatarLinks = {
  readonly large: string
  readonly thumbnail: string
}

/**
 * Where the picture of a user, an organization or a project is found; `hash` null: there is none. The links begin at the
 * root of the server. Source: docs/reference/accounts.md#avatars.
 */
export const avatarLinks = (hash: string | null): AvatarLinks | null =>
  hash === null
    ? null
    : { large: `/avatars/${imageFileName(hash, "large")}`, thumbnail: `/avatars/${imageFileName(hash, "small")}` }

/** The value of `token` in the link of a secured image. */
export interface ImageToken {
  /** Epoch milliseconds; from then on the link shows nothing. */
  readonly expiresAt: number
  /** Base64 for URLs. */
  readonly signature: string
}

/** Links of one part of their lifetime are the same, so that pages which ask again do not load their images again. */
const partsOfLifetime = 8

/** When a link made now ends: after its lifetime, or up to an eighth of it earlier. All in milliseconds. */
export const imageTokenExpiry = (now: number, lifetimeMillis: number): number => {
  const part = Math.max(1, Math.floor(lifetimeMillis / partsOfLifetime))
  return Math.floor((now + lifetimeMillis) / part) * part
}

/** The text that is signed: the token is valid for this file only. `path`: `screenshots/<file>`. */
export const signedImageText = (path: string, expiresAt: number): string => `${expiresAt} ${path}`

export const printImageToken = ({ expiresAt, signature }: ImageToken): string => `${expiresAt}.${signature}`

/** null: no token is written so. */
export const parseImageToken = (text: string): ImageToken | null => {
  const [, expiresAt, signature] = /^(\d{1,15})\.([A-Za-z0-9_-]{1,128})$/.exec(text) ?? []
  return expiresAt === undefined || signature === undefined ? null : { expiresAt: Number(expiresAt), signature }
}

/** An uploaded image that becomes a screenshot of a key, and where in it the key is seen. */
export interface ScreenshotInput {
  readonly uploadedImageId: number
  /** The text of the key when the image was taken. */
  readonly text?: Optional<string>
  readonly positions?: Optional<ReadonlyArray<Position>>
}

/** Screenshots in a body, in one of two forms; null or absent: not this one. */
export interface ScreenshotsInput {
  readonly screenshots: Optional<ReadonlyArray<ScreenshotInput>>
  readonly imageIds: Optional<ReadonlyArray<number>>
}

/** One form of both; of an image that is named twice the last one counts. Source: docs/reference/content.md#creating-a-key. */
export const toScreenshotInputs = ({
  screenshots,
  imageIds
}: ScreenshotsInput): Validated<ReadonlyArray<ScreenshotInput>> => {
  if (screenshots != null && imageIds != null) {
    return invalid(domainError("provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids"))
  }
  const inputs = screenshots ?? (imageIds ?? []).map((uploadedImageId) => ({ uploadedImageId }))
  return valid([...new Map(inputs.map((input) => [input.uploadedImageId, input])).values()])
}
