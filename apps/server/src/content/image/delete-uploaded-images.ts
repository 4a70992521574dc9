import { Database, ImageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

/** Deletes uploads of the caller that wait; those of others, and what waits no more, are left out. */
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
