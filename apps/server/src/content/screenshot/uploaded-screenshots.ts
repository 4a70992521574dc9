import { type ScreenshotInput, type ScreenshotsInput, toScreenshotInputs } from "@dragoman/domain/image"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { requireScopes } from "../../platform/access/require-scopes.ts"
import { orFail } from "../../platform/fail.ts"

/** The uploaded images that a body attaches, once the caller may do so. Source: reference "content-api" 2.4. */
export const uploadedScreenshots = Effect.fn("uploadedScreenshots")(function* (
  access: ProjectAccess,
  input: ScreenshotsInput
) {
  const screenshots: ReadonlyArray<ScreenshotInput> = yield* orFail(toScreenshotInputs(input))
  const isOldForm = input.imageIds !== null && input.imageIds !== undefined
  if (isOldForm || screenshots.length > 0) yield* requireScopes(access, ["screenshots.upload"])
  return screenshots
})
