import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess, UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of the caller's keys to live projects. Source: reference "auth-and-permissions" 4.5. */
export const listOwnApiKeys = Effect.fn("listOwnApiKeys")(function* (
  { caller }: UserAccess,
  query: PageQuery & { readonly filterProjectId?: number | undefined }
) {
  return yield* listPage(query, { userId: caller.userId, projectId: query.filterProjectId ?? null })
})

/** A page of everybody's keys to the project. Source: as above. */
export const listApiKeysOfProject = Effect.fn("listApiKeysOfProject")(function* (
  { projectId }: ProjectAccess<"admin">,
  query: PageQuery
) {
  return yield* listPage(query, { userId: null, projectId })
})

const listPage = Effect.fnUntraced(function* (
  query: PageQuery,
  filter: { readonly userId: number | null; readonly projectId: number | null }
) {
  const request = yield* orFail(
    parsePageRequest(query, ["description", "username", "projectId", "projectName", "expiresAt", "lastUsedAt"])
  )
  const repository = yield* ProjectApiKeyRepository
  const { rows, total } = yield* repository.list({
    ...filter,
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
