import type { KeyInfoBody } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { keyLimits } from "@dragoman/domain/key"
import { sizeBetween } from "@dragoman/domain/validation"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"

import type { ImageLinks } from "../image/image-links.ts"
import { renderKeyInfo } from "./render-key-info.ts"

/**
 * Keys by their names with their texts in some languages, as the body of an answer; keys that are missing are left out.
 */
export const getKeyInfo = Effect.fn("getKeyInfo")(function* (
  access: ProjectAccess<"keys.view" | "translations.view">,
  body: KeyInfoBody,
  links: ImageLinks
) {
  const names = body.keys ?? []
  const languageTags = [...new Set(body.languageTags)]
  if (languageTags.length === 0) return yield* Effect.fail(fieldErrors({ languageTags: "must not be empty" }))
  const namesMessage = sizeBetween(0, keyLimits.namesAskedMax, names)
  if (namesMessage !== null) return yield* Effect.fail(fieldErrors({ keys: namesMessage }))
  const reading = yield* ReadingThread
  return yield* reading.read(renderKeyInfo, { access, names, languageTags, links }, names.length * languageTags.length)
})
