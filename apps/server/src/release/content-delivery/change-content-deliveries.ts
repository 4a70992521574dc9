import { randomBytes } from "node:crypto"
import type { ContentDeliveryConfigBody } from "@dragoman/api"
import { checkSlug, validateDeliveryName } from "@dragoman/domain/content-delivery"
import {
  type ContentDeliveryEdit,
  ContentDeliveryRepository,
  type ContentDeliveryRow,
  ContentStorageRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { changeProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { findContentDelivery, getContentDelivery } from "./content-delivery-queries.ts"
import { contentDeliveryEntity } from "./content-delivery-shapes.ts"
import { parsePublishedExport } from "./published-export.ts"
import { Publisher } from "./publisher.ts"

type Manager = ProjectAccess<"content-delivery.manage">

/** Bytes of a generated slug, which is written in hexadecimal digits: too many to guess. */
const slugBytes = 16

/**
 * Creates a content delivery. With `autoPublish` it is published before this returns; when that fails the content delivery stays, says
 * why, and the server tries again.
 */
export const createContentDelivery = Effect.fn("createContentDelivery")(function* (
  access: Manager,
  body: ContentDeliveryConfigBody
) {
  const { projectId } = access
  const name = yield* orFail(validateDeliveryName(body.name))
  const parameters = yield* orFail(parsePublishedExport(body))
  const repository = yield* ContentDeliveryRepository
  const createdAt = yield* Clock.currentTimeMillis
  const id = yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const edit = yield* editOf(projectId, body, null)
      const created = yield* repository.insert({ ...edit, projectId, name, parameters, createdAt })
      const row = yield* findContentDelivery(projectId, created)
      yield* record("CONTENT_DELIVERY_CONFIG_CREATE", [contentDeliveryEntity(null, row)])
      return created
    })
  )
  if (body.autoPublish === true) {
    const { publish } = yield* Publisher
    // The attempt is recorded with its error.
    yield* Effect.ignore(publish(id))
  }
  return yield* getContentDelivery(access, id)
})

/** Replaces a content delivery; absent fields take their defaults. Nothing is published. */
export const updateContentDelivery = Effect.fn("updateContentDelivery")(function* (
  access: Manager,
  id: number,
  body: ContentDeliveryConfigBody
) {
  const { projectId } = access
  const name = yield* orFail(validateDeliveryName(body.name))
  const parameters = yield* orFail(parsePublishedExport(body))
  const repository = yield* ContentDeliveryRepository
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* findContentDelivery(projectId, id)
      const edit = yield* editOf(projectId, body, before)
      yield* repository.update(id, { ...edit, name, parameters })
      const isMoved = edit.slug !== before.slug || edit.storageId !== before.storageId
      if (isMoved) yield* repository.forgetPublished(id)
      const after = yield* findContentDelivery(projectId, id)
      yield* record("CONTENT_DELIVERY_CONFIG_UPDATE", [contentDeliveryEntity(before, after)])
    })
  )
  return yield* getContentDelivery(access, id)
})

/** Deletes a content delivery. The server forgets what it published itself; files in other storages stay. */
export const deleteContentDelivery = Effect.fn("deleteContentDelivery")(function* (access: Manager, id: number) {
  const { projectId } = access
  const repository = yield* ContentDeliveryRepository
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* findContentDelivery(projectId, id)
      yield* repository.remove(projectId, id)
      yield* record("CONTENT_DELIVERY_CONFIG_DELETE", [contentDeliveryEntity(before, null)])
    })
  )
})

/** Publishes a content delivery of the project now. */
export const publishNow = Effect.fn("publishNow")(function* (
  { projectId }: ProjectAccess<"content-delivery.publish">,
  id: number
) {
  const { id: contentDeliveryId } = yield* findContentDelivery(projectId, id)
  const { publish } = yield* Publisher
  yield* publish(contentDeliveryId)
})

/** Checks branch, storage and slug under the lock of the project. `before` null: it is new. */
const editOf = Effect.fnUntraced(function* (
  projectId: number,
  body: ContentDeliveryConfigBody,
  before: ContentDeliveryRow | null
) {
  const { branchId } = yield* readPlace({ projectId }, body.filterBranch)
  const storageId = body.contentStorageId ?? null
  if (storageId !== null) {
    const found = yield* ContentStorageRepository.use((repository) => repository.find(projectId, storageId))
    if (Option.isNone(found)) return yield* failWith("resource_not_found")
  }
  const slug = yield* slugOf(body.slug ?? null, storageId, before)
  const edit: Omit<ContentDeliveryEdit, "name" | "parameters"> = {
    branchId,
    storageId,
    slug,
    autoPublish: body.autoPublish ?? false,
    pruneBeforePublish: body.pruneBeforePublish ?? true,
    zip: body.zip ?? false
  }
  return edit
})

/** Chooses the slug: that of the body, the present one while both storages are the server's, or a random one. */
const slugOf = Effect.fnUntraced(function* (
  asked: string | null,
  storageId: number | null,
  before: ContentDeliveryRow | null
) {
  if (asked === null) {
    const keeps = before !== null && before.storageId === null && storageId === null
    return keeps ? before.slug : randomBytes(slugBytes).toString("hex")
  }
  yield* failIf(checkSlug(asked, storageId !== null))
  const repository = yield* ContentDeliveryRepository
  const isTaken = yield* repository.isSlugTaken(asked, storageId, before?.id ?? null)
  return isTaken ? yield* failWith("slug_not_unique") : asked
})
