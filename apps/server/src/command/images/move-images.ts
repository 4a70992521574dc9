import { existsSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { bucketSettings } from "@dragoman/settings"
import {
  checkVersion,
  Database,
  type ImageContent,
  ImageRepository,
  type PlacedImage,
  schemaVersion
} from "@dragoman/store"
import { Cause, Clock, Effect, Exit, Layer, Option } from "effect"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { ImageBucket, newObjectName, reservedMillis } from "../../service/object-storage/image-bucket.ts"
import { ObjectStorageFailed } from "../../service/object-storage/object-request.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import type { ImagesAction } from "./images-arguments.ts"

/** Images of a page; their contents are in memory one by one. */
const imagesPerPage = 50

/** Time for requests that began before an image was moved, in milliseconds. */
const readersMillis = 2_000

/** Moves all images to a place. Safe to interrupt and to repeat. */
export const moveImages = async (settings: SettingValues, { to }: ImagesAction) => {
  const { database } = settings
  const found = bucketSettings(settings, "images")
  if (found === null) {
    throw new CommandFailure({
      sentence: "There is no bucket: set DRAGOMAN_IMAGES_S3_ENDPOINT and the settings beside it."
    })
  }
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const bucket = new ImageBucket(found)
  const exit = await Effect.runPromiseExit(
    checkSchema.pipe(
      Effect.andThen(to === "s3" ? moveToBucket(bucket) : moveToDatabase(bucket)),
      Effect.provide(
        Layer.mergeAll(Database.layer, ImageRepository.layer).pipe(Layer.provideMerge(layerEngineOf(database)))
      )
    )
  )
  if (Exit.isFailure(exit)) throw failureOf(exit.cause, settings)
  const { moved, missing } = exit.value
  const [origin, place] = to === "s3" ? ["the database", "the bucket"] : ["the bucket", "the database"]
  if (missing > 0) {
    throw new CommandFailure({
      sentence: `Images moved: ${moved}. Missing in ${origin}: ${missing}; \`dragoman doctor\` counts them.`
    })
  }
  const isElsewhere = settings.imagesStorage !== to
  return {
    sentence: [
      `All images are in ${place} (${moved} were moved).`,
      ...(isElsewhere ? [`New ones still go elsewhere: set DRAGOMAN_IMAGES_STORAGE=${to}, and run this again.`] : [])
    ].join(" "),
    facts: { to, moved, missing }
  }
}

const failureOf = (cause: Cause.Cause<unknown>, settings: SettingValues): unknown => {
  const error = Cause.squash(cause)
  if (error instanceof ObjectStorageFailed) return new CommandFailure({ sentence: error.sentence })
  const sentence = explainStartFailure(cause, settings)
  return sentence === null ? error : new CommandFailure({ sentence })
}

const checkSchema = Effect.gen(function* () {
  if ((yield* checkVersion(schemaVersion)) < schemaVersion) {
    return yield* new CommandFailure({
      sentence:
        "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
    })
  }
})

const moveToBucket = Effect.fnUntraced(function* (bucket: ImageBucket) {
  const database = yield* Database
  const images = yield* ImageRepository
  const erasePieces = (ids: ReadonlyArray<number>) => database.transaction(images.erasePieces(ids))
  yield* forEachIn("bucket", ({ id }) => erasePieces([id]))
  let moved = 0
  let missing = 0
  let erased: Array<number> = []
  yield* forEachIn(
    "database",
    Effect.fnUntraced(function* ({ id }) {
      const contents = yield* images.readContents(id)
      if (contents.length === 0) {
        const place = yield* images.findPlace(id)
        // Another command may have moved it, or a user deleted it.
        if (Option.isSome(place) && place.value.objectName === null) missing++
        return
      }
      const objectName = newObjectName()
      const until = (yield* Clock.currentTimeMillis) + reservedMillis
      yield* database.transaction(images.reserveObject(objectName, until))
      yield* bucket.put(objectName, contents)
      if (!isSame(contents, yield* bucket.read(objectName))) {
        return yield* new CommandFailure({
          sentence: `Image ${id} is not in the bucket as it was sent. Nothing of it was erased.`
        })
      }
      if (!(yield* database.transaction(images.toBucket(id, objectName)))) return
      moved++
      erased.push(id)
      if (erased.length < imagesPerPage) return
      // Requests that began before may still read the pieces.
      yield* readersEnd
      yield* erasePieces(erased)
      erased = []
    })
  )
  if (erased.length > 0) yield* Effect.andThen(readersEnd, erasePieces(erased))
  return { moved, missing }
})

const readersEnd = Effect.promise(() => setTimeout(readersMillis))

const moveToDatabase = Effect.fnUntraced(function* (bucket: ImageBucket) {
  const database = yield* Database
  const images = yield* ImageRepository
  let moved = 0
  let missing = 0
  yield* forEachIn(
    "bucket",
    Effect.fnUntraced(function* (image) {
      const contents = yield* bucket.read(image.objectName ?? "")
      if (!contents.some(({ variant }) => variant === "large")) {
        missing++
        return
      }
      const removeAt = (yield* Clock.currentTimeMillis) + reservedMillis
      if (yield* database.transaction(images.toDatabase(image, contents, removeAt))) moved++
    })
  )
  return { moved, missing }
})

/** Runs an effect for each image of a place, also for those that come meanwhile. */
const forEachIn = Effect.fnUntraced(function* <E, R>(
  place: "database" | "bucket",
  run: (image: PlacedImage) => Effect.Effect<void, E, R>
) {
  const images = yield* ImageRepository
  let afterId = 0
  for (;;) {
    const page: ReadonlyArray<PlacedImage> = yield* images.listIn(place, afterId, imagesPerPage)
    for (const image of page) yield* run(image)
    const last = page.at(-1)
    if (last === undefined) return
    afterId = last.id
  }
})

const isSame = (contents: ReadonlyArray<ImageContent>, read: ReadonlyArray<ImageContent>): boolean =>
  contents.length === read.length &&
  contents.every(({ variant, bytes }) => {
    const other = read.find((one) => one.variant === variant)
    return other !== undefined && Buffer.compare(bytes, other.bytes) === 0
  })
