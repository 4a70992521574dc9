import { randomBytes } from "node:crypto"
import { imageLimits, type PixelSize } from "@dragoman/domain/image"
import type { ImagePurpose, NewImage } from "@dragoman/store"
import type { EncodedImage, VariantLimit } from "./image-job.ts"

/** Who knows the name sees the image. */
const nameBytes = 20

/** As uploads and screenshots are kept. Source: reference "content-api" 4.3. */
export const screenshotLimits: ReadonlyArray<VariantLimit> = [
  { variant: "large", pixelsMax: imageLimits.storedPixelsMax },
  { variant: "middle", sideMax: imageLimits.middleSideMax },
  { variant: "small", sideMax: imageLimits.smallSideMax }
]

/** The rows of an image under a name that nobody can guess. */
export const newImage = (
  { uploadedSize, variants }: EncodedImage,
  values: {
    readonly purpose: ImagePurpose
    readonly ownerId: number | null
    readonly location: string | null
    readonly createdAt: number
    readonly name?: string
  }
): NewImage => ({
  name: randomBytes(nameBytes).toString("hex"),
  ...values,
  size: largestSize(variants) ?? uploadedSize,
  uploadedSize,
  contents: variants
})

const largestSize = (variants: EncodedImage["variants"]): PixelSize | undefined =>
  variants.find(({ variant }) => variant === "large")?.size
