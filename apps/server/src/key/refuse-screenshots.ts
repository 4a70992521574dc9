import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { requireScopes } from "../access/require-scopes.ts"
import { refusedWith } from "../http/refused.ts"

/** The screenshots that a body wants to attach, in one of two forms; null or absent: not this one. */
export interface UploadedScreenshots {
  readonly screenshots: ReadonlyArray<{ readonly uploadedImageId: number }> | null | undefined
  readonly imageIds: ReadonlyArray<number> | null | undefined
}

/**
 * Nobody can have uploaded an image yet: whoever names one is told that there is none, after the checks of the original.
 * Source: reference "content-api" 2.4.
 */
export const refuseScreenshots = Effect.fn("refuseScreenshots")(function* (
  access: ProjectAccess,
  { screenshots, imageIds }: UploadedScreenshots
) {
  const isOldForm = imageIds !== null && imageIds !== undefined
  const names = [...(screenshots ?? []), ...(imageIds ?? [])]
  if (isOldForm && screenshots !== null && screenshots !== undefined) {
    return yield* refusedWith(400, "provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids")
  }
  if (isOldForm || names.length > 0) yield* requireScopes(access, ["screenshots.upload"])
  if (names.length > 0) return yield* refusedWith(404, "one_or_more_images_not_found")
})
