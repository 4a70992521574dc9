import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey } from "../key/key-entity.ts"
import { detachScreenshots } from "./detach-screenshots.ts"

/** Takes screenshots from a key. Source: reference "content-api" 4.4. */
export const deleteScreenshots = Effect.fn("deleteScreenshots")(function* (
  access: ProjectAccess<"screenshots.delete">,
  keyId: number,
  ids: ReadonlyArray<number>
) {
  const database = yield* Database
  const { caller, projectId } = access
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findKey(access, keyId)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "SCREENSHOT_DELETE",
        entities: yield* detachScreenshots(access, keyId, ids),
        described: describedKey(key)
      })
    })
  )
})
