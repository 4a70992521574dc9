import type { ListQuery } from "@dragoman/domain/page"
import { CommentRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"
import { findCommentedTranslation } from "./find-commented-translation.ts"

/** A page of the comments on a translation, the oldest first. Source: reference "content-api" 3.8. */
export const listComments = Effect.fn("listComments")(function* (
  access: ProjectAccess,
  translationId: number,
  query: ListQuery<"comments">
) {
  const repository = yield* CommentRepository
  yield* findCommentedTranslation(access, translationId)
  return yield* paged("comments", query, (slice) => repository.list({ translationId, ...slice }))
})
