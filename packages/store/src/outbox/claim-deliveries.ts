import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { computed, pick, type Selection, select } from "../database/table.ts"
import { openWebhookSecrets, type SecretColumns } from "../encryption/secret-columns.ts"
import { deliveryContentTable, deliveryTable, webhookConfigurationTable } from "../table/webhook-tables.ts"
import type { ClaimCandidate, ClaimedDelivery, ClaimRequest, DueRequest } from "./delivery-row.ts"

/** Configurations that one claim looks at: with many of them it goes round, so that its time does not grow with them. */
export const claimEndpointsMax = 64

/** Deliveries of disabled configurations that one claim drops; what is left is due, and dropped by the next ones. */
const droppedAtOnce = 200

const candidate: Selection<ClaimCandidate> = select({
  ...pick(deliveryTable.as("d"), "id", "webhookConfigurationId"),
  // Without reading the body.
  bytes: computed(Schema.Finite, "octet_length(b.body)")
})

const claimed = select({
  ...pick(deliveryTable.as("d"), "id", "messageId", "webhookConfigurationId", "attemptCount"),
  body: deliveryContentTable.as("b").body,
  ...pick(webhookConfigurationTable.as("c"), "url", "secret", "previousSecret", "previousSecretUntil")
})

/** No limit of one configuration. */
const everything = 2 ** 31

/**
 * The claim of `OutboxRepository`: at most five statements, whatever the numbers of deliveries and configurations, and of
 * rows no more than some times `limit`, however many are pending: the write lock is held for a moment. Every configuration
 * that has due deliveries gets the same share.
 *
 * Of each configuration only a window is looked at: its oldest due deliveries, leased ones included. What is leased takes
 * a place in the window, so the window is also the limit of leases of that configuration, over all dispatchers. Leased
 * retries that newer deliveries have overtaken are outside of it: then there are some more leases, never many.
 */
export const makeClaim = (
  sql: SqlClient.SqlClient,
  secretColumns: SecretColumns
): ((request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>) => {
  // SQLite has no LATERAL, PostgreSQL plans a correlated IN badly.
  const joinFree = (now: number, size: number, share: number) => {
    const free = sql`
      SELECT * FROM (${oldestDue(sql, "e", now, size)}) o
      WHERE ${isFree(sql, "o", now)} ORDER BY o.next_attempt_at, o.id LIMIT ${share}`
    return sql.onDialectOrElse({
      pg: () => sql`CROSS JOIN LATERAL (${free}) d`,
      orElse: () => sql`JOIN delivery d ON d.id IN (SELECT id FROM (${free}))`
    })
  }
  const skipLocked = sql.onDialectOrElse({
    pg: () => sql.literal("FOR UPDATE OF d SKIP LOCKED"),
    orElse: () => sql.literal("")
  })

  // Asks for `enabled` again: on PostgreSQL the configuration may have been enabled since it was looked at.
  const drop = (ids: Statement.Fragment, now: number): Effect.Effect<unknown, SqlError.SqlError> => sql`
    UPDATE delivery SET state = 'DROPPED', leased_until = NULL, leased_by = NULL
    WHERE id IN (
      SELECT d.id FROM webhook_configuration c JOIN delivery d ON d.webhook_configuration_id = c.id
      WHERE c.id IN ${ids} AND c.enabled = 0 AND d.state = 'PENDING' AND d.next_attempt_at <= ${now}
        AND ${isFree(sql, "d", now)}
      LIMIT ${droppedAtOnce} ${skipLocked}
    )`

  return Effect.fnUntraced(function* (request: ClaimRequest) {
    const { owner, now, leasedUntil, limit } = request
    const due = yield* dueEndpoints(sql, request, Math.min(claimEndpointsMax, limit))
    const idsOf = (enabled: number) => due.filter((endpoint) => endpoint.enabled === enabled).map(({ id }) => id)
    const [disabledIds, ids] = [idsOf(0), idsOf(1)]
    if (disabledIds.length > 0) yield* drop(jsonIds(sql, disabledIds), now)
    if (ids.length === 0) return []
    const share = Math.floor(limit / ids.length)
    const { perEndpointLimit = everything, perFailingEndpointLimit = everything } = request
    const candidates = yield* candidate.all(sql`
      WITH endpoint AS MATERIALIZED (
        SELECT id, first_failed_at FROM webhook_configuration WHERE id IN ${jsonIds(sql, ids)}
      ),
      free AS (
        SELECT d.id FROM endpoint e ${joinFree(now, perEndpointLimit, share)} WHERE e.first_failed_at IS NULL
        UNION ALL
        SELECT d.id FROM endpoint e ${joinFree(now, perFailingEndpointLimit, share)} WHERE e.first_failed_at IS NOT NULL
      )
      SELECT ${candidate.columns}
      FROM delivery d
      JOIN delivery_content b ON b.delivery_id = d.id
      WHERE d.id IN (SELECT id FROM free)
        AND d.state = 'PENDING' AND ${isFree(sql, "d", now)}
      ORDER BY d.next_attempt_at, d.id ${skipLocked}`)
    const chosen = request.choose === undefined ? candidates : candidates.filter(request.choose())
    if (chosen.length === 0) return []
    const claimedIds = jsonIds(
      sql,
      chosen.map((row) => row.id)
    )
    const rows = yield* claimed.all(sql`
      SELECT ${claimed.columns}
      FROM delivery d
      JOIN delivery_content b ON b.delivery_id = d.id
      JOIN webhook_configuration c ON c.id = d.webhook_configuration_id
      WHERE d.id IN ${claimedIds}
      ORDER BY d.next_attempt_at, d.id`)
    yield* sql`UPDATE delivery SET leased_by = ${owner}, leased_until = ${leasedUntil} WHERE id IN ${claimedIds}`
    const openEndpoint = makeOpenEndpoint(secretColumns)
    const opened: Array<ClaimedDelivery> = []
    for (const { secret, previousSecret, previousSecretUntil, url, ...row } of rows) {
      const endpoint = yield* openEndpoint({ id: row.webhookConfigurationId, url, secret, previousSecret })
      if (endpoint === null) continue
      const secrets = { secret: endpoint.secret, previousSecret: endpoint.previousSecret, previousSecretUntil }
      opened.push({ ...row, url: endpoint.url, secrets, leasedUntil })
    }
    return opened
  }, Effect.orDie)
}

type OpenedEndpoint = ReturnType<typeof openWebhookSecrets>

/**
 * Opens each configuration once. One that cannot be decrypted gives null, and a line of the log: its deliveries stay
 * pending without an attempt, and those of others are sent.
 */
export const makeOpenEndpoint = (secretColumns: SecretColumns) => {
  const openedById = new Map<number, OpenedEndpoint | null>()
  return Effect.fnUntraced(function* (row: Parameters<typeof openWebhookSecrets>[1]) {
    const known = openedById.get(row.id)
    if (known !== undefined) return known
    const opened = yield* Effect.try({
      try: (): OpenedEndpoint | null => openWebhookSecrets(secretColumns, row),
      catch: (error) => error
    }).pipe(
      Effect.catch((error) =>
        Effect.logError("Webhook configuration cannot be decrypted", error).pipe(
          Effect.annotateLogs({ webhookConfigurationId: row.id }),
          Effect.as(null)
        )
      )
    )
    openedById.set(row.id, opened)
    return opened
  })
}

/**
 * At most `limit` configurations, in the order of their ids, of which a claim would lease deliveries, or drop them because
 * it is disabled. Hops by the index from one configuration with pending deliveries to the next, and stops when it has found
 * enough: a backlog is as cheap as one delivery, and what waits for an endpoint or for the leases of others nearly so.
 */
export const dueEndpoints = (
  sql: SqlClient.SqlClient,
  { now, perEndpointLimit = everything, perFailingEndpointLimit = everything, after = 0, without = [] }: DueRequest,
  limit: number
): Effect.Effect<ReadonlyArray<{ readonly id: number; readonly enabled: number }>, SqlError.SqlError> => {
  const hasFree = (size: number) => sql`EXISTS (
    SELECT 1 FROM (${oldestDue(sql, "c", now, size)}) o WHERE ${isFree(sql, "o", now)})`
  // Each hop looks at the configuration that it leaves.
  return sql`
    WITH RECURSIVE hop(next_id, id, enabled, found) AS (
      SELECT MIN(webhook_configuration_id), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), 0 FROM delivery
      WHERE state = 'PENDING' AND webhook_configuration_id > ${after}
      UNION ALL
      SELECT
        (SELECT MIN(n.webhook_configuration_id) FROM delivery n
          WHERE n.state = 'PENDING' AND n.webhook_configuration_id > hop.next_id),
        hop.next_id,
        (SELECT c.enabled FROM webhook_configuration c
          WHERE c.id = hop.next_id AND c.deleted_at IS NULL AND (c.enabled = 0 OR ${isSending(sql, now)})
            AND c.id NOT IN ${jsonIds(sql, without)}
            AND CASE WHEN c.enabled = 1 AND c.first_failed_at IS NOT NULL
              THEN ${hasFree(perFailingEndpointLimit)} ELSE ${hasFree(perEndpointLimit)} END),
        hop.found + CASE WHEN hop.enabled IS NULL THEN 0 ELSE 1 END
      FROM hop
      WHERE hop.next_id IS NOT NULL AND hop.found + CASE WHEN hop.enabled IS NULL THEN 0 ELSE 1 END < ${limit}
    )
    SELECT id, enabled FROM hop WHERE enabled IS NOT NULL ORDER BY id`
}

/** Longest possible lease. A later `leased_until` was written by a wrong clock and counts as expired. */
const leaseMaxMillis = 20 * 60_000

/** Of a delivery: it is not leased, or the lease has ended. */
const isFree = (sql: SqlClient.SqlClient, delivery: "d" | "o", now: number): Statement.Fragment => {
  const leasedUntil = sql.literal(`${delivery}.leased_until`)
  return sql`(${leasedUntil} IS NULL OR ${leasedUntil} <= ${now} OR ${leasedUntil} > ${now + leaseMaxMillis})`
}

/** Of the configuration `c`, or the endpoint `e`, of the statement around it. */
const oldestDue = (sql: SqlClient.SqlClient, of: "c" | "e", now: number, size: number): Statement.Fragment => sql`
  SELECT w.id, w.next_attempt_at, w.leased_until FROM delivery w
  WHERE w.webhook_configuration_id = ${sql.literal(of)}.id AND w.state = 'PENDING' AND w.next_attempt_at <= ${now}
  ORDER BY w.next_attempt_at, w.id LIMIT ${size}`

/** Of the configuration `c`: neither paused by a person nor held because the endpoint asked for it. */
export const isSending = (sql: SqlClient.SqlClient, now: number): Statement.Fragment =>
  sql`(c.paused = 0 AND (c.held_until IS NULL OR c.held_until <= ${now}))`
