import type { ListQuery } from "@dragoman/domain/page"
import { ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess, UserAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the caller's keys to live projects. Source: reference "auth-and-permissions" 4.5. */
export const listOwnApiKeys = Effect.fn("listOwnApiKeys")(function* (
  { caller }: UserAccess,
  query: ListQuery<"apiKeys"> & { readonly filterProjectId?: number | undefined }
) {
  return yield* listPage(query, { userId: caller.userId, projectId: query.filterProjectId ?? null })
})

/** A page of everybody's keys to the project. Source: as above. */
export const listApiKeysOfProject = Effect.fn("listApiKeysOfProject")(function* (
  { projectId }: ProjectAccess<"admin">,
  query: ListQuery<"apiKeys">
) {
  return yield* listPage(query, { userId: null, projectId })
})

const listPage = Effect.fnUntraced(function* (
  query: ListQuery<"apiKeys">,
  filter: { readonly userId: number | null; readonly projectId: number | null }
) {
  const repository = yield* ProjectApiKeyRepository
  return yield* paged("apiKeys", query, (slice) =>
    repository.list({
      ...filter,
      ...slice
    })
  )
})
