import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import { periodicWorkTable } from "../table/periodic-work-tables.ts"

/** Work with one owner at a time, or with a cursor. */
export type PeriodicWorkName = "delivery_removal" | "image_check" | "session_check"

export interface WorkLease {
  readonly name: PeriodicWorkName
  /** Unique for each run of a process. */
  readonly owner: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly millis: number
}

/** Leases and cursors of work that runs at intervals, shared by all processes. Writes belong into a transaction. */
export class PeriodicWorkRepository extends Context.Service<
  PeriodicWorkRepository,
  {
    /** Acquires or renews the lease; false: another owner has it. */
    readonly lease: (lease: WorkLease) => Effect.Effect<boolean>
    /** Returns the id behind which the next round continues; 0: at the beginning. */
    readonly findCursor: (name: PeriodicWorkName) => Effect.Effect<number>
    readonly setCursor: (name: PeriodicWorkName, afterId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/periodic-work/PeriodicWorkRepository") {
  static readonly layer = Layer.effect(
    PeriodicWorkRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PeriodicWorkRepository.of({
        lease: Effect.fnUntraced(function* ({ name, owner, now, millis }) {
          // A clock far ahead wrote a lease that ends later than any may.
          const latest = now + 2 * millis
          const rows = yield* sql`
            ${periodicWorkTable.insert(sql, [{ name, leasedBy: owner, leasedUntil: now + millis }])}
            ON CONFLICT (name) DO UPDATE SET leased_by = EXCLUDED.leased_by, leased_until = EXCLUDED.leased_until
            WHERE periodic_work.leased_by IS NULL OR periodic_work.leased_by = EXCLUDED.leased_by
              OR periodic_work.leased_until <= ${now} OR periodic_work.leased_until > ${latest}
            RETURNING name`
          return rows.length > 0
        }, Effect.orDie),

        findCursor: Effect.fnUntraced(function* (name) {
          const [row] = yield* sql<Pick<RowOf<typeof periodicWorkTable>, "afterId">>`
            SELECT after_id FROM periodic_work WHERE name = ${name}`
          return row?.afterId ?? 0
        }, Effect.orDie),

        setCursor: Effect.fnUntraced(function* (name, afterId) {
          yield* periodicWorkTable.upsert(sql, ["name"], [{ name, afterId }])
        }, Effect.orDie)
      })
    })
  )
}
