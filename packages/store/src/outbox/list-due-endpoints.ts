import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import type { DeliveryCursor, DueEndpoint, DueRequest } from "./delivery-row.ts"
import { everything, isFree, isNewAfterCursor, isSending, newDueAt, oldestDue } from "./due-window.ts"

/** Configurations that one claim reads: with many of them it goes round, so that its time does not grow with them. */
export const claimEndpointsMax = 64

/**
 * Retries may come to lie so far before the time of a dispatcher: the clocks of two of them differ by up to 15 seconds, and an
 * acknowledgement computes their time some time before it commits. Later ones are found by the next cursors.
 */
const retryCursorMarginMillis = 60_000

type Poll = Effect.Effect<ReadonlyArray<DueEndpoint>, SqlError.SqlError>

/** Implements `OutboxRepository.listDue`. */
export const listDueEndpoints = (sql: SqlClient.SqlClient, request: DueRequest): Poll =>
  request.cursors ? pollAfterCursors(sql, request, request.cursors) : pollAll(sql, request)

const limitOf = ({ limit = claimEndpointsMax }: DueRequest): number => Math.min(limit, claimEndpointsMax)

/** Says of the configuration `c` that a claim would lease deliveries of it, or drop them. */
const isDue = (
  sql: SqlClient.SqlClient,
  { now, perEndpointLimit = everything, perFailingEndpointLimit = everything, without = [] }: DueRequest,
  isAfterCursor: boolean
): Statement.Fragment => {
  const hasFree = (size: number) => sql`EXISTS (
    SELECT 1 FROM (${oldestDue(sql, "c", { now, size, isAfterCursor })}) o WHERE ${isFree(sql, "o", now)})`
  return sql`c.deleted_at IS NULL AND (c.enabled = 0 OR ${isSending(sql, now)}) AND c.id NOT IN ${jsonIds(sql, without)}
    AND CASE WHEN c.enabled = 1 AND c.first_failed_at IS NOT NULL
      THEN ${hasFree(perFailingEndpointLimit)} ELSE ${hasFree(perEndpointLimit)} END`
}

/**
 * Hops by the index from one configuration with pending deliveries to the next, and stops when it has found enough. A backlog
 * is as cheap as one delivery, and what waits for an endpoint or for the leases of others nearly so.
 */
const pollAll = (sql: SqlClient.SqlClient, request: DueRequest): Poll => {
  // Each hop checks the configuration that it leaves.
  const due = sql<{ id: number; enabled: number }>`
    WITH RECURSIVE hop(next_id, id, enabled, found) AS (
      SELECT MIN(webhook_configuration_id), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), 0 FROM delivery
      WHERE state = 'PENDING' AND webhook_configuration_id > ${request.after ?? 0}
      UNION ALL
      SELECT
        (SELECT MIN(n.webhook_configuration_id) FROM delivery n
          WHERE n.state = 'PENDING' AND n.webhook_configuration_id > hop.next_id),
        hop.next_id,
        (SELECT c.enabled FROM webhook_configuration c WHERE c.id = hop.next_id AND ${isDue(sql, request, false)}),
        hop.found + CASE WHEN hop.enabled IS NULL THEN 0 ELSE 1 END
      FROM hop
      WHERE hop.next_id IS NOT NULL AND hop.found + CASE WHEN hop.enabled IS NULL THEN 0 ELSE 1 END < ${limitOf(request)}
    )
    SELECT id, enabled FROM hop WHERE enabled IS NOT NULL ORDER BY id`
  return Effect.map(due, (rows) => rows.map(({ id, enabled }) => ({ id, isEnabled: enabled === 1 })))
}

interface CursorRow extends DeliveryCursor {
  readonly id: number
}

const toCursor = ({ newFrom, retriesFrom }: CursorRow): DeliveryCursor => ({ newFrom, retriesFrom })

/**
 * Asks for each configuration after its cursor: the next hop of `pollAll` steps over the entries of all deliveries that are
 * over, as long as PostgreSQL keeps them for a snapshot.
 */
const pollAfterCursors = (
  sql: SqlClient.SqlClient,
  request: DueRequest,
  cursors: ReadonlyMap<number, DeliveryCursor>
): Poll => {
  const values = [...cursors.values()]
  const arrays = [
    [...cursors.keys()],
    values.map(({ newFrom }) => newFrom),
    values.map(({ retriesFrom }) => retriesFrom)
  ]
  const [ids, newFrom, retriesFrom] = arrays.map((numbers) => sql`${`{${numbers.join(",")}}`}::BIGINT[]`)
  const due = sql<CursorRow & { enabled: number }>`
    WITH due AS MATERIALIZED (
      SELECT c.id, c.enabled, c.new_from, c.retries_from
      FROM (
        SELECT known.*, COALESCE(reached.new_from, ${newDueAt}) AS new_from, COALESCE(reached.retries_from, ${newDueAt + 1}) AS retries_from
        FROM webhook_configuration known
        LEFT JOIN unnest(${ids}, ${newFrom}, ${retriesFrom}) AS reached (id, new_from, retries_from) ON reached.id = known.id
      ) c
      WHERE c.id > ${request.after ?? 0} AND ${isDue(sql, request, true)}
      ORDER BY c.id LIMIT ${limitOf(request)}
    )
    SELECT c.id, c.enabled, ${cursorColumns(sql, request.now)} FROM due c ORDER BY c.id`
  return Effect.map(due, (rows) =>
    rows.map((row) => ({ id: row.id, isEnabled: row.enabled === 1, cursor: toCursor(row) }))
  )
}

/** Implements `OutboxRepository.listCursors`. */
export const listDeliveryCursors = (
  sql: SqlClient.SqlClient,
  now: number
): Effect.Effect<ReadonlyMap<number, DeliveryCursor> | null, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        sql<CursorRow>`
          SELECT c.id, ${cursorColumns(sql, now)}
          FROM (SELECT id, ${newDueAt} AS new_from, ${newDueAt + 1} AS retries_from FROM webhook_configuration) c`,
        (rows) => new Map(rows.map((row) => [row.id, toCursor(row)]))
      ),
    orElse: () => Effect.succeed(null)
  })

/**
 * The cursor of the configuration `c`, which has one already: what is pending decides, leased deliveries included. Without any, the
 * next new one is younger than all, because the transactions that insert deliveries of one configuration come one after the other:
 * they have the lock of its project.
 */
const cursorColumns = (sql: SqlClient.SqlClient, now: number): Statement.Fragment => sql`
  COALESCE(
    (SELECT d.id FROM delivery d WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING' AND ${isNewAfterCursor(sql, "d", "c")}
      ORDER BY d.next_attempt_at, d.id LIMIT 1),
    (SELECT MAX(d.id) + 1 FROM delivery d WHERE d.webhook_configuration_id = c.id),
    ${newDueAt}
  ) AS new_from,
  GREATEST(${newDueAt + 1}, LEAST(${now - retryCursorMarginMillis},
    (SELECT MIN(d.next_attempt_at) FROM delivery d WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING'
      AND d.next_attempt_at >= c.retries_from)
  )) AS retries_from`
