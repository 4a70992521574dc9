import { ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"
import { screenshotEntity } from "./screenshot-entity.ts"

/**
 * Takes screenshots from a key, inside the transaction of the change; those that are of no other key are deleted. Ids of
 * nothing, and of screenshots of other keys, are left out; those of other projects are refused.
 * Source: reference "content-api" 4.4.
 */
export const detachScreenshots = Effect.fn("detachScreenshots")(function* (
  access: ProjectAccess,
  keyId: number,
  ids: ReadonlyArray<number>
) {
  const repository = yield* ScreenshotRepository
  const links = yield* repository.listLinks(ids)
  if (links.some(({ projectId }) => projectId !== access.projectId)) {
    return yield* refusedWith(403, "key_not_from_project")
  }
  const removed = links.filter((link) => link.keyId === keyId)
  yield* repository.removeLinks(removed)
  yield* repository.removeWithoutKeys(removed.map(({ imageId }) => imageId))
  return removed.map(({ imageId }) => screenshotEntity(imageId, keyId, "DEL"))
})
