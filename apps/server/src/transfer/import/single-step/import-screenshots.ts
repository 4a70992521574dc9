import type { ScreenshotInput } from "@dragoman/domain/image"
import { type ContentPlace, ImageRepository, KeyRepository, ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OpenRevision } from "../../../change/activity/record-activity.ts"
import { describedKey } from "../../../content/key/key-shapes.ts"
import { screenshotEntities } from "../../../content/screenshot/screenshot-shapes.ts"
import { attachScreenshots } from "../../../content/screenshot/screenshots.ts"
import type { ImportAuthority } from "../applying/import-source.ts"

/** Uploaded images for a key of an import. */
export interface KeyScreenshots {
  readonly namespace: string | null
  readonly name: string
  readonly screenshots: ReadonlyArray<ScreenshotInput>
}

/**
 * Attaches the uploaded images that came with keys, inside the transaction of the import. An image replaces those that its
 * key has from the same location.
 */
export const importScreenshots = Effect.fn("importScreenshots")(function* (
  place: ContentPlace,
  { caller }: ImportAuthority,
  imported: ReadonlyArray<KeyScreenshots>,
  revision: Effect.Effect<OpenRevision>
) {
  if (imported.length === 0) return
  const keyRepository = yield* KeyRepository
  const keys = yield* keyRepository.findByName(place, imported)
  const idByName = new Map(keys.map(({ id, name, namespace }) => [JSON.stringify([namespace, name]), id]))
  const ofKeys = imported.flatMap(({ namespace, name, screenshots }) => {
    const keyId = idByName.get(JSON.stringify([namespace, name]))
    return keyId === undefined ? [] : [{ keyId, screenshots }]
  })
  const replaced = yield* removeReplaced(ofKeys)
  const attached = yield* attachScreenshots(place.projectId, caller.userId, ofKeys)
  const entities = [...replaced, ...attached]
  if (entities.length > 0) yield* (yield* revision).add({ entities, described: keys.flatMap(describedKey) })
})

const removeReplaced = Effect.fnUntraced(function* (keys: Parameters<typeof attachScreenshots>[2]) {
  const images = yield* ImageRepository
  const repository = yield* ScreenshotRepository
  const uploads = yield* images.listUploads(
    keys.flatMap(({ screenshots }) => screenshots.map(({ uploadedImageId }) => uploadedImageId))
  )
  const locationById = new Map(uploads.map(({ id, location }) => [id, location]))
  const replacing = new Set(
    keys.flatMap(({ keyId, screenshots }) =>
      screenshots.map(({ uploadedImageId }) => JSON.stringify([keyId, locationById.get(uploadedImageId) ?? null]))
    )
  )
  const found = yield* repository.listByLocation(
    keys.map(({ keyId }) => keyId),
    [...new Set(uploads.flatMap(({ location }) => location ?? []))]
  )
  const links = found.filter(({ keyId, location }) => replacing.has(JSON.stringify([keyId, location])))
  yield* repository.removeLinks(links)
  yield* repository.removeWithoutKeys(links.map(({ imageId }) => imageId))
  return screenshotEntities(links, "DEL")
})
