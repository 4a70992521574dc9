import type { EventFilter, WebhookSecrets } from "@dragoman/domain/webhook"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { forUpdate } from "../database/for-update.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"
import type { StoredPlace } from "../encryption/envelope.ts"
import { makeSecretColumns } from "../encryption/secret-columns.ts"
import { eventFilterFromText, eventFilterToText } from "./event-filter-text.ts"
import { openWebhookSecrets, type WebhookSecretColumn, webhookSecretPlace } from "./webhook-secret-columns.ts"

export interface WebhookConfigurationRow extends WebhookSecrets {
  readonly id: number
  readonly projectId: number
  readonly url: string
  readonly enabled: boolean
  readonly autoDisabled: boolean
  /** Its deliveries are made and wait. */
  readonly paused: boolean
  /** null: every change. */
  readonly eventFilter: EventFilter | null
  /** Who set the address: bodies show the texts that this user may see. null: all texts. */
  readonly authorId: number | null
  /** False: bodies show no texts. */
  readonly showsTexts: boolean
  /** Epoch milliseconds, as the other times; null: the last attempt succeeded, or there was none. */
  readonly firstFailedAt: number | null
  readonly lastExecutedAt: number | null
  /** When the owners were told of the run of failures; null: not yet. */
  readonly warnedAt: number | null
  /** The endpoint asked to be left alone until then. */
  readonly heldUntil: number | null
}

type WebhookConfigurationSort = "id" | "url" | "enabled" | "autoDisabled" | "firstFailed" | "lastExecuted"

/** URLs are stored encrypted or not, so their order is not one of SQL. */
const sortColumns: Readonly<Record<Exclude<WebhookConfigurationSort, "url">, string>> = {
  id: "id",
  enabled: "enabled",
  autoDisabled: "auto_disabled",
  // Never before any time.
  firstFailed: "COALESCE(first_failed_at, 0)",
  lastExecuted: "COALESCE(last_executed_at, 0)"
}

/** A row is found only under its own project. Writes belong into a transaction. */
export class WebhookConfigurationRepository extends Context.Service<
  WebhookConfigurationRepository,
  {
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<WebhookConfigurationRow>>
    /** Locked until the end of the transaction, because the dispatcher moves the same columns. */
    readonly findLocked: (projectId: number, id: number) => Effect.Effect<Option.Option<WebhookConfigurationRow>>
    /** `sort`: the last criterion is always the id. */
    readonly list: (
      options: RowSlice<WebhookConfigurationSort> & { readonly projectId: number }
    ) => Effect.Effect<SlicedRows<WebhookConfigurationRow>>
    readonly insert: (row: {
      readonly projectId: number
      readonly url: string
      readonly secret: string
      readonly paused: boolean
      readonly eventFilter: EventFilter | null
      readonly authorId: number
      readonly showsTexts: boolean
      readonly createdAt: number
    }) => Effect.Effect<WebhookConfigurationRow>
    /** Writes everything but the project. */
    readonly update: (row: WebhookConfigurationRow) => Effect.Effect<void>
    /** Erases previous secrets that sign no more; returns how many. `now`: epoch milliseconds. */
    readonly eraseExpiredSecrets: (now: number) => Effect.Effect<number>
    /**
     * Nothing is sent for it any more, and nobody sees it. It and its deliveries, of which there may be many, are erased
     * later, in portions. `at`: epoch milliseconds.
     */
    readonly remove: (projectId: number, id: number, at: number) => Effect.Effect<void>
  }
>()("@dragoman/store/webhook/WebhookConfigurationRepository") {
  static readonly layer = Layer.effect(
    WebhookConfigurationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secretColumns = yield* makeSecretColumns
      const toRow = (row: WebhookConfigurationColumns): WebhookConfigurationRow => ({
        ...row,
        ...openWebhookSecrets(secretColumns, row),
        enabled: row.enabled === 1,
        autoDisabled: row.autoDisabled === 1,
        paused: row.paused === 1,
        showsTexts: row.showsTexts === 1,
        eventFilter: eventFilterFromText(row.eventFilter)
      })
      const columns = sql.literal(
        `id, project_id, url, secret, previous_secret, previous_secret_until, enabled, auto_disabled, paused, event_filter,
          author_id, shows_texts, first_failed_at, last_executed_at, warned_at, held_until`
      )
      return WebhookConfigurationRepository.of({
        find: Effect.fn("WebhookConfigurationRepository.find")(function* (projectId, id) {
          const rows = yield* sql<WebhookConfigurationColumns>`
            SELECT ${columns} FROM webhook_configuration
            WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL`
          return Option.map(Option.fromNullishOr(rows[0]), toRow)
        }, Effect.orDie),

        findLocked: Effect.fn("WebhookConfigurationRepository.findLocked")(function* (projectId, id) {
          const rows = yield* sql<WebhookConfigurationColumns>`
            SELECT ${columns} FROM webhook_configuration
            WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL ${forUpdate(sql)}`
          return Option.map(Option.fromNullishOr(rows[0]), toRow)
        }, Effect.orDie),

        list: Effect.fn("WebhookConfigurationRepository.list")(function* ({ projectId, ...page }) {
          if (page.sort.some(({ property }) => property === "url")) {
            const rows = (yield* sql<WebhookConfigurationColumns>`
              SELECT ${columns} FROM webhook_configuration
              WHERE project_id = ${projectId} AND deleted_at IS NULL`).map(toRow)
            const sorted = rows.sort(inOrderOf(page.sort))
            return { total: rows.length, rows: sorted.slice(page.offset, page.offset + page.limit) }
          }
          const rows = yield* sql<WebhookConfigurationColumns>`
            SELECT ${columns} FROM webhook_configuration WHERE project_id = ${projectId} AND deleted_at IS NULL
            ${slice(sql, sortColumns, page)}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM webhook_configuration
            WHERE project_id = ${projectId} AND deleted_at IS NULL`
          return { total: counted?.total ?? 0, rows: rows.map(toRow) }
        }, Effect.orDie),

        insert: Effect.fn("WebhookConfigurationRepository.insert")(function* ({ url, secret, ...row }) {
          const sealIn = yield* secretColumns.sealing
          // Encrypted values belong to the id, which exists only now. Nobody sees the row before the commit.
          const rows = yield* sql<WebhookConfigurationColumns>`
            INSERT INTO webhook_configuration ${sql.insert({
              project_id: row.projectId,
              url: "",
              secret: "",
              paused: row.paused ? 1 : 0,
              event_filter: eventFilterToText(row.eventFilter),
              author_id: row.authorId,
              shows_texts: row.showsTexts ? 1 : 0,
              created_at: row.createdAt
            })} RETURNING ${columns}`
          const inserted = rows[0] as WebhookConfigurationColumns
          yield* sql`UPDATE webhook_configuration SET ${sql.update({
            url: sealIn(webhookSecretPlace(inserted.id, "url"), url),
            secret: sealIn(webhookSecretPlace(inserted.id, "secret"), secret)
          })} WHERE id = ${inserted.id}`
          return { ...toRow(inserted), url, secret }
        }, Effect.orDie),

        update: Effect.fn("WebhookConfigurationRepository.update")(function* (row) {
          const sealIn = yield* secretColumns.sealing
          const place = (column: WebhookSecretColumn): StoredPlace => webhookSecretPlace(row.id, column)
          yield* sql`UPDATE webhook_configuration SET ${sql.update({
            url: sealIn(place("url"), row.url),
            secret: sealIn(place("secret"), row.secret),
            previous_secret: row.previousSecret && sealIn(place("previous_secret"), row.previousSecret),
            previous_secret_until: row.previousSecretUntil,
            paused: row.paused ? 1 : 0,
            event_filter: eventFilterToText(row.eventFilter),
            author_id: row.authorId,
            shows_texts: row.showsTexts ? 1 : 0,
            enabled: row.enabled ? 1 : 0,
            auto_disabled: row.autoDisabled ? 1 : 0,
            first_failed_at: row.firstFailedAt,
            last_executed_at: row.lastExecutedAt,
            warned_at: row.warnedAt,
            held_until: row.heldUntil
          })} WHERE id = ${row.id}`
        }, Effect.orDie),

        eraseExpiredSecrets: Effect.fn("WebhookConfigurationRepository.eraseExpiredSecrets")(function* (now) {
          const rows = yield* sql`
            UPDATE webhook_configuration SET previous_secret = NULL, previous_secret_until = NULL
            WHERE id IN (
              SELECT id FROM webhook_configuration WHERE previous_secret_until <= ${now} ORDER BY id ${forUpdate(sql)}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        remove: Effect.fn("WebhookConfigurationRepository.remove")(function* (projectId, id, at) {
          yield* sql`UPDATE webhook_configuration SET enabled = 0, deleted_at = ${at}
            WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}

interface WebhookConfigurationColumns
  extends Omit<WebhookConfigurationRow, "enabled" | "autoDisabled" | "paused" | "eventFilter" | "showsTexts"> {
  readonly enabled: number
  readonly autoDisabled: number
  readonly paused: number
  readonly showsTexts: number
  readonly eventFilter: string | null
}

/** The order that SQL gives with the other properties; URLs in that of their UTF-16 units. */
const inOrderOf =
  (sort: RowSlice<WebhookConfigurationSort>["sort"]) =>
  (left: WebhookConfigurationRow, right: WebhookConfigurationRow): number => {
    for (const { property, direction } of sort) {
      const [first, second] = [sortValues[property](left), sortValues[property](right)]
      if (first !== second) return first < second === (direction === "asc") ? -1 : 1
    }
    return 0
  }

const sortValues: Readonly<Record<WebhookConfigurationSort, (row: WebhookConfigurationRow) => string | number>> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  enabled: ({ enabled }) => (enabled ? 1 : 0),
  autoDisabled: ({ autoDisabled }) => (autoDisabled ? 1 : 0),
  firstFailed: ({ firstFailedAt }) => firstFailedAt ?? 0,
  lastExecuted: ({ lastExecutedAt }) => lastExecutedAt ?? 0
}
