import { Database, ImageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** Deletes uploads of the caller that wait; what waits no more is left out. Source: reference "content-api" 4.3. */
export const deleteUploadedImages = Effect.fn("deleteUploadedImages")(function* (
  { caller }: UserAccess,
  ids: ReadonlyArray<number>
) {
  const images = yield* ImageRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const uploads = yield* images.listUploads(ids)
      if (uploads.some(({ ownerId }) => ownerId !== caller.userId)) {
        return yield* refusedWith(403, "operation_not_permitted")
      }
      yield* images.remove(uploads.map(({ id }) => id))
    })
  )
})
