export type ImageFormat = "PNG" | "JPEG" | "GIF" | "WEBP"

/** The header of an image, read before it is decoded. */
export interface ImageHeader {
  readonly format: ImageFormat
  /** In pixels as they are stored: turning the image by its orientation comes later. */
  readonly width: number
  readonly height: number
}

/** Whether the bytes at the offset are these characters. */
export const hasText = (view: DataView, offset: number, text: string): boolean => {
  if (offset + text.length > view.byteLength) return false
  for (let index = 0; index < text.length; index++) {
    if (view.getUint8(offset + index) !== text.charCodeAt(index)) return false
  }
  return true
}
