import type { ImageVariant, PixelSize } from "@dragoman/domain/image"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { jsonIds, jsonTexts } from "../database/sql-fragments.ts"
import { computed, pick, type RowOf, type Selected, select } from "../database/table.ts"
import {
  type AvatarPurpose,
  type ImagePurpose,
  imageObjectTable,
  imagePieceTable,
  imageTable
} from "../table/image-tables.ts"
import { deleteImages } from "./delete-images.ts"

export type { AvatarPurpose, ImagePurpose } from "../table/image-tables.ts"

export interface NewImage
  extends Pick<RowOf<typeof imageTable>, "name" | "purpose" | "ownerId" | "location" | "createdAt"> {
  /** Size of the large variant. */
  readonly size: PixelSize
  /** Size of the image as it was uploaded. */
  readonly uploadedSize: PixelSize
  readonly contents: ReadonlyArray<ImageContent>
  /** The reserved object that has the contents; null or absent: the database gets them. */
  readonly objectName?: string | null
}

/** The bytes of a variant. */
export interface ImageContent {
  readonly variant: ImageVariant
  readonly bytes: Uint8Array
}

const upload = select({
  ...pick(imageTable.as(), "id", "location", "width", "height", "uploadedWidth", "uploadedHeight"),
  ownerId: computed(Schema.Number, "owner_id")
})

export interface UploadRow extends Selected<typeof upload> {}

const piece = select(pick(imagePieceTable.as(), "content"))
const content = select(pick(imagePieceTable.as(), "variant", "content"))

export interface ImageFileRow {
  readonly imageId: number
  /** The object that has the contents; null: the database has them. */
  readonly objectName: string | null
  /** Bytes of the variant in the database. */
  readonly size: number
}

/** An image with the object that has its contents; null: the database has them. */
export interface PlacedImage {
  readonly id: number
  readonly objectName: string | null
}

/** Where the contents of images lie. */
export type ImagePlace = "database" | "bucket"

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

const objectGivenUp = () => new Error("The image was uploaded for so long that its object was given up.")

/** Images with their contents. Writes belong into the transaction of the change. */
export class ImageRepository extends Context.Service<
  ImageRepository,
  {
    /**
     * Inserts an image, and returns its id. A statement for each piece of the contents; others get their turn in between. A defect: the
     * object is no longer reserved.
     */
    readonly insert: (image: NewImage) => Effect.Effect<number>
    /** Finds the object of an image; None: there is no such image. */
    readonly findPlace: (imageId: number) => Effect.Effect<Option.Option<PlacedImage>>
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
    /** Reads the variants of an image from the database, each as a whole. */
    readonly readContents: (imageId: number) => Effect.Effect<ReadonlyArray<ImageContent>>
    /** Reserves the name of an object until a time; if no image has it by then, a server removes the object. */
    readonly reserveObject: (name: string, until: number) => Effect.Effect<void>
    /** Takes the objects without an image whose time is over; no image gets them any more. */
    readonly takeUnusedObjects: (now: number) => Effect.Effect<ReadonlyArray<string>>
    /** Forgets objects that were removed. */
    readonly forgetObjects: (names: ReadonlyArray<string>) => Effect.Effect<void>
    /** Lists images whose contents lie in a place, behind an id. */
    readonly listIn: (place: ImagePlace, afterId: number, limit: number) => Effect.Effect<ReadonlyArray<PlacedImage>>
    /** Gives an image of the database a reserved object, and leaves its pieces; false: the image is gone. */
    readonly toBucket: (imageId: number, objectName: string) => Effect.Effect<boolean>
    /** Erases the pieces of those of the images that lie in a bucket. */
    readonly erasePieces: (imageIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Gives an image of a bucket its contents back, and its object up at a time; false: the image is gone. */
    readonly toDatabase: (
      image: PlacedImage,
      contents: ReadonlyArray<ImageContent>,
      removeAt: number
    ) => Effect.Effect<boolean>
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

      const insertPieces = Effect.fnUntraced(function* (imageId: number, contents: ReadonlyArray<ImageContent>) {
        for (const { variant, bytes } of contents) {
          for (let start = 0; start < bytes.byteLength; start += pieceBytesMax) {
            const piece = bytes.subarray(start, start + pieceBytesMax)
            // The driver of SQLite takes buffers only.
            const content = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
            yield* sql`INSERT INTO image_piece (image_id, variant, position, content)
              VALUES (${imageId}, ${variant}, ${start / pieceBytesMax}, ${content})`
            yield* Effect.yieldNow
          }
        }
      })
      /** Ends the reservation of an object that an image has now; false: a server removes the object. */
      const keepObject = Effect.fnUntraced(function* (name: string) {
        const kept = yield* sql`DELETE FROM image_object WHERE name = ${name} AND remove_at > 0 RETURNING name`
        return kept.length > 0
      })

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
            createdAt: image.createdAt,
            objectName: image.objectName ?? null
          }
          const [inserted] = yield* sql<{ id: number }>`${imageTable.insert(sql, [row])} RETURNING id`
          const id = inserted?.id ?? 0
          if (row.objectName === null) yield* insertPieces(id, image.contents)
          else if (!(yield* keepObject(row.objectName))) return yield* Effect.die(objectGivenUp())
          return id
        }, Effect.orDie),

        findFile: Effect.fnUntraced(function* (name, variant, purposes) {
          const rows = yield* sql<ImageFileRow>`
            SELECT i.id AS image_id, i.object_name, CAST(COALESCE(sum(length(p.content)), 0) AS INTEGER) AS size
            FROM image i LEFT JOIN image_piece p ON p.image_id = i.id AND p.variant = ${variant}
            WHERE i.name = ${name} AND ${sql.in("i.purpose", purposes)} GROUP BY i.id, i.object_name`
          return Option.fromNullishOr(rows.find(({ objectName, size }) => objectName !== null || size > 0))
        }, Effect.orDie),

        findPlace: Effect.fnUntraced(function* (imageId) {
          const rows = yield* sql<PlacedImage>`SELECT id, object_name FROM image WHERE id = ${imageId}`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        readPiece: Effect.fnUntraced(function* (imageId, variant, position) {
          const found = yield* piece.first(sql`
            SELECT ${piece.columns} FROM image_piece
            WHERE image_id = ${imageId} AND variant = ${variant} AND position = ${position}`)
          return Option.map(found, ({ content }) => content)
        }, Effect.orDie),

        readContents: Effect.fnUntraced(function* (imageId) {
          const pieces = yield* content.all(sql`
            SELECT ${content.columns} FROM image_piece WHERE image_id = ${imageId} ORDER BY variant, position`)
          return [...Map.groupBy(pieces, ({ variant }) => variant)].map(([variant, rows]) => ({
            variant,
            bytes: Buffer.concat(rows.map((row) => row.content))
          }))
        }, Effect.orDie),

        reserveObject: Effect.fnUntraced(function* (name, until) {
          yield* imageObjectTable.insert(sql, [{ name, removeAt: until }])
        }, Effect.orDie),

        takeUnusedObjects: Effect.fnUntraced(function* (now) {
          const rows = yield* sql<{ name: string }>`
            UPDATE image_object SET remove_at = 0 WHERE remove_at <= ${now} RETURNING name`
          return rows.map(({ name }) => name)
        }, Effect.orDie),

        forgetObjects: Effect.fnUntraced(function* (names) {
          yield* sql`DELETE FROM image_object WHERE name IN ${jsonTexts(sql, names)} AND remove_at = 0`
        }, Effect.orDie),

        listIn: Effect.fnUntraced(function* (place, afterId, limit) {
          const isThere = sql.literal(place === "database" ? "object_name IS NULL" : "object_name IS NOT NULL")
          return yield* sql<PlacedImage>`
            SELECT id, object_name FROM image WHERE id > ${afterId} AND ${isThere} ORDER BY id LIMIT ${limit}`
        }, Effect.orDie),

        toBucket: Effect.fnUntraced(function* (imageId, objectName) {
          const changed = yield* sql`
            UPDATE image SET object_name = ${objectName} WHERE id = ${imageId} AND object_name IS NULL RETURNING id`
          if (changed.length === 0) return false
          if (!(yield* keepObject(objectName))) return yield* Effect.die(objectGivenUp())
          return true
        }, Effect.orDie),

        erasePieces: Effect.fnUntraced(function* (imageIds) {
          yield* sql`DELETE FROM image_piece WHERE image_id IN (
            SELECT id FROM image WHERE id IN ${jsonIds(sql, imageIds)} AND object_name IS NOT NULL)`
        }, Effect.orDie),

        toDatabase: Effect.fnUntraced(function* ({ id, objectName }, contents, removeAt) {
          if (objectName === null) return false
          const changed = yield* sql`
            UPDATE image SET object_name = NULL WHERE id = ${id} AND object_name = ${objectName} RETURNING id`
          if (changed.length === 0) return false
          yield* sql`DELETE FROM image_piece WHERE image_id = ${id}`
          yield* insertPieces(id, contents)
          yield* imageObjectTable.insert(sql, [{ name: objectName, removeAt }])
          return true
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
          yield* deleteImages(sql, sql`id IN ${jsonIds(sql, ids)}`)
        }, Effect.orDie),

        setAvatar: Effect.fnUntraced(function* (purpose, ownerId, name) {
          const owners = sql(ownerTables[purpose])
          yield* deleteImages(
            sql,
            sql`purpose = ${purpose} AND owner_id = ${ownerId} AND name IN (
              SELECT avatar_hash FROM ${owners} WHERE id = ${ownerId})`
          )
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
          yield* deleteImages(
            sql,
            sql`id IN (SELECT i.id FROM image i WHERE i.id IN ${jsonIds(sql, ids)} AND ${isUnused(uploadedBefore)} = 1)`
          )
        }, Effect.orDie)
      })
    })
  )
}
