import type { ListQuery } from "@dragoman/domain/page"
import { ContentStorageRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a page of the storages of the project. */
export const listContentStorages = Effect.fn("listContentStorages")(function* (
  { projectId }: ProjectAccess<"content-delivery.manage">,
  query: ListQuery<"contentStorages">
) {
  const repository = yield* ContentStorageRepository
  return yield* paged("contentStorages", query, (slice) => repository.list({ projectId, ...slice }))
})

/** Reads a storage of the project, with its secrets; also in a transaction that changes it. */
export const getContentStorage = Effect.fn("getContentStorage")(function* (
  { projectId }: ProjectAccess<"content-delivery.manage">,
  id: number
) {
  const found = yield* ContentStorageRepository.use((repository) => repository.find(projectId, id))
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})
