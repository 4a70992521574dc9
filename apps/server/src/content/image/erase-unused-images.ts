import { imageLimits } from "@dragoman/domain/image"
import { Database, ImageRepository, type UnusedImages } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** Images that one statement looks at. */
const imagesLookedAtMax = 1_000

/** Images of one transaction, so that others get their turn: each may have several megabytes. */
const imagesPerRound = 10

/** Erases uploads that nobody attached, screenshots whose keys are gone, and avatars of what was deleted. */
export const eraseUnusedImages = Effect.fn("eraseUnusedImages")(function* () {
  const database = yield* Database
  const images = yield* ImageRepository
  const uploadedBefore = (yield* Clock.currentTimeMillis) - imageLimits.pendingMillis
  let afterId: number | null = 0
  while (afterId !== null) {
    const slice: UnusedImages = yield* images.listUnused({ afterId, uploadedBefore, limit: imagesLookedAtMax })
    const { ids } = slice
    for (let start = 0; start < ids.length; start += imagesPerRound) {
      yield* database.transaction(images.removeUnused(ids.slice(start, start + imagesPerRound), uploadedBefore))
    }
    afterId = slice.lastId
    yield* Effect.yieldNow
  }
})
