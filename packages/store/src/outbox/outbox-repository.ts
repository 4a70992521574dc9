import type { EventFilter } from "@dragoman/domain/webhook"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { parseUserAccess, type UserAccess, userAccessColumn } from "../access/project-access-row.ts"
import { forUpdate } from "../database/for-update.ts"
import { jsonIds, jsonRows } from "../database/json-rows.ts"
import { notify } from "../database/notifications.ts"
import { makeSecretColumns } from "../encryption/secret-columns.ts"
import { eventFilterFromText } from "../webhook/event-filter-text.ts"
import { dueEndpoints, isSending, makeClaim, makeOpenEndpoint } from "./claim-deliveries.ts"
import type {
  AcknowledgedDelivery,
  AttemptRow,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryContent,
  DueRequest,
  OutboxStatistics,
  WebhookStateRow
} from "./delivery-row.ts"
import { deliveryChannel } from "./delivery-wake-up.ts"
import { makeStatistics } from "./outbox-statistics.ts"

export interface NewDeliveries {
  readonly projectId: number
  readonly revisionId: number
  /** When the change is made, epoch milliseconds; it does not decide when they are sent. */
  readonly now: number
  /** Asked once for each enabled webhook configuration of the project; null: its filter leaves this change out. */
  readonly content: (
    webhookConfigurationId: number,
    eventFilter: EventFilter | null,
    texts: WebhookTexts
  ) => DeliveryContent | null
}

/** Which texts the bodies of a webhook configuration show: those that its author may see now. */
export interface WebhookTexts {
  /** False: none, independent of the author. */
  readonly isShown: boolean
  /** null: all of them, as before authors were kept. */
  readonly author: UserAccess | null
}

/** Statements outside of reading have to run inside `Database.transaction`. */
export class OutboxRepository extends Context.Service<
  OutboxRepository,
  {
    /**
     * One delivery for each enabled webhook configuration of the project that wants it, due at once whatever the clocks say; returns how
     * many. Belongs into the transaction of the change that it announces. On PostgreSQL the commit notifies the dispatchers.
     */
    readonly insert: (deliveries: NewDeliveries) => Effect.Effect<number>
    /** Whether a claim would find anything: reads only, so that an idle dispatcher never takes the write lock. */
    readonly hasDue: (request: DueRequest) => Effect.Effect<boolean>
    /**
     * Leases due deliveries: of each configuration the same share of the limit, its oldest first; more may be due. Leases
     * that have ended are taken over. Deliveries of disabled configurations are dropped on the way, some at a time.
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
    /** Where these configurations send now; those that send nothing are left out. */
    readonly listSendingEndpoints: (
      ids: ReadonlyArray<number>,
      now: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly url: string; readonly secret: string }>>
    /** Ends leases of the owner, so that others need not wait for their end. */
    readonly releaseLeases: (owner: string, ids: ReadonlyArray<number>) => Effect.Effect<void>
    /**
     * Ends holds, and makes at most `limit` deliveries due, whose time lies beyond the latest one that is possible: it was
     * written under a clock far ahead. Returns how many deliveries. `latest`: epoch milliseconds.
     */
    readonly resetTimesBeyond: (latest: number, limit: number) => Effect.Effect<number>
    /** Removes at most `limit` deliveries, with their attempts, that are not pending and older than `before`; returns how many. */
    readonly removeFinished: (before: number, limit: number) => Effect.Effect<number>
    /** `sliceSize`: pending deliveries that are counted by one statement. */
    readonly statistics: (now: number, sliceSize?: number) => Effect.Effect<OutboxStatistics>
  }
>()("@dragoman/store/outbox/OutboxRepository") {
  static readonly layer = Layer.effect(
    OutboxRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secretColumns = yield* makeSecretColumns
      // What is just being redelivered is not removed.
      const skipLocked = sql.onDialectOrElse({
        pg: () => sql.literal("FOR UPDATE SKIP LOCKED"),
        orElse: () => sql.literal("")
      })
      const authorColumn = userAccessColumn(sql, "c.project_id", "c.author_id")
      const announce = notify(sql, deliveryChannel, "")
      return OutboxRepository.of({
        insert: Effect.fn("OutboxRepository.insert")(function* ({ projectId, revisionId, now, content }) {
          // What authors may see is read with the configurations: it costs no statement, and is never out of date.
          const configurations = yield* sql<{
            readonly id: number
            readonly eventFilter: string | null
            readonly showsTexts: number
            readonly author: string | null
          }>`
            SELECT c.id, c.event_filter, c.shows_texts, ${authorColumn} AS author
            FROM webhook_configuration c WHERE c.project_id = ${projectId} AND c.enabled = 1 ORDER BY c.id`
          const rows = configurations.flatMap(({ id, eventFilter, showsTexts, author }) => {
            const texts = { isShown: showsTexts === 1, author: parseUserAccess(author) }
            const made = content(id, eventFilterFromText(eventFilter), texts)
            return made === null ? [] : { message_id: made.messageId, webhook_configuration_id: id, body: made.body }
          })
          if (rows.length === 0) return 0
          const given = jsonRows(sql, { message_id: "text", webhook_configuration_id: "integer", body: "text" }, rows)
          yield* sql`
            INSERT INTO delivery
              (message_id, webhook_configuration_id, revision_id, activity_type, next_attempt_at, created_at)
            SELECT given.message_id, given.webhook_configuration_id, CAST(${revisionId} AS BIGINT),
              COALESCE((SELECT r.type FROM activity_revision r WHERE r.id = ${revisionId}), ''),
              0, CAST(${now} AS BIGINT)
            FROM ${given} given`
          // Apart from the delivery, whose row is written again at each claim and attempt.
          yield* sql`
            INSERT INTO delivery_content (delivery_id, body)
            SELECT d.id, given.body FROM ${given} given JOIN delivery d ON d.message_id = given.message_id`
          yield* announce
          return rows.length
        }, Effect.orDie),

        hasDue: Effect.fn("OutboxRepository.hasDue")(function* (request) {
          return (yield* dueEndpoints(sql, request, 1)).length > 0
        }, Effect.orDie),

        claim: makeClaim(sql, secretColumns),

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
            ORDER BY id ${forUpdate(sql)}`
          return rows.map((row) => row.id)
        }, Effect.orDie),

        listWebhookStates: Effect.fn("OutboxRepository.listWebhookStates")(function* (ids) {
          const rows = yield* sql<WebhookStateColumns>`
            SELECT id, enabled, auto_disabled, first_failed_at, last_executed_at, warned_at, held_until
            FROM webhook_configuration
            WHERE id IN ${jsonIds(sql, ids)}
            ORDER BY id ${forUpdate(sql)}`
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
            answer: "text",
            request_headers: "text",
            response_headers: "text"
          } as const
          const rows = attempts.map((attempt) => ({
            delivery_id: attempt.deliveryId,
            number: attempt.number,
            started_at: attempt.startedAt,
            duration_millis: attempt.durationMillis,
            status: attempt.status,
            error: attempt.error,
            answer: attempt.answer,
            request_headers: attempt.requestHeaders && JSON.stringify(attempt.requestHeaders),
            response_headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders)
          }))
          const names = sql.literal(Object.keys(columns).join(", "))
          yield* sql`INSERT INTO delivery_attempt (${names}) SELECT ${names} FROM ${jsonRows(sql, columns, rows)} given`
        }, Effect.orDie),

        listSendingEndpoints: Effect.fn("OutboxRepository.listSendingEndpoints")(function* (ids, now) {
          const rows = yield* sql<{ id: number; url: string; secret: string }>`
            SELECT c.id, c.url, c.secret FROM webhook_configuration c
            WHERE c.id IN ${jsonIds(sql, ids)} AND c.enabled = 1 AND ${isSending(sql, now)}`
          const openEndpoint = makeOpenEndpoint(secretColumns)
          const endpoints: Array<{ readonly id: number; readonly url: string; readonly secret: string }> = []
          for (const { id, url, secret } of rows) {
            const opened = yield* openEndpoint({ id, url, secret, previousSecret: null })
            if (opened !== null) endpoints.push({ id, url: opened.url, secret: opened.secret })
          }
          return endpoints
        }, Effect.orDie),

        releaseLeases: Effect.fn("OutboxRepository.releaseLeases")(function* (owner, ids) {
          yield* sql`UPDATE delivery SET leased_until = NULL, leased_by = NULL
            WHERE state = 'PENDING' AND leased_by = ${owner} AND id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        resetTimesBeyond: Effect.fn("OutboxRepository.resetTimesBeyond")(function* (latest, limit) {
          // INVARIANT: configurations are locked before deliveries.
          yield* sql`UPDATE webhook_configuration SET held_until = NULL WHERE id IN (
            SELECT id FROM webhook_configuration WHERE held_until > ${latest} ORDER BY id ${forUpdate(sql)})`
          // By the index of what is due, one configuration after the other: a backlog costs nothing.
          const rows = yield* sql`
            UPDATE delivery SET next_attempt_at = 0 WHERE id IN (
              SELECT d.id FROM webhook_configuration c CROSS JOIN delivery d
              WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING' AND d.next_attempt_at > ${latest}
              LIMIT ${limit}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        removeFinished: Effect.fn("OutboxRepository.removeFinished")(function* (before, limit) {
          const rows = yield* sql`
            DELETE FROM delivery WHERE id IN (
              SELECT id FROM delivery WHERE state <> 'PENDING' AND created_at < ${before} ORDER BY created_at LIMIT ${limit}
              ${skipLocked}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        statistics: makeStatistics(sql)
      })
    })
  )
}

interface WebhookStateColumns extends Omit<WebhookStateRow, "enabled" | "autoDisabled"> {
  readonly enabled: number
  readonly autoDisabled: number
}
