import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonSought } from "../database/sql-fragments.ts"
import { computed, except, optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { deleteImages } from "../image/delete-images.ts"
import { keyTable, screenshotReferenceTable } from "../table/content-tables.ts"
import { imageTable } from "../table/image-tables.ts"
import { namespaceTable } from "../table/project-tables.ts"

/** A key is seen in a screenshot. */
export interface ScreenshotLink {
  readonly imageId: number
  readonly keyId: number
}

export interface ScreenshotReference extends Omit<RowOf<typeof screenshotReferenceTable>, "projectId"> {}

const r = screenshotReferenceTable.as("r")
const i = imageTable.as("i")
const k = keyTable.as("k")

const reference = select({
  ...except(r, "projectId"),
  keyName: k.name,
  /** null: the default namespace. */
  keyNamespace: optional(namespaceTable.as("n")).name
})

export interface ScreenshotReferenceRow extends Selected<typeof reference> {}

const link = select(pick(r, "imageId", "keyId", "projectId"))
const located = select({ ...pick(r, "imageId", "keyId"), location: computed(Schema.String, "i.location") })
const screenshot = select(pick(i, "id", "name", "location", "width", "height", "createdAt"))

export interface ScreenshotRow extends Selected<typeof screenshot> {
  /** References by key; those of keys in the trash only on request, those of other branches never. */
  readonly references: ReadonlyArray<ScreenshotReferenceRow>
}

/** Screenshots and the keys that are seen in them. Writes belong into the transaction of the change. */
export class ScreenshotRepository extends Context.Service<
  ScreenshotRepository,
  {
    /** Lists screenshots by id. Two statements for any number of them. */
    readonly listOfKeys: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ScreenshotRow>>
    /** The keys of these screenshots, those in the trash too. */
    readonly listLinks: (
      imageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ScreenshotLink & { readonly projectId: number }>>
    /** Lists those of the keys that have screenshots with these locations, by image and key. */
    readonly listByLocation: (
      keyIds: ReadonlyArray<number>,
      locations: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ScreenshotLink & { readonly location: string }>>
    /** Counts the screenshots of one key. */
    readonly count: (keyId: number) => Effect.Effect<number>
    readonly insert: (projectId: number, references: ReadonlyArray<ScreenshotReference>) => Effect.Effect<void>
    /** The images stay, even those without keys. */
    readonly removeLinks: (links: ReadonlyArray<ScreenshotLink>) => Effect.Effect<void>
    /** Removes those of the images that show no key any more. */
    readonly removeWithoutKeys: (imageIds: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("@dragoman/store/screenshot/ScreenshotRepository") {
  static readonly layer = Layer.effect(
    ScreenshotRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ScreenshotRepository.of({
        listOfKeys: Effect.fnUntraced(function* (keyIds) {
          if (keyIds.length === 0) return []
          const images = yield* screenshot.all(sql`
            SELECT ${screenshot.columns} FROM image i
            WHERE i.id IN (SELECT r.image_id FROM screenshot_reference r WHERE r.key_id IN ${jsonIds(sql, keyIds)})
            ORDER BY i.id`)
          if (images.length === 0) return []
          const ids = images.map(({ id }) => id)
          const references = yield* reference.all(sql`
            SELECT ${reference.columns}
            FROM screenshot_reference r
            JOIN translation_key k ON k.id = r.key_id AND k.project_id = r.project_id LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE r.image_id IN ${jsonIds(sql, ids)}
              AND (k.deleted_at IS NULL OR k.id IN ${jsonIds(sql, keyIds)})
              AND COALESCE(k.branch_id, 0) IN (
                SELECT COALESCE(listed.branch_id, 0) FROM translation_key listed WHERE listed.id IN ${jsonIds(sql, keyIds)})
            ORDER BY r.image_id, r.key_id`)
          const byImage = Map.groupBy(references, ({ imageId }) => imageId)
          return images.map((image) => ({ ...image, references: byImage.get(image.id) ?? [] }))
        }, Effect.orDie),

        listLinks: Effect.fnUntraced(function* (imageIds) {
          if (imageIds.length === 0) return []
          return yield* link.all(sql`
            SELECT ${link.columns} FROM screenshot_reference r
            WHERE r.image_id IN ${jsonIds(sql, imageIds)} ORDER BY r.image_id, r.key_id`)
        }, Effect.orDie),

        listByLocation: Effect.fnUntraced(function* (keyIds, locations) {
          if (keyIds.length === 0 || locations.length === 0) return []
          const input = jsonSought(
            sql,
            { location: "text" },
            locations.map((location) => ({ location }))
          )
          return yield* located.all(sql`
            SELECT ${located.columns} FROM screenshot_reference r JOIN image i ON i.id = r.image_id
            WHERE r.key_id IN ${jsonIds(sql, keyIds)} AND i.location IN (SELECT input.location FROM ${input} input)
            ORDER BY r.image_id, r.key_id`)
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (keyId) {
          const [row] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM screenshot_reference WHERE key_id = ${keyId}`
          return row?.total ?? 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (projectId, references) {
          if (references.length > 0) yield* screenshotReferenceTable.insert(sql, references, { projectId })
        }, Effect.orDie),

        removeLinks: Effect.fnUntraced(function* (links) {
          if (links.length === 0) return
          yield* sql`
            DELETE FROM screenshot_reference WHERE (image_id, key_id) IN (
              SELECT input.image_id, input.key_id FROM ${screenshotReferenceTable.values(sql, links)} input)`
        }, Effect.orDie),

        removeWithoutKeys: Effect.fnUntraced(function* (imageIds) {
          if (imageIds.length === 0) return
          yield* deleteImages(
            sql,
            sql`id IN ${jsonIds(sql, imageIds)}
              AND NOT EXISTS (SELECT 1 FROM screenshot_reference r WHERE r.image_id = image.id)`
          )
        }, Effect.orDie)
      })
    })
  )
}
