import { ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findKey } from "../key/find-key.ts"

/** The screenshots of a key, by id. Source: reference "content-api" 4.4. */
export const listScreenshots = Effect.fn("listScreenshots")(function* (
  access: ProjectAccess<"screenshots.view">,
  keyId: number
) {
  const repository = yield* ScreenshotRepository
  yield* findKey(access, keyId)
  return yield* repository.listOfKeys([keyId])
})
