import { hasText, type ImageHeader } from "./image-header.ts"

const extension = 0x21
const imageDescriptor = 0x2c
const descriptorBytes = 10

/**
 * The size of the screen and every frame together: decoders make room for all of them, however small the screen says that
 * it is. Source: GIF89a specification, sections 17 to 22.
 */
export const readGif = (view: DataView): ImageHeader | null => {
  if (view.byteLength < 13 || !(hasText(view, 0, "GIF87a") || hasText(view, 0, "GIF89a"))) return null
  let width = view.getUint16(6, true)
  let height = view.getUint16(8, true)
  let frames = 0
  let offset = 13 + colorTableBytes(view.getUint8(10))
  while (offset < view.byteLength) {
    const block = view.getUint8(offset)
    if (block === extension) {
      offset = behindSubBlocks(view, offset + 2)
    } else if (block === imageDescriptor && offset + descriptorBytes <= view.byteLength) {
      width = Math.max(width, view.getUint16(offset + 1, true) + view.getUint16(offset + 5, true))
      height = Math.max(height, view.getUint16(offset + 3, true) + view.getUint16(offset + 7, true))
      frames += 1
      // One byte more: how many bits a code has.
      offset = behindSubBlocks(view, offset + descriptorBytes + colorTableBytes(view.getUint8(offset + 9)) + 1)
    } else break
  }
  return frames === 0 ? null : { format: "GIF", width, height }
}

/** Three bytes a color, if the flags say that there is a table. */
const colorTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

/** Each begins with its length; an empty one is the last. */
const behindSubBlocks = (view: DataView, start: number): number => {
  let offset = start
  while (offset < view.byteLength) {
    const length = view.getUint8(offset)
    offset += 1 + length
    if (length === 0) break
  }
  return offset
}
