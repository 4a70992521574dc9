import type { EventFilter } from "@dragoman/domain/webhook"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/json-rows.ts"
import { notify } from "../database/notifications.ts"
import { eventFilterFromText } from "../webhook/event-filter-text.ts"
import { isSending, makeClaim, pendingEndpoints } from "./claim-deliveries.ts"
import type {
  AcknowledgedDelivery,
  AttemptRow,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryContent,
  OutboxStatistics,
  WebhookStateRow
} from "./delivery-row.ts"
import { deliveryChannel } from "./delivery-wake-up.ts"

export interface NewDeliveries {
  readonly projectId: number
  readonly revisionId: number
  /** Epoch milliseconds. */
  readonly now: number
  /** Asked once for each enabled webhook configuration of the project; null: its filter leaves this change out. */
  readonly content: (webhookConfigurationId: number, eventFilter: EventFilter | null) => DeliveryContent | null
}

/** Statements outside of reading have to run inside `Database.transaction`. */
export class OutboxRepository extends Context.Service<
  OutboxRepository,
  {
    /**
     * One delivery for each enabled webhook configuration of the project that wants it, due at once; returns how many. Belongs into the
     * transaction of the change that it announces. On PostgreSQL the commit notifies the dispatchers.
     */
    readonly insert: (deliveries: NewDeliveries) => Effect.Effect<number>
    /** Whether a claim would find anything: reads only, so that an idle dispatcher never takes the write lock. */
    readonly hasDue: (now: number) => Effect.Effect<boolean>
    /**
     * Leases due deliveries, the oldest of each configuration first and one configuration after the other. Leases that
     * have ended are taken over. Deliveries of disabled configurations are dropped on the way.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    /**
     * Those of the deliveries that the owner still holds at that number of attempts, locked until the end of the
     * transaction. An attempt of any other delivery must change nothing.
     */
    readonly listHeld: (
      owner: string,
      attempts: ReadonlyArray<{ readonly id: number; readonly attemptCount: number }>
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Locked until the end of the transaction. Configurations that are gone are left out. */
    readonly listWebhookStates: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<WebhookStateRow>>
    readonly updateWebhookStates: (states: ReadonlyArray<WebhookStateRow>) => Effect.Effect<void>
    /** Writes the new states and ends the leases. */
    readonly updateDeliveries: (deliveries: ReadonlyArray<AcknowledgedDelivery>) => Effect.Effect<void>
    readonly insertAttempts: (attempts: ReadonlyArray<AttemptRow>) => Effect.Effect<void>
    /** Ends leases of the owner, so that others need not wait for their end: of these deliveries, or all (null). */
    readonly releaseLeases: (owner: string, ids: ReadonlyArray<number> | null) => Effect.Effect<void>
    /** Removes at most `limit` deliveries, with their attempts, that are not pending and older than `before`; returns how many. */
    readonly removeFinished: (before: number, limit: number) => Effect.Effect<number>
    readonly statistics: (now: number) => Effect.Effect<OutboxStatistics>
  }
>()("@dragoman/store/outbox/OutboxRepository") {
  static readonly layer = Layer.effect(
    OutboxRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forUpdate = sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
      // What is just being redelivered is not removed.
      const skipLocked = sql.onDialectOrElse({
        pg: () => sql.literal("FOR UPDATE SKIP LOCKED"),
        orElse: () => sql.literal("")
      })
      const announce = notify(sql, deliveryChannel, "")
      return OutboxRepository.of({
        insert: Effect.fn("OutboxRepository.insert")(function* ({ projectId, revisionId, now, content }) {
          const configurations = yield* sql<{ id: number; eventFilter: string | null }>`
            SELECT id, event_filter FROM webhook_configuration
            WHERE project_id = ${projectId} AND enabled = 1 ORDER BY id`
          const rows = configurations.flatMap(({ id, eventFilter }) => {
            const made = content(id, eventFilterFromText(eventFilter))
            return made === null ? [] : { message_id: made.messageId, webhook_configuration_id: id, body: made.body }
          })
          if (rows.length === 0) return 0
          const given = jsonRows(sql, { message_id: "text", webhook_configuration_id: "integer", body: "text" }, rows)
          yield* sql`
            INSERT INTO delivery
              (message_id, webhook_configuration_id, revision_id, activity_type, next_attempt_at, created_at)
            SELECT given.message_id, given.webhook_configuration_id, CAST(${revisionId} AS BIGINT),
              COALESCE((SELECT r.type FROM activity_revision r WHERE r.id = ${revisionId}), ''),
              CAST(${now} AS BIGINT), CAST(${now} AS BIGINT)
            FROM ${given} given`
          // Apart from the delivery, whose row is written again at each claim and attempt.
          yield* sql`
            INSERT INTO delivery_content (delivery_id, body)
            SELECT d.id, given.body FROM ${given} given JOIN delivery d ON d.message_id = given.message_id`
          yield* announce
          return rows.length
        }, Effect.orDie),

        hasDue: Effect.fn("OutboxRepository.hasDue")(function* (now) {
          // A backlog that waits for a paused or held endpoint must be as cheap as none: one look for each configuration.
          const rows = yield* sql`
            WITH RECURSIVE ${pendingEndpoints(sql)}
            SELECT c.id FROM endpoint e JOIN webhook_configuration c ON c.id = e.id
            WHERE (c.enabled = 0 OR ${isSending(sql, now)}) AND EXISTS (
              SELECT 1 FROM delivery d
              WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING' AND d.next_attempt_at <= ${now}
                AND (d.leased_until IS NULL OR d.leased_until <= ${now})
            )
            LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        claim: makeClaim(sql),

        listHeld: Effect.fn("OutboxRepository.listHeld")(function* (owner, attempts) {
          const given = jsonRows(
            sql,
            { id: "integer", attempt_count: "integer" },
            attempts.map(({ id, attemptCount }) => ({ id, attempt_count: attemptCount }))
          )
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM delivery
            WHERE state = 'PENDING' AND leased_by = ${owner}
              AND (id, attempt_count) IN (SELECT given.id, given.attempt_count FROM ${given} given)
            ORDER BY id ${forUpdate}`
          return rows.map((row) => row.id)
        }, Effect.orDie),

        listWebhookStates: Effect.fn("OutboxRepository.listWebhookStates")(function* (ids) {
          const rows = yield* sql<WebhookStateColumns>`
            SELECT id, enabled, auto_disabled, first_failed_at, last_executed_at, warned_at, held_until
            FROM webhook_configuration
            WHERE id IN ${jsonIds(sql, ids)}
            ORDER BY id ${forUpdate}`
          return rows.map((row) => ({ ...row, enabled: row.enabled === 1, autoDisabled: row.autoDisabled === 1 }))
        }, Effect.orDie),

        updateWebhookStates: Effect.fn("OutboxRepository.updateWebhookStates")(function* (states) {
          if (states.length === 0) return
          const given = jsonRows(
            sql,
            {
              id: "integer",
              enabled: "integer",
              auto_disabled: "integer",
              first_failed_at: "integer",
              last_executed_at: "integer",
              warned_at: "integer",
              held_until: "integer"
            },
            states.map((state) => ({
              id: state.id,
              enabled: state.enabled ? 1 : 0,
              auto_disabled: state.autoDisabled ? 1 : 0,
              first_failed_at: state.firstFailedAt,
              last_executed_at: state.lastExecutedAt,
              warned_at: state.warnedAt,
              held_until: state.heldUntil
            }))
          )
          yield* sql`
            UPDATE webhook_configuration SET enabled = given.enabled, auto_disabled = given.auto_disabled,
              first_failed_at = given.first_failed_at, last_executed_at = given.last_executed_at, warned_at = given.warned_at,
              held_until = given.held_until
            FROM ${given} given WHERE webhook_configuration.id = given.id`
        }, Effect.orDie),

        updateDeliveries: Effect.fn("OutboxRepository.updateDeliveries")(function* (deliveries) {
          if (deliveries.length === 0) return
          const given = jsonRows(
            sql,
            { id: "integer", state: "text", attempt_count: "integer", next_attempt_at: "integer" },
            deliveries.map(({ id, state, attemptCount, nextAttemptAt }) => ({
              id,
              state,
              attempt_count: attemptCount,
              next_attempt_at: nextAttemptAt
            }))
          )
          yield* sql`
            UPDATE delivery SET state = given.state, attempt_count = given.attempt_count,
              next_attempt_at = given.next_attempt_at, leased_until = NULL, leased_by = NULL
            FROM ${given} given WHERE delivery.id = given.id`
        }, Effect.orDie),

        insertAttempts: Effect.fn("OutboxRepository.insertAttempts")(function* (attempts) {
          if (attempts.length === 0) return
          const columns = {
            delivery_id: "integer",
            number: "integer",
            started_at: "integer",
            duration_millis: "integer",
            status: "integer",
            error: "text",
            answer: "text"
          } as const
          const rows = attempts.map((attempt) => ({
            delivery_id: attempt.deliveryId,
            number: attempt.number,
            started_at: attempt.startedAt,
            duration_millis: attempt.durationMillis,
            status: attempt.status,
            error: attempt.error,
            answer: attempt.answer
          }))
          const names = sql.literal(Object.keys(columns).join(", "))
          yield* sql`INSERT INTO delivery_attempt (${names}) SELECT ${names} FROM ${jsonRows(sql, columns, rows)} given`
        }, Effect.orDie),

        releaseLeases: Effect.fn("OutboxRepository.releaseLeases")(function* (owner, ids) {
          const which = ids === null ? sql`` : sql`AND id IN ${jsonIds(sql, ids)}`
          yield* sql`UPDATE delivery SET leased_until = NULL, leased_by = NULL
            WHERE state = 'PENDING' AND leased_by = ${owner} ${which}`
        }, Effect.orDie),

        removeFinished: Effect.fn("OutboxRepository.removeFinished")(function* (before, limit) {
          const rows = yield* sql`
            DELETE FROM delivery WHERE id IN (
              SELECT id FROM delivery WHERE state <> 'PENDING' AND created_at < ${before} ORDER BY created_at LIMIT ${limit}
              ${skipLocked}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        statistics: Effect.fn("OutboxRepository.statistics")(function* (now) {
          const [row] = yield* sql<OutboxStatistics>`
            SELECT COUNT(*) AS pending_count,
              COALESCE(SUM(CASE WHEN next_attempt_at <= ${now} THEN 1 ELSE 0 END), 0) AS due_count,
              MIN(created_at) AS oldest_pending_at,
              (SELECT COUNT(*) FROM webhook_configuration WHERE enabled = 1 AND held_until > ${now}) AS held_endpoint_count
            FROM delivery WHERE state = 'PENDING'`
          return row ?? { pendingCount: 0, dueCount: 0, oldestPendingAt: null, heldEndpointCount: 0 }
        }, Effect.orDie)
      })
    })
  )
}

interface WebhookStateColumns extends Omit<WebhookStateRow, "enabled" | "autoDisabled"> {
  readonly enabled: number
  readonly autoDisabled: number
}
