import { Database, ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { eraseKeys } from "./erase-keys.ts"
import { findTrashedKey } from "./find-trashed-key.ts"

/**
 * Erases a key of the trash for good, with its texts and screenshots, and the tags and the namespace that nothing else needs.
 * Source: reference "content-api" 2.7.
 */
export const eraseKey = Effect.fn("eraseKey")(function* (access: ProjectAccess<"keys.delete">, keyId: number) {
  const database = yield* Database
  const screenshots = yield* ScreenshotRepository
  const { caller, projectId } = access
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findTrashedKey(access, keyId)
      const images = yield* screenshots.listOfKeys([keyId])
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "KEY_HARD_DELETE",
        entities: yield* eraseKeys(projectId, [key])
      })
      // Those of many keys go later, hour by hour.
      yield* screenshots.removeWithoutKeys(images.map(({ id }) => id))
    })
  )
})
