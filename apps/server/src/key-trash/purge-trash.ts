import { Database, KeyRepository, KeyTrashRepository, NamespaceRepository, TagRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { trashPeriodMillis } from "./trash-period.ts"

/** Keys of one transaction, so that others get their turn. */
const keysPerRound = 500

/** Erases what has been in the trash for longer than its period, in all projects; nobody is told. */
export const purgeTrash = Effect.fn("purgeTrash")(function* () {
  const database = yield* Database
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const tags = yield* TagRepository
  const namespaces = yield* NamespaceRepository
  const before = (yield* Clock.currentTimeMillis) - trashPeriodMillis
  for (;;) {
    const expired = yield* trash.listDeletedBefore(before, keysPerRound)
    if (expired.length === 0) return
    yield* database.transaction(
      Effect.gen(function* () {
        yield* keys.erase(expired.map(({ id }) => id))
        for (const projectId of new Set(expired.map((key) => key.projectId))) {
          yield* tags.removeUnused(projectId)
          yield* namespaces.removeUnused(projectId, null)
        }
      })
    )
  }
})
