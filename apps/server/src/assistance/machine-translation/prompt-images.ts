import { type ImageVariant, imageLimits, type Position, scalePosition, scaleToSide } from "@dragoman/domain/image"
import type { PromptImage, PromptPart } from "@dragoman/domain/machine-translation"
import type { ModelPart } from "@dragoman/machine-translation"
import { ImageRepository, ScreenshotRepository, type ScreenshotRow } from "@dragoman/store"
import { Effect, Option, Stream } from "effect"
import { ImageFiles } from "../../content/image/image-files.ts"
import { ImageThread } from "../../content/image/image-thread.ts"

/**
 * Reads the images of a prompt, with a frame round the places of the key. Leaves out screenshots that do not show the key, and
 * those that were deleted meanwhile.
 */
export const readPromptParts = Effect.fn("readPromptParts")(function* (
  parts: ReadonlyArray<PromptPart>,
  keyId: number | null
) {
  const hasImages = keyId !== null && parts.some(({ type }) => type === "image")
  const screenshots = hasImages ? yield* (yield* ScreenshotRepository).listOfKeys([keyId]) : []
  const read: Array<ModelPart> = []
  for (const part of parts) {
    if (part.type === "text") {
      read.push(part)
      continue
    }
    const screenshot = screenshots.find(({ id }) => id === part.screenshotId)
    if (screenshot === undefined || keyId === null) continue
    const bytes = yield* readImage(screenshot, keyId, part.size)
    if (bytes !== null) read.push({ type: "image", bytes, mediaType: "image/png" })
  }
  return read
})

const variants: Readonly<Record<PromptImage["size"], ImageVariant>> = { small: "middle", full: "large" }

const readImage = Effect.fnUntraced(function* (screenshot: ScreenshotRow, keyId: number, size: PromptImage["size"]) {
  const place = yield* ImageRepository.use((images) => images.findPlace(screenshot.id))
  if (Option.isNone(place)) return null
  const { id: imageId, objectName } = place.value
  const opened = yield* ImageFiles.use((files) => files.open({ imageId, objectName, size: null }, variants[size]))
  const chunks = Option.isNone(opened) ? [] : yield* Stream.runCollect(opened.value.content)
  if (chunks.length === 0) return null
  const positions = screenshot.references.find((reference) => reference.keyId === keyId)?.positions ?? []
  const bytes = Uint8Array.from(Buffer.concat(chunks))
  return yield* (yield* ImageThread).frame({ bytes, positions: positions.map((one) => toSize(one, screenshot, size)) })
})

/** Positions are stored in pixels of the large variant. */
const toSize = (position: Position, stored: ScreenshotRow, size: PromptImage["size"]): Position =>
  size === "full" ? position : scalePosition(position, stored, scaleToSide(stored, imageLimits.middleSideMax))
