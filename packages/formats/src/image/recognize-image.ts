import { readGif } from "./gif-header.ts"
import type { ImageHeader } from "./image-header.ts"
import { readJpeg } from "./jpeg-header.ts"
import { readPng } from "./png-header.ts"
import { readWebp } from "./webp-header.ts"

/**
 * The kind of the image, by its content: names and declared types may say anything. Nothing is decoded. null: none
 * of the known ones, or one whose header is broken.
 * Source: docs/reference/content.md#images; WebP is ours.
 */
export const recognizeImage = (bytes: Uint8Array): ImageHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const read of [readPng, readJpeg, readGif, readWebp]) {
    const header = read(view)
    if (header !== null) return header.width > 0 && header.height > 0 ? header : null
  }
  return null
}
