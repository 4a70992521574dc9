import type { WebhookHeader } from "@dragoman/domain/webhook"
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { computed, pick, select } from "../database/table.ts"
import { openWebhookSecrets, type SecretColumns } from "../encryption/secret-columns.ts"
import { deliveryTable, webhookConfigurationTable } from "../table/webhook-tables.ts"
import type { ClaimedDelivery, ClaimRequest } from "./delivery-row.ts"
import { type DueWindow, everything, isFree, isSending, newDueAt, oldestDue } from "./due-window.ts"

/** Deliveries of disabled configurations that one claim drops; what is left is due, and dropped by the next ones. */
const droppedAtOnce = 200

/** The body in bytes: as text it would be in memory a second time, until it is collected. */
const claimedColumns = (body: string) =>
  select({
    ...pick(deliveryTable.as("d"), "id", "messageId", "webhookConfigurationId", "attemptCount"),
    body: computed(Schema.Uint8Array, body),
    ...pick(webhookConfigurationTable.as("c"), "url", "secret", "previousSecret", "previousSecretUntil", "headers")
  })

/** No limit of bytes. */
const allBytes = Number.MAX_SAFE_INTEGER

/** Up to this size a delivery waits for no memory: the limits of their number hold those of usual changes. */
export const smallBodyBytes = 4 * 1024

/**
 * The claim of `OutboxRepository`: one statement on PostgreSQL, at most four on SQLite, whatever the numbers of deliveries
 * and configurations, and of rows no more than some times `limit`, however many are pending: the write lock is held for a
 * moment. Every configuration gets the same share.
 *
 * Only a window of each configuration is read: its oldest due deliveries, leased ones included. A leased delivery takes
 * a place in the window, so the window is also the limit of leases of that configuration, over all dispatchers. Leased
 * retries that newer deliveries have overtaken are outside of it: then there are some more leases, never many.
 */
export const makeClaim = (
  sql: SqlClient.SqlClient,
  secretColumns: SecretColumns
): ((request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>) => {
  // SQLite has no LATERAL, PostgreSQL plans a correlated IN badly.
  const joinFree = (window: DueWindow, share: number) => {
    const order = window.isAfterCursor ? sql`` : sql`ORDER BY o.next_attempt_at, o.id`
    const free = sql`
      SELECT * FROM (${oldestDue(sql, "e", window)}) o
      WHERE ${isFree(sql, "o", window.now)} ${order} LIMIT ${share}`
    return sql.onDialectOrElse({
      pg: () => sql`CROSS JOIN LATERAL (${free}) d`,
      orElse: () => sql`JOIN delivery d ON d.id IN (SELECT id FROM (${free}))`
    })
  }
  const claimed = sql.onDialectOrElse({
    pg: () => claimedColumns("convert_to(b.body, 'UTF8')"),
    orElse: () => claimedColumns("CAST(b.body AS BLOB)")
  })
  const skipLocked = sql.onDialectOrElse({
    pg: () => sql.literal("FOR UPDATE OF d SKIP LOCKED"),
    orElse: () => sql.literal("")
  })
  // With an array, PostgreSQL finds the rows by their primary key, whatever it believes about how many there are.
  const isAmong = (ids: Statement.Fragment) =>
    sql.onDialectOrElse({ pg: () => sql`= ANY(ARRAY(${ids}))`, orElse: () => sql`IN (${ids})` })

  // Asks for `enabled` again: on PostgreSQL the configuration may have been enabled since it was polled.
  const drop = (ids: Statement.Fragment, now: number): Effect.Effect<unknown, SqlError.SqlError> => sql`
    UPDATE delivery SET state = 'DROPPED', leased_until = NULL, leased_by = NULL
    WHERE id IN (
      SELECT d.id FROM webhook_configuration c JOIN delivery d ON d.webhook_configuration_id = c.id
      WHERE c.id IN ${ids} AND c.enabled = 0 AND d.state = 'PENDING' AND d.next_attempt_at <= ${now}
        AND ${isFree(sql, "d", now)}
      LIMIT ${droppedAtOnce} ${skipLocked}
    )`

  /** Common table expressions up to `chosen`: the deliveries to lease. */
  const choose = ({
    now,
    endpoints,
    limit,
    perEndpointLimit = everything,
    perFailingEndpointLimit = everything
  }: ClaimRequest) => {
    const share = Math.floor(limit / endpoints.length)
    const isAfterCursor = endpoints.some(({ cursor }) => cursor !== undefined)
    const cursorColumns = isAfterCursor ? sql`, capacity.new_from, capacity.retries_from` : sql``
    const capacities = jsonRows(
      sql,
      {
        id: "integer",
        capacity_count: "integer",
        capacity_bytes: "integer",
        capacity_bytes_in_all: "integer",
        ...(isAfterCursor ? ({ new_from: "integer", retries_from: "integer" } as const) : {})
      },
      endpoints.map(({ id, capacity, cursor }) => ({
        id,
        capacity_count: capacity?.count ?? everything,
        capacity_bytes: capacity?.bytes ?? allBytes,
        capacity_bytes_in_all: capacity?.bytesInAll ?? allBytes,
        ...(isAfterCursor
          ? { new_from: cursor?.newFrom ?? newDueAt, retries_from: cursor?.retriesFrom ?? newDueAt + 1 }
          : {})
      }))
    )
    // Asks for all of a configuration again, that may have changed since it was polled. Bodies are not read yet.
    return sql`
      endpoint AS MATERIALIZED (
        SELECT c.id, c.first_failed_at, capacity.capacity_count, capacity.capacity_bytes, capacity.capacity_bytes_in_all${cursorColumns}
        FROM ${capacities} capacity JOIN webhook_configuration c ON c.id = capacity.id
        WHERE c.enabled = 1 AND c.deleted_at IS NULL AND ${isSending(sql, now)}
      ),
      free AS (
        SELECT d.id FROM endpoint e ${joinFree({ now, size: perEndpointLimit, isAfterCursor }, share)} WHERE e.first_failed_at IS NULL
        UNION ALL
        SELECT d.id FROM endpoint e ${joinFree({ now, size: perFailingEndpointLimit, isAfterCursor }, share)} WHERE e.first_failed_at IS NOT NULL
      ),
      candidate AS MATERIALIZED (
        SELECT d.id, d.webhook_configuration_id, d.next_attempt_at, COALESCE(
          d.body_bytes, (SELECT octet_length(b.body) FROM delivery_content b WHERE b.delivery_id = d.id)
        ) AS bytes
        FROM delivery d
        WHERE d.id ${isAmong(sql`SELECT id FROM free`)}
          AND d.state = 'PENDING' AND ${isFree(sql, "d", now)}
        ORDER BY d.next_attempt_at, d.id ${skipLocked}
      ),
      numbered AS (
        SELECT candidate.*, ROW_NUMBER() OVER own AS place, SUM(bytes) OVER own - bytes AS bytes_before
        FROM candidate
        WINDOW own AS (PARTITION BY webhook_configuration_id ORDER BY next_attempt_at, id)
      ),
      fitting AS (
        SELECT own.id, own.bytes, e.capacity_bytes_in_all,
          SUM(own.bytes) OVER (ORDER BY own.next_attempt_at, own.id) - own.bytes AS bytes_before
        FROM numbered own JOIN endpoint e ON e.id = own.webhook_configuration_id
        WHERE own.place <= e.capacity_count AND (own.bytes_before < e.capacity_bytes OR own.bytes <= ${smallBodyBytes})
      ),
      chosen AS (SELECT id FROM fitting WHERE bytes_before < capacity_bytes_in_all OR bytes <= ${smallBodyBytes})`
  }

  const contents = (delivery: Statement.Fragment) => sql`
    SELECT ${claimed.columns}
    FROM ${delivery} d
    JOIN delivery_content b ON b.delivery_id = d.id
    JOIN webhook_configuration c ON c.id = d.webhook_configuration_id`

  const leasePostgres = (request: ClaimRequest) =>
    claimed.all(sql`
      WITH ${choose(request)},
      leased AS (
        UPDATE delivery SET leased_by = ${request.owner}, leased_until = ${request.leasedUntil}
        WHERE id ${isAmong(sql`SELECT id FROM chosen`)}
        RETURNING id, message_id, webhook_configuration_id, attempt_count, next_attempt_at
      )
      ${contents(sql.literal("leased"))} ORDER BY d.next_attempt_at, d.id`)

  const leaseSqlite = Effect.fnUntraced(function* (request: ClaimRequest) {
    const chosen = yield* sql<{ id: number }>`WITH ${choose(request)} SELECT id FROM chosen`
    if (chosen.length === 0) return []
    const ids = jsonIds(
      sql,
      chosen.map(({ id }) => id)
    )
    const { owner, leasedUntil } = request
    yield* sql`UPDATE delivery SET leased_by = ${owner}, leased_until = ${leasedUntil} WHERE id IN ${ids}`
    return yield* claimed.all(
      sql`${contents(sql.literal("delivery"))} WHERE d.id IN ${ids} ORDER BY d.next_attempt_at, d.id`
    )
  })
  const lease = sql.onDialectOrElse({ pg: () => leasePostgres, orElse: () => leaseSqlite })

  return Effect.fnUntraced(function* (request: ClaimRequest) {
    const disabledIds = request.endpoints.flatMap(({ id, isEnabled }) => (isEnabled ? [] : id))
    if (disabledIds.length > 0) yield* drop(jsonIds(sql, disabledIds), request.now)
    const endpoints = request.endpoints.filter(({ isEnabled }) => isEnabled)
    if (endpoints.length === 0) return []
    const rows = yield* lease({ ...request, endpoints })
    const openEndpoint = makeOpenEndpoint(secretColumns)
    const endpointById = new Map<number, Pick<ClaimedDelivery, "url" | "secrets" | "headers"> | null>()
    for (const { webhookConfigurationId: id, previousSecretUntil, ...row } of rows) {
      if (endpointById.has(id)) continue
      const opened = yield* openEndpoint({ ...row, id })
      const secrets = opened && { secret: opened.secret, previousSecret: opened.previousSecret, previousSecretUntil }
      endpointById.set(id, opened && secrets && { url: opened.url, secrets, headers: headersOf(opened.headers) })
    }
    return rows.flatMap(({ id, messageId, webhookConfigurationId, attemptCount, body }) => {
      const endpoint = endpointById.get(webhookConfigurationId)
      if (endpoint === null || endpoint === undefined) return []
      const delivery: ClaimedDelivery = {
        id,
        messageId,
        webhookConfigurationId,
        ...endpoint,
        body,
        attemptCount,
        leasedUntil: request.leasedUntil
      }
      return delivery
    })
  }, Effect.orDie)
}

const headersOf = (json: string | null): ReadonlyArray<WebhookHeader> => (json === null ? [] : JSON.parse(json))

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
