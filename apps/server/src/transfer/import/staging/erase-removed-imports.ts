import { Database, ImportStagingRepository } from "@dragoman/store"
import { Effect } from "effect"

/** An upload that takes longer was cut off: its server was killed. */
const uploadMillisMax = 60 * 60 * 1000
/** Rows of one transaction. */
const erasedRowsMax = 5_000

/** Erases the rows of deleted imports and of uploads that were never finished, in small pieces. `now`: epoch ms. */
export const eraseRemovedImports = Effect.fn("eraseRemovedImports")(function* (now: number) {
  const database = yield* Database
  const staging = yield* ImportStagingRepository
  while (yield* database.transaction(staging.eraseSome(now - uploadMillisMax, erasedRowsMax))) yield* Effect.yieldNow
})
