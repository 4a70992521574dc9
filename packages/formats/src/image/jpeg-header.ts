import type { ImageHeader } from "./image-header.ts"

const startOfImage = 0xffd8
const startOfScan = 0xda
const endOfImage = 0xd9

/** Source: ITU-T T.81 B.1.1 and B.2.2. */
export const readJpeg = (view: DataView): ImageHeader | null => {
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return null
  let offset = 2
  while (offset + 4 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null
    const marker = view.getUint8(offset + 1)
    // Any number of these may stand before a marker.
    if (marker === 0xff) offset += 1
    else if (hasNoLength(marker)) offset += 2
    else if (marker === startOfScan || marker === endOfImage) return null
    else if (isFrame(marker)) return readFrame(view, offset)
    else offset += 2 + view.getUint16(offset + 2)
  }
  return null
}

const readFrame = (view: DataView, offset: number): ImageHeader | null =>
  offset + 9 > view.byteLength
    ? null
    : { format: "JPEG", width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }

/** Restarts and the like. */
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** SOF0 to SOF15; the three in between are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
