import { domainError } from "../error/domain-error.ts"
import type { Optional } from "../validation/constraint.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import type { Position } from "./image-size.ts"

/** An uploaded image that becomes a screenshot of a key, and where in it the key is seen. */
export interface ScreenshotInput {
  readonly uploadedImageId: number
  /** The text of the key when the image was taken. */
  readonly text?: Optional<string>
  readonly positions?: Optional<ReadonlyArray<Position>>
}

/** Screenshots in a body, in one of two forms; null or absent: not this one. */
export interface ScreenshotsInput {
  readonly screenshots: Optional<ReadonlyArray<ScreenshotInput>>
  readonly imageIds: Optional<ReadonlyArray<number>>
}

/** One form of both; of an image that is named twice the last one counts. Source: docs/reference/content.md#creating-a-key. */
export const toScreenshotInputs = ({
  screenshots,
  imageIds
}: ScreenshotsInput): Validated<ReadonlyArray<ScreenshotInput>> => {
  if (screenshots != null && imageIds != null) {
    return invalid(domainError("provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids"))
  }
  const inputs = screenshots ?? (imageIds ?? []).map((uploadedImageId) => ({ uploadedImageId }))
  return valid([...new Map(inputs.map((input) => [input.uploadedImageId, input])).values()])
}
