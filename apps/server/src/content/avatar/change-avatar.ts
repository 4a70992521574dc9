import { createHash } from "node:crypto"
import { imageLimits } from "@dragoman/domain/image"
import { type AvatarPurpose, Database, ImageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { newImage } from "../image/change-images.ts"
import type { EncodedImage, VariantLimit } from "../image/image-job.ts"

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
  yield* database.transaction(
    Effect.andThen(images.setAvatar(owner.purpose, owner.id, created.name), images.insert(created))
  )
})

/** Changes nothing when there is no avatar. */
export const removeAvatar = Effect.fn("removeAvatar")(function* ({ purpose, id }: AvatarOwner) {
  const database = yield* Database
  const images = yield* ImageRepository
  yield* database.transaction(images.setAvatar(purpose, id, null))
})

/** Differs for every picture, so that caches never show an old one. */
const hashOf = ({ purpose, id }: AvatarOwner, { variants }: EncodedImage): string => {
  const hash = createHash("sha256").update(`${purpose} ${id} `)
  for (const { bytes } of variants) hash.update(bytes)
  return hash.digest("hex").toUpperCase()
}
