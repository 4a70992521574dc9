import { hasText, type ImageHeader } from "./image-header.ts"

/** Signature, length and name of the first chunk, width and height. */
const headerBytes = 24

/** Source: PNG specification, sections 5.2 and 11.2.1. */
export const readPng = (view: DataView): ImageHeader | null =>
  view.byteLength >= headerBytes && hasText(view, 0, "\x89PNG\r\n\x1a\n") && hasText(view, 12, "IHDR")
    ? { format: "PNG", width: view.getUint32(16), height: view.getUint32(20) }
    : null
