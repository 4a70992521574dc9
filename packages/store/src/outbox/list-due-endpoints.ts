import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import type { DeliveryFloor, DueEndpoint, DueRequest } from "./delivery-row.ts"
import { everything, isFree, isSending, newDueAt, oldestDue } from "./due-window.ts"

/** Configurations that one claim looks at: with many of them it goes round, so that its time does not grow with them. */
export const claimEndpointsMax = 64

/**
 * Retries may come to lie so far before the time of a dispatcher: the clocks of two of them differ by up to 15 seconds, and an
 * acknowledgement computes their time some time before it commits. Later ones are found by the next floors.
 */
const retryFloorMarginMillis = 60_000

type Look = Effect.Effect<ReadonlyArray<DueEndpoint>, SqlError.SqlError>

/** The look of `OutboxRepository`. */
export const listDueEndpoints = (sql: SqlClient.SqlClient, request: DueRequest): Look =>
  request.floors ? lookAboveFloors(sql, request, request.floors) : lookAtAll(sql, request)

const limitOf = ({ limit = claimEndpointsMax }: DueRequest): number => Math.min(limit, claimEndpointsMax)

/** Of the configuration `c`: a claim would lease deliveries of it, or drop them. */
const isDue = (
  sql: SqlClient.SqlClient,
  { now, perEndpointLimit = everything, perFailingEndpointLimit = everything, without = [] }: DueRequest,
  isFloored: boolean
): Statement.Fragment => {
  const hasFree = (size: number) => sql`EXISTS (
    SELECT 1 FROM (${oldestDue(sql, "c", { now, size, isFloored })}) o WHERE ${isFree(sql, "o", now)})`
  return sql`c.deleted_at IS NULL AND (c.enabled = 0 OR ${isSending(sql, now)}) AND c.id NOT IN ${jsonIds(sql, without)}
    AND CASE WHEN c.enabled = 1 AND c.first_failed_at IS NOT NULL
      THEN ${hasFree(perFailingEndpointLimit)} ELSE ${hasFree(perEndpointLimit)} END`
}

/**
 * Hops by the index from one configuration with pending deliveries to the next, and stops when it has found enough. A backlog
 * is as cheap as one delivery, and what waits for an endpoint or for the leases of others nearly so.
 */
const lookAtAll = (sql: SqlClient.SqlClient, request: DueRequest): Look => {
  // Each hop looks at the configuration that it leaves.
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

interface FloorRow extends DeliveryFloor {
  readonly id: number
}

const toFloor = ({ newFrom, retriesFrom }: FloorRow): DeliveryFloor => ({ newFrom, retriesFrom })

/**
 * Asks for each configuration above its floor: the next hop of `lookAtAll` steps over the entries of all deliveries that are
 * over, as long as PostgreSQL keeps them for a snapshot.
 */
const lookAboveFloors = (
  sql: SqlClient.SqlClient,
  request: DueRequest,
  floors: ReadonlyMap<number, DeliveryFloor>
): Look => {
  const values = [...floors.values()]
  const arrays = [
    [...floors.keys()],
    values.map(({ newFrom }) => newFrom),
    values.map(({ retriesFrom }) => retriesFrom)
  ]
  const [ids, newFrom, retriesFrom] = arrays.map((numbers) => sql`${`{${numbers.join(",")}}`}::BIGINT[]`)
  const due = sql<FloorRow & { enabled: number }>`
    WITH due AS MATERIALIZED (
      SELECT c.id, c.enabled, c.new_from, c.retries_from
      FROM (
        SELECT known.*, COALESCE(floor.new_from, ${newDueAt}) AS new_from, COALESCE(floor.retries_from, ${newDueAt + 1}) AS retries_from
        FROM webhook_configuration known
        LEFT JOIN unnest(${ids}, ${newFrom}, ${retriesFrom}) AS floor (id, new_from, retries_from) ON floor.id = known.id
      ) c
      WHERE c.id > ${request.after ?? 0} AND ${isDue(sql, request, true)}
      ORDER BY c.id LIMIT ${limitOf(request)}
    )
    SELECT c.id, c.enabled, ${floorColumns(sql, request.now)} FROM due c ORDER BY c.id`
  return Effect.map(due, (rows) =>
    rows.map((row) => ({ id: row.id, isEnabled: row.enabled === 1, floor: toFloor(row) }))
  )
}

/** The floors of `OutboxRepository`. */
export const listDeliveryFloors = (
  sql: SqlClient.SqlClient,
  now: number
): Effect.Effect<ReadonlyMap<number, DeliveryFloor> | null, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        sql<FloorRow>`
          SELECT c.id, ${floorColumns(sql, now)}
          FROM (SELECT id, ${newDueAt} AS new_from, ${newDueAt + 1} AS retries_from FROM webhook_configuration) c`,
        (rows) => new Map(rows.map((row) => [row.id, toFloor(row)]))
      ),
    orElse: () => Effect.succeed(null)
  })

/**
 * The floor of the configuration `c`, which has one already: what is pending decides, leased deliveries included. Without any, the
 * next new one is younger than all, because the transactions that insert deliveries of one configuration come one after the other:
 * they have the lock of its project.
 */
const floorColumns = (sql: SqlClient.SqlClient, now: number): Statement.Fragment => sql`
  COALESCE(
    (SELECT MIN(d.id) FROM delivery d WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING'
      AND d.next_attempt_at = ${newDueAt} AND d.id >= c.new_from),
    (SELECT MAX(d.id) + 1 FROM delivery d WHERE d.webhook_configuration_id = c.id),
    ${newDueAt}
  ) AS new_from,
  GREATEST(${newDueAt + 1}, LEAST(${now - retryFloorMarginMillis},
    (SELECT MIN(d.next_attempt_at) FROM delivery d WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING'
      AND d.next_attempt_at >= c.retries_from)
  )) AS retries_from`
