import type { ListQuery } from "@dragoman/domain/page"
import { PersonalAccessTokenRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the caller's tokens, oldest first unless asked otherwise. Source: reference "auth-and-permissions" 4.6. */
export const listPersonalAccessTokens = Effect.fn("listPersonalAccessTokens")(function* (
  { caller }: UserAccess,
  query: ListQuery<"personalAccessTokens">
) {
  const repository = yield* PersonalAccessTokenRepository
  return yield* paged("personalAccessTokens", query, (slice) =>
    repository.list({
      userId: caller.userId,
      ...slice
    })
  )
})
