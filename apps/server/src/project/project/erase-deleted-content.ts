import { Database, DeletedContentRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Rows of one transaction, so that others get their turn. */
const rowsPerRound = 1_000

/** Between two rounds, in real time: one after the other would take half of this thread. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Erases the texts of deleted languages, the keys and the webhooks of deleted projects, and deleted webhooks with all that
 * they had to deliver; nobody sees them any more.
 */
export const eraseDeletedContent = Effect.fn("eraseDeletedContent")(function* () {
  const database = yield* Database
  const repository = yield* DeletedContentRepository
  while (yield* repository.isLeft) {
    yield* database.transaction(repository.eraseSome(rowsPerRound))
    yield* pause
  }
})
