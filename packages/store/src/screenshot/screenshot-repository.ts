import type { Position } from "@dragoman/domain/image"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows, jsonSought } from "../database/json-rows.ts"

/** A key is seen in a screenshot. */
export interface ScreenshotLink {
  readonly imageId: number
  readonly keyId: number
}

export interface ScreenshotReference extends ScreenshotLink {
  /** In pixels of the stored image; null: it is not known where. */
  readonly positions: ReadonlyArray<Position> | null
  /** The text of the key when the image was taken. */
  readonly originalText: string | null
}

export interface ScreenshotReferenceRow extends ScreenshotReference {
  readonly keyName: string
  /** null: the default namespace. */
  readonly keyNamespace: string | null
}

export interface ScreenshotRow {
  readonly id: number
  /** Under which its files are found. */
  readonly name: string
  readonly location: string | null
  readonly width: number
  readonly height: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** By key; keys in the trash only when they were asked for. */
  readonly references: ReadonlyArray<ScreenshotReferenceRow>
}

const linkColumns = { image_id: "integer", key_id: "integer" } as const

const referenceColumns = { ...linkColumns, positions: "text", original_text: "text" } as const

/** Screenshots and the keys that are seen in them. Writes belong into the transaction of the change. */
export class ScreenshotRepository extends Context.Service<
  ScreenshotRepository,
  {
    /** By id. Two statements, whatever their number. */
    readonly listOfKeys: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ScreenshotRow>>
    /** The keys of these screenshots, those in the trash too. */
    readonly listLinks: (
      imageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ScreenshotLink & { readonly projectId: number }>>
    /** Of the keys, those that have screenshots with these locations; by image and key. */
    readonly listByLocation: (
      keyIds: ReadonlyArray<number>,
      locations: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ScreenshotLink & { readonly location: string }>>
    /** Of one key. */
    readonly count: (keyId: number) => Effect.Effect<number>
    readonly insert: (references: ReadonlyArray<ScreenshotReference>) => Effect.Effect<void>
    /** The images stay, even those without keys. */
    readonly removeLinks: (links: ReadonlyArray<ScreenshotLink>) => Effect.Effect<void>
    /** Those of the images that no key is seen in any more. */
    readonly removeWithoutKeys: (imageIds: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("@dragoman/store/screenshot/ScreenshotRepository") {
  static readonly layer = Layer.effect(
    ScreenshotRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ScreenshotRepository.of({
        listOfKeys: Effect.fn("ScreenshotRepository.listOfKeys")(function* (keyIds) {
          if (keyIds.length === 0) return []
          const images = yield* sql<Omit<ScreenshotRow, "references">>`
            SELECT i.id, i.name, i.location, i.width, i.height, i.created_at FROM image i
            WHERE i.id IN (SELECT r.image_id FROM screenshot_reference r WHERE r.key_id IN ${jsonIds(sql, keyIds)})
            ORDER BY i.id`
          if (images.length === 0) return []
          const ids = images.map(({ id }) => id)
          const references = yield* sql<ReferenceColumns>`
            SELECT r.image_id, r.key_id, r.positions, r.original_text, k.name AS key_name, n.name AS key_namespace
            FROM screenshot_reference r
            JOIN translation_key k ON k.id = r.key_id LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE r.image_id IN ${jsonIds(sql, ids)}
              AND (k.deleted_at IS NULL OR k.id IN ${jsonIds(sql, keyIds)})
            ORDER BY r.image_id, r.key_id`
          const byImage = Map.groupBy(references.map(toReferenceRow), ({ imageId }) => imageId)
          return images.map((image) => ({ ...image, references: byImage.get(image.id) ?? [] }))
        }, Effect.orDie),

        listLinks: Effect.fn("ScreenshotRepository.listLinks")(function* (imageIds) {
          if (imageIds.length === 0) return []
          return yield* sql<ScreenshotLink & { projectId: number }>`
            SELECT r.image_id, r.key_id, k.project_id FROM screenshot_reference r
            JOIN translation_key k ON k.id = r.key_id
            WHERE r.image_id IN ${jsonIds(sql, imageIds)} ORDER BY r.image_id, r.key_id`
        }, Effect.orDie),

        listByLocation: Effect.fn("ScreenshotRepository.listByLocation")(function* (keyIds, locations) {
          if (keyIds.length === 0 || locations.length === 0) return []
          const given = jsonSought(
            sql,
            { location: "text" },
            locations.map((location) => ({ location }))
          )
          return yield* sql<ScreenshotLink & { location: string }>`
            SELECT r.image_id, r.key_id, i.location FROM screenshot_reference r JOIN image i ON i.id = r.image_id
            WHERE r.key_id IN ${jsonIds(sql, keyIds)} AND i.location IN (SELECT given.location FROM ${given} given)
            ORDER BY r.image_id, r.key_id`
        }, Effect.orDie),

        count: Effect.fn("ScreenshotRepository.count")(function* (keyId) {
          const [row] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM screenshot_reference WHERE key_id = ${keyId}`
          return row?.total ?? 0
        }, Effect.orDie),

        insert: Effect.fn("ScreenshotRepository.insert")(function* (references) {
          if (references.length === 0) return
          const rows = references.map(({ imageId, keyId, positions, originalText }) => ({
            image_id: imageId,
            key_id: keyId,
            positions: positions && JSON.stringify(positions),
            original_text: originalText
          }))
          yield* sql`
            INSERT INTO screenshot_reference (image_id, key_id, positions, original_text)
            SELECT given.image_id, given.key_id, given.positions, given.original_text
            FROM ${jsonRows(sql, referenceColumns, rows)} given`
        }, Effect.orDie),

        removeLinks: Effect.fn("ScreenshotRepository.removeLinks")(function* (links) {
          if (links.length === 0) return
          const rows = links.map(({ imageId, keyId }) => ({ image_id: imageId, key_id: keyId }))
          yield* sql`
            DELETE FROM screenshot_reference WHERE (image_id, key_id) IN (
              SELECT given.image_id, given.key_id FROM ${jsonRows(sql, linkColumns, rows)} given)`
        }, Effect.orDie),

        removeWithoutKeys: Effect.fn("ScreenshotRepository.removeWithoutKeys")(function* (imageIds) {
          if (imageIds.length === 0) return
          yield* sql`
            DELETE FROM image WHERE id IN ${jsonIds(sql, imageIds)}
              AND NOT EXISTS (SELECT 1 FROM screenshot_reference r WHERE r.image_id = image.id)`
        }, Effect.orDie)
      })
    })
  )
}

type ReferenceColumns = Omit<ScreenshotReferenceRow, "positions"> & { readonly positions: string | null }

const toReferenceRow = ({ positions, ...row }: ReferenceColumns): ScreenshotReferenceRow => ({
  ...row,
  positions: positions === null ? null : JSON.parse(positions)
})
