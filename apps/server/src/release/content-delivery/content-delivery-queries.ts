import type { ListQuery } from "@dragoman/domain/page"
import { ContentDeliveryRepository, type ContentDeliveryRow, ContentStorageRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import type { ShownContentDelivery } from "./content-delivery-shapes.ts"

/** Reads a page of the content deliveries of the project. */
export const listContentDeliveries = Effect.fn("listContentDeliveries")(function* (
  { projectId }: ProjectAccess<"content-delivery.publish">,
  query: ListQuery<"contentDeliveryConfigs">
) {
  const repository = yield* ContentDeliveryRepository
  const { rows, page } = yield* paged("contentDeliveryConfigs", query, (slice) =>
    repository.list({ projectId, ...slice })
  )
  return { deliveries: yield* withStorages(projectId, rows), page }
})

/** Reads a content delivery of the project with its storage. */
export const getContentDelivery = Effect.fn("getContentDelivery")(function* (
  { projectId }: Pick<ProjectAccess, "projectId">,
  id: number
) {
  const [shown] = yield* withStorages(projectId, [yield* findContentDelivery(projectId, id)])
  return shown ?? (yield* failWith("resource_not_found"))
})

/** Reads a page of the attempts to publish a content delivery. */
export const listPublishingAttempts = Effect.fn("listPublishingAttempts")(function* (
  { projectId }: ProjectAccess<"content-delivery.publish">,
  id: number,
  query: ListQuery<"publishingAttempts">
) {
  const { id: contentDeliveryId } = yield* findContentDelivery(projectId, id)
  const repository = yield* ContentDeliveryRepository
  return yield* paged("publishingAttempts", query, (slice) => repository.listAttempts({ contentDeliveryId, ...slice }))
})

/** Finds a content delivery of the project; also in a transaction that changes it. */
export const findContentDelivery = Effect.fnUntraced(function* (projectId: number, id: number) {
  const found = yield* ContentDeliveryRepository.use((repository) => repository.find(projectId, id))
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})

const withStorages = Effect.fnUntraced(function* (projectId: number, rows: ReadonlyArray<ContentDeliveryRow>) {
  const ids = [...new Set(rows.flatMap(({ storageId }) => storageId ?? []))]
  const storages = yield* ContentStorageRepository.use((repository) => repository.listByIds(projectId, ids))
  return rows.map(
    (row): ShownContentDelivery => ({
      row,
      storage: storages.find(({ id }) => id === row.storageId) ?? null
    })
  )
})
