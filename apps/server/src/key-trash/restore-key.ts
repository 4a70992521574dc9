import { Database, KeyRepository, KeyTrashRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { recordActivity } from "../activity/record-activity.ts"
import { refusedWith } from "../http/refused.ts"
import { describedNamespace, keyTrashEntity } from "../key/key-entity.ts"
import { lockContentProject } from "../project/content-project.ts"
import { findTrashedKey } from "./find-trashed-key.ts"

/** Takes a key out of the trash, when its name is still free. Source: reference "content-api" 2.7. */
export const restoreKey = Effect.fn("restoreKey")(function* (access: ProjectAccess<"keys.create">, keyId: number) {
  const database = yield* Database
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findTrashedKey(access, keyId)
      const [taken] = yield* keys.findByName(projectId, [key])
      if (taken !== undefined) return yield* refusedWith(400, "key_exists")
      yield* trash.restore([keyId])
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "KEY_RESTORE",
        entities: [keyTrashEntity(key, { before: key.deletedAt, after: null })],
        described: describedNamespace(key)
      })
      return key
    })
  )
})
