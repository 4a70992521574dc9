import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of namespaces without the default one, in the order in which they were made. Source: reference "content-api" 2.13. */
export const listNamespaces = Effect.fn("listNamespaces")(function* (
  { projectId }: ProjectAccess,
  query: PageQuery & { readonly search?: string | undefined }
) {
  const request = yield* orFail(parsePageRequest(query, ["name"]))
  const repository = yield* NamespaceRepository
  const { rows, total } = yield* repository.list({ projectId, search: query.search ?? "", ...pageRows(request) })
  return { rows, page: pageEnvelope(request, total) }
})
