import type { ImageVariant, PixelSize } from "@dragoman/domain/image"

/** How large a variant may be; smaller images stay as they are. */
export type VariantLimit =
  | { readonly variant: ImageVariant; readonly pixelsMax: number }
  | { readonly variant: ImageVariant; readonly sideMax: number }

/** An image to be made into PNG files; plain data, it crosses a thread. */
export interface ImageJob {
  /** Where the upload lies. */
  readonly path: string
  /** The largest one first. */
  readonly limits: ReadonlyArray<VariantLimit>
}

export interface EncodedImage {
  readonly kind: "encoded"
  /** Of the upload, turned as it is to be seen. */
  readonly uploadedSize: PixelSize
  readonly variants: ReadonlyArray<{
    readonly variant: ImageVariant
    readonly size: PixelSize
    readonly bytes: Uint8Array
  }>
}

/** `notImage`: none of the known ones, or a broken one. `tooLarge`: it has more pixels, or needs more memory, than we give. */
export type ImageResult = EncodedImage | { readonly kind: "notImage" } | { readonly kind: "tooLarge" }

/** What the image thread needs to know; plain data, it crosses a thread. */
export interface ImageWorkerData {
  /** Where the codec lies. */
  readonly codecFile: string
}
