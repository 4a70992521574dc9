import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { countedRowsMax, estimateRows } from "../database/count-up-to.ts"
import type { RowOf } from "../database/table.ts"
import type { deliveryTable } from "../table/webhook-tables.ts"
import type { OutboxStatistics } from "./delivery-row.ts"

/** Deliveries that one statement counts: a millisecond or two. */
const countedAtOnce = 20_000

/** Limits of a count; tests set smaller ones. */
export interface CountLimits {
  /** Pending deliveries that are counted by one statement. */
  readonly sliceSize?: number
  /** Pending deliveries that are counted at all, about. */
  readonly max?: number
}

interface Place extends Pick<RowOf<typeof deliveryTable>, "webhookConfigurationId" | "nextAttemptAt" | "id"> {}

const beginning: Place = { webhookConfigurationId: 0, nextAttemptAt: 0, id: 0 }

/**
 * The statistics of `OutboxRepository`. Pending deliveries are counted in slices of their index, with turns for others in between, up
 * to a limit: beyond it, their number is estimated, and the rest is that of the deliveries that were read.
 */
export const makeStatistics = (
  sql: SqlClient.SqlClient
): ((now: number, limits?: CountLimits) => Effect.Effect<OutboxStatistics>) => {
  const place = sql.literal("(webhook_configuration_id, next_attempt_at, id)")
  const at = ({ webhookConfigurationId, nextAttemptAt, id }: Place) =>
    sql`(${webhookConfigurationId}, ${nextAttemptAt}, ${id})`
  const readEnd = (from: Place, sliceSize: number) => sql<Place>`
    SELECT webhook_configuration_id, next_attempt_at, id FROM delivery
    WHERE state = 'PENDING' AND ${place} > ${at(from)}
    ORDER BY webhook_configuration_id, next_attempt_at, id LIMIT 1 OFFSET ${sliceSize - 1}`
  const count = (from: Place, until: Statement.Fragment, now: number) => sql<{
    pendingCount: number
    dueCount: number
    oldestId: number | null
  }>`
    SELECT COUNT(*) AS pending_count, COALESCE(SUM(CASE WHEN next_attempt_at <= ${now} THEN 1 ELSE 0 END), 0) AS due_count,
      MIN(id) AS oldest_id
    FROM delivery WHERE state = 'PENDING' AND ${place} > ${at(from)} ${until}`

  return Effect.fnUntraced(function* (now: number, { sliceSize = countedAtOnce, max = countedRowsMax } = {}) {
    let [counted, dueCount] = [0, 0]
    let oldestId = Number.POSITIVE_INFINITY
    let from: Place | undefined = beginning
    while (from !== undefined && counted < max) {
      const [end]: ReadonlyArray<Place> = yield* readEnd(from, sliceSize)
      const [slice] = yield* count(from, end === undefined ? sql`` : sql`AND ${place} <= ${at(end)}`, now)
      counted += slice?.pendingCount ?? 0
      dueCount += slice?.dueCount ?? 0
      oldestId = Math.min(oldestId, slice?.oldestId ?? oldestId)
      from = end
      yield* Effect.yieldNow
    }
    const oldest = Number.isFinite(oldestId)
      ? yield* sql<
          Pick<RowOf<typeof deliveryTable>, "createdAt">
        >`SELECT created_at FROM delivery WHERE id = ${oldestId}`
      : []
    const [held] = yield* sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM webhook_configuration WHERE enabled = 1 AND held_until > ${now}`
    return {
      pendingCount: from === undefined ? counted : yield* estimateRows(sql, "delivery_configuration_due", counted),
      dueCount,
      oldestPendingAt: oldest[0]?.createdAt ?? null,
      heldEndpointCount: held?.count ?? 0
    }
  }, Effect.orDie)
}
