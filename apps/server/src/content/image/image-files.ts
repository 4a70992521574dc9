import type { ImageVariant } from "@dragoman/domain/image"
import { bucketSettings } from "@dragoman/settings"
import { Database, type ImageFileRow, ImageRepository, type NewImage } from "@dragoman/store"
import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { ImageStorageUnavailable } from "../../platform/http/image-storage-unavailable.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { ImageBucket, newObjectName, reservedMillis } from "../../service/object-storage/image-bucket.ts"
import type { ObjectStorageFailed } from "../../service/object-storage/object-request.ts"

/** The content of a variant, while it is read. */
export interface ImageFile {
  /** In bytes; null: the storage does not say. */
  readonly size: number | null
  readonly content: Stream.Stream<Uint8Array>
}

/** Contents of images, in the database or in a bucket. A storage that does not work is a defect, `ImageStorageUnavailable`. */
export class ImageFiles extends Context.Service<
  ImageFiles,
  {
    /** Stores the contents of a new image in the bucket, if that is where new images go. It belongs before the transaction that inserts the image. */
    readonly store: (image: NewImage) => Effect.Effect<NewImage>
    /** Opens a variant; None: it is in neither place. */
    readonly open: (
      file: Pick<ImageFileRow, "imageId" | "objectName"> & { readonly size: number | null },
      variant: ImageVariant
    ) => Effect.Effect<Option.Option<ImageFile>>
    /** Removes objects of images that were deleted, and of uploads that were never completed. Those that fail stay for the next time. */
    readonly removeUnused: Effect.Effect<void>
  }
>()("@dragoman/server/content/image/ImageFiles") {
  static readonly layer = Layer.effect(
    ImageFiles,
    Effect.gen(function* () {
      const settings = yield* Settings
      const images = yield* ImageRepository
      const database = yield* Database
      const found = bucketSettings(settings, "images")
      const bucket = found && new ImageBucket(found)

      const withoutBucket = Effect.die(
        new ImageStorageUnavailable({
          message: "An image lies in a bucket, and DRAGOMAN_IMAGES_S3_ENDPOINT is not set."
        })
      )

      const fromDatabase = (imageId: number, variant: ImageVariant, size: number | null): ImageFile => ({
        size,
        content: Stream.unfold(0, (position) =>
          Effect.map(images.readPiece(imageId, variant, position), (chunk) =>
            Option.isSome(chunk) ? ([chunk.value, position + 1] as const) : undefined
          )
        )
      })

      return ImageFiles.of({
        store: Effect.fn("ImageFiles.store")(function* (image) {
          if (bucket === null || settings.imagesStorage === "database") return image
          const objectName = newObjectName()
          const until = (yield* Clock.currentTimeMillis) + reservedMillis
          yield* database.transaction(images.reserveObject(objectName, until))
          yield* orUnavailable(bucket.put(objectName, image.contents))
          return { ...image, contents: [], objectName }
        }),

        open: Effect.fn("ImageFiles.open")(function* ({ imageId, objectName, size }, variant) {
          if (objectName === null) return Option.some(fromDatabase(imageId, variant, size))
          if (bucket === null) return yield* withoutBucket
          const response = yield* orUnavailable(bucket.get(objectName, variant))
          if (Option.isNone(response)) {
            yield* Effect.annotateLogs(Effect.logError("An image is missing in its bucket"), { imageId, variant })
            return Option.none()
          }
          const { body, headers } = response.value
          const length = headers.get("content-length")
          const content: ImageFile["content"] =
            body === null
              ? Stream.empty
              : Stream.orDie(
                  Stream.fromReadableStream({
                    evaluate: () => body,
                    onError: (error) => new ImageStorageUnavailable({ message: String(error) })
                  })
                )
          return Option.some({ size: length === null ? null : Number(length), content })
        }),

        removeUnused: Effect.gen(function* () {
          if (bucket === null) return
          const now = yield* Clock.currentTimeMillis
          const names = yield* database.transaction(images.takeUnusedObjects(now))
          for (const name of names) {
            const removed = yield* Effect.result(bucket.remove(name))
            if (removed._tag === "Failure") {
              const { sentence } = removed.failure
              return yield* Effect.annotateLogs(Effect.logWarning("Removing an image from its bucket failed"), {
                error: sentence
              })
            }
            yield* database.transaction(images.forgetObjects([name]))
          }
        })
      })
    })
  )
}

const orUnavailable = <A>(effect: Effect.Effect<A, ObjectStorageFailed>): Effect.Effect<A> =>
  Effect.catch(effect, ({ sentence }) => Effect.die(new ImageStorageUnavailable({ message: sentence })))
