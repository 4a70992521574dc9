import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonRows } from "../database/sql-fragments.ts"
import type { RowOf } from "../database/table.ts"
import type { rateClockTable, rateWindowTable } from "../table/rate-limit-tables.ts"

/** A window from which one request is wanted. */
export interface WantedWindow {
  readonly bucket: string
  /** Requests that a window allows. */
  readonly requests: number
  readonly windowMillis: number
}

/** A window after a request. More taken than it has: the request was rejected. */
export interface SharedWindow extends RowOf<typeof rateWindowTable> {}

/**
 * Rate limits that all servers on one PostgreSQL count together (ADR 49); on SQLite the one server counts by itself. Each is
 * one statement that locks only the rows of its buckets, and only while it runs. `now`: in the time of `tick`.
 */
export class RateWindowRepository extends Context.Service<
  RateWindowRepository,
  {
    /**
     * Takes one request from each window, or none when one of them is used up: then only those windows are returned. In a race
     * with another server a rejected request may count in the other windows.
     */
    readonly take: (now: number, wanted: ReadonlyArray<WantedWindow>) => Effect.Effect<ReadonlyArray<SharedWindow>>
    /** Gives one request back to each of the windows that last. */
    readonly giveBack: (now: number, buckets: ReadonlyArray<string>) => Effect.Effect<void>
    /** The latest time that any server has told; the time of a server goes on from there. */
    readonly tick: (time: number) => Effect.Effect<number>
    /** Windows that have ended; and beyond `max` those that end first. */
    readonly deleteEnded: (now: number, max: number) => Effect.Effect<void>
  }
>()("@dragoman/store/rate-window/RateWindowRepository") {
  static readonly layer = Layer.effect(
    RateWindowRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return RateWindowRepository.of({
        take: Effect.fnUntraced(function* (now, wanted) {
          const rows = jsonRows(
            sql,
            { bucket: "text", requests: "integer", window_millis: "integer" },
            wanted.map(({ bucket, requests, windowMillis }) => ({ bucket, requests, window_millis: windowMillis }))
          )
          // Rows are locked in one order, so that requests for the same windows do not block each other.
          return yield* sql<SharedWindow>`
            WITH wanted AS (SELECT * FROM ${rows} input),
            spent AS (
              SELECT w.bucket, w.ends_at, w.taken FROM rate_window w JOIN wanted x ON x.bucket = w.bucket
              WHERE w.ends_at > ${now} AND w.taken >= x.requests
            ),
            counted AS (
              INSERT INTO rate_window AS w (bucket, ends_at, taken)
              SELECT x.bucket, ${now} + x.window_millis, 1 FROM wanted x
              WHERE NOT EXISTS (SELECT 1 FROM spent) ORDER BY x.bucket
              ON CONFLICT (bucket) DO UPDATE SET
                ends_at = CASE WHEN w.ends_at <= ${now} THEN EXCLUDED.ends_at ELSE w.ends_at END,
                taken = CASE WHEN w.ends_at <= ${now} THEN 1 ELSE w.taken + 1 END
              RETURNING w.bucket, w.ends_at, w.taken
            )
            SELECT bucket, ends_at, taken FROM counted
            UNION ALL SELECT bucket, ends_at, taken + 1 FROM spent`
        }, Effect.orDie),

        giveBack: Effect.fnUntraced(function* (now, buckets) {
          const rows = jsonRows(
            sql,
            { bucket: "text" },
            buckets.map((bucket) => ({ bucket }))
          )
          yield* sql`
            WITH locked AS (
              SELECT bucket FROM rate_window WHERE bucket IN (SELECT input.bucket FROM ${rows} input)
              ORDER BY bucket FOR NO KEY UPDATE
            )
            UPDATE rate_window w SET taken = w.taken - 1 FROM locked
            WHERE w.bucket = locked.bucket AND w.taken > 0 AND w.ends_at > ${now}`
        }, Effect.orDie),

        tick: Effect.fnUntraced(function* (time) {
          const [row] = yield* sql<Pick<RowOf<typeof rateClockTable>, "time">>`
            INSERT INTO rate_clock AS c (name, time) VALUES ('windows', ${time})
            ON CONFLICT (name) DO UPDATE SET time = GREATEST(c.time, EXCLUDED.time) RETURNING time`
          return row?.time ?? time
        }, Effect.orDie),

        deleteEnded: Effect.fnUntraced(function* (now, max) {
          yield* sql`
            DELETE FROM rate_window WHERE ends_at <= GREATEST(${now}, COALESCE(
              (SELECT ends_at FROM rate_window ORDER BY ends_at DESC OFFSET ${max} LIMIT 1), ${now}))`
        }, Effect.orDie)
      })
    })
  )
}
