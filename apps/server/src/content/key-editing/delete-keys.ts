import { KeyRepository, type KeyRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { changeContent } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { describedNamespace, keyTrashEntity } from "../key/key-entity.ts"

/** Keys of one batch of statements, so that none of them takes long. */
const batchKeysMax = 1_000

/** Moves keys to the trash. Ignores unknown ids and ids of other projects. */
export const deleteKeys = Effect.fn("deleteKeys")(function* (
  access: ProjectAccess<"keys.delete">,
  keyIds: ReadonlyArray<number>
) {
  const keys = yield* KeyRepository
  const now = yield* Clock.currentTimeMillis
  const { projectId, caller } = access
  const ids = yield* existingKeys(projectId, keyIds)
  yield* changeContent(
    access,
    Effect.fnUntraced(function* () {
      const revision = yield* openRevision({ projectId, authorId: caller.userId, type: "KEY_SOFT_DELETE" })
      for (let start = 0; start < ids.length; start += batchKeysMax) {
        const batch = yield* keys.find(projectId, ids.slice(start, start + batchKeysMax))
        const { entities, described } = yield* trashKeys(batch, caller.userId, now)
        yield* revision.add(entities, described)
        yield* Effect.yieldNow
      }
      yield* revision.close
    })
  )
})

/** Runs before the transaction, so that a million unknown ids hold no lock. */
const existingKeys = Effect.fnUntraced(function* (projectId: number, keyIds: ReadonlyArray<number>) {
  const keys = yield* KeyRepository
  const existing = new Set<number>()
  for (let start = 0; start < keyIds.length; start += batchKeysMax) {
    const found = yield* keys.find(projectId, keyIds.slice(start, start + batchKeysMax))
    for (const { id } of found) existing.add(id)
    yield* Effect.yieldNow
  }
  return [...existing]
})

/** Moves live keys to the trash, in the transaction of the operation; returns the activity. `at`: epoch milliseconds. */
export const trashKeys = Effect.fn("trashKeys")(function* (rows: ReadonlyArray<KeyRow>, userId: number, at: number) {
  const keys = yield* KeyRepository
  yield* keys.remove(
    rows.map(({ id }) => id),
    userId,
    at
  )
  return {
    entities: rows.map((row) => keyTrashEntity(row, { before: null, after: at })),
    described: rows.flatMap(describedNamespace)
  }
})
