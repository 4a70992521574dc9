import { type DeliveryState, deliveryStates } from "@dragoman/domain/webhook"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { makeDeliveryAnnouncement } from "../database/channel.ts"
import { jsonRows, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { except, pick, type RowOf, type Selected, type Selection, select } from "../database/table.ts"
import { deliveryAttemptTable, type deliveryContentTable, deliveryTable } from "../table/webhook-tables.ts"
import type { AttemptRow } from "./delivery-row.ts"
import { againDueAt } from "./due-window.ts"

const loggedDelivery = select(
  pick(
    deliveryTable.as(),
    "id",
    "messageId",
    "state",
    "activityType",
    "revisionId",
    "createdAt",
    "attemptCount",
    "lastStatus",
    "lastDurationMillis",
    "nextAttemptAt"
  )
)

/** One delivery as its log shows it. */
export const LoggedDeliveryRow = loggedDelivery.row()
export interface LoggedDeliveryRow extends Selected<typeof loggedDelivery> {}

const attempt: Selection<AttemptRow> = select(except(deliveryAttemptTable.as(), "id"))

const delivery = deliveryTable.as()

/** The same of the last attempt, from the row of its delivery. */
const lastAttempt = select({
  deliveryId: delivery.id,
  number: delivery.attemptCount,
  startedAt: delivery.lastStartedAt,
  durationMillis: delivery.lastDurationMillis,
  status: delivery.lastStatus,
  error: delivery.lastError,
  answer: delivery.lastAnswer,
  requestHeaders: delivery.lastRequestHeaders,
  responseHeaders: delivery.lastResponseHeaders
})

/** Given up or dropped. */
const isUnsent = (state: DeliveryState): boolean => state === "FAILED" || state === "DROPPED"

/** null: whatever it is. */
export interface DeliveryFilter {
  readonly states: ReadonlyArray<DeliveryState> | null
  readonly activityTypes: ReadonlyArray<string> | null
  /** Epoch milliseconds, the first one that counts. */
  readonly createdAfter: number | null
  /** Epoch milliseconds, the first one that does not count any more. */
  readonly createdBefore: number | null
}

/** Deliveries of one configuration that are over, in portions by their ids. */
export interface RedeliveryPortion extends DeliveryFilter {
  readonly webhookConfigurationId: number
  /** Only ids above this one. */
  readonly afterId: number
  readonly limit: number
}

/** `upToId`: the last id; null: any. */
export interface UnrenderedPortion extends RedeliveryPortion {
  readonly upToId: number | null
}

/** The log of deliveries for people. A delivery is found only under its own configuration. */
export class DeliveryLogRepository extends Context.Service<
  DeliveryLogRepository,
  {
    readonly list: (
      request: RowPage<"id"> & DeliveryFilter & { readonly webhookConfigurationId: number }
    ) => Effect.Effect<PagedRows<LoggedDeliveryRow>>
    /** Counts the deliveries of the configuration up to a limit only. */
    readonly countUpTo: (webhookConfigurationId: number, limit: number) => Effect.Effect<number>
    readonly find: (
      webhookConfigurationId: number,
      deliveryId: number
    ) => Effect.Effect<Option.Option<LoggedDeliveryRow>>
    /** The first one first. */
    readonly listAttempts: (deliveryId: number) => Effect.Effect<ReadonlyArray<AttemptRow>>
    /** Lists deliveries whose bodies could not be rendered, with the standard bodies that they have instead. */
    readonly listUnrendered: (
      portion: UnrenderedPortion
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly body: string }>>
    /** Gives such deliveries the bodies that are sent. For transactions that have locked the configuration. */
    readonly setBodies: (bodies: ReadonlyArray<{ readonly id: number; readonly body: string }>) => Effect.Effect<void>
    /** The exact text that each attempt sends. */
    readonly findBody: (deliveryId: number) => Effect.Effect<string | null>
    /**
     * Makes the delivery due at once, whatever became of it; one that is leased is left alone, because it is being sent.
     * For transactions that have locked the configuration.
     */
    readonly redeliver: (deliveryId: number) => Effect.Effect<void>
    /** Makes some due at once; returns their ids, in order. For transactions that have locked the configuration. */
    readonly redeliverSome: (portion: RedeliveryPortion) => Effect.Effect<ReadonlyArray<number>>
  }
>()("@dragoman/store/outbox/DeliveryLogRepository") {
  static readonly layer = Layer.effect(
    DeliveryLogRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forUpdate = sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
      const announce = yield* makeDeliveryAnnouncement(sql)
      // A delivery without a rendered body has nothing to send.
      const hasBody = sql`(body_bytes IS NULL OR body_bytes > 0)`
      const conditionOf = (
        webhookConfigurationId: number,
        { states, activityTypes, createdAfter, createdBefore }: DeliveryFilter
      ) =>
        sql.and([
          sql`webhook_configuration_id = ${webhookConfigurationId}`,
          ...(states === null ? [] : [sql.in("state", states)]),
          // There are indexes of what is pending and of what has failed; they serve only statements that say so in their text.
          ...(states?.every((state) => state === "PENDING") === true ? [sql`state = 'PENDING'`] : []),
          ...(states?.every(isUnsent) === true ? [sql`state IN ('FAILED', 'DROPPED')`] : []),
          ...(activityTypes === null ? [] : [sql.in("activity_type", activityTypes)]),
          ...(createdAfter === null ? [] : [sql`created_at >= ${createdAfter}`]),
          ...(createdBefore === null ? [] : [sql`created_at < ${createdBefore}`])
        ])

      /**
       * By the indexes alone: the index of the whole log does not know states, those of what is pending and of what has failed
       * do; the rest is delivered.
       */
      const countOf = (webhookConfigurationId: number, filter: DeliveryFilter) => {
        const count = (states: DeliveryFilter["states"]) =>
          sql`(SELECT count(*) FROM delivery WHERE ${conditionOf(webhookConfigurationId, { ...filter, states })})`
        const { states } = filter
        if (states === null) return count(null)
        const isCountedDown = states.includes("DELIVERED")
        const counted = deliveryStates.filter(
          (state) => state !== "DELIVERED" && states.includes(state) !== isCountedDown
        )
        const sum = sql`(${count(counted.filter((state) => state === "PENDING"))} + ${count(counted.filter(isUnsent))})`
        return isCountedDown ? sql`${count(null)} - ${sum}` : sum
      }

      return DeliveryLogRepository.of({
        list: Effect.fnUntraced(function* ({ webhookConfigurationId, ...request }) {
          const condition = conditionOf(webhookConfigurationId, request)
          const rows = yield* loggedDelivery.all(sql`
            SELECT ${loggedDelivery.columns} FROM delivery WHERE ${condition} ${orderAndLimit(sql, { id: "id" }, request)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(${countOf(webhookConfigurationId, request)} AS INTEGER) AS total`
          return { total: counted?.total ?? 0, rows }
        }, Effect.orDie),

        countUpTo: Effect.fnUntraced(function* (webhookConfigurationId, limit) {
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM (
              SELECT 1 FROM delivery WHERE webhook_configuration_id = ${webhookConfigurationId} LIMIT ${limit}
            ) found`
          return counted?.total ?? 0
        }, Effect.orDie),

        find: Effect.fn("DeliveryLogRepository.find")(
          (webhookConfigurationId, deliveryId) =>
            loggedDelivery.first(sql`
              SELECT ${loggedDelivery.columns} FROM delivery
              WHERE id = ${deliveryId} AND webhook_configuration_id = ${webhookConfigurationId}`),
          Effect.orDie
        ),

        listAttempts: Effect.fn("DeliveryLogRepository.listAttempts")(
          (deliveryId) =>
            attempt.all(sql`
              SELECT ${attempt.columns} FROM delivery_attempt WHERE delivery_id = ${deliveryId}
              UNION ALL
              SELECT ${lastAttempt.columns} FROM delivery WHERE id = ${deliveryId} AND last_started_at IS NOT NULL
              ORDER BY number`),
          Effect.orDie
        ),

        listUnrendered: Effect.fnUntraced(function* (portion) {
          const { webhookConfigurationId, afterId, upToId, limit } = portion
          return yield* sql<{ id: number; body: string }>`
            SELECT d.id, b.body FROM (
              SELECT id FROM delivery
              WHERE ${conditionOf(webhookConfigurationId, portion)} AND state = 'FAILED' AND body_bytes = 0
                AND id > ${afterId} AND id <= ${upToId ?? Number.MAX_SAFE_INTEGER}
              ORDER BY id LIMIT ${limit}
            ) d JOIN delivery_content b ON b.delivery_id = d.id ORDER BY d.id`
        }, Effect.orDie),

        setBodies: Effect.fnUntraced(function* (bodies) {
          if (bodies.length === 0) return
          const input = jsonRows(
            sql,
            { id: "integer", body: "text", bytes: "integer" },
            bodies.map(({ id, body }) => ({ id, body, bytes: Buffer.byteLength(body) }))
          )
          yield* sql`UPDATE delivery_content SET body = input.body FROM ${input} input WHERE delivery_id = input.id`
          yield* sql`UPDATE delivery SET body_bytes = input.bytes FROM ${input} input WHERE delivery.id = input.id`
        }, Effect.orDie),

        findBody: Effect.fnUntraced(function* (deliveryId) {
          const rows = yield* sql<
            Pick<RowOf<typeof deliveryContentTable>, "body">
          >`SELECT body FROM delivery_content WHERE delivery_id = ${deliveryId}`
          return rows[0]?.body ?? null
        }, Effect.orDie),

        redeliver: Effect.fnUntraced(function* (deliveryId) {
          // Whether a lease has ended depends on the dispatcher's clock; the dispatcher that takes it over sends the delivery anyway.
          yield* sql`
            UPDATE delivery SET state = 'PENDING', next_attempt_at = ${againDueAt}
            WHERE id = ${deliveryId} AND leased_by IS NULL AND ${hasBody}`
          yield* announce
        }, Effect.orDie),

        redeliverSome: Effect.fnUntraced(function* (portion) {
          const { webhookConfigurationId, afterId, limit } = portion
          const changed = yield* sql<{ id: number }>`
            UPDATE delivery SET state = 'PENDING', next_attempt_at = ${againDueAt}
            WHERE id IN (
              SELECT id FROM delivery
              WHERE ${conditionOf(webhookConfigurationId, portion)} AND state <> 'PENDING' AND id > ${afterId} AND ${hasBody}
              ORDER BY id LIMIT ${limit} ${forUpdate}
            ) RETURNING id`
          if (changed.length > 0) yield* announce
          return changed.map(({ id }) => id).sort((one, other) => one - other)
        }, Effect.orDie)
      })
    })
  )
}
