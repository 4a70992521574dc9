import type { SqlClient, Statement } from "effect/sql"

/** `next_attempt_at` of a delivery that was never tried: due whatever the clocks say. ADR 11. */
export const newDueAt = 0

/**
 * The same of one that was made due again. Such a delivery may be older than others that are over, so it lies before all
 * new ones, where no cursor passes over it. ADR 58.
 */
export const againDueAt = -1

/** No limit of one configuration. */
export const everything = 2 ** 31

/** Longest possible lease. A later `leased_until` was written by a wrong clock and counts as expired. */
const leaseMaxMillis = 20 * 60_000

/** Says of a delivery that it is not leased, or that the lease has ended. */
export const isFree = (sql: SqlClient.SqlClient, delivery: "d" | "o", now: number): Statement.Fragment => {
  const leasedUntil = sql.literal(`${delivery}.leased_until`)
  return sql`(${leasedUntil} IS NULL OR ${leasedUntil} <= ${now} OR ${leasedUntil} > ${now + leaseMaxMillis})`
}

/** Says of the configuration `c` that neither a person nor the endpoint has paused it. */
export const isSending = (sql: SqlClient.SqlClient, now: number): Statement.Fragment =>
  sql`(c.paused = 0 AND (c.held_until IS NULL OR c.held_until <= ${now}))`

/**
 * Says of the delivery that it was never tried and is not before the cursor of the configuration. A range of both columns, in the
 * order of the index of what is due: with `next_attempt_at = 0` and an order by id, PostgreSQL would walk the primary key over all that
 * is over, as soon as its statistics tell of many pending deliveries.
 */
export const isNewAfterCursor = (
  sql: SqlClient.SqlClient,
  delivery: "d" | "w",
  configuration: "c" | "e"
): Statement.Fragment => {
  const of = sql.literal(delivery)
  return sql`(${of}.next_attempt_at, ${of}.id) >= (${newDueAt}, ${sql.literal(configuration)}.new_from)
    AND ${of}.next_attempt_at < ${newDueAt + 1}`
}

export interface DueWindow {
  readonly now: number
  readonly size: number
  /** `of` has a cursor: the columns `new_from` and `retries_from`. */
  readonly isAfterCursor: boolean
}

/** The oldest due deliveries, leased ones included, of the configuration `c`, or the endpoint `e`, of the statement around it. */
export const oldestDue = (
  sql: SqlClient.SqlClient,
  of: "c" | "e",
  { now, size, isAfterCursor }: DueWindow
): Statement.Fragment => {
  const due = (condition: Statement.Fragment) => sql`
    SELECT w.id, w.next_attempt_at, w.leased_until FROM delivery w
    WHERE w.webhook_configuration_id = ${sql.literal(of)}.id AND w.state = 'PENDING' AND ${condition}
    ORDER BY w.next_attempt_at, w.id LIMIT ${size}`
  if (!isAfterCursor) return due(sql`w.next_attempt_at <= ${now}`)
  // To order them as a whole, PostgreSQL would read all that is due. It reads the parts one after the other, and only as many
  // rows as are asked for.
  return sql`
    (${due(sql`w.next_attempt_at < ${newDueAt}`)})
    UNION ALL (${due(isNewAfterCursor(sql, "w", of))})
    UNION ALL (${due(sql`w.next_attempt_at >= ${sql.literal(of)}.retries_from AND w.next_attempt_at <= ${now}`)})
    LIMIT ${size}`
}
