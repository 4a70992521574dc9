import { Database, DeletedContentRepository } from "@dragoman/store"
import { Effect } from "effect"

/** Rows of one transaction, so that others get their turn. */
const rowsPerRound = 1_000

/** Erases the texts of deleted languages, the keys and the webhooks of deleted projects; nobody sees them any more. */
export const eraseDeletedContent = Effect.fn("eraseDeletedContent")(function* () {
  const database = yield* Database
  const repository = yield* DeletedContentRepository
  while (yield* repository.isLeft) {
    yield* database.transaction(repository.eraseSome(rowsPerRound))
    yield* Effect.yieldNow
  }
})
