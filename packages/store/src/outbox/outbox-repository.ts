import type { ActivityType } from "@dragoman/domain/activity"
import type { NotificationType } from "@dragoman/domain/notification"
import { type BodyTemplate, type EventFilter, noResponseSentence } from "@dragoman/domain/webhook"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { toUserAccess, type UserAccess, userAccessColumn } from "../access/access-repository.ts"
import { makeDeliveryAnnouncement } from "../database/channel.ts"
import { forUpdate } from "../database/locks.ts"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { computed, pick, type RowOf, select } from "../database/table.ts"
import { makeSecretColumns } from "../encryption/secret-columns.ts"
import { dropDeliveries, listOldDeliveries } from "../partition/keep-partitions.ts"
import type { PartitionRange } from "../partition/read-partitions.ts"
import { notificationCauseTable } from "../table/notification-tables.ts"
import { deliveryTable, webhookConfigurationTable } from "../table/webhook-tables.ts"
import { makeAcknowledge } from "./acknowledge-attempts.ts"
import { makeClaim, makeOpenEndpoint } from "./claim-deliveries.ts"
import type {
  AcknowledgedAttempt,
  Acknowledgement,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryContent,
  DeliveryCursor,
  DueEndpoint,
  DueRequest,
  LoggedDelivery,
  OutboxStatistics,
  WebhookStateRow
} from "./delivery-row.ts"
import { againDueAt, isSending, newDueAt } from "./due-window.ts"
import { listDeliveryCursors, listDueEndpoints } from "./list-due-endpoints.ts"
import { type CountLimits, makeStatistics } from "./outbox-statistics.ts"

/** An enabled webhook configuration, with all that decides whether and how it is sent a change. */
export interface SubscribedConfiguration {
  readonly id: number
  readonly eventFilter: EventFilter | null
  /** null: the standard body. */
  readonly bodyTemplate: BodyTemplate | null
  readonly projectName: string
  readonly texts: WebhookTexts
}

/** The texts that bodies of a webhook configuration show: those that its author may see now. */
export interface WebhookTexts {
  /** False: none, independent of the author. */
  readonly isShown: boolean
  /** null: all of them, as before authors were kept. */
  readonly author: UserAccess | null
}

/** A body in pieces. `shared`: what bodies of several deliveries have in common; the database gets it once. */
export interface NewBody {
  readonly before: string
  readonly shared: string
  readonly after: string
}

export interface NewDelivery extends Pick<DeliveryContent, "messageId"> {
  readonly webhookConfigurationId: number
  readonly body: NewBody
  /** The mistake of the template that could not be rendered: nothing is sent. Absent: the body is sent. */
  readonly templateMistake?: string
}

export interface NewDeliveries {
  readonly revisionId: number
  /** Type of the revision. */
  readonly activityType: ActivityType
  /** Time of the change, epoch milliseconds; it does not decide when they are sent. */
  readonly now: number
  readonly deliveries: ReadonlyArray<NewDelivery>
}

const insertedDelivery = select(pick(deliveryTable.as(), "id", "messageId"))

/** The first state of deliveries, in the columns of `failedAt`. */
const sendable = {
  state: "PENDING",
  attemptCount: 0,
  lastStartedAt: null,
  lastDurationMillis: null,
  lastError: null
} as const

/** The state of a delivery whose body could not be rendered: the log shows the mistake as that of its first attempt. */
const failedAt = (now: number, mistake: string) =>
  ({
    state: "FAILED",
    attemptCount: 1,
    lastStartedAt: now,
    lastDurationMillis: 0,
    lastError: noResponseSentence("templateFailed", mistake),
    bodyBytes: 0
  }) as const

/** Statements outside of reading have to run inside `Database.transaction`, or `Database.autocommit` where it says so. */
export class OutboxRepository extends Context.Service<
  OutboxRepository,
  {
    /** The enabled configurations of a project by id: those that a change may be delivered to. One statement. */
    readonly listSubscribed: (projectId: number) => Effect.Effect<ReadonlyArray<SubscribedConfiguration>>
    /**
     * Deliveries of one revision, due at once whatever the clocks say. Belongs into the transaction of the change. On
     * PostgreSQL the dispatchers are notified after the commit.
     */
    readonly insert: (deliveries: NewDeliveries) => Effect.Effect<void>
    /**
     * Configurations, by id, of which a claim would lease deliveries, or drop them. Reads only, so that an idle dispatcher
     * never takes the write lock.
     */
    readonly listDue: (request: DueRequest) => Effect.Effect<ReadonlyArray<DueEndpoint>>
    /**
     * Lists where to continue the search for pending deliveries, by configuration. Reads all that PostgreSQL keeps of deliveries that are over, so
     * it may take seconds. null: this engine keeps nothing of them, and needs no cursors. ADR 58.
     */
    readonly listCursors: (now: number) => Effect.Effect<ReadonlyMap<number, DeliveryCursor> | null>
    /**
     * Leases due deliveries of configurations that were listed just before: of each one the same share of the limit, its
     * oldest first; more may be due. Leases that have ended are taken over. Deliveries of disabled configurations are
     * dropped on the way, some at a time. In `Database.autocommit`.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    readonly updateWebhookStates: (states: ReadonlyArray<WebhookStateRow>) => Effect.Effect<void>
    /** Queues a notification for members who may manage the webhooks. */
    readonly announceDisabled: (webhookConfigurationIds: ReadonlyArray<number>, at: number) => Effect.Effect<void>
    /**
     * Locks the configurations, then logs the attempts, writes the new states of their deliveries and ends the leases. An
     * attempt of a delivery that the owner does not hold any more, at that number of attempts, changes nothing, and must
     * not. Of each delivery only the latest attempts keep the bodies and headers of their responses.
     */
    readonly acknowledge: (
      owner: string,
      attempts: ReadonlyArray<AcknowledgedAttempt>,
      webhookConfigurationIds: ReadonlyArray<number>
    ) => Effect.Effect<Acknowledgement>
    /** Lists the addresses to which these configurations send now; those that send nothing are left out. */
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
    /** Lists deliveries behind an id, in the order of ids, which is about that of their times. Reads the primary key only. */
    readonly listLog: (afterId: number, limit: number) => Effect.Effect<ReadonlyArray<LoggedDelivery>>
    /**
     * Lists the ranges of the log that are all older than a time, and over: they can be dropped whole. null: the tables are not
     * partitioned. Reads some rows of each.
     */
    readonly listOldRanges: (before: number) => Effect.Effect<ReadonlyArray<PartitionRange> | null>
    /** Drops the partitions of a range, unless a delivery of it is pending again. Waits a second for those who read the tables. */
    readonly dropRange: (range: PartitionRange) => Effect.Effect<void>
    /** Removes those that are not pending, with their attempts. */
    readonly removeFinished: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    readonly statistics: (now: number, limits?: CountLimits) => Effect.Effect<OutboxStatistics>
  }
>()("@dragoman/store/outbox/OutboxRepository") {
  static readonly layer = Layer.effect(
    OutboxRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secretColumns = yield* makeSecretColumns
      // A delivery that is just being redelivered is not removed.
      const skipLocked = sql.onDialectOrElse({
        pg: () => sql.literal("FOR UPDATE SKIP LOCKED"),
        orElse: () => sql.literal("")
      })
      const configuration = webhookConfigurationTable.as("c")
      // The access of the author is read with the configurations: it costs no statement, and is never out of date.
      const subscribed = select({
        ...pick(configuration, "id", "eventFilter", "bodyTemplate", "showsTexts"),
        projectName: computed(Schema.String, "p.name"),
        author: userAccessColumn(sql, "c.project_id", "c.author_id")
      })
      const announce = yield* makeDeliveryAnnouncement(sql)
      return OutboxRepository.of({
        listSubscribed: Effect.fnUntraced(function* (projectId) {
          const rows = yield* subscribed.all(sql`
            SELECT ${subscribed.columns}
            FROM webhook_configuration c JOIN project p ON p.id = c.project_id
            WHERE c.project_id = ${projectId} AND c.enabled = 1 ORDER BY c.id`)
          return rows.map(({ showsTexts, author, ...row }) => ({
            ...row,
            texts: { isShown: showsTexts, author: author && toUserAccess(author) }
          }))
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* ({ revisionId, activityType, now, deliveries }) {
          if (deliveries.length === 0) return
          const sharedTexts = [...new Set(deliveries.map(({ body }) => body.shared))]
          const sharedByText = new Map(
            sharedTexts.map((text, place) => [text, { place, bytes: Buffer.byteLength(text) }])
          )
          const rows = deliveries.map(
            ({ messageId, webhookConfigurationId, templateMistake, body: { before, shared, after } }) => ({
              messageId,
              webhookConfigurationId,
              ...(templateMistake === undefined
                ? { ...sendable, bodyBytes: Buffer.byteLength(before + after) + (sharedByText.get(shared)?.bytes ?? 0) }
                : failedAt(now, templateMistake))
            })
          )
          const inserted = yield* insertedDelivery.all(sql`
            ${deliveryTable.insert(sql, rows, { revisionId, activityType, nextAttemptAt: newDueAt, createdAt: now })}
            RETURNING ${insertedDelivery.columns}`)
          const idByMessage = new Map(inserted.map(({ id, messageId }) => [messageId, id]))
          const texts = jsonRows(
            sql,
            { place: "integer", shared: "text" },
            sharedTexts.map((shared, place) => ({ place, shared }))
          )
          const contents = jsonRows(
            sql,
            { delivery_id: "integer", place: "integer", head: "text", tail: "text" },
            deliveries.map(({ messageId, body: { before, shared, after } }) => ({
              delivery_id: idByMessage.get(messageId) ?? 0,
              place: sharedByText.get(shared)?.place ?? 0,
              head: before,
              tail: after
            }))
          )
          yield* sql`
            WITH shared_text AS MATERIALIZED (SELECT * FROM ${texts} input)
            INSERT INTO delivery_content (delivery_id, body)
            SELECT content.delivery_id, content.head || shared_text.shared || content.tail
            FROM ${contents} content JOIN shared_text ON shared_text.place = content.place`
          yield* announce
        }, Effect.orDie),

        listDue: (request) => Effect.orDie(listDueEndpoints(sql, request)),

        listCursors: (now) => Effect.orDie(listDeliveryCursors(sql, now)),

        claim: makeClaim(sql, secretColumns),

        acknowledge: makeAcknowledge(sql),

        updateWebhookStates: Effect.fnUntraced(function* (states) {
          if (states.length > 0) yield* webhookConfigurationTable.update(sql, states)
        }, Effect.orDie),

        announceDisabled: Effect.fnUntraced(function* (ids, at) {
          const type: NotificationType = "WEBHOOK_DISABLED"
          const rows = yield* sql<{ id: number; projectId: number }>`
            SELECT id, project_id FROM webhook_configuration WHERE id IN ${jsonIds(sql, ids)} ORDER BY id`
          if (rows.length === 0) return
          const causes = rows.map(({ id, projectId }) => ({
            type,
            projectId,
            params: { webhookConfigurationId: id },
            createdAt: at
          }))
          yield* notificationCauseTable.insert(sql, causes)
        }, Effect.orDie),

        listSendingEndpoints: Effect.fnUntraced(function* (ids, now) {
          const rows = yield* sql<Pick<RowOf<typeof webhookConfigurationTable>, "id" | "url" | "secret">>`
            SELECT c.id, c.url, c.secret FROM webhook_configuration c
            WHERE c.id IN ${jsonIds(sql, ids)} AND c.enabled = 1 AND ${isSending(sql, now)}`
          const openEndpoint = makeOpenEndpoint(secretColumns)
          const endpoints: Array<{ readonly id: number; readonly url: string; readonly secret: string }> = []
          for (const { id, url, secret } of rows) {
            const opened = yield* openEndpoint({ id, url, secret, previousSecret: null, headers: null })
            if (opened !== null) endpoints.push({ id, url: opened.url, secret: opened.secret })
          }
          return endpoints
        }, Effect.orDie),

        releaseLeases: Effect.fnUntraced(function* (owner, ids) {
          yield* sql`UPDATE delivery SET leased_until = NULL, leased_by = NULL
            WHERE state = 'PENDING' AND leased_by = ${owner} AND id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        resetTimesBeyond: Effect.fnUntraced(function* (latest, limit) {
          // INVARIANT: configurations are locked before deliveries.
          yield* sql`UPDATE webhook_configuration SET held_until = NULL WHERE id IN (
            SELECT id FROM webhook_configuration WHERE held_until > ${latest} ORDER BY id ${forUpdate(sql)})`
          // By the index of what is due, one configuration after the other: a backlog costs nothing.
          const rows = yield* sql`
            UPDATE delivery SET next_attempt_at = ${againDueAt} WHERE id IN (
              SELECT d.id FROM webhook_configuration c CROSS JOIN delivery d
              WHERE d.webhook_configuration_id = c.id AND d.state = 'PENDING' AND d.next_attempt_at > ${latest}
              LIMIT ${limit}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        listLog: Effect.fnUntraced(function* (afterId, limit) {
          return yield* sql<LoggedDelivery>`
            SELECT id, created_at, state FROM delivery WHERE id > ${afterId} ORDER BY id LIMIT ${limit}`
        }, Effect.orDie),

        listOldRanges: (before) => listOldDeliveries(sql, before),

        dropRange: (range) => dropDeliveries(sql, range),

        removeFinished: Effect.fnUntraced(function* (ids) {
          yield* sql`
            DELETE FROM delivery WHERE id IN (
              SELECT id FROM delivery WHERE id IN ${jsonIds(sql, ids)} AND state <> 'PENDING' ${skipLocked})`
        }, Effect.orDie),

        statistics: makeStatistics(sql)
      })
    })
  )
}
