import type { ListQuery } from "@dragoman/domain/page"
import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

/** A page of namespaces without the default one, in the order in which they were made. Source: reference "content-api" 2.13. */
export const listNamespaces = Effect.fn("listNamespaces")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"namespaces"> & { readonly search?: string | undefined }
) {
  const repository = yield* NamespaceRepository
  return yield* paged("namespaces", query, (slice) =>
    repository.list({ projectId, search: query.search ?? "", ...slice })
  )
})
