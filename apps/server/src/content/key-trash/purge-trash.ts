import {
  Database,
  KeyRepository,
  KeyTrashRepository,
  NamespaceRepository,
  ProjectRepository,
  TagRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { trashPeriodMillis } from "./trash-period.ts"

/** Keys of one transaction: other writers of the project come in between. */
const keysPerRound = 500

/** Erases the keys that have been in the trash for longer than its period, in all projects, without any activity. */
export const purgeTrash = Effect.fn("purgeTrash")(function* () {
  const database = yield* Database
  const trash = yield* KeyTrashRepository
  const before = (yield* Clock.currentTimeMillis) - trashPeriodMillis
  for (const projectId of yield* trash.listProjectsDeletedBefore(before)) {
    while (yield* database.transaction(purgeSome(projectId, before))) yield* Effect.yieldNow
  }
})

/** Under the lock of the project: a key that is restored meanwhile is not in the trash any more. true: more may be left. */
const purgeSome = Effect.fnUntraced(function* (projectId: number, before: number) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const tags = yield* TagRepository
  const namespaces = yield* NamespaceRepository
  const projects = yield* ProjectRepository
  // The keys of a deleted project are erased with it.
  if (Option.isNone(yield* projects.lock(projectId))) return false
  const expired = yield* trash.listDeletedBefore(projectId, before, keysPerRound)
  if (expired.length === 0) return false
  yield* keys.erase(expired)
  yield* tags.removeUnused(projectId)
  yield* namespaces.removeUnused(projectId, null)
  return expired.length === keysPerRound
})
