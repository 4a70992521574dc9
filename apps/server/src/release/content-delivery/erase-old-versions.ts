import { Database, PublishingRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Versions of the last day stay. */
const dayMillis = 24 * 60 * 60 * 1_000

/** Erases versions that no reader may ask for any more, with their bytes. */
export const eraseOldVersions = Effect.fn("eraseOldVersions")(function* () {
  const repository = yield* PublishingRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  for (const id of yield* repository.listWithVersionsBefore(now - dayMillis)) {
    yield* database.transaction(repository.eraseOldVersions(id, now))
  }
})
