import { Database, KeyRepository, NamespaceRepository, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { recordActivity } from "../activity/record-activity.ts"
import { erasedKeyEntity, namespaceEntity } from "../key/key-entity.ts"
import { lockContentProject } from "../project/content-project.ts"
import { findTrashedKey } from "./find-trashed-key.ts"

/**
 * Erases a key of the trash for good, with its texts, and the tags and the namespace that nothing else needs.
 * Source: reference "content-api" 2.7.
 */
export const eraseKey = Effect.fn("eraseKey")(function* (access: ProjectAccess<"keys.delete">, keyId: number) {
  const database = yield* Database
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const namespaces = yield* NamespaceRepository
  const { caller, projectId } = access
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findTrashedKey(access, keyId)
      yield* keys.erase([keyId])
      yield* tags.removeUnused(projectId)
      const unused = key.namespaceId === null ? [] : yield* namespaces.removeUnused(projectId, [key.namespaceId])
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "KEY_HARD_DELETE",
        entities: [erasedKeyEntity(key), ...unused.map((row) => namespaceEntity(row, null))]
      })
    })
  )
})
