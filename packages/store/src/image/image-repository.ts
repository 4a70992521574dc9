import type { ImageVariant, PixelSize } from "@dragoman/domain/image"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { computed, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { type AvatarPurpose, type ImagePurpose, imagePieceTable, imageTable } from "../table/image-tables.ts"

export type { AvatarPurpose, ImagePurpose } from "../table/image-tables.ts"

export interface NewImage
  extends Pick<RowOf<typeof imageTable>, "name" | "purpose" | "ownerId" | "location" | "createdAt"> {
  /** Size of the large variant. */
  readonly size: PixelSize
  /** Size of the image as it was uploaded. */
  readonly uploadedSize: PixelSize
  readonly contents: ReadonlyArray<{ readonly variant: ImageVariant; readonly bytes: Uint8Array }>
}

const upload = select({
  ...pick(imageTable.as(), "id", "location", "width", "height", "uploadedWidth", "uploadedHeight"),
  ownerId: computed(Schema.Number, "owner_id")
})

export interface UploadRow extends Selected<typeof upload> {}

const piece = select(pick(imagePieceTable.as(), "content"))

export interface ImageFileRow {
  readonly imageId: number
  /** Bytes of the variant. */
  readonly size: number
}

export interface UnusedImages {
  readonly ids: ReadonlyArray<number>
  /** Id of the last image that was checked; null: there are no more. */
  readonly lastId: number | null
}

/** Bytes that are read or written at once, in less than a millisecond. */
const pieceBytesMax = 256 * 1024

const ownerTables: Readonly<Record<AvatarPurpose, string>> = {
  USER_AVATAR: "user_account",
  ORGANIZATION_AVATAR: "organization",
  PROJECT_AVATAR: "project"
}

/** Images with their contents. Writes belong into the transaction of the change. */
export class ImageRepository extends Context.Service<
  ImageRepository,
  {
    /** The id. A statement for each piece of the contents; others get their turn in between. */
    readonly insert: (image: NewImage) => Effect.Effect<number>
    readonly findFile: (
      name: string,
      variant: ImageVariant,
      purposes: ReadonlyArray<ImagePurpose>
    ) => Effect.Effect<Option.Option<ImageFileRow>>
    /** The piece of a variant, counted from 0; None: behind the last one, or the image is gone. */
    readonly readPiece: (
      imageId: number,
      variant: ImageVariant,
      position: number
    ) => Effect.Effect<Option.Option<Uint8Array>>
    /** Lists uploads of all users; images that are no uploads, or no longer, are left out. */
    readonly listUploads: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<UploadRow>>
    readonly countUploads: (userId: number) => Effect.Effect<number>
    /** The uploads are screenshots from now on. */
    readonly toScreenshots: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    readonly remove: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** Sets the name under which the avatar of a user, an organization or a project is found; removes the earlier one. */
    readonly setAvatar: (purpose: AvatarPurpose, ownerId: number, name: string | null) => Effect.Effect<void>
    /**
     * Unused images behind an id: uploads from before a time, screenshots without keys, avatars of what was
     * deleted.
     */
    readonly listUnused: (request: {
      readonly afterId: number
      readonly uploadedBefore: number
      readonly limit: number
    }) => Effect.Effect<UnusedImages>
    /** Lists uploads from before a time, some at once. Reads uploads only. */
    readonly listExpiredUploads: (uploadedBefore: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** Removes those of the images that are still unused. */
    readonly removeUnused: (ids: ReadonlyArray<number>, uploadedBefore: number) => Effect.Effect<void>
  }
>()("@dragoman/store/image/ImageRepository") {
  static readonly layer = Layer.effect(
    ImageRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isUnused = (uploadedBefore: number): Statement.Fragment => sql`(
        CASE i.purpose
          WHEN 'UPLOAD' THEN CASE WHEN i.created_at < ${uploadedBefore} THEN 1 ELSE 0 END
          WHEN 'SCREENSHOT' THEN
            CASE WHEN EXISTS (SELECT 1 FROM screenshot_reference r WHERE r.image_id = i.id) THEN 0 ELSE 1 END
          WHEN 'USER_AVATAR' THEN
            (SELECT CASE WHEN u.deleted_at IS NULL THEN 0 ELSE 1 END FROM user_account u WHERE u.id = i.owner_id)
          WHEN 'ORGANIZATION_AVATAR' THEN
            (SELECT CASE WHEN o.deleted_at IS NULL THEN 0 ELSE 1 END FROM organization o WHERE o.id = i.owner_id)
          ELSE (SELECT CASE WHEN p.deleted_at IS NULL THEN 0 ELSE 1 END FROM project p WHERE p.id = i.owner_id)
        END)`

      return ImageRepository.of({
        insert: Effect.fnUntraced(function* (image) {
          const row = {
            name: image.name,
            purpose: image.purpose,
            ownerId: image.ownerId,
            location: image.location,
            width: image.size.width,
            height: image.size.height,
            uploadedWidth: image.uploadedSize.width,
            uploadedHeight: image.uploadedSize.height,
            createdAt: image.createdAt
          }
          const [inserted] = yield* sql<{ id: number }>`${imageTable.insert(sql, [row])} RETURNING id`
          const id = inserted?.id ?? 0
          for (const { variant, bytes } of image.contents) {
            for (let start = 0; start < bytes.byteLength; start += pieceBytesMax) {
              const piece = bytes.subarray(start, start + pieceBytesMax)
              // The driver of SQLite takes buffers only.
              const content = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
              yield* sql`INSERT INTO image_piece (image_id, variant, position, content)
                VALUES (${id}, ${variant}, ${start / pieceBytesMax}, ${content})`
              yield* Effect.yieldNow
            }
          }
          return id
        }, Effect.orDie),

        findFile: Effect.fnUntraced(function* (name, variant, purposes) {
          const rows = yield* sql<ImageFileRow>`
            SELECT i.id AS image_id, CAST(sum(length(p.content)) AS INTEGER) AS size
            FROM image i JOIN image_piece p ON p.image_id = i.id AND p.variant = ${variant}
            WHERE i.name = ${name} AND ${sql.in("i.purpose", purposes)} GROUP BY i.id`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        readPiece: Effect.fnUntraced(function* (imageId, variant, position) {
          const found = yield* piece.first(sql`
            SELECT ${piece.columns} FROM image_piece
            WHERE image_id = ${imageId} AND variant = ${variant} AND position = ${position}`)
          return Option.map(found, ({ content }) => content)
        }, Effect.orDie),

        listUploads: Effect.fnUntraced(function* (ids) {
          if (ids.length === 0) return []
          return yield* upload.all(sql`
            SELECT ${upload.columns} FROM image
            WHERE id IN ${jsonIds(sql, ids)} AND purpose = 'UPLOAD' ORDER BY id`)
        }, Effect.orDie),

        countUploads: Effect.fnUntraced(function* (userId) {
          const [row] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM image WHERE purpose = 'UPLOAD' AND owner_id = ${userId}`
          return row?.total ?? 0
        }, Effect.orDie),

        toScreenshots: Effect.fnUntraced(function* (ids) {
          yield* sql`UPDATE image SET purpose = 'SCREENSHOT', owner_id = NULL WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (ids) {
          yield* sql`DELETE FROM image WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        setAvatar: Effect.fnUntraced(function* (purpose, ownerId, name) {
          const owners = sql(ownerTables[purpose])
          yield* sql`DELETE FROM image WHERE purpose = ${purpose} AND owner_id = ${ownerId} AND name IN (
            SELECT avatar_hash FROM ${owners} WHERE id = ${ownerId})`
          yield* sql`UPDATE ${owners} SET avatar_hash = ${name} WHERE id = ${ownerId}`
        }, Effect.orDie),

        listUnused: Effect.fnUntraced(function* ({ afterId, uploadedBefore, limit }) {
          const rows = yield* sql<{ id: number; unused: number }>`
            SELECT i.id, ${isUnused(uploadedBefore)} AS unused FROM image i
            WHERE i.id > ${afterId} ORDER BY i.id LIMIT ${limit}`
          return {
            ids: rows.filter(({ unused }) => unused === 1).map(({ id }) => id),
            lastId: rows.at(-1)?.id ?? null
          }
        }, Effect.orDie),

        listExpiredUploads: Effect.fnUntraced(function* (uploadedBefore, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM image WHERE purpose = 'UPLOAD' AND created_at < ${uploadedBefore} ORDER BY owner_id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        removeUnused: Effect.fnUntraced(function* (ids, uploadedBefore) {
          yield* sql`DELETE FROM image WHERE id IN (
            SELECT i.id FROM image i WHERE i.id IN ${jsonIds(sql, ids)} AND ${isUnused(uploadedBefore)} = 1)`
        }, Effect.orDie)
      })
    })
  )
}
