import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { findTrashedKey } from "./find-trashed-key.ts"
import { restoreKeys } from "./restore-keys.ts"

/** Takes a key out of the trash, when its name is still free. Source: reference "content-api" 2.7. */
export const restoreKey = Effect.fn("restoreKey")(function* (access: ProjectAccess<"keys.create">, keyId: number) {
  const database = yield* Database
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findTrashedKey(access, keyId)
      const { taken, entities, described } = yield* restoreKeys(projectId, [key])
      if (taken.length > 0) return yield* failWith("key_exists")
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "KEY_RESTORE",
        entities,
        described
      })
      return key
    })
  )
})
