import { Database, DeletedContentRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Rows of one transaction, so that other writers get the lock in between. */
const rowsPerRound = 1_000

/** Between two rounds, in real time: rounds without a pause would take half of this thread. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Erases what no request can reach any more: texts of deleted languages, keys and webhook configurations of deleted
 * projects, and deleted webhook configurations with their deliveries.
 */
export const eraseDeletedContent = Effect.fn("eraseDeletedContent")(function* () {
  const database = yield* Database
  const repository = yield* DeletedContentRepository
  while (yield* repository.isLeft) {
    yield* database.transaction(repository.eraseSome(rowsPerRound))
    yield* pause
  }
})
