import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { PersonalAccessTokenRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of the caller's tokens, oldest first unless asked otherwise. Source: reference "auth-and-permissions" 4.6. */
export const listPersonalAccessTokens = Effect.fn("listPersonalAccessTokens")(function* (
  { caller }: UserAccess,
  query: PageQuery
) {
  const request = yield* orFail(
    parsePageRequest(query, ["description", "createdAt", "updatedAt", "expiresAt", "lastUsedAt"])
  )
  const repository = yield* PersonalAccessTokenRepository
  const { rows, total } = yield* repository.list({
    userId: caller.userId,
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
