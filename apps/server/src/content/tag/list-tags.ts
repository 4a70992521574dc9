import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of the tags of a project, by name. Source: reference "content-api" 4.1. */
export const listTags = Effect.fn("listTags")(function* (
  { projectId }: ProjectAccess,
  query: PageQuery & { readonly search?: string | undefined }
) {
  const request = yield* orFail(parsePageRequest(query, ["name"], [{ property: "name", direction: "asc" }]))
  const repository = yield* TagRepository
  const { rows, total } = yield* repository.list({ projectId, search: query.search ?? "", ...pageRows(request) })
  return { rows, page: pageEnvelope(request, total) }
})
