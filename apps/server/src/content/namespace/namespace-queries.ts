import type { ListQuery } from "@dragoman/domain/page"
import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the namespaces of the project, the oldest first. The default namespace has no row. */
export const listNamespaces = Effect.fn("listNamespaces")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"namespaces"> & { readonly search?: string | undefined }
) {
  const repository = yield* NamespaceRepository
  return yield* paged("namespaces", query, (slice) =>
    repository.list({ projectId, search: query.search ?? "", ...slice })
  )
})

/** The namespaces with keys; null, the default namespace, comes first. */
export const listUsedNamespaces = Effect.fn("listUsedNamespaces")(function* ({ projectId }: ProjectAccess) {
  const repository = yield* NamespaceRepository
  const { hasKeysInDefault, namespaces } = yield* repository.listUsed(projectId)
  return hasKeysInDefault ? [null, ...namespaces] : namespaces
})

export const getNamespaceByName = Effect.fn("getNamespaceByName")(function* (
  { projectId }: ProjectAccess,
  name: string
) {
  const repository = yield* NamespaceRepository
  const [found] = yield* repository.findByName(projectId, [name])
  return found ?? (yield* failWith("namespace_not_found"))
})
