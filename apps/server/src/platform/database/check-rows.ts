import { Database, type PeriodicWorkName, PeriodicWorkRepository } from "@dragoman/store"
import { Effect } from "effect"

/** Rows that one statement reads. */
const rowsPerPage = 1_000

/** Rows that one round reads: a large table is checked in several rounds. */
const rowsPerRound = 100_000

/** Rows to erase out of a page of a table. */
interface CheckedPage {
  readonly ids: ReadonlyArray<number>
  /** null: the table has no more rows. */
  readonly lastId: number | null
}

/**
 * Reads the next rows of a table, in the order of ids, and erases some of them; the next round continues behind them, on any server, and
 * at the end of the table from its beginning. So a round costs the same however large the table is.
 */
export const checkRows = Effect.fn("checkRows")(function* <R1, R2>(
  name: PeriodicWorkName,
  readPage: (afterId: number, limit: number) => Effect.Effect<CheckedPage, never, R1>,
  erase: (ids: ReadonlyArray<number>) => Effect.Effect<void, never, R2>
) {
  const database = yield* Database
  const work = yield* PeriodicWorkRepository
  const begin = yield* work.findCursor(name)
  let afterId = begin
  for (let read = 0; read < rowsPerRound; read += rowsPerPage) {
    const page: CheckedPage = yield* readPage(afterId, rowsPerPage)
    yield* erase(page.ids)
    afterId = page.lastId ?? 0
    if (page.lastId === null) break
    yield* Effect.yieldNow
  }
  if (afterId !== begin) yield* database.transaction(work.setCursor(name, afterId))
})
