import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { forUpdate } from "../database/locks.ts"
import { orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { except, type NewRowOf, type Selected, select } from "../database/table.ts"
import { makeSecretColumns, openWebhookSecrets, sealWebhookSecrets } from "../encryption/secret-columns.ts"
import { webhookConfigurationTable } from "../table/webhook-tables.ts"

const configuration = select(except(webhookConfigurationTable.as(), "createdAt", "deletedAt"))

export interface WebhookConfigurationRow extends Selected<typeof configuration> {}

type WebhookConfigurationSort = SortableProperty<"webhookConfigurations">

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
      options: RowPage<WebhookConfigurationSort> & { readonly projectId: number }
    ) => Effect.Effect<PagedRows<WebhookConfigurationRow>>
    /** Counts the configurations of the project. */
    readonly count: (projectId: number) => Effect.Effect<number>
    /** Says whether any project has one; one that is not erased yet counts. */
    readonly exist: Effect.Effect<boolean>
    readonly insert: (row: NewRowOf<typeof webhookConfigurationTable>) => Effect.Effect<WebhookConfigurationRow>
    /** Writes everything but the project. */
    readonly update: (row: WebhookConfigurationRow) => Effect.Effect<void>
    /** Erases previous secrets that sign no more; returns how many. `now`: epoch milliseconds. */
    readonly eraseExpiredSecrets: (now: number) => Effect.Effect<number>
    /**
     * Nothing is sent for it any more, and no list shows it. It and its deliveries, of which there may be many, are erased
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
      const opened = (row: WebhookConfigurationRow): WebhookConfigurationRow => ({
        ...row,
        ...openWebhookSecrets(secretColumns, row)
      })
      const find = (projectId: number, id: number, lock: Statement.Fragment) =>
        configuration
          .first(sql`
            SELECT ${configuration.columns} FROM webhook_configuration
            WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL ${lock}`)
          .pipe(Effect.map(Option.map(opened)))
      return WebhookConfigurationRepository.of({
        find: Effect.fn("WebhookConfigurationRepository.find")(
          (projectId, id) => find(projectId, id, sql.literal("")),
          Effect.orDie
        ),

        findLocked: Effect.fn("WebhookConfigurationRepository.findLocked")(
          (projectId, id) => find(projectId, id, forUpdate(sql)),
          Effect.orDie
        ),

        count: Effect.fnUntraced(function* (projectId) {
          const [row] = yield* sql<{ count: number }>`
            SELECT COUNT(*) AS count FROM webhook_configuration
            WHERE project_id = ${projectId} AND deleted_at IS NULL`
          return row?.count ?? 0
        }, Effect.orDie),

        exist: Effect.map(sql`SELECT id FROM webhook_configuration LIMIT 1`, (rows) => rows.length > 0).pipe(
          Effect.orDie
        ),

        list: Effect.fnUntraced(function* ({ projectId, ...page }) {
          const all = sql`
            SELECT ${configuration.columns} FROM webhook_configuration
            WHERE project_id = ${projectId} AND deleted_at IS NULL`
          if (page.sort.some(({ property }) => property === "url")) {
            const rows = (yield* configuration.all(all)).map(opened)
            const sorted = rows.sort(inOrderOf(page.sort))
            return { total: rows.length, rows: sorted.slice(page.offset, page.offset + page.limit) }
          }
          const rows = yield* configuration.all(sql`${all} ${orderAndLimit(sql, sortColumns, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM webhook_configuration
            WHERE project_id = ${projectId} AND deleted_at IS NULL`
          return { total: counted?.total ?? 0, rows: rows.map(opened) }
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (input) {
          const sealIn = yield* secretColumns.sealing
          // Encrypted values belong to the id, which exists only now; no other transaction sees the row before the commit.
          const plain = {
            url: input.url,
            secret: input.secret,
            previousSecret: input.previousSecret ?? null,
            headers: input.headers ?? null
          }
          const [inserted] = yield* configuration.all(sql`
            ${webhookConfigurationTable.insert(sql, [{ ...input, url: "", secret: "", previousSecret: null, headers: null }])}
            RETURNING ${configuration.columns}`)
          const row = { ...(inserted as WebhookConfigurationRow), ...plain }
          const { url, secret, previousSecret, headers } = sealWebhookSecrets(sealIn, row)
          yield* webhookConfigurationTable.update(sql, [{ id: row.id, url, secret, previousSecret, headers }])
          return row
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (row) {
          const { projectId: _, ...values } = sealWebhookSecrets(yield* secretColumns.sealing, row)
          yield* webhookConfigurationTable.update(sql, [values])
        }, Effect.orDie),

        eraseExpiredSecrets: Effect.fnUntraced(function* (now) {
          const rows = yield* sql`
            UPDATE webhook_configuration SET previous_secret = NULL, previous_secret_until = NULL
            WHERE id IN (
              SELECT id FROM webhook_configuration WHERE previous_secret_until <= ${now} ORDER BY id ${forUpdate(sql)}
            ) RETURNING id`
          return rows.length
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, id, at) {
          yield* sql`UPDATE webhook_configuration SET enabled = 0, deleted_at = ${at}
            WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}

/** The order that SQL gives with the other properties; URLs in that of their UTF-16 units. */
const inOrderOf =
  (sort: RowPage<WebhookConfigurationSort>["sort"]) =>
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
