import { Schema } from "effect"
import { SentBytes } from "../../platform/worker/worker-messages.ts"
import type { Codec } from "./encode-image.ts"

/** A stored PNG with the places to mark in it, in its pixels. */
export const FrameJob = Schema.Struct({
  bytes: SentBytes,
  positions: Schema.Array(
    Schema.Struct({ x: Schema.Finite, y: Schema.Finite, width: Schema.Finite, height: Schema.Finite })
  )
})
export type FrameJob = typeof FrameJob.Type

export const FramedImage = Schema.Struct({ bytes: SentBytes })
export type FramedImage = typeof FramedImage.Type

const red = [255, 0, 0]
const opaque = 255

/** In pixels, outside of the place, whose text stays readable. */
const frameWidth = 3

/** Draws a red frame round each place. Throws for anything that is no PNG of the server. */
export const frameImage = (codec: Codec, { bytes, positions }: FrameJob): FramedImage => {
  const stored = codec.Image.newFromBuffer(bytes)
  const coloured = stored.colourspace("srgb")
  // Drawing changes the pixels in memory.
  const image = coloured.copyMemory()
  try {
    const ink = image.hasAlpha() ? [...red, opaque] : red
    for (const { x, y, width, height } of positions) {
      for (let margin = 1; margin <= frameWidth; margin++) {
        image.drawRect(ink, x - margin, y - margin, width + 2 * margin, height + 2 * margin)
      }
    }
    // The memory of the codec is shared and cannot cross a thread.
    return { bytes: Uint8Array.from(image.writeToBuffer(".png", { keep: "none" })) }
  } finally {
    for (const one of [stored, coloured, image]) one.delete()
  }
}
