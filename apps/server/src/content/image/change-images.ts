import { createHash, randomBytes } from "node:crypto"
import type { ImageInfo } from "@dragoman/api"
import { imageLimits } from "@dragoman/domain/image"
import { type AvatarPurpose, Database, type ImagePurpose, ImageRepository, type NewImage } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { checkRows } from "../../platform/database/check-rows.ts"
import { failWith } from "../../platform/fail.ts"
import type { UserAccess } from "../../service/access/access.ts"
import type { EncodedImage, VariantLimit } from "./encode-image.ts"
import { ImageFiles } from "./image-files.ts"

/** The image of a request as PNG files. */
export interface ReceivedImage<Info> {
  readonly image: EncodedImage
  /** The part `info` of the body; null without one. */
  readonly info: Info | null
}

/**
 * Stores an image until it is attached to keys, or for `imageLimits.pendingMillis`. Runs `receive` only when the caller may
 * upload another one.
 */
export const uploadImage = Effect.fn("uploadImage")(function* <E, R>(
  { caller }: UserAccess,
  receive: Effect.Effect<ReceivedImage<ImageInfo>, E, R>
) {
  const images = yield* ImageRepository
  const database = yield* Database
  if ((yield* images.countUploads(caller.userId)) > imageLimits.pendingUploadsMax) {
    return yield* failWith("too_many_uploaded_images")
  }
  const { image, info } = yield* receive
  const created = newImage(image, {
    purpose: "UPLOAD",
    ownerId: caller.userId,
    location: info?.location ?? null,
    createdAt: yield* Clock.currentTimeMillis
  })
  const stored = yield* ImageFiles.use((files) => files.store(created))
  const id = yield* database.transaction(images.insert(stored))
  return { id, name: created.name, location: created.location, createdAt: created.createdAt }
})

/** Deletes pending uploads of the caller; ignores images of other users and images that are attached. */
export const deleteUploadedImages = Effect.fn("deleteUploadedImages")(function* (
  { caller }: UserAccess,
  ids: ReadonlyArray<number>
) {
  const images = yield* ImageRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const uploads = yield* images.listUploads(ids)
      const own = uploads.filter(({ ownerId }) => ownerId === caller.userId)
      yield* images.remove(own.map(({ id }) => id))
    })
  )
})

/** A user, an organization or a project whose avatar the caller may change. */
export interface AvatarOwner {
  readonly purpose: AvatarPurpose
  readonly id: number
}

/** The stored variants of an avatar. */
export const avatarLimits = ({ purpose }: AvatarOwner): ReadonlyArray<VariantLimit> => [
  {
    variant: "large",
    sideMax: purpose === "ORGANIZATION_AVATAR" ? imageLimits.organizationAvatarSideMax : imageLimits.avatarSideMax
  },
  { variant: "small", sideMax: imageLimits.avatarThumbnailSideMax }
]

/** Replaces the avatar of a user, an organization or a project. */
export const setAvatar = Effect.fn("setAvatar")(function* (owner: AvatarOwner, image: EncodedImage) {
  const database = yield* Database
  const images = yield* ImageRepository
  const created = newImage(image, {
    purpose: owner.purpose,
    ownerId: owner.id,
    location: null,
    createdAt: yield* Clock.currentTimeMillis,
    name: hashOf(owner, image)
  })
  const stored = yield* ImageFiles.use((files) => files.store(created))
  yield* database.transaction(
    Effect.andThen(images.setAvatar(owner.purpose, owner.id, created.name), images.insert(stored))
  )
})

/** Removes an avatar; does nothing when there is none. */
export const removeAvatar = Effect.fn("removeAvatar")(function* ({ purpose, id }: AvatarOwner) {
  const database = yield* Database
  const images = yield* ImageRepository
  yield* database.transaction(images.setAvatar(purpose, id, null))
})

/** Names an avatar; the name differs for every picture, so that caches never show an old one. */
const hashOf = ({ purpose, id }: AvatarOwner, { variants }: EncodedImage): string => {
  const hash = createHash("sha256").update(`${purpose} ${id} `)
  for (const { bytes } of variants) hash.update(bytes)
  return hash.digest("hex").toUpperCase()
}

/** The stored variants of uploads and screenshots. */
export const screenshotLimits: ReadonlyArray<VariantLimit> = [
  { variant: "large", pixelsMax: imageLimits.storedPixelsMax },
  { variant: "middle", sideMax: imageLimits.middleSideMax },
  { variant: "small", sideMax: imageLimits.smallSideMax }
]

/** Bytes of a random name; it is long, because the name gives access to the image. */
const nameBytes = 20

/** Makes the rows of a received image; without a `name` it gets a random one. */
export const newImage = (
  { uploadedSize, variants }: EncodedImage,
  values: {
    readonly purpose: ImagePurpose
    readonly ownerId: number | null
    readonly location: string | null
    readonly createdAt: number
    readonly name?: string
  }
): NewImage => ({
  name: randomBytes(nameBytes).toString("hex"),
  ...values,
  size: variants.find(({ variant }) => variant === "large")?.size ?? uploadedSize,
  uploadedSize,
  contents: variants
})

/** Number of expired uploads that one statement lists. */
const uploadsReadMax = 1_000

/** Number of images that one transaction erases: each may have several megabytes, and other writers wait. */
const imagesErasedMax = 10

/** Erases expired uploads, and some of the screenshots without keys and of the avatars of deleted owners. */
export const eraseUnusedImages = Effect.fn("eraseUnusedImages")(function* () {
  const database = yield* Database
  const images = yield* ImageRepository
  const uploadedBefore = (yield* Clock.currentTimeMillis) - imageLimits.pendingMillis
  const erase = Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
    for (let start = 0; start < ids.length; start += imagesErasedMax) {
      yield* database.transaction(images.removeUnused(ids.slice(start, start + imagesErasedMax), uploadedBefore))
    }
  })
  for (;;) {
    const uploads = yield* images.listExpiredUploads(uploadedBefore, uploadsReadMax)
    yield* erase(uploads)
    if (uploads.length < uploadsReadMax) break
  }
  yield* checkRows("image_check", (afterId, limit) => images.listUnused({ afterId, uploadedBefore, limit }), erase)
})
