import { Database, KeyRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { trashKeys } from "../key/trash-keys.ts"

/** Keys of one round of statements, so that no single one takes long. */
const keysPerRound = 1_000

/**
 * Puts keys into the trash. Ids of nothing are passed over, and so are those of other projects.
 * Source: reference "content-api" 2.7.
 */
export const deleteKeys = Effect.fn("deleteKeys")(function* (
  access: ProjectAccess<"keys.delete">,
  keyIds: ReadonlyArray<number>
) {
  const keys = yield* KeyRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { projectId, caller } = access
  const ids = yield* existingKeys(projectId, keyIds)
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const revision = yield* openRevision({ projectId, authorId: caller.userId, type: "KEY_SOFT_DELETE" })
      for (let start = 0; start < ids.length; start += keysPerRound) {
        const round = ids.slice(start, start + keysPerRound)
        const removed = yield* keys.find(projectId, round)
        const { entities, described } = yield* trashKeys(removed, caller.userId, now)
        yield* revision.add(entities, described)
        yield* Effect.yieldNow
      }
      yield* revision.close
    })
  )
})

/** Looked up outside the transaction: a million ids of nothing hold no lock. */
const existingKeys = Effect.fnUntraced(function* (projectId: number, keyIds: ReadonlyArray<number>) {
  const keys = yield* KeyRepository
  const existing = new Set<number>()
  for (let start = 0; start < keyIds.length; start += keysPerRound) {
    const found = yield* keys.find(projectId, keyIds.slice(start, start + keysPerRound))
    for (const { id } of found) existing.add(id)
    yield* Effect.yieldNow
  }
  return [...existing]
})
