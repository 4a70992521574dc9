import { hasText, type ImageHeader } from "./image-header.ts"

/** The file header, and behind it the longest header of a first chunk. */
const headerBytes = 30
const losslessSignature = 0x2f

/** Source: WebP container specification; RFC 6386 9.1; RFC 9649 3.4. */
export const readWebp = (view: DataView): ImageHeader | null => {
  if (view.byteLength < headerBytes || !hasText(view, 0, "RIFF") || !hasText(view, 8, "WEBP")) return null
  if (hasText(view, 12, "VP8X")) {
    return { format: "WEBP", width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
  }
  if (hasText(view, 12, "VP8L") && view.getUint8(20) === losslessSignature) {
    const bits = view.getUint32(21, true)
    return { format: "WEBP", width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (hasText(view, 12, "VP8 ") && hasText(view, 23, "\x9d\x01\x2a")) {
    return { format: "WEBP", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  return null
}

const uint24 = (view: DataView, offset: number): number =>
  view.getUint16(offset, true) + view.getUint8(offset + 2) * 2 ** 16
