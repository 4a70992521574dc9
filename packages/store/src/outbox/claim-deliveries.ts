import type { WebhookSecrets } from "@dragoman/domain/webhook"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { jsonIds } from "../database/json-rows.ts"
import type { ClaimedDelivery, ClaimRequest } from "./delivery-row.ts"

/**
 * The claim of `OutboxRepository`: three statements, whatever the numbers of deliveries and configurations.
 *
 * Of each configuration only a window is looked at: its oldest due deliveries, leased ones included. What is leased takes
 * a place in the window, so the window is also the limit of leases of that configuration, over all dispatchers.
 */
export const makeClaim = (
  sql: SqlClient.SqlClient
): ((request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>) => {
  // SQLite has no LATERAL, PostgreSQL plans a correlated IN badly.
  const window = (now: number, size: number) => {
    const oldest = sql`
      SELECT w.* FROM delivery w
      WHERE w.webhook_configuration_id = e.id AND w.state = 'PENDING' AND w.next_attempt_at <= ${now}
      ORDER BY w.next_attempt_at, w.id LIMIT ${size}`
    return sql.onDialectOrElse({
      pg: () => sql`CROSS JOIN LATERAL (${oldest}) d`,
      orElse: () => sql`JOIN delivery d ON d.id IN (SELECT id FROM (${oldest}))`
    })
  }
  const skipLocked = sql.onDialectOrElse({
    pg: () => sql.literal("FOR UPDATE OF d SKIP LOCKED"),
    orElse: () => sql.literal("")
  })

  const endpoints = pendingEndpoints(sql)

  const dropDisabled = (now: number): Effect.Effect<unknown, SqlError.SqlError> => sql`
    UPDATE delivery SET state = 'DROPPED', leased_until = NULL, leased_by = NULL
    WHERE state = 'PENDING' AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
      AND webhook_configuration_id IN (
        WITH RECURSIVE ${endpoints}
        SELECT c.id FROM endpoint e JOIN webhook_configuration c ON c.id = e.id WHERE c.enabled = 0
      )`

  return Effect.fn("OutboxRepository.claim")(function* (request: ClaimRequest) {
    const { owner, now, leasedUntil, limit, perEndpointLimit, perFailingEndpointLimit } = request
    yield* dropDisabled(now)
    const rows = yield* sql<ClaimedColumns>`
      WITH RECURSIVE ${endpoints},
      windowed AS (
        SELECT d.id, d.next_attempt_at, d.leased_until, c.first_failed_at,
          ROW_NUMBER() OVER (PARTITION BY e.id ORDER BY d.next_attempt_at, d.id) AS place
        FROM endpoint e
        JOIN webhook_configuration c ON c.id = e.id AND c.enabled = 1 AND ${isSending(sql, now)}
        ${window(now, perEndpointLimit)}
      ),
      candidate AS (
        SELECT id FROM windowed
        WHERE (leased_until IS NULL OR leased_until <= ${now})
          AND (first_failed_at IS NULL OR place <= ${perFailingEndpointLimit})
        ORDER BY place, next_attempt_at, id LIMIT ${limit}
      )
      SELECT d.id, d.message_id, d.webhook_configuration_id, b.body, d.attempt_count, c.url,
        c.secret, c.previous_secret, c.previous_secret_until
      FROM delivery d
      JOIN delivery_content b ON b.delivery_id = d.id
      JOIN webhook_configuration c ON c.id = d.webhook_configuration_id
      WHERE d.id IN (SELECT id FROM candidate)
        AND d.state = 'PENDING' AND (d.leased_until IS NULL OR d.leased_until <= ${now})
      ORDER BY d.next_attempt_at, d.id ${skipLocked}`
    if (rows.length === 0) return []
    const ids = jsonIds(
      sql,
      rows.map((row) => row.id)
    )
    yield* sql`UPDATE delivery SET leased_by = ${owner}, leased_until = ${leasedUntil} WHERE id IN ${ids}`
    return rows.map(({ secret, previousSecret, previousSecretUntil, ...row }) => ({
      ...row,
      secrets: { secret, previousSecret, previousSecretUntil },
      leasedUntil
    }))
  }, Effect.orDie)
}

interface ClaimedColumns extends Omit<ClaimedDelivery, "leasedUntil" | "secrets">, WebhookSecrets {}

/**
 * To be used behind WITH RECURSIVE. Hops from one configuration with pending deliveries to the next, by the index: a
 * backlog costs nothing.
 */
export const pendingEndpoints = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  endpoint(id) AS (
    SELECT MIN(webhook_configuration_id) FROM delivery WHERE state = 'PENDING'
    UNION ALL
    SELECT (SELECT MIN(n.webhook_configuration_id) FROM delivery n
      WHERE n.state = 'PENDING' AND n.webhook_configuration_id > endpoint.id)
    FROM endpoint WHERE endpoint.id IS NOT NULL
  )`

/** Of the configuration `c`: neither paused by a person nor held because the endpoint asked for it. */
export const isSending = (sql: SqlClient.SqlClient, now: number): Statement.Fragment =>
  sql`(c.paused = 0 AND (c.held_until IS NULL OR c.held_until <= ${now}))`
