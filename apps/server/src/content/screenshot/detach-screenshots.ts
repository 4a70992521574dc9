import { ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { screenshotEntities } from "./screenshot-entities.ts"

/**
 * Takes screenshots from a key, inside the transaction of the change; those that are of no other key are deleted. Ids of
 * nothing, and of screenshots of other keys, whatever their project, are left out.
 */
export const detachScreenshots = Effect.fn("detachScreenshots")(function* (
  access: ProjectAccess,
  keyId: number,
  ids: ReadonlyArray<number>
) {
  const repository = yield* ScreenshotRepository
  const links = yield* repository.listLinks(ids)
  const removed = links.filter((link) => link.keyId === keyId && link.projectId === access.projectId)
  yield* repository.removeLinks(removed)
  yield* repository.removeWithoutKeys(removed.map(({ imageId }) => imageId))
  return screenshotEntities(removed, "DEL")
})
