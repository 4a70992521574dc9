import type { ContentStorageBody } from "@dragoman/api"
import { storedTarget, validateContentStorage } from "@dragoman/domain/content-delivery"
import { ContentDeliveryRepository, ContentStorageRepository, type ContentStorageRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { checkStorageUpdate } from "./check-storage-update.ts"
import { getContentStorage } from "./content-storage-queries.ts"
import { contentStorageEntity } from "./content-storage-shapes.ts"
import { checkStorageWorks } from "./test-content-storage.ts"

type Manager = ProjectAccess<"content-delivery.manage">

/** Creates a storage after a test of its settings. */
export const createContentStorage = Effect.fn("createContentStorage")(function* (
  access: Manager,
  body: ContentStorageBody
) {
  const { target, ...content } = yield* orFail(validateContentStorage(body, null))
  yield* checkStorageWorks(target)
  const repository = yield* ContentStorageRepository
  const createdAt = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const row = { ...content, ...storedTarget(target), projectId: access.projectId, createdAt }
      const created: ContentStorageRow = { ...row, id: yield* repository.insert(row) }
      yield* record("CONTENT_STORAGE_CREATE", [contentStorageEntity(null, created)])
      return created
    })
  )
})

/** Replaces a storage after a test of its settings; blank secrets stay. Content deliveries publish all their files there again. */
export const updateContentStorage = Effect.fn("updateContentStorage")(function* (
  access: Manager,
  id: number,
  body: ContentStorageBody
) {
  const { target, ...content } = yield* checkStorageUpdate(access, id, body)
  yield* checkStorageWorks(target)
  const repository = yield* ContentStorageRepository
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* getContentStorage(access, id)
      const after: ContentStorageRow = { ...before, ...content, ...storedTarget(target) }
      yield* repository.update(after)
      const isMoved = JSON.stringify(before.settings) !== JSON.stringify(after.settings) || before.type !== after.type
      if (isMoved) yield* ContentDeliveryRepository.use((deliveries) => deliveries.forgetPublishedIn(id))
      yield* record("CONTENT_STORAGE_UPDATE", [contentStorageEntity(before, after)])
      return after
    })
  )
})

/** Deletes a storage that no content delivery uses. */
export const deleteContentStorage = Effect.fn("deleteContentStorage")(function* (access: Manager, id: number) {
  const repository = yield* ContentStorageRepository
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* getContentStorage(access, id)
      if (yield* repository.isUsed(id)) return yield* failWith("content_storage_is_in_use")
      yield* repository.remove(access.projectId, id)
      yield* record("CONTENT_STORAGE_DELETE", [contentStorageEntity(before, null)])
    })
  )
})
