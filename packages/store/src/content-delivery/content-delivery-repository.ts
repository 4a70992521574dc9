import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, except, type NewRowOf, type RowOf, type Selected, select } from "../database/table.ts"
import { contentDeliveryTable, publishingAttemptTable } from "../table/content-delivery-tables.ts"

/** The name of the branch, the default one included; null where the project uses no branches. */
const branchName = computed(
  Schema.NullOr(Schema.String),
  `(SELECT b.name FROM project p JOIN branch b ON b.project_id = p.id AND b.deleted_at IS NULL
    WHERE p.id = d.project_id AND p.use_branching = 1
      AND (b.id = d.branch_id OR (d.branch_id IS NULL AND b.is_default = 1)))`
)

const delivery = select({
  ...except(contentDeliveryTable.as("d"), "leasedUntil", "firstChangedAt", "createdAt"),
  branchName
})

export interface ContentDeliveryRow extends Selected<typeof delivery> {}

const attempt = select(publishingAttemptTable.as("a"))

export interface PublishingAttemptRow extends RowOf<typeof publishingAttemptTable> {}

/** The fields of a content delivery that people choose, besides its slug. */
export type ContentDeliveryEdit = Pick<
  RowOf<typeof contentDeliveryTable>,
  "branchId" | "storageId" | "name" | "slug" | "autoPublish" | "pruneBeforePublish" | "zip" | "parameters"
>

type DeliverySort = SortableProperty<"contentDeliveryConfigs">

const deliveryOrder: Readonly<Record<DeliverySort, string>> = { id: "d.id", name: "unicode_lower(d.name)" }

const branchOfContentDelivery = `(d.branch_id IS NULL OR EXISTS (
  SELECT 1 FROM branch x WHERE x.id = d.branch_id AND x.deleted_at IS NULL))`

/** Content deliveries of projects, without those of deleted branches. Writes need the lock of the project. */
export class ContentDeliveryRepository extends Context.Service<
  ContentDeliveryRepository,
  {
    readonly list: (
      request: RowPage<DeliverySort> & { readonly projectId: number }
    ) => Effect.Effect<PagedRows<ContentDeliveryRow>>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<ContentDeliveryRow>>
    readonly count: (projectId: number) => Effect.Effect<number>
    /** Says whether another content delivery has the slug in the storage. `storageId` null: the storage of the server. */
    readonly isSlugTaken: (slug: string, storageId: number | null, exceptId: number | null) => Effect.Effect<boolean>
    /** Adds a content delivery; returns its id. */
    readonly insert: (row: NewRowOf<typeof contentDeliveryTable>) => Effect.Effect<number>
    readonly update: (id: number, edit: ContentDeliveryEdit) => Effect.Effect<void>
    /** Forgets what was published, because the files belong to another slug or storage now. */
    readonly forgetPublished: (id: number) => Effect.Effect<void>
    /** Does the same for all content deliveries of a storage. */
    readonly forgetPublishedIn: (storageId: number) => Effect.Effect<void>
    readonly remove: (projectId: number, id: number) => Effect.Effect<void>
    /** Lists attempts to publish. */
    readonly listAttempts: (
      request: RowPage<"id"> & { readonly contentDeliveryId: number }
    ) => Effect.Effect<PagedRows<PublishingAttemptRow>>
  }
>()("@dragoman/store/content-delivery/ContentDeliveryRepository") {
  static readonly layer = Layer.effect(
    ContentDeliveryRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shown = (projectId: number) => sql`d.project_id = ${projectId} AND ${sql.literal(branchOfContentDelivery)}`
      const count = Effect.fnUntraced(function* (projectId: number) {
        const [counted] = yield* sql<{ total: number }>`
          SELECT CAST(count(*) AS INTEGER) AS total FROM content_delivery d WHERE ${shown(projectId)}`
        return counted?.total ?? 0
      })
      return ContentDeliveryRepository.of({
        list: Effect.fnUntraced(function* ({ projectId, ...page }) {
          const rows = yield* delivery.all(sql`
            SELECT ${delivery.columns} FROM content_delivery d
            WHERE ${shown(projectId)} ${orderAndLimit(sql, deliveryOrder, page)}`)
          return { rows, total: yield* count(projectId) }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* delivery.first(sql`
            SELECT ${delivery.columns} FROM content_delivery d WHERE ${shown(projectId)} AND d.id = ${id}`)
        }, Effect.orDie),

        count: (projectId) => Effect.orDie(count(projectId)),

        isSlugTaken: Effect.fnUntraced(function* (slug, storageId, exceptId) {
          const rows = yield* sql`
            SELECT id FROM content_delivery
            WHERE slug = ${slug} AND id <> ${exceptId ?? 0}
              AND ${storageId === null ? sql`storage_id IS NULL` : sql`storage_id = ${storageId}`}`
          return rows.length > 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          const [written] = yield* sql<{ id: number }>`${contentDeliveryTable.insert(sql, [row])} RETURNING id`
          return written?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (id, edit) {
          yield* contentDeliveryTable.update(sql, [{ ...edit, id }])
        }, Effect.orDie),

        forgetPublished: Effect.fnUntraced(function* (id) {
          yield* contentDeliveryTable.update(sql, [
            { id, liveVersion: null, lastPublishedAt: null, lastPublishedFiles: null }
          ])
        }, Effect.orDie),

        forgetPublishedIn: Effect.fnUntraced(function* (storageId) {
          yield* sql`
            UPDATE content_delivery SET live_version = NULL, last_published_at = NULL, last_published_files = NULL
            WHERE storage_id = ${storageId}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, id) {
          yield* sql`DELETE FROM content_delivery WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie),

        listAttempts: Effect.fnUntraced(function* ({ contentDeliveryId, ...page }) {
          const condition = sql`a.content_delivery_id = ${contentDeliveryId}`
          const rows = yield* attempt.all(sql`
            SELECT ${attempt.columns} FROM publishing_attempt a
            WHERE ${condition} ${orderAndLimit(sql, { id: "a.id" }, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM publishing_attempt a WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
