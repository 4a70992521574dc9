import { createHash } from "node:crypto"
import { imageLimits } from "@dragoman/domain/image"
import { type AvatarPurpose, Database, ImageRepository } from "@dragoman/store"
import { Clock, Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { EncodedImage } from "../image/image-job.ts"
import { newImage } from "../image/new-image.ts"
import { receiveImage } from "../image/receive-image.ts"

/** Whose picture it is; the caller has proved that it is theirs to change. */
export interface AvatarOwner {
  readonly purpose: AvatarPurpose
  readonly id: number
}

/** Gives a user, an organization or a project the picture of a request. Source: reference "auth-and-permissions" 3.8. */
export const setAvatar = Effect.fn("setAvatar")(function* (
  owner: AvatarOwner,
  request: HttpServerRequest.HttpServerRequest
) {
  const database = yield* Database
  const images = yield* ImageRepository
  const sideMax =
    owner.purpose === "ORGANIZATION_AVATAR" ? imageLimits.organizationAvatarSideMax : imageLimits.avatarSideMax
  const { image } = yield* receiveImage(request, "avatar", Schema.Unknown, [
    { variant: "large", sideMax },
    { variant: "small", sideMax: imageLimits.avatarThumbnailSideMax }
  ])
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

/** Nothing happens when there is no picture. */
export const removeAvatar = Effect.fn("removeAvatar")(function* ({ purpose, id }: AvatarOwner) {
  const database = yield* Database
  const images = yield* ImageRepository
  yield* database.transaction(images.setAvatar(purpose, id, null))
})

/** Another one for every other picture, so that nobody is shown an old one. */
const hashOf = ({ purpose, id }: AvatarOwner, { variants }: EncodedImage): string => {
  const hash = createHash("sha256").update(`${purpose} ${id} `)
  for (const { bytes } of variants) hash.update(bytes)
  return hash.digest("hex").toUpperCase()
}
