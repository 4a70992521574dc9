import type { ListQuery } from "@dragoman/domain/page"
import { TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the tags of the project, by name. */
export const listTags = Effect.fn("listTags")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"tags"> & { readonly search?: string | undefined }
) {
  const repository = yield* TagRepository
  return yield* paged("tags", query, (slice) => repository.list({ projectId, search: query.search ?? "", ...slice }))
})
